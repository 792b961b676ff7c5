// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// 0.1 weight ln(scale) + 1, or 1 for scales up to 1: YaRN's attention factor (arXiv 2309.00071, equation
/// 22), with DeepSeek's weight (mscale, mscale_all_dim).
double yarnAttentionFactor(double scale, double weight = 1.0);

/// YaRN as its implementations compute it: a ramp in the pair index. Peng et al., arXiv 2309.00071.
Encoding yarn();

/// YaRN whose scale is the current length over the trained one: jquesnelle/yarn.
Encoding dynamicYarn();

} // namespace encodings
