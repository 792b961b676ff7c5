// SPDX-License-Identifier: GPL-3.0-or-later
#include "lengthrule.h"
#include "wavelengthchart.h"
#include "wavelengthsview.h"

#include <cmath>

using Eigen::Index;
using encodings::Scene;
using encodings::SceneSeries;

namespace {

/// What pair `pair` turns by.
QStringList turningOf(const PairNumbers& numbers, Index pair)
{
    QStringList parts;
    if (numbers.stands(pair))
        parts << WavelengthsView::tr("does not turn");
    else
        parts << WavelengthsView::tr("%1 rad per position").arg(shown(numbers.frequency[pair]));
    if (numbers.trainedFrequency[pair] != numbers.frequency[pair])
        parts << WavelengthsView::tr("%1 in training").arg(shown(numbers.trainedFrequency[pair]));
    if (!numbers.stands(pair))
        parts << WavelengthsView::tr("%1 positions per turn").arg(shown(numbers.wavelength[pair]));
    parts << WavelengthsView::tr("%1 turns inside L").arg(shown(numbers.turns[pair]))
          << WavelengthsView::tr("ratio %1").arg(shown(numbers.ratio[pair]))
          << WavelengthsView::tr("reach %1").arg(shown(numbers.reach[pair]));
    return parts;
}

/// What does not depend on the pair, or only on its place.
QStringList restOf(const SceneSeries& series, Index pair)
{
    QStringList parts;
    const auto* rotary = std::get_if<encodings::Rotary>(&series.scheme.mechanism);
    if (rotary && rotary->axes.size() > pair) {
        const QStringList axes { WavelengthsView::tr("time"), WavelengthsView::tr("height"),
            WavelengthsView::tr("width"), WavelengthsView::tr("a fourth axis") };
        parts << WavelengthsView::tr("turned by %1").arg(axes.value(rotary->axes[pair]));
    }
    if (series.scheme.ramp)
        parts << WavelengthsView::tr("ramp from %1 to %2")
                     .arg(decimalPair(series.scheme.ramp->first), decimalPair(series.scheme.ramp->second));
    if (series.scheme.attentionFactor() != 1.0)
        parts << WavelengthsView::tr("A = %1").arg(shown(series.scheme.attentionFactor()));
    if (series.scheme.logitFactor != 1.0)
        parts << WavelengthsView::tr("scores × %1").arg(shown(series.scheme.logitFactor));
    if (lengthRuleOf(series) != LengthRule::None)
        parts
            << WavelengthsView::tr("at current length %1").arg(shown(series.values.number("current_length")));
    return parts;
}

} // namespace

QString WavelengthsView::readout(const Scene& scene, double x, double) const
{
    const double nearest = std::round(x);
    QStringList parts;
    for (const SceneSeries& series : scene.series) {
        const PairNumbers numbers(series);
        if (!(nearest >= 0.0 && nearest < static_cast<double>(numbers.count())))
            continue;
        const Index pair = static_cast<Index>(nearest);
        parts << tr("%1: %2").arg(
            nameOf(series), (turningOf(numbers, pair) + restOf(series, pair)).join(QStringLiteral(", ")));
    }
    return parts.isEmpty() ? QString()
                           : tr("pair %1, %2").arg(shown(nearest), parts.join(QStringLiteral("; ")));
}
