// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "squarevalues.h"
#include "theme.h"

#include "encodings/scene.h"

class QCPAxis;
class QCPPainter;
class QCustomPlot;

/// Squares in rows of `columns`, from the left, `gaps` px apart.
struct SquareGrid {
    int columns = 1;
    QSize gaps;

    /// Place of square `index` where the first one is `first`, px.
    QRectF placeOf(const QRectF& first, int index) const;
};

/// Makes the axis rectangle of `plot` the first of `count` equal squares, as large as the plot allows, each
/// with a header, and leaves room for a colour scale. To be called after every layout.
SquareGrid arrangeSquares(QCustomPlot& plot, int count);

/// Paints equal squares with the maps of some series; the first lies in the axis rectangle.
struct SquarePainter {
    const Theme& theme;
    const QCPAxis& x;
    const QCPAxis& y;

    /// Keys along x and queries along y.
    QRectF window() const;
    /// The cells that squares of this size show.
    SquareCells cells(const QCPPainter& painter, const QRectF& first) const;

    QColor empty() const;
    void paintMap(QCPPainter& painter, const QRectF& place, const SquareCells& cells,
        const Eigen::ArrayXXd& values, const ColorScale& scale) const;
    /// Numbers in the cells where there are few of them and all have room.
    void paintNumbers(QCPPainter& painter, const QRectF& place, const SquareCells& cells,
        const Eigen::ArrayXXd& values, const ColorScale& scale) const;
    /// Hatch over queries and keys beyond the trained length, with its number and words.
    void paintTrainedLength(QCPPainter& painter, const QRectF& place, double trainedLength, bool words) const;
    void paintFrame(QCPPainter& painter, const QRectF& place, bool withTicks) const;
    void paintName(QCPPainter& painter, const QRectF& place, const encodings::SceneSeries& series) const;

private:
    double pixelX(const QRectF& place, double key) const;
    double pixelY(const QRectF& place, double query) const;
};
