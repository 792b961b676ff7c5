// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme.h"

#include "encodings/scene.h"

#include <QList>
#include <QRectF>

class QCPPainter;

/// True if the angle, brought into one turn, is not among the angles 0 .. `trainedAngle` met in training
/// (radians).
bool isUnseenAngle(double angle, double trainedAngle);

/// A clock as it was laid out.
struct ClockCell {
    Eigen::Index pair = 0;
    QRectF rect;
};

/// Cells for the clocks of `pairs` pairs, as large as `area` allows. When they would be too small to read,
/// fewer, evenly chosen, among them the first, the last and `lookedAt`. `label`: size of a pair number.
struct ClockGrid {
    QList<ClockCell> cells;
    bool labelled = false; ///< room for the pair number in every cell; otherwise left of every row
    int columns = 0;
};
ClockGrid layOutClocks(const QRectF& area, Eigen::Index pairs, Eigen::Index lookedAt, const QSizeF& label);

/// A series with pairs, as the clocks read it.
struct ClockSeries {
    QColor color;
    QList<double> dash;
    Eigen::ArrayXd frequencies; ///< (pairs), radians per token
    Eigen::ArrayXd trainedFrequencies; ///< (pairs), radians per token
    double trainedLength = 0.0;
};

/// Draws the hands of all series at `position`. The arcs are those of the first series; a hand is judged by
/// its own.
void drawClocks(QCPPainter& painter, const Theme& theme, const ClockGrid& grid,
    const QList<ClockSeries>& series, double position, Eigen::Index lookedAt);
