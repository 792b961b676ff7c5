// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme.h"

#include <QRectF>
#include <QString>

#include <vector>

class QCPPainter;

/// Colours of the values of a map, and the bar beside it that tells them. Values of both signs: blue, ground
/// at zero, vermilion, as far to both sides; of one sign: from dark to bright.
class ColorScale {
public:
    /// From `low` to `high`; a scale of one value gets some room around it. Logarithmic: 0 < low.
    ColorScale(const Theme& theme, double low, double high, bool logarithmic = false);

    /// One colour for every value.
    static ColorScale plain(const QColor& color);

    double low() const { return m_low; }
    double high() const { return m_high; }
    /// Values beyond the ends have the colour of the end. NaN: the lower one's.
    QRgb of(double value) const;

    /// The bar at the left of `place`, its numbers and `label` to the right of it: 74 px in all.
    void paintBar(QCPPainter& painter, const Theme& theme, const QRectF& place, const QString& label) const;
    static constexpr int barWidth = 74;

    bool operator==(const ColorScale& other) const = default;

private:
    ColorScale() = default;
    double share(double value) const;
    std::vector<double> ticks(bool fine) const;

    double m_low = 0.0;
    double m_high = 1.0;
    bool m_logarithmic = false;
    std::vector<QRgb> m_table;
};
