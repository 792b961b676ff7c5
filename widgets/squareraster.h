// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "colorscale.h"

#include <QImage>
#include <QRectF>

#include <Eigen/Core>

/// The cells of query by key that a picture shows: one in `step` in each direction, each standing for the
/// `step` tokens from it on. The same in both directions, so that diagonals stay diagonals.
struct SquareCells {
    double firstQuery = 0.0;
    double firstKey = 0.0;
    double step = 1.0;
    Eigen::Index queries = 0;
    Eigen::Index keys = 0;

    bool operator==(const SquareCells&) const = default;

    /// Those that lie in `window` (keys along x, queries along y; token m covers m - 1/2 .. m + 1/2), at most
    /// one for each of `pixels`; the first at a multiple of the step, so that the tokens at the start of a
    /// text are always among them. No negative tokens.
    static SquareCells in(const QRectF& window, const QSize& pixels);
    /// The same cells, one in `factor` of them.
    SquareCells thinned(Eigen::Index factor) const;

    Eigen::ArrayXd queryTokens() const;
    Eigen::ArrayXd keyTokens() const;
};

/// `values` (queries, keys) of `cells` as colours, in `window`; `empty` with a fine hatch of `lines` where a
/// value is NaN, `ground` where there are no cells.
QImage squareImage(const SquareCells& cells, const Eigen::ArrayXXd& values, const QRectF& window,
    const QSize& pixels, const ColorScale& scale, QRgb ground, QRgb empty, QRgb lines);
