// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cmath>

/// theta_i = base^(-2i/d) for `pairs` = d/2 pairs, by the formula alone.
inline Eigen::ArrayXd ropeFrequencies(Eigen::Index pairs, double base = 10000.0)
{
    Eigen::ArrayXd frequencies(pairs);
    for (Eigen::Index pair = 0; pair < pairs; ++pair)
        frequencies[pair] = std::pow(base, -static_cast<double>(pair) / static_cast<double>(pairs));
    return frequencies;
}
