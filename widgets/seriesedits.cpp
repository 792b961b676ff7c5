// SPDX-License-Identifier: GPL-3.0-or-later
#include "seriesedits.h"

#include "encodings/parametererror.h"
#include "encodings/scene.h"

#include <algorithm>
#include <filesystem>

namespace seriesedits {

namespace {

std::string joined(const std::vector<std::string>& ids)
{
    std::string text;
    for (const std::string& id : ids)
        text += (text.empty() ? "" : "+") + id;
    return text;
}

/// `label` is `made`, or `made 2` ...: nobody chose it.
bool isMade(const std::string& label, const std::string& made)
{
    if (label == made)
        return true;
    const std::string number = label.starts_with(made + " ") ? label.substr(made.size() + 1) : std::string();
    return !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
}

bool hasMadeLabel(const Series& series)
{
    return isMade(series.label, joined(series.encodings))
        || (series.model && isMade(series.label, series.model->name));
}

/// Whether a series of `state` other than `except` has the label of `wish`, or is read as it.
bool isTaken(const State& state, const Series& wish, std::optional<std::size_t> except)
{
    const std::string name = encodings::nameOf(wish);
    for (std::size_t index = 0; index < state.series.size(); ++index) {
        const Series& other = state.series[index];
        const std::string otherName = encodings::nameOf(other);
        if (index != except
            && (other.label == wish.label || other.label == name || otherName == wish.label
                || otherName == name))
            return true;
    }
    return false;
}

/// `wish`, or `wish 2`, `wish 3` ...: a label for `series` that no series but `except` has or shows.
std::string uniqueLabel(
    const State& state, Series series, const std::string& wish, std::optional<std::size_t> except = {})
{
    series.label = wish;
    for (int number = 2; isTaken(state, series, except); ++number)
        series.label = wish + " " + std::to_string(number);
    return series.label;
}

void dropUnknown(Values& values, const std::vector<encodings::Parameter>& parameters)
{
    std::vector<std::string> unknown;
    for (const auto& [key, value] : values) {
        if (!encodings::findParameter(parameters, key))
            unknown.push_back(key);
    }
    for (const std::string& key : unknown)
        values.erase(key);
}

/// The scale k is the one that the shared model ships with: nobody chose it.
bool hasShippedScale(const State& state)
{
    const Values& values = state.model.values;
    return values.contains("scale") && values.at("scale") == state.values.at("scale");
}

/// `model` as the shared one. A scale that came with the model before goes with it.
State withShared(State state, const Model& model)
{
    if (hasShippedScale(state))
        state.values.set("scale", 1.0);
    return encodings::withModel(std::move(state), model);
}

} // namespace

bool isFreeName(const State& state, std::size_t index, const std::string& name)
{
    Series series = state.series.at(index);
    series.label = name;
    return !name.empty() && !isTaken(state, series, index);
}

State toggled(const State& state, std::size_t index)
{
    State next = state;
    next.series.at(index).shown = !next.series.at(index).shown;
    return next;
}

State renamed(const State& state, std::size_t index, const std::string& label)
{
    State next = state;
    next.series.at(index).label = label;
    return next;
}

State moved(const State& state, std::size_t from, std::size_t to)
{
    State next = state;
    const Series series = next.series.at(from);
    next.series.erase(next.series.begin() + static_cast<std::ptrdiff_t>(from));
    next.series.insert(
        next.series.begin() + static_cast<std::ptrdiff_t>(std::min(to, next.series.size())), series);
    return next;
}

State asSubject(const State& state, std::size_t index)
{
    State next = moved(state, index, 0);
    next.series.front().shown = true;
    return next;
}

State withEncodings(const State& state, std::size_t index, const std::vector<std::string>& ids)
{
    State next = state;
    Series& series = next.series.at(index);
    const bool made = isMade(series.label, joined(series.encodings));
    series.encodings = ids;
    if (made)
        series.label = uniqueLabel(next, series, joined(ids), index);
    const std::vector<encodings::Parameter> known = encodings::parametersOf(series);
    dropUnknown(series.overrides, known);
    if (series.model)
        dropUnknown(series.model->values, known);
    return encodings::withinLimits(std::move(next));
}

State withSeriesModel(const State& state, std::size_t index, const std::optional<Model>& model)
{
    State next = state;
    Series& series = next.series.at(index);
    const bool made = hasMadeLabel(series);
    series.model = model;
    if (model && !model->encodings.empty())
        series.encodings = model->encodings;
    if (made)
        series.label = uniqueLabel(next, series, model ? model->name : joined(series.encodings), index);
    dropUnknown(series.overrides, encodings::parametersOf(series));
    return encodings::withinLimits(std::move(next));
}

State withOverrides(const State& state, std::size_t index, const Values& overrides)
{
    State next = state;
    next.series.at(index).overrides = overrides;
    return encodings::withinLimits(std::move(next));
}

State duplicated(const State& state, std::size_t index)
{
    State next = state;
    Series copy = next.series.at(index);
    copy.label = uniqueLabel(next, copy, copy.label);
    copy.shown = true;
    next.series.insert(next.series.begin() + static_cast<std::ptrdiff_t>(index) + 1, copy);
    return next;
}

State removed(const State& state, std::size_t index)
{
    State next = state;
    if (next.series.size() > 1)
        next.series.erase(next.series.begin() + static_cast<std::ptrdiff_t>(index));
    return encodings::withinLimits(std::move(next));
}

State added(const State& state, const std::string& encoding)
{
    State next = state;
    Series series;
    series.encodings = { encoding };
    series.label = uniqueLabel(next, series, encoding);
    next.series.push_back(std::move(series));
    return encodings::withinLimits(std::move(next));
}

State withFourBases(const State& state)
{
    State next = state;
    for (const double base : { 10.0, 100.0, 1000.0, 10000.0 }) {
        Series series = state.series.front();
        series.label = uniqueLabel(next, series, "b = " + encodings::formatNumber(base));
        series.overrides.set("base", base);
        series.shown = true;
        next.series.push_back(std::move(series));
    }
    return encodings::withinLimits(std::move(next));
}

State withSharedModel(const State& state, const Model& model)
{
    State next = state;
    if (std::all_of(next.series.begin(), next.series.end(),
            [](const Series& series) { return series.model.has_value(); }))
        next.series.clear();
    return withShared(std::move(next), model);
}

State overlaid(const State& state, const std::vector<Model>& models)
{
    State next = state;
    next.series.clear();
    next = withShared(std::move(next), models.front());
    next.values.set("scale", 1.0); // each model brings its own
    next.series.clear();
    return withAddedModels(next, models);
}

State withAddedModels(const State& state, const std::vector<Model>& models)
{
    State next = state;
    for (const Model& model : models) {
        Series series;
        series.encodings = model.encodings;
        series.model = model;
        if (hasShippedScale(state) && !model.values.contains("scale"))
            series.overrides.set("scale", 1.0);
        series.label = uniqueLabel(next, series, model.name);
        next.series.push_back(std::move(series));
    }
    return encodings::withinLimits(std::move(next));
}

State withTables(const State& state, const std::vector<std::string>& paths, bool beside)
{
    State next = state;
    const auto subject = std::find_if(
        next.series.begin(), next.series.end(), [](const Series& series) { return series.shown; });
    bool instead = !beside && subject != next.series.end()
        && std::find(subject->encodings.begin(), subject->encodings.end(), "learned")
            != subject->encodings.end();
    for (const std::string& path : paths) {
        if (instead) {
            subject->overrides.set("table", path);
            instead = false; // further files stand beside it
            continue;
        }
        Series series;
        series.encodings = { "learned" };
        series.overrides.set("table", path);
        series.label = uniqueLabel(next, series, std::filesystem::path(path).stem().string());
        next.series.push_back(std::move(series));
    }
    return encodings::withinLimits(std::move(next));
}

State withModelInsteadOf(const State& state, const std::vector<Model>& group, const Model& model)
{
    const auto isOfGroup = [&](const Series& series) {
        return series.model && std::find(group.begin(), group.end(), *series.model) != group.end();
    };
    State next = state;
    const auto first = std::find_if(next.series.begin(), next.series.end(), isOfGroup);
    if (first == next.series.end())
        return withSharedModel(next, model);
    if (std::all_of(next.series.begin(), next.series.end(), isOfGroup)) {
        next.series.clear();
        return withShared(std::move(next), model);
    }
    const auto place = static_cast<std::size_t>(first - next.series.begin());
    next.series.erase(std::remove_if(first + 1, next.series.end(), isOfGroup), next.series.end());
    next = withShared(std::move(next), model);
    return withSeriesModel(next, place, model);
}

State withModelsReplaced(
    const State& state, const std::vector<Model>& before, const std::vector<Model>& after)
{
    const auto replacement = [&](const Model& model) -> const Model* {
        const auto place = static_cast<std::size_t>(
            std::distance(before.begin(), std::find(before.begin(), before.end(), model)));
        return place < std::min(before.size(), after.size()) ? &after[place] : nullptr;
    };
    State next = state;
    if (const Model* model = replacement(state.model))
        next = withShared(std::move(next), *model);
    for (std::size_t index = 0; index < next.series.size(); ++index) {
        const std::optional<Model>& own = next.series[index].model;
        if (const Model* model = own ? replacement(*own) : nullptr)
            next = withSeriesModel(next, index, *model);
    }
    return encodings::withinLimits(std::move(next));
}

std::optional<std::string> refusal(const State& state)
{
    try {
        encodings::validate(state);
    } catch (const encodings::ParameterError& error) {
        return error.what();
    }
    return {};
}

} // namespace seriesedits
