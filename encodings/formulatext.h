// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// The pair that formulas are written out for: the chosen one, or the last where there are fewer.
Eigen::Index shownPair(const Values& values, Eigen::Index pairs);

/// `symbols`, and with today's numbers the frequency that `apply` gives the shown pair and its ratio to the
/// trained one.
FormulaLine frequencyLine(
    const std::string& symbols, const Values& values, void (*apply)(const Values&, Scheme&));

/// "A = 1.07", with what it does to the scores.
FormulaLine gainLine(const std::string& symbols, double gain);

} // namespace encodings
