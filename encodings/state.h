// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

#include <optional>

namespace encodings {

/// The numbers of one real model (or of one layer group of it).
struct Model {
    std::string name;
    std::string source; ///< where the numbers come from
    Values values; ///< keys of Group::Model, and of the scaling that the model ships with
    std::vector<std::string> encodings;

    friend bool operator==(const Model&, const Model&) = default;
};

/// What one colour draws.
struct Series {
    std::string label;
    std::vector<std::string> encodings;
    std::optional<Model> model {}; ///< replaces the shared model
    Values overrides {}; ///< replace the model's and the shared values
    bool shown = true;

    friend bool operator==(const Series&, const Series&) = default;
};

/// A person's whole exploration.
struct State {
    Model model;
    Values values; ///< a value for every shared parameter
    std::vector<Series> series;

    friend bool operator==(const State&, const State&) = default;
};

/// Llama 2 7B, unscaled RoPE.
State defaultState();

/// `state` with the numbers of `model` as shared values.
State withModel(State state, const Model& model);

/// Shared parameters and those of the encodings of `series`, the one that completes them included.
std::vector<Parameter> parametersOf(const Series& series);

/// Those of parametersOf that a series may override: the range and what belongs to a view are one for all
/// series.
std::vector<Parameter> overridableParameters(const Series& series);

/// The values that `series` uses, before Automatic is resolved: shared, then its model's, then its overrides.
Values valuesOf(const State& state, const Series& series);

/// `values` with every Automatic that has a rule replaced by what it stands for.
Values resolved(std::span<const Parameter> parameters, Values values);

/// Throws ParameterError for the first value that is unknown, out of range or does not fit the others (a pair
/// beyond the dimension), and for a series that cannot be drawn.
void validate(const State& state);

/// `state` with pairs, position and ranges brought back to what its dimension allows, so that a slider can
/// always move.
State withinLimits(State state);

} // namespace encodings
