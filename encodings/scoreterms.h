// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scheme.h"
#include "value.h"

namespace encodings {

/// The head that formulas are written out for, from 0: the one looked at, or the last where there are fewer.
Eigen::Index shownHead(const Values& values);

/// A bias that follows from the distance alone. `at`: (keys) values of head 0 .. heads - 1 at (keys)
/// distances; NaN at NaN.
ScoreTerm distanceBias(
    Eigen::Index heads, std::function<Eigen::ArrayXd(Eigen::Index head, const Eigen::ArrayXd& distances)> at);

} // namespace encodings
