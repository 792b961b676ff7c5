// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "state.h"

namespace encodings {

/// What people read: the names of the encodings, or the label where one was chosen.
std::string nameOf(const Series& series);

/// A series made ready to be drawn.
struct SceneSeries {
    std::string label;
    std::string name; ///< nameOf() the series
    std::size_t index = 0; ///< place in State::series: decides the colour
    std::vector<std::string> encodings; ///< their ids
    Values values; ///< resolved
    Scheme scheme;

    double trainedLength() const { return values.number("trained_length"); }
    /// scale x trained length
    double targetLength() const { return values.number("scale") * trainedLength(); }
};

/// A series that cannot be drawn, and why.
struct SceneProblem {
    std::string label;
    std::string reason;
};

/// A state made ready to be drawn: what every view reads.
struct Scene {
    Values values; ///< shared, resolved
    std::vector<SceneSeries> series; ///< shown and drawable, in order; the first is the subject
    std::vector<SceneProblem> problems;

    /// First and last position (or distance) shown: the range of the state, or all positions up to the
    /// longest target.
    std::pair<double, double> range() const;
};

/// Never throws for a validated state: a series that cannot be drawn becomes a problem.
Scene makeScene(const State& state);

} // namespace encodings
