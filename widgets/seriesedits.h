// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <optional>

/// What can be done to the series of a state: each function returns the next state.
namespace seriesedits {

using encodings::Model;
using encodings::Series;
using encodings::State;
using encodings::Values;

/// Whether the series at `index` may be called `name`: no other one has or shows that label or the name that
/// it would show.
bool isFreeName(const State& state, std::size_t index, const std::string& name);

State toggled(const State& state, std::size_t index);
State renamed(const State& state, std::size_t index, const std::string& label);
State moved(const State& state, std::size_t from, std::size_t to);
/// Moved to the first place, and shown.
State asSubject(const State& state, std::size_t index);
/// A label that was made from the encodings is made anew; own values that the new encodings do not know are
/// dropped.
State withEncodings(const State& state, std::size_t index, const std::vector<std::string>& ids);
/// The numbers and the encodings of `model`, or the shared model's numbers.
State withSeriesModel(const State& state, std::size_t index, const std::optional<Model>& model);
State withOverrides(const State& state, std::size_t index, const Values& overrides);
State duplicated(const State& state, std::size_t index);
/// The last series stays.
State removed(const State& state, std::size_t index);
State added(const State& state, const std::string& encoding);
/// Four series of the first one's encodings, with bases 10, 100, 1000 and 10000.
State withFourBases(const State& state);

/// `model` is the shared one; a scale that came with the model before goes with it. Where every series had a
/// model of its own, one series of its encodings takes their place.
State withSharedModel(const State& state, const Model& model);
/// One series for each of `models`, in place of those of `state`; the first is the shared model too. The
/// shared scale is 1: each model brings its own.
State overlaid(const State& state, const std::vector<Model>& models);
/// `models` as further series. A scale that came with the shared model is not theirs.
State withAddedModels(const State& state, const std::vector<Model>& models);
/// The tables of numbers in the files at `paths` as learned tables, called by the files: further series, or
/// that of the subject where it is one and `beside` is false.
State withTables(const State& state, const std::vector<std::string>& paths, bool beside);
/// `model`, one of `group`, is the shared one; the series with a model of `group` of their own give way to
/// one.
State withModelInsteadOf(const State& state, const std::vector<Model>& group, const Model& model);
/// The shared model and those of series that stand in `before` become those at the same places in `after`.
State withModelsReplaced(
    const State& state, const std::vector<Model>& before, const std::vector<Model>& after);

/// Why `state` cannot be, or nothing.
std::optional<std::string> refusal(const State& state);

} // namespace seriesedits
