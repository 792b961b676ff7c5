// SPDX-License-Identifier: GPL-3.0-or-later
#include "positionmap.h"

#include <algorithm>
#include <cmath>
#include <limits>

using encodings::AdditiveRows;

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
/// Tokens that an extent looks at: all of few, else both ends and some evenly between.
constexpr double endTokens = 512.0;
constexpr double betweenTokens = 2048.0;

} // namespace

PositionMap::PositionMap(const encodings::Scene& scene, const encodings::SceneSeries& series)
    : m_series(&series)
    , m_scheme(&series.scheme)
    , m_query(scene.values.number("query"))
{
}

bool PositionMap::isPlain() const
{
    return !isOfPairs() && !isTrainedSo() && m_scheme->frequencies().size() > 0;
}

double PositionMap::at(double token) const
{
    if (isOfPairs())
        return token >= 0.0 && m_scheme->isVisible(m_query, token) ? m_scheme->distanceOf(m_query, token)
                                                                   : nothing;
    if (token < 0.0 && !m_scheme->hasEvenIds())
        return nothing;
    const double id = m_scheme->id(token);
    return std::holds_alternative<AdditiveRows>(m_scheme->mechanism) && !(id >= 0.0 && id < end()) ? nothing
                                                                                                   : id;
}

double PositionMap::placeOf(double token) const
{
    return isRenumbered() && token >= 0.0 && m_scheme->isVisible(m_query, token)
        ? m_scheme->idFor(m_query, token)
        : nothing;
}

double PositionMap::end() const
{
    const auto* rows = std::get_if<AdditiveRows>(&m_scheme->mechanism);
    return rows ? rows->length : std::numeric_limits<double>::infinity();
}

PositionMap::Extent PositionMap::extent() const
{
    const double target = std::ceil(std::max(m_series->targetLength(), m_series->trainedLength())) - 1.0;
    const double last = isOfPairs() && m_scheme->causal ? m_query : std::max(0.0, target);
    Extent extent;
    const auto look = [&](double token) {
        const double value = at(token);
        if (std::isnan(value))
            return;
        if (!extent.any)
            extent = { value, value, token, token, true };
        extent.low = std::min(extent.low, value);
        extent.high = std::max(extent.high, value);
        extent.lastToken = token;
    };
    const double firstEnd = std::min(last + 1.0, endTokens);
    for (double token = 0.0; token < firstEnd; ++token)
        look(token);
    const double lastStart = std::max(firstEnd, last + 1.0 - endTokens);
    const double step = std::max(1.0, std::floor((lastStart - firstEnd) / betweenTokens));
    for (double token = firstEnd; token < lastStart; token += step)
        look(token);
    for (double token = lastStart; token <= last; ++token)
        look(token);
    // Where values end between two tokens looked at.
    for (double end = std::min(last + 1.0, extent.lastToken + step);
         extent.any && end - extent.lastToken > 1.0;) {
        const double middle = std::floor((extent.lastToken + end) / 2.0);
        const double before = extent.lastToken;
        look(middle);
        if (extent.lastToken == before)
            end = middle;
    }
    return extent;
}

bool needsPositionChart(const encodings::Scene& scene)
{
    return std::any_of(scene.series.begin(), scene.series.end(),
        [&scene](const encodings::SceneSeries& series) { return !PositionMap(scene, series).isPlain(); });
}
