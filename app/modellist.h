// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QString>

#include <vector>

/// One model of the program's own list, or one layer group of it.
struct ListedModel {
    QString id; ///< as on the command line: "gemma-3-1b#sliding_attention"
    QString group;
    encodings::Model model; ///< with name and source
};

/// The models in resources/models.json, the default one first. Throws std::runtime_error when that resource
/// is broken.
const std::vector<ListedModel>& listedModels();

/// The model with this id or name, whatever the case of its letters, or nullptr. Without a layer group, the
/// first group.
const ListedModel* findModel(const QString& nameOrId);
