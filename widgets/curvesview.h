// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view.h"

#include <QCoreApplication>

/// Cosine and sine of chosen pairs against position, one lane for each pair.
class CurvesView : public View {
    Q_DECLARE_TR_FUNCTIONS(CurvesView)

public:
    QString whyNot(const encodings::SceneSeries& series) const override;
    void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) override;
    QString caption(const encodings::Scene& scene) const override;
    QString readout(const encodings::Scene& scene, double x, double y) const override;
    CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const override;
    Qt::Orientations zoomable() const override { return Qt::Horizontal; }
};
