// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "outline.h"

#include "encodings/cosine.h"

#include <QRectF>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

/// Lines through the middles of columns, each with a lowest and a highest value: what a curve over more
/// distances than pixels looks like.
class ColumnLines {
public:
    /// `px`: middles of the columns, ascending, at least one; where two are equal the line jumps.
    ColumnLines(std::vector<double> px, std::vector<encodings::Interval> ranges)
        : m_px(std::move(px))
        , m_ranges(std::move(ranges))
    {
    }

    encodings::Interval at(double x) const
    {
        const std::size_t next
            = static_cast<std::size_t>(std::upper_bound(m_px.begin(), m_px.end(), x) - m_px.begin());
        if (next == 0)
            return m_ranges.front();
        if (next == m_px.size())
            return m_ranges.back();
        const double part = (x - m_px[next - 1]) / (m_px[next] - m_px[next - 1]);
        return { std::lerp(m_ranges[next - 1].low, m_ranges[next].low, part),
            std::lerp(m_ranges[next - 1].high, m_ranges[next].high, part) };
    }

    /// Lowest and highest value over an interval of pixels.
    encodings::Interval over(double from, double to) const
    {
        const encodings::Interval left = at(from);
        const encodings::Interval right = at(to);
        encodings::Interval range { std::min(left.low, right.low), std::max(left.high, right.high) };
        for (auto inside = std::upper_bound(m_px.begin(), m_px.end(), from);
             inside != m_px.end() && *inside < to; ++inside) {
            const encodings::Interval& column = m_ranges[static_cast<std::size_t>(inside - m_px.begin())];
            range = { std::min(range.low, column.low), std::max(range.high, column.high) };
        }
        return range;
    }

    /// The outline for a pen of `width` px, `step` px between its points, inside `rect`. `pixelOf`: y of a
    /// value.
    QList<OutlinePoint> outline(const QRectF& rect, double step, double width,
        const std::function<double(double value)>& pixelOf) const
    {
        const auto inside
            = [&](double value) { return std::clamp(pixelOf(value), rect.top(), rect.bottom()); };
        const double left = std::max(rect.left(), m_px.front());
        const double right = std::min(rect.right(), std::max(m_px.back(), left + step));
        const auto count = static_cast<qsizetype>(std::ceil((right - left) / step)) + 1;
        QList<OutlinePoint> points;
        points.reserve(std::max<qsizetype>(0, count));
        for (qsizetype i = 0; i < count; ++i) {
            const double x = std::min(left + static_cast<double>(i) * step, right);
            const encodings::Interval here = at(x);
            const encodings::Interval around = over(x - width / 2, x + width / 2);
            points << OutlinePoint { x, inside(around.high), inside((here.low + here.high) / 2),
                inside(around.low) };
        }
        return points;
    }

private:
    std::vector<double> m_px;
    std::vector<encodings::Interval> m_ranges;
};
