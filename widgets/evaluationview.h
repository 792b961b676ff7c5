// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view.h"

#include <QCoreApplication>

class DistanceCurves;
class EvaluationCharts;

/// What papers measure about an encoding without a trained model: attention expectation and resolution,
/// receptive field, share of the last query's weight, how logarithmic a bias is.
class EvaluationView : public View {
    Q_DECLARE_TR_FUNCTIONS(EvaluationView)

public:
    EvaluationView();
    ~EvaluationView() override;

    QString whyNot(const encodings::SceneSeries& series) const override;
    void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) override;
    QString caption(const encodings::Scene& scene) const override;
    QString readout(const encodings::Scene& scene, double x, double y) const override;
    CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const override;
    bool showsRange() const override { return false; }

private:
    std::shared_ptr<EvaluationCharts> m_charts; ///< kept from paint to paint
    std::shared_ptr<DistanceCurves> m_curves; ///< kept from paint to paint
};
