// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// (heads) slopes, as the official code has them: 2^(-max h / H) for H a power of two; else those of the next
/// lower power of two, followed by every other slope of twice as many heads. Not sorted. Press et al., arXiv
/// 2108.12409; `biasMax` is 8 there, MPT's alibi_bias_max.
Eigen::ArrayXd alibiSlopes(Eigen::Index heads, double biasMax = 8.0);

/// Press et al., Train Short, Test Long, arXiv 2108.12409.
Encoding alibi();

} // namespace encodings
