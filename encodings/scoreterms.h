// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameter.h"
#include "scheme.h"

namespace encodings {

/// The head that formulas are written out for, from 0: the one looked at, or the last where there are fewer.
Eigen::Index shownHead(const Values& values);

/// "<sub>3</sub>" for the head 2, counted from 0.
std::string headIndex(Eigen::Index head);

/// A list `key` + "_heads" of numbers, one for each head, that stands back unless given for the number `key`,
/// which is for all.
Parameter perHeadNumbers(
    std::string owner, const std::string& key, std::string label, std::pair<double, double> limits);

/// (heads) the numbers of perHeadNumbers, or the number `key` for every head. Throws ParameterError where the
/// list has not one for each head.
Eigen::ArrayXd perHead(const Values& values, const std::string& key);

/// A bias that follows from the distance alone. `at`: (keys) values of head 0 .. heads - 1 at (keys)
/// distances; NaN at NaN.
ScoreTerm distanceBias(
    Eigen::Index heads, std::function<Eigen::ArrayXd(Eigen::Index head, const Eigen::ArrayXd& distances)> at);

} // namespace encodings
