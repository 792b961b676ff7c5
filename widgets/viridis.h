// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include <algorithm>
#include <array>
#include <cmath>

/// Perceptually even map from dark (0) to bright (1): matplotlib's viridis at eighths, straight lines
/// between.
inline QColor viridis(double share)
{
    constexpr std::array<QRgb, 9> stops { 0x440154, 0x472D7B, 0x3B528B, 0x2C728E, 0x21918C, 0x28AE80,
        0x5EC962, 0xADDC30, 0xFDE725 };
    const double place = std::clamp(share, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
    const std::size_t low = std::min(static_cast<std::size_t>(place), stops.size() - 2);
    const double part = place - static_cast<double>(low);
    const QColor from(stops[low]);
    const QColor to(stops[low + 1]);
    const auto mixed = [part](int a, int b) { return static_cast<int>(std::lround(a + part * (b - a))); };
    return QColor(
        mixed(from.red(), to.red()), mixed(from.green(), to.green()), mixed(from.blue(), to.blue()));
}
