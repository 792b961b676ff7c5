// SPDX-License-Identifier: GPL-3.0-or-later
#include "squareraster.h"

#include "encodings/cleanregisters.h"

#include <algorithm>
#include <cmath>

namespace {

/// More cells than this in one direction tell nothing more on any page.
constexpr int mostCells = 4096;
constexpr int hatchDistance = 8;

struct Run {
    double first = 0.0;
    Eigen::Index count = 0;
};

/// Multiples of `step` whose tokens lie between `from` and `to` of the axis.
Run runIn(double from, double to, double step)
{
    const double first = std::max(0.0, std::floor((from + 0.5) / step + 1e-9));
    const double last = std::ceil((to + 0.5) / step - 1e-9) - 1.0;
    return { first * step, static_cast<Eigen::Index>(std::max(0.0, last - first + 1.0)) };
}

/// Which of `count` cells every pixel between `from` and `to` shows; -1: none.
std::vector<Eigen::Index> cellOfPixel(
    double from, double to, int pixels, double first, double step, Eigen::Index count)
{
    std::vector<Eigen::Index> cells(static_cast<std::size_t>(pixels), -1);
    for (int pixel = 0; pixel < pixels; ++pixel) {
        const double at = from + (to - from) * (pixel + 0.5) / pixels + 0.5;
        const double cell = std::floor((at - first) / step);
        if (cell >= 0.0 && cell < static_cast<double>(count))
            cells[static_cast<std::size_t>(pixel)] = static_cast<Eigen::Index>(cell);
    }
    return cells;
}

} // namespace

SquareCells SquareCells::in(const QRectF& window, const QSize& pixels)
{
    if (pixels.isEmpty())
        return {};
    const double perPixel = std::max(window.width() / std::min(mostCells, pixels.width()),
        window.height() / std::min(mostCells, pixels.height()));
    SquareCells cells;
    cells.step = std::max(1.0, std::ceil(perPixel - 1e-9));
    const Run keys = runIn(window.left(), window.right(), cells.step);
    const Run queries = runIn(window.top(), window.bottom(), cells.step);
    cells.firstKey = keys.first;
    cells.keys = keys.count;
    cells.firstQuery = queries.first;
    cells.queries = queries.count;
    return cells;
}

SquareCells SquareCells::thinned(Eigen::Index factor) const
{
    SquareCells cells = *this;
    cells.step = step * static_cast<double>(factor);
    cells.firstQuery = std::floor(firstQuery / cells.step) * cells.step;
    cells.firstKey = std::floor(firstKey / cells.step) * cells.step;
    const auto count = [&](double first, double ownFirst, Eigen::Index own) {
        const double last = first + step * static_cast<double>(own - 1);
        return own == 0 ? 0 : static_cast<Eigen::Index>(std::floor((last - ownFirst) / cells.step)) + 1;
    };
    cells.queries = count(firstQuery, cells.firstQuery, queries);
    cells.keys = count(firstKey, cells.firstKey, keys);
    return cells;
}

Eigen::ArrayXd SquareCells::queryTokens() const
{
    return firstQuery + step * Eigen::ArrayXd::LinSpaced(queries, 0.0, static_cast<double>(queries - 1));
}

Eigen::ArrayXd SquareCells::keyTokens() const
{
    return firstKey + step * Eigen::ArrayXd::LinSpaced(keys, 0.0, static_cast<double>(keys - 1));
}

QImage squareImage(const SquareCells& cells, const Eigen::ArrayXXd& values, const QRectF& window,
    const QSize& pixels, const ColorScale& scale, QRgb ground, QRgb empty, QRgb lines)
{
    QImage image(pixels, QImage::Format_RGB32);
    if (image.isNull())
        return image;
    const std::vector<Eigen::Index> columns = cellOfPixel(
        window.left(), window.right(), pixels.width(), cells.firstKey, cells.step, values.cols());
    const std::vector<Eigen::Index> rows = cellOfPixel(
        window.top(), window.bottom(), pixels.height(), cells.firstQuery, cells.step, values.rows());
    encodings::cleanRegisters();
    // Cells are never finer than pixels.
    std::vector<QRgb> colors(static_cast<std::size_t>(values.size()));
    std::transform(values.data(), values.data() + values.size(), colors.begin(),
        [&](double value) { return std::isnan(value) ? empty : scale.of(value); });
    for (int y = 0; y < pixels.height(); ++y) {
        auto* const line = reinterpret_cast<QRgb*>(image.scanLine(y));
        const Eigen::Index row = rows[static_cast<std::size_t>(y)];
        for (int x = 0; x < pixels.width(); ++x) {
            const Eigen::Index column = columns[static_cast<std::size_t>(x)];
            if (row < 0 || column < 0) {
                line[x] = ground;
                continue;
            }
            const bool hatched = (x - y) % hatchDistance == 0 && std::isnan(values(row, column));
            line[x] = hatched ? lines : colors[static_cast<std::size_t>(column * values.rows() + row)];
        }
    }
    return image;
}
