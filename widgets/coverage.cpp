// SPDX-License-Identifier: GPL-3.0-or-later
#include "coverage.h"

#include <algorithm>
#include <cmath>

namespace {

/// Area of the unit-wide column that lies below height y and above the edge from a to b, per unit width, where y grows
/// downwards: the integral of max(0, edge - y).
double areaBeyond(double y, double a, double b)
{
    const double low = std::min(a, b);
    const double high = std::max(a, b);
    if (low >= y)
        return (low + high) / 2 - y;
    if (high <= y)
        return 0.0;
    return (high - y) * (high - y) / (2 * (high - low));
}

} // namespace

Coverage::Coverage(const QRect& box, const QColor& color)
    : m_box(box)
    , m_image(box.size(), QImage::Format_ARGB32_Premultiplied)
    , m_alpha(color.alpha())
    , m_shades(256)
    , m_column(static_cast<std::size_t>(box.height()), 0.0F)
{
    m_image.fill(Qt::transparent);
    for (int share = 0; share < 256; ++share)
        m_shades[static_cast<std::size_t>(share)] = qPremultiply(qRgba(color.red(), color.green(), color.blue(), m_alpha * share / 255));
}

void Coverage::add(double xLeft, double xRight, double topLeft, double topRight, double bottomLeft, double bottomRight)
{
    const double width = xRight - xLeft;
    if (width <= 0)
        return;
    const int first = std::max(0, static_cast<int>(std::floor(xLeft)) - m_box.left());
    const int last = std::min(m_box.width() - 1, static_cast<int>(std::ceil(xRight)) - 1 - m_box.left());
    for (int column = first; column <= last; ++column) {
        const double from = std::max(xLeft, static_cast<double>(column + m_box.left()));
        const double to = std::min(xRight, static_cast<double>(column + m_box.left() + 1));
        if (to <= from)
            continue;
        const double a = (from - xLeft) / width;
        const double b = (to - xLeft) / width;
        addInColumn(column, to - from, std::lerp(topLeft, topRight, a), std::lerp(topLeft, topRight, b),
                    std::lerp(bottomLeft, bottomRight, a), std::lerp(bottomLeft, bottomRight, b));
    }
}

void Coverage::addInColumn(int column, double share, double topLeft, double topRight, double bottomLeft, double bottomRight)
{
    if (column != m_open) {
        flush();
        m_open = column;
    }
    const auto rowOf = [this](double y) {
        return std::clamp(static_cast<int>(std::floor(y)) - m_box.top(), 0, m_box.height() - 1);
    };
    const int firstRow = rowOf(std::min(topLeft, topRight));
    const int firstFull = rowOf(std::max(topLeft, topRight)) + 1;
    const int lastFull = rowOf(std::min(bottomLeft, bottomRight)) - 1;
    const int lastRow = rowOf(std::max(bottomLeft, bottomRight));
    const auto addPartly = [&](int from, int to) {
        // What lies between the edges and below y, minus the same below y + 1, is in the row.
        const auto areaBelow = [&](int row) {
            const double y = row + m_box.top();
            return areaBeyond(y, bottomLeft, bottomRight) - areaBeyond(y, topLeft, topRight);
        };
        double here = from <= to ? areaBelow(from) : 0.0;
        for (int row = from; row <= to; ++row) {
            const double next = areaBelow(row + 1);
            m_column[static_cast<std::size_t>(row)] += static_cast<float>(share * (here - next));
            here = next;
        }
    };
    if (firstFull <= lastFull) {
        addPartly(firstRow, firstFull - 1);
        for (int row = firstFull; row <= lastFull; ++row)
            m_column[static_cast<std::size_t>(row)] += static_cast<float>(share);
        addPartly(lastFull + 1, lastRow);
    } else {
        addPartly(firstRow, lastRow);
    }
    m_firstRow = m_lastRow < m_firstRow ? firstRow : std::min(m_firstRow, firstRow);
    m_lastRow = std::max(m_lastRow, lastRow);
}

void Coverage::flush()
{
    if (m_open >= 0 && m_firstRow <= m_lastRow) {
        const qsizetype stride = m_image.bytesPerLine() / qsizetype(sizeof(QRgb));
        QRgb* pixel = reinterpret_cast<QRgb*>(m_image.bits()) + m_firstRow * stride + m_open;
        for (int row = m_firstRow; row <= m_lastRow; ++row, pixel += stride) {
            float& share = m_column[static_cast<std::size_t>(row)];
            *pixel = m_shades[static_cast<std::size_t>(std::clamp(static_cast<int>(share * 255.0F + 0.5F), 0, 255))];
            share = 0.0F;
        }
    }
    m_open = -1;
    m_firstRow = 0;
    m_lastRow = -1;
}

QImage Coverage::take()
{
    flush();
    return std::move(m_image);
}
