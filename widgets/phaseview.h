// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view.h"

#include <QCoreApplication>

/// What a scaling changes, pair by pair: the ratio of the frequencies, and how far the angle at the position
/// looked at lies from that of the unscaled model. Shows why short prompts seem fine.
///
/// CSV: rows `pair`; columns `LABEL.ratio` and `LABEL.phase` (radians at the position, whole turns included).
class PhaseView : public View {
    Q_DECLARE_TR_FUNCTIONS(PhaseView)

public:
    QString whyNot(const encodings::SceneSeries& series) const override;
    void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) override;
    QString caption(const encodings::Scene& scene) const override;
    QString readout(const encodings::Scene& scene, double x, double y) const override;
    CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const override;
    Qt::Orientations zoomable() const override { return Qt::Horizontal; }
    bool showsRange() const override { return false; }
};
