// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view.h"

#include <QCoreApplication>

/// Which channels of a query or key turn together, in the two layouts that programs use, and one vector
/// turned in both.
class LayoutView : public View {
    Q_DECLARE_TR_FUNCTIONS(LayoutView)

public:
    QString whyNot(const encodings::SceneSeries& series) const override;
    void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) override;
    QString caption(const encodings::Scene& scene) const override;
    /// The channel at x.
    QString readout(const encodings::Scene& scene, double x, double y) const override;
    /// Besides pairs and the turned vector 1, 2, 3, ... an axis for series that turn by several positions: of
    /// the half layout, or the interleaved one where only that is shown.
    CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const override;
    Qt::Orientations zoomable() const override { return Qt::Horizontal; }
    bool showsRange() const override { return false; }
};
