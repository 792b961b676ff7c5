// SPDX-License-Identifier: GPL-3.0-or-later
#include "state.h"

#include "parametererror.h"

#include <algorithm>
#include <set>

namespace encodings {

namespace {

Series seriesOf(const std::vector<std::string>& encodings)
{
    Series series;
    series.encodings = encodings;
    for (const std::string& id : encodings)
        series.label += (series.label.empty() ? "" : "+") + id;
    return series;
}

/// The widest series decides which pairs can be looked at.
double largestPairCount(const State& state)
{
    double pairs = state.values.number("dimension") / 2;
    for (const Series& series : state.series)
        pairs = std::max(pairs, valuesOf(state, series).number("dimension") / 2);
    return pairs;
}

double mostHeads(const State& state)
{
    double heads = state.values.number("heads");
    for (const Series& series : state.series)
        heads = std::max(heads, valuesOf(state, series).number("heads"));
    return heads;
}

std::string keysOf(std::span<const Parameter> parameters)
{
    std::string keys;
    for (const Parameter& parameter : parameters)
        keys += (keys.empty() ? "" : ", ") + parameter.key;
    return keys;
}

void validateKnown(std::span<const Parameter> parameters, const Values& values)
{
    for (const auto& [key, value] : values) {
        const Parameter* parameter = findParameter(parameters, key);
        if (!parameter)
            throw ParameterError("key", key, keysOf(parameters));
        validateValue(*parameter, value);
    }
}

/// Every parameter of every encoding, under keys that encodings may share.
std::vector<Parameter> ownParameters()
{
    std::vector<Parameter> parameters;
    for (const Encoding& encoding : allEncodings())
        parameters.insert(parameters.end(), encoding.parameters.begin(), encoding.parameters.end());
    return parameters;
}

std::vector<Parameter> withKey(std::span<const Parameter> parameters, std::string_view key)
{
    std::vector<Parameter> found;
    std::copy_if(parameters.begin(), parameters.end(), std::back_inserter(found),
        [&](const Parameter& parameter) { return parameter.key == key; });
    return found;
}

/// Throws ParameterError for a value that no parameter with its key accepts. An encoding's own key may stand
/// among values for all; those of `series` have the word first.
void validateValues(const Values& values, std::span<const Series> series)
{
    const std::vector<Parameter> own = ownParameters();
    for (const auto& [key, value] : values) {
        if (const Parameter* shared = findParameter(sharedParameters(), key)) {
            validateValue(*shared, value);
            continue;
        }
        std::vector<Parameter> candidates;
        for (const Series& one : series) {
            const std::vector<Parameter> found = withKey(parametersOf(one), key);
            candidates.insert(candidates.end(), found.begin(), found.end());
        }
        if (candidates.empty())
            candidates = withKey(own, key);
        if (candidates.empty())
            throw ParameterError("key", key, keysOf(sharedParameters()) + ", " + keysOf(own));
        if (std::none_of(candidates.begin(), candidates.end(),
                [&, &held = value](const Parameter& parameter) { return accepts(parameter, held); }))
            validateValue(candidates.front(), value);
    }
}

/// Encodings' own keys, and the head of another model, mean nothing to the next one.
void forgetModel(Values& values)
{
    const Values before = values;
    for (const auto& [key, value] : before) {
        if (!findParameter(sharedParameters(), key))
            values.erase(key);
    }
    values.set("head_dimension", Automatic {});
}

} // namespace

State defaultState()
{
    State state;
    for (const Parameter& parameter : sharedParameters())
        state.values.set(parameter.key, parameter.defaultValue);
    const Model llama { .name = "Llama 2 7B",
        .source = "config.json of meta-llama/Llama-2-7b",
        .values = { { "base", 10000.0 }, { "dimension", 128.0 }, { "head_dimension", 128.0 },
            { "trained_length", 4096.0 }, { "heads", 32.0 } },
        .encodings = { "rope" } };
    return withModel(std::move(state), llama);
}

State withModel(State state, const Model& model)
{
    state.model = model;
    forgetModel(state.values);
    for (const char* key : { "alpha", "convention", "current_length" })
        state.values.set(key, findParameter(sharedParameters(), key)->defaultValue);
    state.values.merge(model.values);
    if (state.series.size() <= 1 && !model.encodings.empty())
        state.series = { seriesOf(model.encodings) };
    return withinLimits(std::move(state));
}

std::vector<Parameter> parametersOf(const Series& series)
{
    const std::span<const Parameter> shared = sharedParameters();
    std::vector<Parameter> parameters(shared.begin(), shared.end());
    for (const Encoding* encoding : completed(series.encodings))
        parameters.insert(parameters.end(), encoding->parameters.begin(), encoding->parameters.end());
    return parameters;
}

std::vector<Parameter> overridableParameters(const Series& series)
{
    std::vector<Parameter> parameters = parametersOf(series);
    std::erase_if(parameters, [](const Parameter& parameter) {
        return parameter.group == Group::View || parameter.kind == Kind::Range;
    });
    return parameters;
}

Values valuesOf(const State& state, const Series& series)
{
    Values values = state.values;
    if (series.model) {
        forgetModel(values);
        values.merge(series.model->values);
    }
    // Encodings may mean different things by one key: a value is for those that accept it.
    for (const Encoding* encoding : completed(series.encodings)) {
        for (const Parameter& parameter : encoding->parameters) {
            if (!values.contains(parameter.key) || !accepts(parameter, values.at(parameter.key)))
                values.set(parameter.key, parameter.defaultValue);
        }
    }
    values.merge(series.overrides);
    return values;
}

Values resolved(std::span<const Parameter> parameters, Values values)
{
    for (const Parameter& parameter : parameters) {
        if (parameter.automatic && std::holds_alternative<Automatic>(values.at(parameter.key)))
            values.set(parameter.key, parameter.automatic(values));
    }
    return values;
}

void validate(const State& state)
{
    validateValues(state.values, state.series);
    for (const Parameter& parameter : sharedParameters()) {
        if (!state.values.contains(parameter.key))
            throw ParameterError(parameter.key, "missing", allowedValues(parameter));
    }

    if (state.series.empty())
        throw ParameterError("series", "empty", "at least one series");
    std::set<std::string> labels;
    for (const Series& series : state.series) {
        if (series.label.empty())
            throw ParameterError("series label", "empty", "any text");
        if (!labels.insert(series.label).second)
            throw ParameterError("series label", series.label, "a label that no other series has");
        const std::vector<Parameter> parameters = parametersOf(series);
        if (series.model)
            validateValues(series.model->values, std::span(&series, 1));
        validateKnown(overridableParameters(series), series.overrides);
        const Values values = resolved(parameters, valuesOf(state, series));
        combine(series.encodings, values);
        if (values.number("head_dimension") < values.number("dimension"))
            throw ParameterError("head_dimension", formatNumber(values.number("head_dimension")),
                "at least the dimension, " + formatNumber(values.number("dimension")));
    }

    const double lastPair = largestPairCount(state) - 1;
    const std::string allowedPairs = "pairs 0 to " + formatNumber(lastPair) + " at this dimension";
    if (state.values.number("pair") > lastPair)
        throw ParameterError("pair", formatNumber(state.values.number("pair")), allowedPairs);
    if (const auto* pairs = std::get_if<Numbers>(&state.values.at("pairs"))) {
        const double largest = *std::max_element(pairs->begin(), pairs->end());
        if (largest > lastPair)
            throw ParameterError("pairs", formatNumber(largest), allowedPairs);
    }
    const double heads = mostHeads(state);
    if (state.values.number("head") > heads)
        throw ParameterError("head", formatNumber(state.values.number("head")),
            "heads 1 to " + formatNumber(heads) + " of this model");
}

State withinLimits(State state)
{
    const double lastPair = largestPairCount(state) - 1;
    if (state.values.number("pair") > lastPair)
        state.values.set("pair", lastPair);
    if (const auto* pairs = std::get_if<Numbers>(&state.values.at("pairs"))) {
        Numbers kept;
        std::copy_if(pairs->begin(), pairs->end(), std::back_inserter(kept),
            [&](double pair) { return pair <= lastPair; });
        state.values.set("pairs", kept.empty() ? Value(Automatic {}) : Value(kept));
    }
    state.values.set("head", std::min(state.values.number("head"), mostHeads(state)));
    const Value& head = state.values.at("head_dimension");
    if (std::holds_alternative<double>(head) && std::get<double>(head) < state.values.number("dimension"))
        state.values.set("head_dimension", Automatic {});
    return state;
}

} // namespace encodings
