// SPDX-License-Identifier: GPL-3.0-or-later
#include "precision.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace encodings {

namespace {

constexpr FloatFormatFacts formats[] = {
    { FloatFormat::Float32, "float32", 24, 0x1.fffffep127 },
    { FloatFormat::BFloat16, "bfloat16", 8, 0x1.fep127 },
    { FloatFormat::Float16, "float16", 11, 65504.0 },
};

constexpr double lastPosition = 1e12;
constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr double powerOfTwo(int exponent)
{
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// A format whose significands have `Digits` bits and whose smallest normal number is 2^Lowest. Rounds a
/// double once; by way of float it would be rounded twice.
template <int Digits, int Lowest> struct Narrow {
    static double round(double value)
    {
        constexpr int dropped = 53 - Digits;
        constexpr std::uint64_t belowHalf = (std::uint64_t { 1 } << (dropped - 1)) - 1;
        constexpr std::uint64_t kept = ~((std::uint64_t { 1 } << dropped) - 1);
        const auto bits = std::bit_cast<std::uint64_t>(value);
        const double normal = std::bit_cast<double>((bits + belowHalf + ((bits >> dropped) & 1)) & kept);
        // Below the normal numbers steps are equal: a double of this size has no finer ones.
        constexpr double coarse = 1.5 * powerOfTwo(52 + Lowest - Digits + 1);
        const double subnormal = (value + coarse) - coarse;
        constexpr double largest = (2.0 - powerOfTwo(1 - Digits)) * powerOfTwo(1 - Lowest);
        const double finite = std::abs(value) < powerOfTwo(Lowest) ? subnormal : normal;
        return std::abs(finite) > largest ? std::copysign(infinity, value) : finite;
    }
};

struct Single {
    static double round(double value) { return static_cast<double>(static_cast<float>(value)); }
};

/// Calls `work` with the rounding of the format, so that its loops are compiled for each.
template <typename Work> auto withRounding(FloatFormat format, const Work& work)
{
    switch (format) {
    case FloatFormat::BFloat16:
        return work(Narrow<8, -126>());
    case FloatFormat::Float16:
        return work(Narrow<11, -14>());
    default:
        return work(Single());
    }
}

double angleOf(FloatFormat format, double frequency, double position)
{
    return rounded(format, rounded(format, position) * computedFrequency(format, frequency));
}

} // namespace

std::span<const FloatFormatFacts> floatFormats() { return formats; }

const FloatFormatFacts& factsOf(FloatFormat format)
{
    return *std::find_if(std::begin(formats), std::end(formats),
        [format](const FloatFormatFacts& facts) { return facts.format == format; });
}

void roundTo(FloatFormat format, Eigen::Ref<Eigen::ArrayXd> values)
{
    withRounding(format, [&](auto rounding) {
        double* const data = values.data();
        for (Eigen::Index i = 0; i < values.size(); ++i)
            data[i] = rounding.round(data[i]);
    });
}

double rounded(FloatFormat format, double value)
{
    return withRounding(format, [value](auto rounding) { return rounding.round(value); });
}

double computedFrequency(FloatFormat format, double frequency)
{
    const auto power = static_cast<float>(1.0 / frequency);
    return rounded(format, static_cast<double>(1.0F / power));
}

void fillAngleErrors(
    FloatFormat format, double frequency, const Eigen::ArrayXd& positions, AngleErrors& errors)
{
    // The computed angles stand in `cosine` until its values do.
    errors.cosine = positions;
    roundTo(format, errors.cosine);
    errors.cosine *= computedFrequency(format, frequency);
    roundTo(format, errors.cosine);
    errors.phase.resize(positions.size());
    for (Eigen::Index i = 0; i < positions.size(); ++i) {
        const double computed = errors.cosine[i];
        errors.phase[i] = std::isfinite(computed) ? -std::fma(positions[i], frequency, -computed)
                                                  : std::numeric_limits<double>::quiet_NaN();
    }
    // cos(a + e) - cos(a) without the cancellation of small e.
    errors.cosine = -2.0 * (errors.cosine - 0.5 * errors.phase).sin() * (0.5 * errors.phase).sin();
}

double firstEqualPosition(FloatFormat format) { return std::ldexp(1.0, factsOf(format).digits) + 1.0; }

std::optional<double> firstEqualAngle(FloatFormat format, double frequency)
{
    const double last = firstEqualPosition(format);
    return withRounding(format, [&](auto rounding) -> std::optional<double> {
        const double step = computedFrequency(format, frequency);
        // Angles `step` apart can only be equal where the format's own steps are as large: not below 2^top.
        int exponent = 0;
        const double significand = std::frexp(step, &exponent);
        const int top = exponent + factsOf(format).digits - (significand == 0.5 ? 2 : 1);
        double position = step > 0.0 ? std::max(1.0, std::floor(std::ldexp(1.0, top) / step) - 1.0) : 1.0;
        double before = rounding.round((position - 1.0) * step);
        for (; position <= last; ++position) {
            const double angle = rounding.round(rounding.round(position) * step);
            if (!std::isfinite(angle))
                return std::nullopt;
            if (angle == before)
                return position;
            before = angle;
        }
        return std::nullopt;
    });
}

std::optional<double> firstInfiniteAngle(FloatFormat format, double frequency)
{
    const auto isFinite
        = [&](double position) { return std::isfinite(angleOf(format, frequency, position)); };
    if (isFinite(lastPosition))
        return std::nullopt;
    double below = 0.0;
    double above = lastPosition;
    while (above - below > 1.0) {
        const double middle = std::floor((below + above) / 2.0);
        (isFinite(middle) ? below : above) = middle;
    }
    return above;
}

} // namespace encodings
