// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace encodings {

/// Digits of `number` (>= 0) in `base` (>= 2), highest first, at least `count` of them (kexue.fm 9675). The
/// last digit keeps the fraction: 874.5 in base 10 is [8, 7, 4.5].
std::vector<double> digitsOf(double number, std::int64_t base, int count);

/// How many digits `number` needs in `base`; 1 for 0.
int digitCount(double number, std::int64_t base);

/// The smallest base whose `digits` digits write every whole number below `length`: 13 for 2000 with three
/// digits.
std::int64_t smallestBase(double length, int digits);

/// The largest value that digit `place` (0: lowest) takes among the whole numbers below `length`.
double largestDigit(double length, std::int64_t base, int place);

} // namespace encodings
