// SPDX-License-Identifier: GPL-3.0-or-later
#include "absence.h"

#include "coretext.h"

#include "encodings/attention.h"

#include <algorithm>
#include <cmath>

using encodings::SceneSeries;

namespace {

QString tr(const char* text) { return QCoreApplication::translate("absence", text); }

/// Of an encoding with a table, for tokens that have ids.
QString whyNoRow(const SceneSeries& series, double query, double key)
{
    const auto* rows = std::get_if<encodings::AdditiveRows>(&series.scheme.mechanism);
    const double length = rows ? rows->length : series.trainedLength();
    const QString end = rows ? shown(length) : tr("L = %1").arg(shown(length));
    if (series.scheme.idFor(query, query) > length - 1.0)
        return tr("its table ends at %1 and has no row for the query at %2").arg(end, shown(query));
    if (series.scheme.idFor(query, key) > length - 1.0)
        return tr("its table ends at %1 and has no row for the key at %2").arg(end, shown(key));
    return tr("it has no value for the query at %1 and the key at %2").arg(shown(query), shown(key));
}

} // namespace

QString whyNoValue(const SceneSeries& series, double query, double key)
{
    const encodings::Scheme& scheme = series.scheme;
    if (scheme.renumbered && std::isnan(scheme.renumbered(query, query)))
        return tr("the query at %1 is not kept in the cache").arg(shown(query));
    if (std::isnan(scheme.idFor(query, query)))
        return tr("no position id is drawn for the query at %1").arg(shown(query));
    if (scheme.causal && key > query)
        return tr("the query at %1 sees no later keys").arg(shown(query));
    if (scheme.renumbered && std::isnan(scheme.renumbered(query, key)))
        return tr("the key at %1 is not kept in the cache").arg(shown(key));
    const double distance = scheme.distanceOf(query, key);
    if (std::isnan(distance))
        return tr("no position id is drawn for the key at %1").arg(shown(key));
    const auto* term = std::get_if<encodings::ScoreTerm>(&scheme.mechanism);
    if (term && term->ofDistanceAlone && std::abs(distance) >= series.trainedLength())
        return tr("its table ends at L = %1 and has no row for distance %2")
            .arg(shown(series.trainedLength()), shown(distance));
    return whyNoRow(series, query, key);
}

QString whyNoOwnValue(const SceneSeries& series)
{
    const encodings::Attention attention(series.scheme, series.values);
    const double query = series.values.number("query");
    const auto head = std::min<Eigen::Index>(series.values.integer("head"), attention.heads()) - 1;
    return std::isnan(attention.positionPart(head, query, Eigen::ArrayXd::Constant(1, query))[0])
        ? whyNoValue(series, query, query)
        : QString();
}
