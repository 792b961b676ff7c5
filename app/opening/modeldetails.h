// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "openedmodel.h"

/// One number of a model file, as people read it.
struct ModelDetail {
    QString name;
    QString value; ///< "not said" where it is absent
    QString origin; ///< where it comes from, or why it is absent
};

/// Every number of `group`, one of the file's, that the file says or that follows from it.
std::vector<ModelDetail> modelDetails(const OpenedModel& opened, const ModelLayers& group);

/// Each question that the file leaves open, with the answer that is drawn.
std::vector<ModelDetail> questionDetails(const OpenedModel& opened);

/// All about `group` as plain text, columns apart by tabs.
QString detailsAsText(const OpenedModel& opened, const ModelLayers& group);

/// The same as HTML in the colours of `palette`. The link "#answer" asks the questions, "#unused" unfolds or
/// folds the keys that are not used.
QString detailsAsHtml(
    const OpenedModel& opened, const ModelLayers& group, bool unusedShown, const QPalette& palette);
