// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "distancecurves.h"
#include "plotframe.h"

/// How a curve of distances looks.
struct CurveStyle {
    QColor color;
    QList<double> dash;
    double width = 1.0; ///< px
    bool steps = false; ///< every value reaches half a distance to both sides
    bool scattered = false; ///< dots; a line only where no distance is left out
    bool dots = true; ///< at distances that are far enough apart
};

/// Paints a curve of distances inside `rect`: lines, bands where it ripples inside a column, and dots where
/// distances are far enough apart.
void paintDistanceCurve(QCPPainter& painter, const QRectF& rect, const QCPAxis& x, const QCPAxis& y,
    const DistanceCurve& curve, const CurveStyle& style);

/// What the columns of these curves leave out, in words; empty for nothing.
QString rippleNote(const std::vector<DistanceCurve>& curves);

/// As many columns as `rect` has pixels, for the distances that `axis` shows.
std::vector<DistanceColumn> columnsOf(const QCPAxis& axis, const QCPPainter& painter, const QRectF& rect);

/// Makes the x axis logarithmic, from `from` above 0 to `to`.
void setLogarithmicDistances(QCustomPlot& plot, double from, double to);
