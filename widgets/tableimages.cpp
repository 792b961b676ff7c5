// SPDX-License-Identifier: GPL-3.0-or-later
#include "tableimages.h"

#include "devicepixels.h"

#include <QtConcurrent>

#include <algorithm>
#include <cmath>

namespace {

/// Values of pairs that fit into a part of a frame on the interface thread.
constexpr double mostImmediateValues = 4e6;

std::vector<QRgb> scaleOf(const SignedColors& colors)
{
    return { colors.low().rgb(), colors.middle().rgb(), colors.high().rgb() };
}

} // namespace

TableMap::TableMap(std::shared_ptr<const encodings::Scene> shownScene,
    const encodings::SceneSeries& shownSeries, const QCPPainter& painter, const QRectF& lane,
    const QRectF& rect, const QCPAxis& axis)
    : scene(std::move(shownScene))
    , series(&shownSeries)
{
    const QRectF visible = lane & rect;
    if (visible.height() < 0.5 || visible.width() < 0.5)
        return;
    const double scale = pixelsPerPx(painter);
    // Edges on device pixels, so that the image is copied and not blended.
    const auto device = [&](double px) { return std::round(px * scale); };
    const QPointF from(device(visible.left()), device(visible.top()));
    const QPointF to(device(visible.right()), device(visible.bottom()));
    place = QRectF(from / scale, to / scale);
    window.pixels = QSize(static_cast<int>(to.x() - from.x()), static_cast<int>(to.y() - from.y()));
    // Position m covers m - 1/2 .. m + 1/2 of the axis.
    const double perPx = axis.range().size() / rect.width();
    const auto rows = static_cast<double>(dimensions());
    window.left = axis.range().lower + (from.x() / scale - rect.left()) * perPx + 0.5;
    window.right = axis.range().lower + (to.x() / scale - rect.left()) * perPx + 0.5;
    window.top = (from.y() / scale - lane.top()) / lane.height() * rows;
    window.bottom = (to.y() / scale - lane.top()) / lane.height() * rows;
}

bool TableMap::sameAs(const TableMap& other) const
{
    if (!(window == other.window) || extent != other.extent || dimensions() != other.dimensions())
        return false;
    if (!hasClosedForm(series->scheme) || !hasClosedForm(other.series->scheme))
        return series->encodings == other.series->encodings && series->values == other.series->values;
    const Eigen::ArrayXd own = series->scheme.frequencies();
    const Eigen::ArrayXd others = other.series->scheme.frequencies();
    // The order of the dimensions, at both ends of a half.
    const auto first
        = [](const TableMap& map) { return tableDimension(map.series->scheme, map.dimensions() / 2, 1); };
    return (own == others).all() && tokenShift(series->scheme) == tokenShift(other.series->scheme)
        && first(*this).pair == first(other).pair && first(*this).sine == first(other).sine;
}

double TableMap::valuesPerColumn() const
{
    const double all = static_cast<double>(dimensions()) / 2.0;
    if (hasClosedForm(series->scheme))
        return all;
    // Values that stand alone cost several times those of a recurrence.
    const double positions = std::ceil((window.right - window.left) / std::max(1, window.pixels.width()));
    return 8.0 * all * std::clamp(positions, 1.0, mostSampled);
}

std::vector<QImage> TableImages::painted(std::vector<TableMap> maps, const SignedColors& colors, int together)
{
    for (TableMap& map : maps) {
        map.samples = together > 1 ? 1.0 : mostSampled;
        map.window.pixels.rwidth() = (map.window.pixels.width() + together - 1) / together;
    }
    const auto image = [&colors](const TableMap& map) {
        return tableImage(map.series->scheme, map.window, colors, map.extent, map.samples);
    };
    return QtConcurrent::blockingMapped<std::vector<QImage>>(maps, image);
}

bool TableImages::isOf(const std::vector<TableMap>& maps, const SignedColors& colors) const
{
    return m_colors == scaleOf(colors)
        && std::equal(maps.begin(), maps.end(), m_maps.begin(), m_maps.end(),
            [](const TableMap& one, const TableMap& other) { return one.sameAs(other); });
}

TableAnswer TableImages::answer(const std::vector<TableMap>& maps, const SignedColors& colors, bool exactNow,
    const std::function<void()>& repaint)
{
    double values = 0.0;
    for (const TableMap& map : maps)
        values += map.valuesPerColumn() * map.window.pixels.width();
    if (exactNow || values <= mostImmediateValues)
        return { painted(maps, colors, 1), false };

    const std::lock_guard lock(m_mutex);
    if (isOf(maps, colors))
        return m_answer;
    m_maps = maps;
    m_colors = scaleOf(colors);
    m_answer = { painted(maps, colors, static_cast<int>(std::ceil(values / mostImmediateValues))), true };
    const std::weak_ptr<TableImages> weak = weak_from_this();
    m_worker.start([weak, maps, colors, repaint](const std::stop_token& stop) {
        std::vector<QImage> images;
        for (const TableMap& map : maps) {
            if (stop.stop_requested())
                return;
            images.push_back(tableImage(map.series->scheme, map.window, colors, map.extent, map.samples));
        }
        const std::shared_ptr<TableImages> cache = weak.lock();
        if (!cache)
            return;
        {
            const std::lock_guard storing(cache->m_mutex);
            if (!cache->isOf(maps, colors))
                return;
            cache->m_answer = { std::move(images), false };
        }
        if (repaint)
            repaint();
    });
    return m_answer;
}
