// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// (distances) what a score above 0 is multiplied by: (1 + e^v) / (1 + e^(v - w |r|)). 1 at distance 0; at
/// most 1 + e^v.
Eigen::ArrayXd distanceMultipliers(const Eigen::ArrayXd& distances, double w, double v);

/// Wu et al., DA-Transformer, arXiv 2010.06925.
Encoding daTransformer();

} // namespace encodings
