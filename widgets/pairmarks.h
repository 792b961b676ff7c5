// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "marks.h"
#include "wavelengthchart.h"

/// How the values of one series look.
struct PairStyle {
    QColor color;
    QList<double> dash; ///< of the line, in px
    double lineWidth = 1.5;
    char marker = 'd';
};

/// Draws one value for each pair: marks, on top of a line where pairs are too close for a mark each.
inline void drawPairValues(
    QPainter& painter, const WavelengthPixels& pixels, const Eigen::ArrayXd& values, const PairStyle& style)
{
    if (pixels.perPair() < 4.0) {
        QPolygonF line;
        QPen pen(style.color, style.lineWidth);
        if (!style.dash.isEmpty()) {
            QList<qreal> pattern;
            for (const double length : style.dash)
                pattern << length / pen.widthF();
            pen.setDashPattern(pattern);
            pen.setCapStyle(Qt::FlatCap);
        }
        const auto finishLine = [&] {
            painter.setPen(pen);
            painter.drawPolyline(line);
            line.clear();
        };
        for (const Eigen::Index pair : pixels.columns(values.size())) {
            const QPointF point = pixels.at(static_cast<double>(pair), values[pair]);
            if (pixels.shows(point))
                line << point;
            else
                finishLine();
        }
        finishLine();
    }
    const std::vector<Eigen::Index> pairs = pixels.columns(values.size());
    const Eigen::Index step = pixels.markStep();
    const Eigen::Index first = pairs.empty() ? 0 : (pairs.front() + step - 1) / step * step;
    for (Eigen::Index pair = first;
         pair < values.size() && static_cast<double>(pair) <= pixels.x.range().upper; pair += step) {
        const QPointF point = pixels.at(static_cast<double>(pair), values[pair]);
        if (pixels.shows(point))
            drawMark(painter, point, style.marker, pixels.markSize(), style.color);
    }
}
