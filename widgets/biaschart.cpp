// SPDX-License-Identifier: GPL-3.0-or-later
#include "biaschart.h"

#include <algorithm>
#include <cmath>
#include <set>

using encodings::Interval;
using encodings::Scene;
using encodings::SceneSeries;

namespace {

constexpr Eigen::Index mostHeads = 32;
/// Seeded content differs from key to key: more heads are not told apart.
constexpr Eigen::Index mostContentHeads = 4;

/// Heads to draw: all, or `most` that are spread over all, with the first, the last and the one looked at.
std::set<Eigen::Index> headsOf(const BiasSource& source, bool everyHead)
{
    std::set<Eigen::Index> heads { source.headLookedAt() };
    if (!everyHead)
        return heads;
    const Eigen::Index most = source.isContent() ? mostContentHeads : mostHeads;
    const Eigen::Index count = std::min(source.heads(), most);
    for (Eigen::Index i = 0; i < count; ++i)
        heads.insert(count == 1 ? 0 : i * (source.heads() - 1) / (count - 1));
    return heads;
}

} // namespace

BiasChart::BiasChart(std::shared_ptr<const Scene> shownScene)
    : scene(std::move(shownScene))
    , logarithmic(scene->values.text("bias_axis") == "logarithmic")
{
    const std::string& word = scene->values.text("bias_heads");
    everyHead = word == "all" || (word == "auto" && scene->series.size() == 1);
    std::vector<DistanceFunction> all;
    for (const SceneSeries& series : scene->series) {
        const auto source = std::make_shared<const BiasSource>(scene, series);
        sources.push_back(source);
        const bool steps = source->hasSteps(source->headLookedAt());
        for (const Eigen::Index head : headsOf(*source, everyHead)) {
            traces.push_back({ source, head, steps });
            all.push_back(
                { [source, head](const Eigen::ArrayXd& distances) { return source->at(head, distances); },
                    source->isContent() });
        }
    }
    functions = std::make_shared<const std::vector<DistanceFunction>>(std::move(all));
}

std::pair<double, double> BiasChart::range() const { return biasRange(*scene); }

std::pair<double, double> BiasChart::axisRange() const
{
    const auto [from, to] = range();
    const double first = logarithmic ? std::max(1.0, from) : from;
    return { first, std::max(first + 1.0, to) };
}

Eigen::Index BiasChart::headsLeft() const
{
    Eigen::Index heads = 0;
    for (const auto& source : sources)
        heads += source->heads();
    return everyHead ? heads - static_cast<Eigen::Index>(traces.size()) : 0;
}

bool BiasChart::any(bool multipliers) const
{
    return std::any_of(sources.begin(), sources.end(),
        [&](const auto& source) { return source->isMultiplier() == multipliers; });
}

Interval BiasChart::valueRange(bool multipliers) const
{
    constexpr int columns = 48;
    std::vector<DistanceFunction> asked;
    for (std::size_t i = 0; i < traces.size(); ++i) {
        if (traces[i].source->isMultiplier() == multipliers)
            asked.push_back((*functions)[i]);
    }
    const auto [from, to] = axisRange();
    return ::valueRange(asked, distanceColumns(from, to, logarithmic, columns));
}

std::pair<double, double> biasRange(const Scene& scene)
{
    const auto [from, to] = scene.range();
    const bool chosen = std::holds_alternative<encodings::Numbers>(scene.values.at("range"));
    const bool later = std::any_of(scene.series.begin(), scene.series.end(),
        [](const SceneSeries& series) { return !series.scheme.causal; });
    return { later && !chosen ? -to : from, to };
}

QColor headColor(const Theme& theme, const BiasTrace& trace)
{
    const QColor color = theme.series(trace.source->series().index);
    if (trace.isLookedAt())
        return color;
    const double share = static_cast<double>(trace.head)
        / static_cast<double>(std::max<Eigen::Index>(1, trace.source->heads() - 1));
    return theme.towardsGround(color, 0.2 + 0.5 * share);
}
