// SPDX-License-Identifier: GPL-3.0-or-later
#include "decayview.h"

#include "decaysums.h"
#include "plotframe.h"

#include <algorithm>
#include <cmath>

using encodings::Scene;
using encodings::SceneSeries;

namespace {

/// Distances, and distances times pairs, that a caption looks through for the first negative value.
constexpr double searchedDistances = 32768;
constexpr double searchedTerms = 64 * searchedDistances;
/// A caption speaks of the factors of no more series.
constexpr qsizetype mostTold = 3;

QString boundOf(const SceneSeries& series)
{
    if (decaysItself(series))
        return DecayView::tr(
            "RoFormer's bound is not defined for the scores of %1, which decay by themselves")
            .arg(nameOf(series));
    const auto bound = [frequencies = series.scheme.frequencies()](double distance) {
        return shown(encodings::roformerBound(frequencies, distance, 1, 1)[0], 3);
    };
    const double length = series.trainedLength();
    return DecayView::tr("%1, RoFormer's bound: from %2 at distance 0 to %3 at distance L = %4")
        .arg(nameOf(series), bound(0), bound(length), shown(length));
}

QString courseOf(const Scene& scene, const SceneSeries& series, DecaySum sum)
{
    const Eigen::ArrayXd frequencies = series.scheme.frequencies();
    const encodings::PairWeights weights = decayWeightsOf(series, sum);
    const double length = series.trainedLength();
    const auto product = [&](double distance) {
        return shown(encodings::decay(frequencies, weights, distance, 1, 1)[0], 3);
    };
    const QString what = sum == DecaySum::Ones
        ? DecayView::tr("query and key of ones")
        : DecayView::tr("random query and key (seed %1)").arg(series.values.integer("seed"));
    const QString course = DecayView::tr("%1, %2: from %3 at distance 0 to %4 at distance L = %5")
                               .arg(nameOf(series), what, product(0), product(length), shown(length));
    const double drawn = std::max(std::abs(scene.range().first), std::abs(scene.range().second));
    const double last = std::min(
        { searchedDistances, std::ceil(searchedTerms / static_cast<double>(frequencies.size())), drawn });
    const Eigen::ArrayXd values
        = encodings::decay(frequencies, weights, 0, 1, static_cast<Eigen::Index>(last) + 1);
    const auto negative = std::find_if(values.begin(), values.end(), [](double value) { return value < 0; });
    if (negative == values.end())
        return (last < drawn ? DecayView::tr("%1; no negative value up to distance %2, as far as searched")
                             : DecayView::tr("%1; no negative value up to distance %2"))
            .arg(course, shown(last));
    return DecayView::tr("%1; first below zero at distance %2")
        .arg(course, shown(static_cast<double>(negative - values.begin())));
}

/// What a series multiplies its scores by, in words; empty for nothing.
QString factorOf(const SceneSeries& series)
{
    if (series.scheme.temperature)
        return DecayView::tr("%1 multiplies scores by a factor of the query's position").arg(nameOf(series));
    const double gain = series.scheme.attentionFactor();
    const double factor = gain * gain * series.scheme.logitFactor;
    if (factor == 1.0)
        return {};
    return (series.scheme.logitFactor == 1.0 ? DecayView::tr("%1 multiplies scores by A² = %2")
                                             : DecayView::tr("%1 multiplies scores by %2"))
        .arg(nameOf(series), shown(factor));
}

/// What belongs to the scores but not to the picture.
QStringList notDrawn(const Scene& scene)
{
    QStringList factors;
    QStringList backwards;
    for (const SceneSeries& series : scene.series) {
        if (const QString factor = factorOf(series); !factor.isEmpty())
            factors << factor;
        if (decaysItself(series) && scene.range().first < 0.0)
            backwards << nameOf(series);
    }
    if (factors.size() > mostTold)
        factors = factors.mid(0, mostTold) << QStringLiteral("…");
    QStringList notes;
    if (!factors.isEmpty())
        notes << DecayView::tr("%1, not drawn").arg(factors.join(QStringLiteral(", ")));
    if (!backwards.isEmpty())
        notes << DecayView::tr("%1: a query meets no later keys, so nothing is drawn below distance 0")
                     .arg(backwards.mid(0, mostTold).join(QStringLiteral(", ")));
    return notes;
}

} // namespace

QString DecayView::caption(const Scene& scene) const
{
    const SceneSeries& subject = scene.series.front();
    const DecaySum sum = decaySumsOf(scene).front();
    QStringList parts { sum == DecaySum::Bound ? boundOf(subject) : courseOf(scene, subject, sum) };
    if (sum != DecaySum::Bound && decaysItself(subject) && decaySumsOf(scene).back() == DecaySum::Bound)
        parts << DecayView::tr("RoFormer's bound is not defined for it");
    parts << notDrawn(scene);
    return parts.join(QStringLiteral("; ")) + QLatin1Char('.');
}
