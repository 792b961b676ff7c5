// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view.h"

#include <QCoreApplication>

class PrecisionCurves;

/// How far angles computed in float32, bfloat16 and float16 are from the exact ones, against position, and
/// the first positions that each format no longer tells apart.
class PrecisionView : public View {
    Q_DECLARE_TR_FUNCTIONS(PrecisionView)

public:
    PrecisionView();

    QString whyNot(const encodings::SceneSeries& series) const override;
    void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) override;
    QString caption(const encodings::Scene& scene) const override;
    QString readout(const encodings::Scene& scene, double x, double y) const override;
    CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const override;
    Qt::Orientations zoomable() const override { return Qt::Horizontal; }

private:
    std::shared_ptr<PrecisionCurves> m_curves; ///< kept from paint to paint
};
