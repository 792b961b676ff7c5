// SPDX-License-Identifier: GPL-3.0-or-later
#include "ramp.h"

#include "parametererror.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace encodings {

RampEnds wholePairs(RampEnds ends) { return { std::floor(ends.first), std::ceil(ends.second) }; }

RampEnds insidePairs(RampEnds ends, double dimension)
{
    return { std::max(ends.first, 0.0), std::min(ends.second, dimension - 1) };
}

double rampWidth(RampEnds ends) { return ends.first == ends.second ? 0.001 : ends.second - ends.first; }

double pairWithTurns(double turns, double base, double dimension, double trainedLength)
{
    if (base == 1.0)
        throw ParameterError("base", "1", "a base other than 1: with 1 all pairs turn alike");
    return dimension * std::log(trainedLength / (turns * 2.0 * std::numbers::pi)) / (2.0 * std::log(base));
}

Eigen::ArrayXd pairRamp(double low, double width, Eigen::Index pairs)
{
    const auto index = Eigen::ArrayXd::LinSpaced(pairs, 0.0, static_cast<double>(pairs - 1));
    return ((index - low) / width).max(0.0).min(1.0);
}

} // namespace encodings
