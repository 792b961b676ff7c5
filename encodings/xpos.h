// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// zeta_i = (2i/d + gamma) / (1 + gamma), xPos' decay of pair i over scale_base positions. Sun et al.,
/// arXiv 2212.10554. Shape: (pairs), each above 0 and below 1 for a gamma above 0.
Eigen::ArrayXd xposDecay(Eigen::Index pairs, double gamma);

/// xPos: RoPE whose scores decay with the distance.
Encoding xpos();

} // namespace encodings
