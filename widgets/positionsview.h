// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view.h"

#include <QCoreApplication>

/// Where the positions of a longer context lie for a model trained on a shorter one: as position ids on
/// number lines, and as seeded samples on the cosine of the pair looked at. Where a series has ids or
/// distances that number lines cannot show: as a chart of ids or distances against tokens.
class PositionsView : public View {
    Q_DECLARE_TR_FUNCTIONS(PositionsView)

public:
    void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) override;
    QString caption(const encodings::Scene& scene) const override;
    QString readout(const encodings::Scene& scene, double x, double y) const override;
    CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const override;
    Qt::Orientations zoomable() const override { return Qt::Horizontal; }
};
