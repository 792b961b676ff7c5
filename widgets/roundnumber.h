// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

/// The smallest of 1, 2 and 5 times a power of ten that is not below `number`, which is above 0.
inline double roundUp(double number)
{
    const double power = std::pow(10.0, std::floor(std::log10(number)));
    for (const double mantissa : { 1.0, 2.0, 5.0 }) {
        if (mantissa * power >= number * (1.0 - 1e-9))
            return mantissa * power;
    }
    return 10.0 * power;
}
