// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scheme.h"

#include <optional>

namespace encodings {

/// What NTK-aware scaling calls alpha when it turns `base` into `newBase`: (newBase/base)^((d-2)/d), the
/// inverse of ntkBase(); also how much slower the last pair turns. Both bases above 0. Throws ParameterError
/// for dimension 2, where the exponent is not defined.
double alphaForBase(double base, double newBase, Eigen::Index dimension);

/// Alpha shared evenly by the steps from pair to pair: alpha^(2/(d-2)), by which the digit base b^(2/d)
/// grows; kexue.fm 9675. Throws ParameterError for dimension 2.
double digitGrowth(double alpha, Eigen::Index dimension);

/// Frequencies of the form base^(-2i/d) / stretch.
struct BaseAndStretch {
    double base = 0.0;
    double stretch = 1.0;
};

/// Base and stretch of `frequencies` (pairs, radians per position), or nothing where no base gives them
/// within 1e-9 (scalings that choose per pair) or where a single pair leaves the base open. The slowest pairs
/// may stand still (p-RoPE).
std::optional<BaseAndStretch> baseAndStretchOf(const Eigen::ArrayXd& frequencies);

/// One scaling in the terms of different programs. The stretch of a pair is how many times longer its
/// wavelength becomes.
struct Conversion {
    double base = 0.0; ///< the unscaled one
    Eigen::Index dimension = 0;
    /// rope_theta of the same frequencies without linear scaling; absent where they follow from no base.
    std::optional<double> newBase {};
    std::optional<double> alpha {}; ///< for that base
    std::optional<double> baseFactor {}; ///< newBase / base: the k of base x k, without exponent
    std::optional<double> digitGrowth {};
    double linear = 1.0; ///< factor of position interpolation
    double firstStretch = 1.0; ///< of pair 0
    double lastStretch = 1.0; ///< of the slowest pair that turns
    /// Positions are divided and frequencies are changed as well: programs ask for one of the two.
    bool stacked = false;

    /// How many times slower the last pair turns for the change of frequencies alone.
    double lastStretchOfFrequencies() const { return lastStretch / linear; }
};

/// Nothing for a scheme without pairs.
std::optional<Conversion> conversionOf(const Scheme& scheme, double base);

} // namespace encodings
