// SPDX-License-Identifier: GPL-3.0-or-later
#include "biasview.h"

#include "absence.h"
#include "biaschart.h"
#include "counted.h"

#include <algorithm>
#include <cmath>

using encodings::Scene;
using encodings::SceneSeries;

namespace {

/// Few digits, but all of a number that has few.
QString brief(double value) { return shown(value, 4); }

/// What one position more of distance adds, where the values lie on a straight line from 0 to `last`.
std::optional<double> slopeOf(const BiasSource& source, Eigen::Index head, double last)
{
    const double start = source.at(head, 0.0);
    const double slope = source.at(head, 1.0) - start;
    for (const double share : { 0.25, 0.5, 1.0 }) {
        const double distance = std::round(share * last);
        const double expected = start + slope * distance;
        if (!(std::abs(source.at(head, distance) - expected) <= 1e-9 * std::max(1e-3, std::abs(expected))))
            return std::nullopt;
    }
    return slope;
}

/// The head looked at, in words.
QString whoOf(const BiasSource& source)
{
    QString who = nameOf(source.series());
    QStringList traits;
    if (source.isUntrained())
        traits << BiasView::tr("untrained");
    if (source.isContent())
        traits << BiasView::tr("content from seed %1").arg(source.series().values.integer("seed"));
    if (!traits.isEmpty())
        who = BiasView::tr("%1 (%2)").arg(who, traits.join(QStringLiteral(", ")));
    if (source.heads() > 1)
        who = BiasView::tr("%1, head %2 of %3").arg(who).arg(source.headLookedAt() + 1).arg(source.heads());
    if (source.dependsOnQuery())
        who = BiasView::tr("%1, for the query at position %2").arg(who, shown(source.query()));
    return who;
}

QString courseOf(const BiasSource& source, double last)
{
    const Eigen::Index head = source.headLookedAt();
    if (!source.kind())
        return BiasView::tr("%1 adds nothing at any distance").arg(nameOf(source.series()));
    const auto value = [&](double distance) {
        return (
            source.isMultiplier() ? BiasView::tr("× %1 at distance %2") : BiasView::tr("%1 at distance %2"))
            .arg(brief(source.at(head, distance)), shown(distance));
    };
    const double reach = source.dependsOnQuery() ? std::min(last, source.query()) : last;
    if (reach < 1.0)
        return BiasView::tr("%1: %2").arg(whoOf(source), value(0.0));
    const double length = std::floor(source.series().trainedLength());
    std::vector<double> told { 1.0 };
    if (length > 1.0 && length <= reach)
        told.push_back(length);
    if (reach > told.back())
        told.push_back(reach);
    QStringList values;
    QString missing;
    for (const double distance : told) {
        if (!std::isnan(source.at(head, distance)))
            values << (distance == length ? BiasView::tr("%1 = L").arg(value(distance)) : value(distance));
        else if (missing.isEmpty())
            missing = whyNoValue(source.series(), source.query(), source.query() - distance);
    }
    QString text
        = BiasView::tr("%1: %2").arg(whoOf(source), values.isEmpty() ? value(0.0) : namesJoined(values));
    if (!missing.isEmpty())
        return BiasView::tr("%1; %2").arg(text, missing);
    const std::optional<double> same = source.constantFrom(head, reach);
    if (same == 0.0)
        return BiasView::tr("%1: %2 at every distance").arg(whoOf(source), brief(source.at(head, 1.0)));
    // The last plateau of many is no saturation.
    if (same && *same <= 0.75 * reach)
        text += BiasView::tr(", the same from distance %1 on").arg(shown(*same));
    else if (const std::optional<double> slope
        = source.isContent() ? std::nullopt : slopeOf(source, head, reach))
        text += BiasView::tr(", a straight line of slope %1").arg(shown(*slope));
    return text;
}

} // namespace

QString BiasView::caption(const Scene& scene) const
{
    const auto shared = std::make_shared<const Scene>(scene);
    const auto [from, to] = biasRange(scene);
    QStringList parts { courseOf(BiasSource(shared, shared->series.front()), to) };
    QStringList blind;
    QStringList untrained;
    QStringList factors;
    for (const SceneSeries& series : shared->series) {
        const BiasSource source(shared, series);
        if (series.scheme.causal && from < 0.0)
            blind << nameOf(series);
        if (&series == &shared->series.front())
            continue;
        if (source.isUntrained())
            untrained << nameOf(series);
        if (source.isMultiplier())
            factors << nameOf(series);
    }
    if (!untrained.isEmpty())
        parts << tr("%1: untrained random numbers").arg(namesJoined(untrained));
    if (!factors.isEmpty())
        parts << tr("%1 multiplies the score (right axis)").arg(namesJoined(factors));
    if (!blind.isEmpty())
        parts << tr("%1: no keys after the query, below distance 0").arg(namesJoined(blind));
    return parts.join(QStringLiteral("; ")) + QLatin1Char('.');
}
