// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <utility>

namespace encodings {

/// First and last pair of a ramp, as decimal indices.
using RampEnds = std::pair<double, double>;

/// Rounded outwards to whole pairs.
RampEnds wholePairs(RampEnds ends);

/// Cut off at pair 0 and at d - 1, as every implementation does, although the last pair is d/2 - 1.
RampEnds insidePairs(RampEnds ends, double dimension);

/// The width of a ramp, 0.001 where the ends coincide.
double rampWidth(RampEnds ends);

/// The pair, as a decimal index, that makes `turns` turns inside `trainedLength` positions:
/// d ln(L / (2 pi turns)) / (2 ln b). YaRN, arXiv 2309.00071, and every implementation of it. Throws
/// ParameterError for base 1, whose pairs all turn alike.
double pairWithTurns(double turns, double base, double dimension, double trainedLength);

/// clip((i - low) / width, 0, 1) for pairs i = 0 .. pairs - 1. Shape: (pairs). `width` may be negative, never
/// 0.
Eigen::ArrayXd pairRamp(double low, double width, Eigen::Index pairs);

} // namespace encodings
