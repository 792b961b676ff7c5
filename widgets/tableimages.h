// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lateworker.h"
#include "tableraster.h"

#include "encodings/scene.h"

#include <QRectF>

#include <memory>
#include <mutex>

class QCPAxis;
class QCPPainter;

/// The map of one series, and where it is painted.
struct TableMap {
    std::shared_ptr<const encodings::Scene> scene; ///< keeps the series
    const encodings::SceneSeries* series = nullptr;
    QRectF place; ///< px
    TableWindow window; ///< no pixels where there is no room
    double extent = 1.0; ///< value at the end of the colour scale
    double samples = mostSampled; ///< positions for a pixel where there is no closed form

    /// The map that fills `lane` (px), of which `rect` is visible; `axis` tells which positions.
    TableMap(std::shared_ptr<const encodings::Scene> shownScene, const encodings::SceneSeries& shownSeries,
        const QCPPainter& painter, const QRectF& lane, const QRectF& rect, const QCPAxis& axis);

    Eigen::Index dimensions() const { return tableDimensions(series->scheme); }
    /// Values worked out for a column of pixels.
    double valuesPerColumn() const;
    bool sameAs(const TableMap& other) const;
};

struct TableAnswer {
    std::vector<QImage> images; ///< one for each map, as wide as its window or narrower
    bool pending = false; ///< the images in full are being worked out
};

/// Images of the maps of a picture. Where all of them cost more than a part of a frame, images with fewer
/// columns come at once, and the rest from a worker thread. Share by std::make_shared: the worker asks
/// whether this is still there.
class TableImages : public std::enable_shared_from_this<TableImages> {
public:
    /// With `exactNow` nothing is left to the worker.
    TableAnswer answer(const std::vector<TableMap>& maps, const SignedColors& colors, bool exactNow,
        const std::function<void()>& repaint);

private:
    static std::vector<QImage> painted(std::vector<TableMap> maps, const SignedColors& colors, int together);
    bool isOf(const std::vector<TableMap>& maps, const SignedColors& colors) const;

    std::mutex m_mutex;
    std::vector<TableMap> m_maps; ///< the last ones that cost much
    std::vector<QRgb> m_colors; ///< ends and middle of their scale
    TableAnswer m_answer; ///< for these
    LateWorker m_worker;
};
