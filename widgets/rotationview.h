// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view.h"

#include <QCoreApplication>

/// Turned pairs as arrows on circles: a query and a key and their product, the same two tokens in two
/// sentences, or a vector of a position turned into that of a later one.
class RotationView : public View {
    Q_DECLARE_TR_FUNCTIONS(RotationView)

public:
    QString whyNot(const encodings::SceneSeries& series) const override;
    void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) override;
    QString caption(const encodings::Scene& scene) const override;
    QString readout(const encodings::Scene& scene, double x, double y) const override;
    CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const override;
    Qt::Orientations zoomable() const override { return {}; }
    bool showsRange() const override { return false; }
};
