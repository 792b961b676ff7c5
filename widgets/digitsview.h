// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "clockgrid.h"
#include "view.h"

#include <QCoreApplication>

/// The position as a number: its digits in three ways (as it is, divided by the scale, in a larger base), and
/// as the clock hands of the pairs. What training never showed is marked.
class DigitsView : public View {
    Q_DECLARE_TR_FUNCTIONS(DigitsView)

public:
    QString whyNot(const encodings::SceneSeries& series) const override;
    void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) override;
    QString caption(const encodings::Scene& scene) const override;
    /// The clock at (x, y): axes run from 0 to 1 over the picture, upwards.
    QString readout(const encodings::Scene& scene, double x, double y) const override;
    CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const override;
    Qt::Orientations zoomable() const override { return {}; }

private:
    /// Clocks of the last paint, in axis coordinates.
    std::shared_ptr<QList<ClockCell>> m_cells = std::make_shared<QList<ClockCell>>();
};
