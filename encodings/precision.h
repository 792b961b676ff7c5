// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <optional>
#include <span>

namespace encodings {

/// Number formats in which a program may compute angles.
enum class FloatFormat { Float32, BFloat16, Float16 };

struct FloatFormatFacts {
    FloatFormat format;
    const char* name; ///< as programs write it
    int digits; ///< significant bits, the leading one included
    double largest; ///< finite number
};

/// From the finest to the coarsest in range.
std::span<const FloatFormatFacts> floatFormats();

const FloatFormatFacts& factsOf(FloatFormat format);

/// Replaces every value by the nearest number of the format, of two equally near ones by the even one
/// (IEEE 754): numbers below the normal ones keep the smallest step, too large ones become infinite.
void roundTo(FloatFormat format, Eigen::Ref<Eigen::ArrayXd> values);

double rounded(FloatFormat format, double value);

/// `frequency` (radians per position) as programs compute it: the power of the base and its inverse in
/// float32 (Hugging Face: 1.0 / (base ** (i / dim))), then rounded to the format.
double computedFrequency(FloatFormat format, double frequency);

/// What is wrong with angles computed in a format. Shapes: (positions). NaN where the format has no such
/// angle.
struct AngleErrors {
    Eigen::ArrayXd phase; ///< radians: the computed angle minus the exact one
    Eigen::ArrayXd cosine; ///< cosine of the computed angle minus cosine of the exact one
};

/// Errors of position times `frequency` (radians per position): the position, the frequency (as
/// computedFrequency) and their product are each rounded to the format; the cosine is that of the rounded
/// angle, exactly. Reuses the memory of `errors`.
void fillAngleErrors(
    FloatFormat format, double frequency, const Eigen::ArrayXd& positions, AngleErrors& errors);

/// The first position that the format does not tell from the one before it: 257 in bfloat16.
double firstEqualPosition(FloatFormat format);

/// The first position whose angle, computed as for fillAngleErrors, equals that of the position before it;
/// nothing where the format ends before there is one. `frequency` > 0, radians per position.
std::optional<double> firstEqualAngle(FloatFormat format, double frequency);

/// The first position whose angle is too large for the format, up to 10^12; nothing where all are finite.
std::optional<double> firstInfiniteAngle(FloatFormat format, double frequency);

} // namespace encodings
