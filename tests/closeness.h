// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

/// 1e-6 relative plus 1e-12 absolute: what agreement with a published value means here.
inline bool isClose(double found, double expected)
{
    return std::abs(found - expected) <= 1e-6 * std::abs(expected) + 1e-12;
}
