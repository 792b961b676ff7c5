// SPDX-License-Identifier: GPL-3.0-or-later
#include "ggufdivisors.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace {

double llama3Divisor(double pair, double base, double dimension, double factor)
{
    const double wavelength = 2 * std::numbers::pi * std::pow(base, 2 * pair / dimension);
    const double smooth = std::clamp((llama3Length / wavelength - 1.0) / (4.0 - 1.0), 0.0, 1.0);
    return 1.0 / ((1.0 - smooth) / factor + smooth);
}

} // namespace

bool followLlama3(const std::vector<double>& divisors, double base)
{
    const double factor = divisors.empty() ? 1.0 : divisors.back();
    const double dimension = 2.0 * static_cast<double>(divisors.size());
    if (!(factor > 1.0))
        return false;
    for (std::size_t i = 0; i < divisors.size(); ++i) {
        const double expected = llama3Divisor(static_cast<double>(i), base, dimension, factor);
        if (!(std::abs(divisors[i] - expected) <= 1e-3 * expected)) // written as float or half
            return false;
    }
    return true;
}

std::optional<std::size_t> pairsThatTurn(const std::vector<double>& divisors)
{
    constexpr double stopped = 1e9;
    const auto first = std::find_if(divisors.begin(), divisors.end(), [](double d) { return d != 1.0; });
    if (first == divisors.end() || !std::all_of(first, divisors.end(), [](double d) { return d > stopped; }))
        return std::nullopt;
    return static_cast<std::size_t>(first - divisors.begin());
}
