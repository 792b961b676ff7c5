// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// Pairs that make more than `high` turns inside L stay, those below `low` are divided by `scale`, those
/// between are blended in proportion to their turns. YaRN, arXiv 2309.00071, equations 17 to 20; Llama 3's
/// rule is the same. Shape: (pairs), radians per position. With low == high the blend is a step.
Eigen::ArrayXd rampedByTurns(
    const Eigen::ArrayXd& frequencies, double scale, double low, double high, double trainedLength);

/// NTK-by-parts as the YaRN paper prints it: a ramp in turns.
Encoding ntkByParts();

/// NTK-by-parts as first released, July 2023 (jquesnelle/yarn): two ramps in the pair index.
Encoding ntkByParts2023();

/// Llama 3.1's scaling by wavelength.
Encoding llama3();

} // namespace encodings
