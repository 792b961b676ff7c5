// SPDX-License-Identifier: GPL-3.0-or-later
#include "curvepainter.h"

#include "columnlines.h"
#include "tickers.h"

#include <algorithm>
#include <cmath>
#include <limits>

using encodings::Interval;

namespace {

/// Px between neighbouring distances from which each is marked by a dot.
constexpr double dotsFrom = 7.0;

double pixelOf(const QCPAxis& x, const DistanceColumn& column)
{
    return x.coordToPixel((column.first + column.last) / 2);
}

/// A part of a curve without gaps.
struct Run {
    const DistanceCurve& curve;
    std::size_t begin;
    std::size_t end;
};

ColumnLines linesOf(const Run& run, const QCPAxis& x, bool steps)
{
    std::vector<double> px;
    std::vector<Interval> ranges;
    for (std::size_t i = run.begin; i < run.end; ++i) {
        const DistanceColumn& column = run.curve.columns[i];
        if (steps && column.first == column.last) {
            for (const double edge : { -0.5, 0.5 }) {
                px.push_back(x.coordToPixel(column.first + edge));
                ranges.push_back(run.curve.ranges[i]);
            }
        } else {
            px.push_back(pixelOf(x, column));
            ranges.push_back(run.curve.ranges[i]);
        }
    }
    return { std::move(px), std::move(ranges) };
}

void paintDots(QCPPainter& painter, const QRectF& rect, const QCPAxis& x, const QCPAxis& y, const Run& run,
    const CurveStyle& style)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(style.color);
    const double radius = style.width + (style.scattered ? 1.0 : 0.6);
    double before = -std::numeric_limits<double>::infinity();
    for (std::size_t i = run.begin; i < run.end; ++i) {
        const DistanceColumn& column = run.curve.columns[i];
        const double place = pixelOf(x, column);
        const double next = i + 1 < run.end ? pixelOf(x, run.curve.columns[i + 1])
                                            : std::numeric_limits<double>::infinity();
        const bool apart = column.first == column.last && std::min(place - before, next - place) >= dotsFrom;
        before = place;
        const QPointF dot(place, y.coordToPixel(run.curve.ranges[i].low));
        if ((style.scattered || apart) && rect.contains(dot))
            painter.drawEllipse(dot, radius, radius);
    }
}

} // namespace

void paintDistanceCurve(QCPPainter& painter, const QRectF& rect, const QCPAxis& x, const QCPAxis& y,
    const DistanceCurve& curve, const CurveStyle& style)
{
    const bool band = curve.rippled && !curve.hasEveryDistance();
    QColor color = style.color;
    if (band)
        color.setAlphaF(0.7F);
    for (std::size_t begin = 0; begin < curve.ranges.size();) {
        Run run { curve, begin, begin };
        while (run.end < curve.ranges.size() && std::isfinite(curve.ranges[run.end].low))
            ++run.end;
        begin = run.end + 1;
        if (run.end == run.begin)
            continue;
        if (!style.scattered || curve.hasEveryDistance())
            fillOutline(painter,
                linesOf(run, x, style.steps)
                    .outline(rect, outlineStep(painter), style.width,
                        [&y](double value) { return y.coordToPixel(value); }),
                color, style.width, band ? QList<double>() : style.dash);
        if (style.dots)
            paintDots(painter, rect, x, y, run, style);
    }
}

QString rippleNote(const std::vector<DistanceCurve>& curves)
{
    const auto rippled = std::find_if(curves.begin(), curves.end(),
        [](const DistanceCurve& curve) { return curve.rippled && !curve.hasEveryDistance(); });
    if (rippled == curves.end())
        return {};
    const QString words = QCoreApplication::translate("views", "band: it ripples inside a pixel");
    return rippled->samples > 0 ? QCoreApplication::translate("views", "%1 (%2 distances a column looked at)")
                                      .arg(words)
                                      .arg(rippled->samples)
                                : words;
}

std::vector<DistanceColumn> columnsOf(const QCPAxis& axis, const QCPPainter& painter, const QRectF& rect)
{
    const double step = std::max(0.5, outlineStep(painter));
    return distanceColumns(axis.range().lower, axis.range().upper, axis.scaleType() == QCPAxis::stLogarithmic,
        std::max(2, static_cast<int>(rect.width() / step)));
}

void setLogarithmicDistances(QCustomPlot& plot, double from, double to)
{
    plot.xAxis->setScaleType(QCPAxis::stLogarithmic);
    const auto ticker = QSharedPointer<LogarithmicTicker>::create();
    const int widest = QFontMetrics(plot.xAxis->tickLabelFont()).horizontalAdvance(shown(to)) + 24;
    ticker->setTickCount(std::clamp(plot.viewport().width() * 4 / 5 / widest, 2, 9));
    plot.xAxis->setTicker(ticker);
    plot.xAxis->setRange(from, to);
}
