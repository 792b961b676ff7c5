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

/// Why `state` cannot be, or nothing.
std::optional<std::string> refusal(const State& state);

} // namespace seriesedits
