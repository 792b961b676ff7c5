// SPDX-License-Identifier: GPL-3.0-or-later
#include "conversion.h"

#include "parametererror.h"

#include <cmath>
#include <string>

namespace encodings {

namespace {

using Eigen::ArrayXd;
using Eigen::Index;

/// Agreement that rounding allows.
constexpr double same = 1e-9;

bool isNear(double found, double expected) { return std::abs(found / expected - 1.0) <= same; }

double beyondTwo(Index dimension)
{
    if (dimension <= 2)
        throw ParameterError("dimension", std::to_string(dimension),
            "at least 4 for alpha, whose exponent d/(d − 2) is not defined for 2");
    return static_cast<double>(dimension);
}

} // namespace

double alphaForBase(double base, double newBase, Index dimension)
{
    const double d = beyondTwo(dimension);
    return std::pow(newBase / base, (d - 2.0) / d);
}

double digitGrowth(double alpha, Index dimension)
{
    const double d = beyondTwo(dimension);
    return std::pow(alpha, 2.0 / (d - 2.0));
}

std::optional<BaseAndStretch> baseAndStretchOf(const ArrayXd& frequencies)
{
    Index turning = frequencies.size();
    while (turning > 0 && frequencies[turning - 1] == 0.0)
        --turning;
    if (turning < 2 || !(frequencies.head(turning) > 0.0).all())
        return {};
    const double ratio
        = std::log(frequencies[0] / frequencies[turning - 1]) / static_cast<double>(turning - 1);
    for (Index pair = 0; pair < turning; ++pair) {
        if (!isNear(frequencies[pair], frequencies[0] * std::exp(-ratio * static_cast<double>(pair))))
            return {};
    }
    return BaseAndStretch { std::exp(ratio * static_cast<double>(frequencies.size())), 1.0 / frequencies[0] };
}

std::optional<Conversion> conversionOf(const Scheme& scheme, double base)
{
    const ArrayXd frequencies = scheme.frequencies();
    const Index pairs = frequencies.size();
    if (pairs == 0)
        return {};
    const ArrayXd trained
        = scheme.trainedFrequencies.size() == pairs ? scheme.trainedFrequencies : frequencies;
    // Pairs that never turn, then or now, have no wavelength to stretch.
    const Eigen::Array<bool, Eigen::Dynamic, 1> turns = trained > 0.0 && frequencies > 0.0;
    Index last = pairs - 1;
    while (last > 0 && !turns[last])
        --last;

    Conversion conversion { .base = base, .dimension = 2 * pairs };
    conversion.firstStretch = turns[0] ? trained[0] / frequencies[0] : 1.0;
    conversion.lastStretch = turns[last] ? trained[last] / frequencies[last] : 1.0;
    conversion.linear = 1.0 / scheme.positionRate;
    const ArrayXd mechanism = frequencies / scheme.positionRate;
    const bool changed = !((mechanism - trained).abs() <= same * trained).all();
    conversion.stacked = changed && !isNear(conversion.linear, 1.0);
    // A scaling that divides all frequencies alike is linear, however the encoding is written down.
    const std::optional<BaseAndStretch> known = baseAndStretchOf(frequencies);
    if (!known)
        return conversion;
    conversion.linear = known->stretch * trained[0];
    const std::optional<BaseAndStretch> before = baseAndStretchOf(trained);
    if (!before || !isNear(before->base, base))
        return conversion;
    // Without rounding where nothing has changed.
    conversion.newBase = isNear(known->base, base) ? base : known->base;
    conversion.alpha = alphaForBase(base, *conversion.newBase, conversion.dimension);
    conversion.baseFactor = *conversion.newBase / base;
    conversion.digitGrowth = digitGrowth(*conversion.alpha, conversion.dimension);
    return conversion;
}

} // namespace encodings
