// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view.h"

#include <QCoreApplication>

#include <memory>

class DecayCache;

/// Inner product of query and key against their distance: ones, seeded random ones, and RoFormer's bound.
class DecayView : public View {
    Q_DECLARE_TR_FUNCTIONS(DecayView)

public:
    DecayView();
    ~DecayView() override;

    QString whyNot(const encodings::SceneSeries& series) const override;
    void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) override;
    QString caption(const encodings::Scene& scene) const override;
    QString readout(const encodings::Scene& scene, double x, double y) const override;
    CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const override;

private:
    std::shared_ptr<DecayCache> m_cache;
};
