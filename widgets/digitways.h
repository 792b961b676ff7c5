// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/value.h"

#include <QString>

#include <cstdint>
#include <vector>

/// What training knew about a digit.
enum class DigitMark {
    Trained, ///< its place showed it
    Interpolated, ///< lies between two digits that its place showed
    Unseen ///< larger than anything its place ever showed
};

/// Mark of a digit in `place` (0: lowest) for a model that read whole numbers below `trainedLength` in
/// `trainedBase`.
DigitMark digitMark(double digit, double trainedLength, std::int64_t trainedBase, int place);

/// A number as it is written in one base.
struct WrittenNumber {
    double number = 0.0;
    std::int64_t base = 10;
    std::vector<double> digits; ///< highest first
    std::vector<DigitMark> marks;
};

/// A position beyond training, handed to a model of digits in three ways (kexue.fm 9675).
struct DigitWays {
    double position = 0.0;
    double scale = 1.0;
    double trainedLength = 0.0;
    int trainedDigits = 1; ///< digits that the model reads
    WrittenNumber extrapolated; ///< as it is
    WrittenNumber interpolated; ///< divided by the scale
    WrittenNumber converted; ///< in a larger base
};

/// Every way with the same number of digits: the trained ones, `least`, or as many as the longest needs.
DigitWays digitWays(const encodings::Values& values, int least = 0);

/// Digits without leading zeros, separated by spaces: "8 7 4.5".
QString spelled(const WrittenNumber& written);
/// A digit for reading; a fraction keeps three places, more where it begins with zeros, and never rounds up
/// to a digit that is not there.
QString digitText(double digit);

/// What happens to the number, in a few words, for each way.
QString extrapolatedWords(const DigitWays& ways);
QString interpolatedWords(const DigitWays& ways);
QString convertedWords(const DigitWays& ways);

/// All three in one sentence.
QString digitSentence(const DigitWays& ways);
