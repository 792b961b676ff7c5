// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view.h"

#include <QCoreApplication>

class DistanceCurves;

/// What is added to the score, or multiplies it, against distance, head by head.
class BiasView : public View {
    Q_DECLARE_TR_FUNCTIONS(BiasView)

public:
    BiasView();
    ~BiasView() override;

    QString whyNot(const encodings::SceneSeries& series) const override;
    void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) override;
    QString caption(const encodings::Scene& scene) const override;
    QString readout(const encodings::Scene& scene, double x, double y) const override;
    CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const override;

private:
    std::shared_ptr<DistanceCurves> m_curves; ///< kept from paint to paint
};
