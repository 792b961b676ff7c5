// SPDX-License-Identifier: GPL-3.0-or-later
#include "biassource.h"

#include <algorithm>
#include <cmath>
#include <limits>

using Eigen::ArrayXd;
using Eigen::Index;
using encodings::ScoreTerm;

BiasSource::BiasSource(std::shared_ptr<const encodings::Scene> scene, const encodings::SceneSeries& series)
    : m_scene(std::move(scene))
    , m_series(&series)
    , m_attention(series.scheme, series.values)
{
}

std::optional<ScoreTerm::Kind> BiasSource::kind() const
{
    const auto* term = std::get_if<ScoreTerm>(&m_series->scheme.mechanism);
    return term ? std::optional(term->kind) : std::nullopt;
}

Index BiasSource::headLookedAt() const
{
    return std::clamp<Index>(m_series->values.integer("head") - 1, 0, heads() - 1);
}

double BiasSource::query() const { return m_series->values.number("query"); }

bool BiasSource::isUntrained() const
{
    using encodings::Parameter;
    const auto isImported = [&](const Parameter& parameter) {
        return parameter.kind == encodings::Kind::File && !m_series->values.isAutomatic(parameter.key);
    };
    return std::any_of(m_series->encodings.begin(), m_series->encodings.end(), [&](const std::string& id) {
        const encodings::Encoding& encoding = encodings::encodingById(id);
        return encoding.trainable == encodings::Trainable::Untrained
            && std::none_of(encoding.parameters.begin(), encoding.parameters.end(), isImported);
    });
}

bool BiasSource::hasKey(double distance) const
{
    return (!m_series->scheme.causal || distance >= 0.0) && (!dependsOnQuery() || distance <= query());
}

ArrayXd BiasSource::keysAt(const ArrayXd& distances) const
{
    return distances.unaryExpr(
        [&](double distance) { return hasKey(distance) ? origin() - distance : origin(); });
}

ArrayXd BiasSource::withGaps(const ArrayXd& distances, ArrayXd values) const
{
    for (Index i = 0; i < values.size(); ++i) {
        if (!hasKey(distances[i]))
            values[i] = std::numeric_limits<double>::quiet_NaN();
    }
    return values;
}

ArrayXd BiasSource::at(Index head, const ArrayXd& distances) const
{
    return withGaps(distances, m_attention.positionPart(head, origin(), keysAt(distances)));
}

ArrayXd BiasSource::seen(const ArrayXd& distances) const
{
    return withGaps(distances, m_attention.distances(origin(), keysAt(distances)));
}

double BiasSource::at(Index head, double distance) const
{
    return at(head, ArrayXd::Constant(1, distance))[0];
}

bool BiasSource::hasSteps(Index head) const
{
    if (isContent())
        return false;
    constexpr Index looked = 256;
    const ArrayXd values = at(head, ArrayXd::LinSpaced(looked, 0, looked - 1));
    int runs = 0;
    for (Index i = 1; i < looked; ++i) {
        const bool begins = values[i] == values[i - 1] && (i == 1 || values[i - 1] != values[i - 2]);
        runs += begins;
    }
    return runs > 1;
}

std::optional<double> BiasSource::constantFrom(Index head, double last) const
{
    if (isContent() || last < 1.0)
        return std::nullopt;
    const double final = at(head, last);
    // Where it stays the same from some distance on, halving finds that; looking again makes sure.
    double differs = -1.0;
    double same = last;
    while (same - differs > 1.0) {
        const double middle = std::floor((same + differs) / 2);
        (at(head, middle) == final ? same : differs) = middle;
    }
    constexpr Index looked = 64;
    const ArrayXd between = ArrayXd::LinSpaced(looked, same, last).round();
    if (same == last || (at(head, between) != final).any())
        return std::nullopt;
    return same;
}
