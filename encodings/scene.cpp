// SPDX-License-Identifier: GPL-3.0-or-later
#include "scene.h"

#include "parametererror.h"

#include <algorithm>
#include <cmath>

namespace encodings {

std::string nameOf(const Series& series)
{
    std::string ids;
    std::string names;
    for (const std::string& id : series.encodings) {
        ids += (ids.empty() ? "" : "+") + id;
        names += (names.empty() ? "" : " + ") + encodingById(id).name;
    }
    return series.label == ids ? names : series.label;
}

std::pair<double, double> Scene::range() const
{
    if (const auto* range = std::get_if<Numbers>(&values.at("range")))
        return { range->front(), range->back() };
    double last = 1;
    for (const SceneSeries& one : series)
        last = std::max(last, std::ceil(std::max(one.targetLength(), one.trainedLength())) - 1);
    return { 0.0, last };
}

Scene makeScene(const State& state)
{
    Scene scene;
    scene.values = resolved(sharedParameters(), state.values);
    for (std::size_t index = 0; index < state.series.size(); ++index) {
        const Series& series = state.series[index];
        if (!series.shown)
            continue;
        try {
            SceneSeries drawn;
            drawn.label = series.label;
            drawn.name = nameOf(series);
            drawn.index = index;
            drawn.encodings = series.encodings;
            drawn.values = resolved(parametersOf(series), valuesOf(state, series));
            drawn.scheme = combine(series.encodings, drawn.values);
            scene.series.push_back(std::move(drawn));
        } catch (const ParameterError& error) {
            scene.problems.push_back({ series.label, error.what() });
        }
    }
    return scene;
}

} // namespace encodings
