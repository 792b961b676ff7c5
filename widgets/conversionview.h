// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view.h"

#include <QCoreApplication>

/// The same scaling by its names in different programs: alpha, base, linear factor and their reciprocals, how
/// far they stretch the first and the last pair, and a warning where two methods are stacked. Beside the
/// table, the base that each alpha stands for.
///
/// CSV: rows `alpha`; columns of each series, from its own base b and dimension d: `LABEL.base`
/// (b alpha^(d/(d-2))), `LABEL.simple_base` (b alpha), `LABEL.last_stretch` (of the last pair, by that alpha
/// and the linear factor of the series), `LABEL.growth` (alpha^(2/(d-2)), per digit). Empty for a single
/// pair.
class ConversionView : public View {
    Q_DECLARE_TR_FUNCTIONS(ConversionView)

public:
    QString whyNot(const encodings::SceneSeries& series) const override;
    void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) override;
    QString caption(const encodings::Scene& scene) const override;
    QString readout(const encodings::Scene& scene, double x, double y) const override;
    CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const override;
    bool showsRange() const override { return false; }
};
