// SPDX-License-Identifier: GPL-3.0-or-later
#include "cosinecurve.h"

#include "outline.h"

#include "encodings/cosine.h"

#include <qcustomplot.h>

#include <cmath>
#include <numbers>

namespace {

constexpr double bandFrom = 2 * std::numbers::pi / 3; // radians per px
/// Faster curves are drawn solid: gaps of a dash would look like the curve's own shape.
constexpr double dashedUpTo = 2 * std::numbers::pi / 48; // radians per px

} // namespace

double CosineCurve::at(double position) const
{
    const double angle = (position + shift) * frequency;
    return sine ? std::sin(angle) : std::cos(angle);
}

bool isBand(const CosineCurve& curve, const QCPAxis& x, const QRectF& rect)
{
    return curve.frequency * x.range().size() / rect.width() >= bandFrom;
}

void paintCosineCurve(QCPPainter& painter, const QRectF& rect, double from, const QCPAxis& x,
    const std::function<double(double)>& pixelOf, const CosineCurve& curve)
{
    const double left = std::max(rect.left(), from);
    if (isBand(curve, x, rect)) {
        painter.fillRect(
            QRectF(QPointF(left, pixelOf(1)), QPointF(rect.right(), pixelOf(-1))), curve.bandColor);
        return;
    }
    const double step = outlineStep(painter);
    const double perPx = x.range().size() / rect.width();
    const double half = std::max(curve.width, step) / 2 * perPx;
    const qsizetype count = static_cast<qsizetype>(std::ceil((rect.right() - left) / step)) + 1;
    QList<OutlinePoint> points;
    points.reserve(count);
    for (qsizetype i = 0; i < count; ++i) {
        const double px = std::min(left + static_cast<double>(i) * step, rect.right());
        const double position = x.range().lower + (px - rect.left()) * perPx;
        const double begin = (position + curve.shift - half) * curve.frequency;
        const double end = (position + curve.shift + half) * curve.frequency;
        const encodings::Interval range
            = curve.sine ? encodings::sineRange(begin, end) : encodings::cosineRange(begin, end);
        points << OutlinePoint { px, pixelOf(range.high), pixelOf(curve.at(position)), pixelOf(range.low) };
    }
    const bool dashed = curve.frequency * perPx <= dashedUpTo;
    fillOutline(painter, points, curve.color, curve.width, dashed ? curve.dash : QList<double>());
}
