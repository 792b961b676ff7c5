// SPDX-License-Identifier: GPL-3.0-or-later
#include "outline.h"

#include "coverage.h"

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace {

/// Upper and lower edge of what the pen leaves at one x.
struct Edge {
    double x = 0.0;
    double top = 0.0;
    double bottom = 0.0;
};

Edge edgeAt(const OutlinePoint& point, double half)
{
    return { point.x, point.middle - std::hypot(half, point.middle - point.top),
        point.middle + std::hypot(half, point.bottom - point.middle) };
}

bool isVector(const QPainter& painter) { return painter.paintEngine()->type() != QPaintEngine::Raster; }

/// [begin, end) of the points of every dash; all points without dashes.
std::vector<std::pair<qsizetype, qsizetype>> runsOf(
    const QList<OutlinePoint>& points, const QList<double>& dash)
{
    if (dash.isEmpty())
        return { { 0, points.size() } };
    std::vector<std::pair<qsizetype, qsizetype>> runs;
    qsizetype part = 0;
    qsizetype begin = 0;
    double until = points.front().x + dash.front();
    for (qsizetype i = 1; i < points.size(); ++i) {
        if (points[i].x < until && i + 1 < points.size())
            continue;
        if (part % 2 == 0)
            runs.emplace_back(begin, i + 1);
        begin = i;
        part = (part + 1) % dash.size();
        until += dash[part];
    }
    return runs;
}

void fillAsPolygon(
    QPainter& painter, const QList<OutlinePoint>& points, qsizetype begin, qsizetype end, double half)
{
    QPolygonF polygon(2 * (end - begin));
    for (qsizetype i = begin; i < end; ++i) {
        const Edge edge = edgeAt(points[i], half);
        polygon[i - begin] = QPointF(edge.x, edge.top);
        polygon[polygon.size() - 1 - (i - begin)] = QPointF(edge.x, edge.bottom);
    }
    painter.drawPolygon(polygon);
}

void fillAsPixels(QPainter& painter, const QList<OutlinePoint>& points,
    const std::vector<std::pair<qsizetype, qsizetype>>& runs, double half, const QColor& color)
{
    const QTransform toDevice = painter.deviceTransform();
    const double scale = toDevice.m11();
    std::vector<Edge> edges;
    edges.reserve(static_cast<std::size_t>(points.size()));
    double top = points.front().middle;
    double bottom = top;
    for (const OutlinePoint& point : points) {
        edges.push_back(edgeAt(point, half));
        top = std::min(top, edges.back().top);
        bottom = std::max(bottom, edges.back().bottom);
    }
    const QRect device(0, 0, painter.device()->width() * painter.device()->devicePixelRatio(),
        painter.device()->height() * painter.device()->devicePixelRatio());
    const QRectF extent(QPointF(points.front().x, top), QPointF(points.back().x, bottom));
    const QRect box = toDevice.mapRect(extent).toAlignedRect().intersected(device);
    if (box.isEmpty())
        return;

    Coverage coverage(box, color);
    for (const auto& [begin, end] : runs) {
        for (qsizetype i = begin; i + 1 < end; ++i) {
            const Edge& left = edges[static_cast<std::size_t>(i)];
            const Edge& right = edges[static_cast<std::size_t>(i + 1)];
            const auto y = [&](double value) { return value * scale + toDevice.dy(); };
            coverage.add(left.x * scale + toDevice.dx(), right.x * scale + toDevice.dx(), y(left.top),
                y(right.top), y(left.bottom), y(right.bottom));
        }
    }
    QImage image = coverage.take();
    image.setDevicePixelRatio(scale);
    painter.drawImage(toDevice.inverted().map(QPointF(box.topLeft())), image);
}

} // namespace

void fillOutline(QPainter& painter, const QList<OutlinePoint>& points, const QColor& color, double width,
    const QList<double>& dash)
{
    if (points.size() < 2)
        return;
    const std::vector<std::pair<qsizetype, qsizetype>> runs = runsOf(points, dash);
    if (!isVector(painter)) {
        fillAsPixels(painter, points, runs, width / 2, color);
        return;
    }
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    for (const auto& [begin, end] : runs)
        fillAsPolygon(painter, points, begin, end, width / 2);
    painter.restore();
}

double outlineStep(const QPainter& painter)
{
    return isVector(painter) ? 0.5 : 1.0 / std::max(1e-3, painter.deviceTransform().m11());
}
