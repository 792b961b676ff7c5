// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>
#include <QRect>

#include <cstdint>
#include <vector>

/// Antialiased filling of shapes that are bounded, at every x, by one upper and one lower edge: the share of
/// every pixel that they cover, exactly, column by column. Costs what the touched pixels cost, however many
/// edges there are; a general polygon filler pays for every edge on every line.
class Coverage {
public:
    /// An empty image of `box` (device pixels) to be filled with `color`.
    Coverage(const QRect& box, const QColor& color);

    /// Adds the trapezoid between xLeft and xRight (device pixels, xLeft <= xRight) under the upper edge
    /// topLeft .. topRight and above the lower edge bottomLeft .. bottomRight. Trapezoids come from left to
    /// right and do not overlap.
    void add(
        double xLeft, double xRight, double topLeft, double topRight, double bottomLeft, double bottomRight);

    /// The finished image, premultiplied.
    QImage take();

private:
    void open(int column);
    /// Adds `weight` times the part of every row that lies below the edge from `left` to `right` (rows of the
    /// image) in the open column, down to row `last`.
    void addBelow(float weight, double left, double right, int last);
    void flush();

    QRect m_box;
    std::vector<QRgb> m_shades; ///< premultiplied colour by coverage 0 .. 255
    std::vector<std::uint8_t> m_shares; ///< coverage by column, then row
    std::vector<float> m_column; ///< coverage of the open column, by row
    int m_open = 0;
    int m_firstRow = 0;
    int m_lastRow = -1;
};
