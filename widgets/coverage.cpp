// SPDX-License-Identifier: GPL-3.0-or-later
#include "coverage.h"

#include <algorithm>
#include <cmath>

Coverage::Coverage(const QRect& box, const QColor& color)
    : m_box(box)
    , m_shades(256)
    , m_shares(static_cast<std::size_t>(box.width()) * static_cast<std::size_t>(box.height()), 0)
    , m_column(static_cast<std::size_t>(box.height()), 0.0F)
{
    for (int share = 0; share < 256; ++share)
        m_shades[static_cast<std::size_t>(share)]
            = qPremultiply(qRgba(color.red(), color.green(), color.blue(), color.alpha() * share / 255));
}

void Coverage::add(
    double xLeft, double xRight, double topLeft, double topRight, double bottomLeft, double bottomRight)
{
    const double width = xRight - xLeft;
    if (width <= 0)
        return;
    const double left = xLeft - m_box.left();
    const double right = xRight - m_box.left();
    const int last = std::min(m_box.width() - 1, static_cast<int>(right));
    for (int column = left > 0 ? static_cast<int>(left) : 0; column <= last; ++column) {
        const double from = std::max(left, static_cast<double>(column));
        const double to = std::min(right, column + 1.0);
        if (to <= from)
            continue;
        const double a = (from - left) / width;
        const double b = (to - left) / width;
        if (column != m_open)
            open(column);
        const auto row = [this](double y) { return y - m_box.top(); };
        const double bottomFrom = row(std::lerp(bottomLeft, bottomRight, a));
        const double bottomTo = row(std::lerp(bottomLeft, bottomRight, b));
        const double lowest = std::max(bottomFrom, bottomTo);
        const int lastRow = lowest < 0 ? -1 : static_cast<int>(std::min(lowest, m_box.height() - 1.0));
        const auto share = static_cast<float>(to - from);
        addBelow(share, row(std::lerp(topLeft, topRight, a)), row(std::lerp(topLeft, topRight, b)), lastRow);
        addBelow(-share, bottomFrom, bottomTo, lastRow);
    }
}

void Coverage::open(int column)
{
    flush();
    m_open = column;
}

void Coverage::addBelow(float weight, double left, double right, int last)
{
    const double low = std::min(left, right);
    const double high = std::max(left, right);
    // Truncation is floor here, and no call.
    const int first = low > 0 ? static_cast<int>(std::min(low, last + 1.0)) : 0;
    const int end = high > 0 ? static_cast<int>(std::min(high, last + 1.0)) : -1;
    if (first > last)
        return;
    float* const rows = m_column.data();
    int row = first;
    if (end == first) {
        rows[row++] += weight * static_cast<float>(first + 1 - (low + high) / 2);
    } else if (end > first) {
        // The part of rows above y that the edge leaves uncovered grows with the square, so from row to row
        // linearly.
        const double steepness = 1 / (high - low);
        const double start = std::max(low, static_cast<double>(first)) - low;
        const double afterFirst = first + 1 - low;
        rows[row++] += weight * static_cast<float>((afterFirst * afterFirst - start * start) * steepness / 2);
        const auto perRow = weight * static_cast<float>(steepness);
        const auto here = weight * static_cast<float>((row + 0.5 - low) * steepness);
        const int ramp = std::min(end, last + 1) - row;
        for (int i = 0; i < ramp; ++i)
            rows[row + i] += here + perRow * static_cast<float>(i);
        row += std::max(0, ramp);
        if (row <= last) {
            const double beforeEnd = high - end;
            rows[row++] += weight * static_cast<float>(1 - beforeEnd * beforeEnd * steepness / 2);
        }
    }
    for (; row <= last; ++row)
        rows[row] += weight;
    m_firstRow = m_lastRow < m_firstRow ? first : std::min(m_firstRow, first);
    m_lastRow = std::max(m_lastRow, last);
}

void Coverage::flush()
{
    std::uint8_t* const shares = m_shares.data() + static_cast<std::size_t>(m_open) * m_column.size();
    for (int row = m_firstRow; row <= m_lastRow; ++row) {
        float& share = m_column[static_cast<std::size_t>(row)];
        shares[row] = static_cast<std::uint8_t>(std::clamp(share * 255.0F + 0.5F, 0.0F, 255.0F));
        share = 0.0F;
    }
    m_firstRow = 0;
    m_lastRow = -1;
}

QImage Coverage::take()
{
    flush();
    QImage image(m_box.size(), QImage::Format_ARGB32_Premultiplied);
    // In tiles: the shares lie by columns, the image by rows, and either would miss the cache alone.
    constexpr int tile = 32;
    for (int top = 0; top < m_box.height(); top += tile) {
        const int bottom = std::min(top + tile, m_box.height());
        for (int left = 0; left < m_box.width(); left += tile) {
            const int right = std::min(left + tile, m_box.width());
            for (int row = top; row < bottom; ++row) {
                QRgb* const line = reinterpret_cast<QRgb*>(image.scanLine(row));
                const std::uint8_t* share
                    = m_shares.data() + static_cast<std::size_t>(left) * m_column.size() + row;
                for (int column = left; column < right; ++column, share += m_column.size())
                    line[column] = m_shades[*share];
            }
        }
    }
    return image;
}
