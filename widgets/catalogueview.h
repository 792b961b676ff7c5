// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view.h"

#include <QCoreApplication>

/// Every encoding with its family, year and where it enters, as the survey's figure 1 (arXiv 2312.17044);
/// those of the scene are marked. For files: on screen the catalogue is a window that can be searched.
class CatalogueView : public View {
    Q_DECLARE_TR_FUNCTIONS(CatalogueView)

public:
    void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) override;
    QString caption(const encodings::Scene& scene) const override;
    QString readout(const encodings::Scene&, double, double) const override { return {}; }
    CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const override;
    Qt::Orientations zoomable() const override { return {}; }
    bool showsRange() const override { return false; }
};
