// SPDX-License-Identifier: GPL-3.0-or-later
#include "precisionmarks.h"

#include "marks.h"
#include "outline.h"

#include <algorithm>
#include <cmath>

void paintLandmarkLines(QCPPainter& painter, const QRectF& rect, const QCPAxis& x, const Theme& theme,
    const std::vector<Landmark>& found)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const Landmark& mark : found) {
        if (!x.range().contains(mark.position))
            continue;
        const double px = x.coordToPixel(mark.position);
        painter.setPen(QPen(theme.mutedText, 0, mark.dashed ? Qt::DashLine : Qt::SolidLine));
        painter.drawLine(QLineF(px, rect.top(), px, rect.bottom()));
    }
}

void paintLandmarkWords(QCPPainter& painter, const QRectF& rect, const QCPAxis& x, const Theme& theme,
    const std::vector<Landmark>& found, double bottom)
{
    const QFontMetricsF metrics(theme.font(0.9));
    const double rowHeight = metrics.height() + 4.0;
    std::vector<QList<QRectF>> taken(static_cast<std::size_t>(0.4 * rect.height() / rowHeight));
    for (const Landmark& mark : found) {
        if (!x.range().contains(mark.position))
            continue;
        const double px = x.coordToPixel(mark.position);
        const double width = metrics.horizontalAdvance(mark.words) + 14.0;
        const bool right = px + width <= rect.right();
        if (!right && px - width < rect.left())
            continue;
        for (std::size_t row = 0; row < taken.size(); ++row) {
            const QRectF box(
                right ? px : px - width, bottom - static_cast<double>(row + 1) * rowHeight, width, rowHeight);
            if (std::any_of(taken[row].begin(), taken[row].end(),
                    [&box](const QRectF& other) { return other.intersects(box); }))
                continue;
            taken[row] << box;
            drawNote(
                painter, theme, box, (right ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, mark.words);
            break;
        }
    }
}

void ErrorCurvePainter::paint(const std::vector<double>& px, const Eigen::ArrayXd& values, const QCPAxis& y)
{
    for (std::size_t column = 0; column < px.size(); ++column) {
        const double value = values[static_cast<Eigen::Index>(column)];
        const QPointF point(px[column], value > 0.0 ? y.coordToPixel(value) : m_rect.bottom() + 1.0);
        if (m_rect.contains(point))
            m_run << point;
        else
            finishRun();
    }
    finishRun();
}

void ErrorCurvePainter::finishRun()
{
    QList<OutlinePoint> points;
    const double step = outlineStep(m_painter);
    for (qsizetype i = 0; i + 1 < m_run.size(); ++i) {
        const QLineF part(m_run[i], m_run[i + 1]);
        const double rise = std::abs(part.dy()) / std::max(part.dx(), 1e-9) * m_theme.lineWidth / 2.0;
        const double parts = std::max(1.0, std::ceil(part.dx() / step));
        for (double k = i == 0 ? 0.0 : 1.0; k <= parts; ++k) {
            const QPointF at = part.pointAt(k / parts);
            const double high = std::min(part.y1(), part.y2());
            const double low = std::max(part.y1(), part.y2());
            points << OutlinePoint { at.x(), std::max(high, at.y() - rise), at.y(),
                std::min(low, at.y() + rise) };
        }
    }
    fillOutline(m_painter, points, m_color, m_theme.lineWidth, m_dash);
    for (const QPointF& point : m_run) {
        if (point.x() < m_nextMarker)
            continue;
        drawMark(m_painter, point, m_marker, 4.0 + 2.0 * m_theme.lineWidth, m_color);
        m_nextMarker = point.x() + markerDistance;
    }
    m_run.clear();
}
