// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// base^(-2i/d) for pairs i = 0 .. d/2 - 1. Shape: (pairs), radians per position; the first is 1. RoFormer,
/// arXiv 2104.09864, section 3.2.2; the same frequencies as the sinusoidal table's. Throws ParameterError for
/// an odd or non-positive dimension and for a base that is not above 0.
Eigen::ArrayXd geometricFrequencies(double base, Eigen::Index dimension);

/// RoFormer, arXiv 2104.09864.
Encoding rope();

/// The record of an extension of 2023 that replaces RoPE's frequencies, without parameters, apply and
/// formula.
Encoding ropeExtension(const char* id, const char* name, const char* citation, const char* about,
    const char* extrapolation);

} // namespace encodings
