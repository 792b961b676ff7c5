// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// Position interpolation: position id m / k. Chen et al., arXiv 2306.15595; kaiokendev, SuperHOT, June 2023.
Encoding positionInterpolation();

} // namespace encodings
