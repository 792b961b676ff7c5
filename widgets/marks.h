// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QPainterPathStroker>

#include <algorithm>

/// Draws a marker of the legend's kinds: 'd' filled dot, 'o' ring, '*' diamond, 's' square. `size`: diameter
/// in px.
inline void drawMark(QPainter& painter, QPointF center, char kind, double size, const QColor& color)
{
    const double half = size / 2;
    painter.setPen(kind == 'o' ? QPen(color, std::clamp(size / 5, 1.2, 2.0)) : QPen(Qt::NoPen));
    painter.setBrush(kind == 'o' ? QBrush(Qt::NoBrush) : QBrush(color));
    if (kind == '*') {
        const double reach = 1.25 * half;
        painter.drawPolygon(QPolygonF { center + QPointF(0, -reach), center + QPointF(reach, 0),
            center + QPointF(0, reach), center + QPointF(-reach, 0) });
    } else if (kind == 's') {
        painter.drawRect(QRectF(center - QPointF(half, half) * 0.9, QSizeF(size, size) * 0.9));
    } else {
        painter.drawEllipse(center, half, half);
    }
}

/// One outline, `width` px wide, around neighbours that are too close for a ring each.
inline void drawRunOutline(QPainter& painter, const QPolygonF& run, double width, const QColor& color)
{
    // A smooth run needs few corners, and the stroker's cost grows fast with them.
    QPolygonF few;
    const qsizetype step = std::max<qsizetype>(1, run.size() / 40);
    for (qsizetype i = 0; i + 1 < run.size(); i += step)
        few << run[i];
    few << run.back();
    if (few.size() == 1)
        return drawMark(painter, few.front(), 'o', width, color);
    QPainterPath path;
    path.addPolygon(few);
    QPainterPathStroker stroker;
    stroker.setWidth(width);
    stroker.setCapStyle(Qt::RoundCap);
    stroker.setJoinStyle(Qt::RoundJoin);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1.4));
    painter.drawPath(stroker.createStroke(path).simplified());
}

/// Fine diagonal lines over a region.
inline void drawHatch(QPainter& painter, const QRectF& region, const QColor& color)
{
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color, 0));
    constexpr double distance = 7;
    for (double start = region.left() - region.height(); start < region.right(); start += distance) {
        const double from = std::max(start, region.left());
        const double to = std::min(start + region.height(), region.right());
        if (from < to)
            painter.drawLine(
                QLineF(from, region.bottom() - (from - start), to, region.bottom() - (to - start)));
    }
}

/// Tint and hatch of what training never reached, for regions that are not a range of positions.
inline void fillBeyond(QPainter& painter, const Theme& theme, const QRectF& region)
{
    if (region.width() <= 0 || region.height() <= 0)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(region, theme.beyond);
    drawHatch(painter, region, theme.beyondHatch);
    painter.restore();
}
