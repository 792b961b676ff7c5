// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QList>

#include <functional>

class QCPAxis;
class QCPPainter;
class QRectF;

/// Cosine or sine of (position + shift) times frequency.
struct CosineCurve {
    double frequency = 0.0; ///< radians per position
    bool sine = false;
    QColor color;
    QColor bandColor; ///< where turns merge
    QList<double> dash {};
    double width = 1.5; ///< px
    double shift = 0.0; ///< positions

    double at(double position) const;
};

/// Whether the curve turns faster than the pixels of `rect`, less than three px for a turn, and is painted as
/// a band over its whole range.
bool isBand(const CosineCurve& curve, const QCPAxis& x, const QRectF& rect);

/// Paints the curve between `from` px and the right end of `rect`; `pixelOf` gives y in px for a value from
/// -1 to 1. Costs by the width in px, at any frequency.
void paintCosineCurve(QCPPainter& painter, const QRectF& rect, double from, const QCPAxis& x,
    const std::function<double(double)>& pixelOf, const CosineCurve& curve);
