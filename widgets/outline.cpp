// SPDX-License-Identifier: GPL-3.0-or-later
#include "outline.h"

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace {

void fillRun(QPainter& painter, const QList<OutlinePoint>& points, qsizetype begin, qsizetype end, double half)
{
    QPolygonF polygon;
    polygon.reserve(2 * (end - begin));
    for (qsizetype i = begin; i < end; ++i) {
        const OutlinePoint& point = points[i];
        polygon << QPointF(point.x, point.middle - std::hypot(half, point.middle - point.top));
    }
    for (qsizetype i = end - 1; i >= begin; --i) {
        const OutlinePoint& point = points[i];
        polygon << QPointF(point.x, point.middle + std::hypot(half, point.bottom - point.middle));
    }
    painter.drawPolygon(polygon);
}

} // namespace

void fillOutline(QPainter& painter, const QList<OutlinePoint>& points, const QColor& color, double width,
                 const QList<double>& dash)
{
    if (points.size() < 2)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    // The raster engine costs by the crossings of all edges of one polygon: short runs keep it linear.
    constexpr qsizetype runLength = 48;
    const double half = width / 2;
    if (dash.isEmpty()) {
        for (qsizetype begin = 0; begin + 1 < points.size(); begin += runLength)
            fillRun(painter, points, begin, std::min(begin + runLength + 1, points.size()), half);
    } else {
        qsizetype part = 0;
        qsizetype begin = 0;
        double until = points.front().x + dash.front();
        for (qsizetype i = 1; i < points.size(); ++i) {
            const bool last = i + 1 == points.size();
            if (points[i].x < until && !last)
                continue;
            if (part % 2 == 0)
                fillRun(painter, points, begin, i + 1, half);
            begin = i;
            part = (part + 1) % dash.size();
            until += dash[part];
        }
    }
    painter.restore();
}

double outlineStep(const QPainter& painter)
{
    const QPaintEngine::Type type = painter.paintEngine()->type();
    if (type == QPaintEngine::Pdf || type == QPaintEngine::SVG)
        return 0.5;
    return 1.0 / std::max(1e-3, painter.deviceTransform().m11());
}
