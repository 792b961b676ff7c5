// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace encodings {

/// The shortest decimal text that reads back as the same number, without a locale.
std::string formatNumber(double number);

/// For reading: at most `significant` digits, but whole numbers (positions, lengths, counts) with all of
/// theirs; thousands separated, powers of ten as 1.5 × 10⁻⁵.
std::string displayNumber(double number, int significant = 6);

} // namespace encodings
