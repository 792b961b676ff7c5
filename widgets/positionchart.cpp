// SPDX-License-Identifier: GPL-3.0-or-later
#include "positionchart.h"

#include "columnlines.h"
#include "marks.h"
#include "positionmap.h"
#include "positionsview.h"

#include <algorithm>
#include <cmath>

using encodings::Scene;
using encodings::SceneSeries;

namespace {

/// From so many px between tokens on, every token is a dot.
constexpr double dotDistance = 5.0;
/// A step from one token to the next that is higher than this, in px, leaves a gap.
constexpr double gapHeight = 3.0;
/// A caption speaks of no more series.
constexpr std::size_t mostTold = 3;

/// Paints one map as a line with gaps, or as dots; evaluates it a few times for every column of pixels.
class MapPainter {
public:
    using Map = std::function<double(double token)>;

    MapPainter(QCPPainter& painter, const QRectF& rect, const QCPAxis& x, const QCPAxis& y)
        : m_painter(painter)
        , m_rect(rect)
        , m_x(x)
        , m_y(y)
        , m_perToken(x.coordToPixel(1.0) - x.coordToPixel(0.0))
    {
    }

    void paint(const Map& map, const QColor& color, const QList<double>& dash, double width)
    {
        m_color = color;
        const double first = std::ceil(m_x.range().lower - 1.0);
        const double last = std::floor(m_x.range().upper + 1.0);
        const double step = std::max(1.0, std::floor((last - first) / (3.0 * m_rect.width())));
        double before = 0.0;
        double valueBefore = std::numeric_limits<double>::quiet_NaN();
        for (double token = first; token <= last; token += step) {
            const double value = map(token);
            if (m_perToken >= dotDistance) {
                if (!std::isnan(value))
                    paintDot(token, value, std::min(3.0, 0.35 * m_perToken) + 0.4);
                continue;
            }
            if (std::isnan(value) || std::isnan(valueBefore) || jumps(map, before, valueBefore, token, value))
                finish(dash, width);
            if (!std::isnan(value)) {
                m_px.push_back(m_x.coordToPixel(token));
                m_values.push_back({ value, value });
            }
            before = token;
            valueBefore = value;
        }
        finish(dash, width);
    }

private:
    double height(double one, double other) const
    {
        return std::abs(m_y.coordToPixel(one) - m_y.coordToPixel(other));
    }

    /// Whether most of the way from one token to a later one is taken in a single step.
    bool jumps(const Map& map, double from, double valueFrom, double to, double valueTo) const
    {
        while (height(valueFrom, valueTo) > gapHeight) {
            if (to - from <= 1.0)
                return true;
            const double middle = std::floor((from + to) / 2.0);
            const double value = map(middle);
            if (std::isnan(value))
                return true;
            const double before = std::abs(value - valueFrom);
            const double after = std::abs(valueTo - value);
            if (std::max(before, after) < 0.75 * std::abs(valueTo - valueFrom))
                return false;
            if (before > after) {
                to = middle;
                valueTo = value;
            } else {
                from = middle;
                valueFrom = value;
            }
        }
        return false;
    }

    void paintDot(double token, double value, double radius)
    {
        const QPointF center(m_x.coordToPixel(token), m_y.coordToPixel(value));
        if (m_rect.adjusted(-1, -1, 1, 1).contains(center))
            drawMark(m_painter, center, 'd', 2.0 * radius, m_color);
    }

    void finish(const QList<double>& dash, double width)
    {
        if (m_px.empty())
            return;
        if (m_px.back() - m_px.front() < width) {
            const QPointF center(m_px.front(), m_y.coordToPixel(m_values.front().low));
            if (m_rect.adjusted(-1, -1, 1, 1).contains(center))
                drawMark(m_painter, center, 'd', 2.0 * width, m_color);
        } else if (m_px.back() >= m_rect.left() && m_px.front() <= m_rect.right()) {
            fillOutline(m_painter,
                ColumnLines(m_px, m_values)
                    .outline(m_rect, outlineStep(m_painter), width,
                        [this](double value) { return m_y.coordToPixel(value); }),
                m_color, width, dash);
        }
        m_px.clear();
        m_values.clear();
    }

    QCPPainter& m_painter;
    const QRectF& m_rect;
    const QCPAxis& m_x;
    const QCPAxis& m_y;
    double m_perToken;
    QColor m_color;
    std::vector<double> m_px;
    std::vector<encodings::Interval> m_values;
};

std::vector<PositionMap> mapsOf(const Scene& scene)
{
    std::vector<PositionMap> maps;
    for (const SceneSeries& series : scene.series)
        maps.emplace_back(scene, series);
    return maps;
}

bool isAny(const std::vector<PositionMap>& maps, bool (PositionMap::*is)() const)
{
    return std::any_of(maps.begin(), maps.end(), [is](const PositionMap& map) { return (map.*is)(); });
}

/// Lines of what would be without any change: id = token, distance = query - key. Cut at the rectangle.
void paintReference(
    QCPPainter& painter, const QCPAxis& x, const QCPAxis& y, const std::vector<PositionMap>& maps)
{
    const double top = y.range().upper;
    const auto line = [&](double from, double valueFrom, double to, double valueTo) {
        painter.drawLine(QLineF(
            x.coordToPixel(from), y.coordToPixel(valueFrom), x.coordToPixel(to), y.coordToPixel(valueTo)));
    };
    const double left = std::max(0.0, x.range().lower);
    if (!std::all_of(maps.begin(), maps.end(), [](const PositionMap& map) { return map.isOfPairs(); })) {
        const double right = std::min(x.range().upper, top);
        if (left < right)
            line(left, left, right, right);
    }
    if (isAny(maps, &PositionMap::isOfPairs)) {
        const double query = maps.front().query();
        const double start = std::max(left, query - top);
        const double end = std::min(x.range().upper, query);
        if (start < end)
            line(start, query - start, end, query - end);
    }
}

/// The trained length, as a value and as a place on the axis of tokens.
class TrainedMarks {
public:
    TrainedMarks(const Scene& scene, const Theme& theme)
        : m_theme(theme)
        , m_length(scene.series.front().trainedLength())
    {
        const std::vector<PositionMap> maps = mapsOf(scene);
        m_ofPairs = maps.front().isOfPairs();
        m_shaded = !std::all_of(
            maps.begin(), maps.end(), [](const PositionMap& map) { return map.isTrainedSo(); });
        for (std::size_t i = 0; i < maps.size(); ++i) {
            const double length = scene.series[i].trainedLength();
            const double token = maps[i].isOfPairs() ? maps[i].query() - length : length;
            const bool own = length == m_length;
            m_lines.push_back(
                { length, token, own ? theme.text : theme.series(scene.series[i].index), !own });
        }
        m_words = m_shaded ? PositionsView::tr("not trained (L = %1)").arg(shown(m_length))
                           : PositionsView::tr("L = %1").arg(shown(m_length));
        if (std::any_of(m_lines.begin(), m_lines.end(), [](const Line& line) { return line.dashed; })
            && m_shaded)
            m_words = PositionsView::tr("not trained, %1 (L = %2)")
                          .arg(nameOf(scene.series.front()), shown(m_length));
    }

    void paintRegion(QCPPainter& painter, const QRectF& rect, const QCPAxis& y) const
    {
        if (m_shaded && m_length < y.range().upper)
            fillBeyond(painter, m_theme,
                QRectF(rect.topLeft(),
                    QPointF(rect.right(), std::min(rect.bottom(), y.coordToPixel(m_length)))));
    }

    void paintLines(QCPPainter& painter, const QRectF& rect, const QCPAxis& x, const QCPAxis& y) const
    {
        for (const Line& line : m_lines) {
            painter.setPen(QPen(line.color, 0, line.dashed ? Qt::DashLine : Qt::SolidLine));
            if (y.range().contains(line.length)) {
                const double py = y.coordToPixel(line.length);
                painter.drawLine(QLineF(rect.left(), py, rect.right(), py));
            }
            if (x.range().contains(line.token)) {
                const double px = x.coordToPixel(line.token);
                painter.drawLine(QLineF(px, rect.top(), px, rect.bottom()));
            }
        }
    }

    void paintWords(QCPPainter& painter, const QRectF& rect, const QCPAxis& y) const
    {
        if (m_length >= y.range().upper)
            return;
        const double bottom = std::min(rect.bottom(), y.coordToPixel(m_length));
        // Where the curves are not: ids grow, distances shrink.
        const QRectF above(rect.topLeft(), QPointF(rect.right(), bottom));
        drawNote(painter, m_theme, above,
            (m_shaded && !m_ofPairs ? Qt::AlignLeft : Qt::AlignRight)
                | (m_shaded ? Qt::AlignTop : Qt::AlignBottom),
            m_words);
    }

private:
    struct Line {
        double length = 0.0;
        double token = 0.0;
        QColor color;
        bool dashed = false;
    };
    Theme m_theme;
    double m_length;
    bool m_ofPairs = false; ///< the subject
    bool m_shaded = true; ///< some ids or distances from L on were never trained
    std::vector<Line> m_lines;
    QString m_words;
};

QString againstLength(double high, double length, bool trainedSo)
{
    if (high < length)
        return PositionsView::tr("all below L = %1").arg(shown(length));
    return trainedSo ? PositionsView::tr("beyond L = %1, as in training").arg(shown(length))
                     : PositionsView::tr("beyond L = %1: unseen").arg(shown(length));
}

QString toldOf(const SceneSeries& series, const PositionMap& map)
{
    const PositionMap::Extent extent = map.extent();
    const QString name = nameOf(series);
    const double length = series.trainedLength();
    if (!extent.any)
        return PositionsView::tr("%1: no token has a value").arg(name);
    if (map.isOfPairs()) {
        QString text = PositionsView::tr("%1: from the query at %2, distances up to %3, %4")
                           .arg(name, shown(map.query()), shown(extent.high),
                               againstLength(extent.high, length, false));
        if (map.isRenumbered())
            text += PositionsView::tr("; the query takes place %1 of the cache")
                        .arg(shown(map.placeOf(map.query())));
        return text;
    }
    const QString text = PositionsView::tr("%1: tokens %2..%3 have ids %4..%5, %6")
                             .arg(name, shown(extent.firstToken), shown(extent.lastToken), shown(extent.low),
                                 shown(extent.high), againstLength(extent.high, length, map.isTrainedSo()));
    return std::isfinite(map.end())
        ? PositionsView::tr("%1; no value from id %2 on").arg(text, shown(map.end()))
        : text;
}

} // namespace

void drawPositionChart(QCustomPlot& plot, const std::shared_ptr<const Scene>& scene, const Theme& theme)
{
    const auto maps = std::make_shared<const std::vector<PositionMap>>(mapsOf(*scene));
    const auto [first, last] = scene->range();
    double high = 1.0;
    double low = 0.0;
    for (const PositionMap& map : *maps) {
        const PositionMap::Extent extent = map.extent();
        if (extent.any) {
            high = std::max(high, extent.high);
            low = std::min(low, extent.low);
        }
        if (map.isRenumbered())
            high = std::max(high, map.placeOf(map.query()));
    }
    const QCPAxis* const x = plot.xAxis;
    const QCPAxis* const y = plot.yAxis;
    plot.xAxis->setRange(first, last);
    // A trained length that is not much farther stays in the picture.
    double top = high;
    for (const SceneSeries& series : scene->series) {
        if (series.trainedLength() < 1.5 * high)
            top = std::max(top, series.trainedLength());
    }
    plot.yAxis->setRange(low - (low < 0.0 ? 0.06 * top : 0.0), 1.06 * top);
    const QString query = shown(scene->values.number("query"));
    const bool pairs = isAny(*maps, &PositionMap::isOfPairs);
    const bool ids
        = !std::all_of(maps->begin(), maps->end(), [](const PositionMap& map) { return map.isOfPairs(); });
    plot.xAxis->setLabel(
        pairs && !ids ? PositionsView::tr("key position (tokens)") : PositionsView::tr("position (tokens)"));
    plot.yAxis->setLabel(!pairs ? PositionsView::tr("position id")
            : ids ? PositionsView::tr("position id, or distance from the query at %1").arg(query)
                  : PositionsView::tr("distance used from the query at %1").arg(query));

    const auto marks = std::make_shared<const TrainedMarks>(*scene, theme);
    addPainted(plot, [=](QCPPainter& painter, const QRectF& rect) {
        marks->paintRegion(painter, rect, *y);
    })->setLayer("background");
    addPainted(plot, [=](QCPPainter& painter, const QRectF& rect) {
        marks->paintWords(painter, rect, *y);
    })->setLayer("axes");
    addPainted(plot, [=](QCPPainter& painter, const QRectF& rect) {
        marks->paintLines(painter, rect, *x, *y);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(theme.mutedText, 0, Qt::DotLine));
        paintReference(painter, *x, *y, *maps);
        MapPainter map(painter, rect, *x, *y);
        for (std::size_t i = 0; i < maps->size(); ++i) {
            const SceneSeries& series = scene->series[i];
            const PositionMap& one = (*maps)[i];
            // Dashed lines lie on the subject's: ids are often the same.
            if (one.isRenumbered())
                map.paint([&](double token) { return one.placeOf(token); },
                    theme.towardsGround(theme.series(series.index), 0.5), {}, theme.lineWidth);
            map.paint([&](double token) { return one.at(token); }, theme.series(series.index),
                dashOf(*scene, series), theme.lineWidth + 0.5);
        }
    });

    QList<LegendEntry> legend = seriesLegend(*scene, theme);
    for (std::size_t i = 0; i < maps->size(); ++i) {
        if ((*maps)[i].isRenumbered())
            legend << LegendEntry { PositionsView::tr("%1: place in the cache").arg(nameOf(scene->series[i])),
                theme.towardsGround(theme.series(scene->series[i].index), 0.5), {}, 0 };
    }
    legend << LegendEntry { PositionsView::tr("unchanged"), theme.mutedText, { 1.5, 2.5 }, 0 };
    setLegend(plot, legend);
}

QString positionChartCaption(const Scene& scene)
{
    QStringList parts;
    for (std::size_t i = 0; i < scene.series.size() && i < mostTold; ++i)
        parts << toldOf(scene.series[i], PositionMap(scene, scene.series[i]));
    return parts.join(QStringLiteral("; "))
        + (scene.series.size() > mostTold ? QStringLiteral("; …") : QStringLiteral("."));
}

QString positionChartReadout(const Scene& scene, double token)
{
    QStringList parts;
    for (const SceneSeries& series : scene.series) {
        const PositionMap map(scene, series);
        const double value = map.at(token);
        QString text = map.isOfPairs() ? PositionsView::tr("not seen") : PositionsView::tr("no value");
        if (!std::isnan(value))
            text = (map.isOfPairs() ? PositionsView::tr("distance %1") : PositionsView::tr("id %1"))
                       .arg(shown(value, 12));
        if (map.isRenumbered() && !std::isnan(value))
            text += PositionsView::tr(", place %1").arg(shown(map.placeOf(token), 12));
        parts << PositionsView::tr("%1: %2").arg(nameOf(series), text);
    }
    return PositionsView::tr("position %1, %2").arg(shown(token), parts.join(QStringLiteral("; ")));
}
