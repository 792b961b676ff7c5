// SPDX-License-Identifier: GPL-3.0-or-later
#include "squareview.h"

#include "plotframe.h"
#include "squarepainter.h"
#include "tickers.h"

#include <cmath>
#include <limits>

using encodings::Scene;
using encodings::SceneSeries;

namespace {

/// Smallest share of the largest value that a logarithmic scale tells apart.
constexpr double logarithmicReach = 1e-6;

std::optional<ColorScale> scaleOf(
    const Theme& theme, const std::vector<Eigen::ArrayXXd>& maps, bool logarithmic)
{
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const Eigen::ArrayXXd& map : maps) {
        for (const double value : map.reshaped()) {
            if (!std::isfinite(value) || (logarithmic && value <= 0.0))
                continue;
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    if (low > high)
        return std::nullopt;
    return ColorScale(theme, logarithmic ? std::max(low, logarithmicReach * high) : low, high, logarithmic);
}

/// Fills a table over pairs with the keys `keyRows`.
std::function<void(double, double, Eigen::Index, Eigen::ArrayXXd&)> fillOf(
    const std::vector<SquareSource>& sources, const CsvRows& keyRows)
{
    return [sources, keyRows](double from, double step, Eigen::Index count, Eigen::ArrayXXd& values) {
        const Eigen::Index keyCount = keyRows.count();
        const Eigen::ArrayXd keys
            = keyRows.first + Eigen::ArrayXd::LinSpaced(keyCount, 0.0, static_cast<double>(keyCount - 1));
        Eigen::ArrayXd queries
            = from + step * Eigen::ArrayXd::LinSpaced(count, 0.0, static_cast<double>(count - 1));
        const bool down = step < 0.0;
        if (down)
            queries.reverseInPlace();
        values.resize(count, keyCount * static_cast<Eigen::Index>(sources.size()));
        for (std::size_t i = 0; i < sources.size(); ++i) {
            const Eigen::ArrayXXd own = sources[i].at(queries, keys);
            auto target = values.middleCols(static_cast<Eigen::Index>(i) * keyCount, keyCount);
            if (down)
                target = own.colwise().reverse();
            else
                target = own;
        }
    };
}

} // namespace

SquareView::SquareView()
    : m_values(std::make_shared<SquareValues>())
{
}

std::pair<double, double> SquareView::tokens(const Scene& scene) const
{
    const auto [first, last] = scene.range();
    const double from = std::max(0.0, std::ceil(first));
    return { from, std::max(from + 1.0, std::floor(last)) };
}

std::vector<SquareSource> SquareView::sourcesOf(const std::shared_ptr<const Scene>& scene) const
{
    std::vector<SquareSource> sources;
    for (const SceneSeries& series : scene->series) {
        if (sources.size() == mostSquares)
            break;
        sources.push_back(source(scene, series));
        sources.back().encodings = series.encodings;
        sources.back().values = series.values;
    }
    return sources;
}

void SquareView::draw(QCustomPlot& plot, std::shared_ptr<const Scene> scene, const Look& look)
{
    m_scene = scene;
    m_sources = sourcesOf(scene);
    const Theme theme = look.theme;
    const Legend colors = legend(*scene);
    const auto count = static_cast<int>(m_sources.size());

    QList<LegendEntry> entries = count > 1 ? QList<LegendEntry>() : seriesLegend(*scene, theme);
    const SquarePainter shades { theme, *plot.xAxis, *plot.yAxis };
    if (!colors.empty.isEmpty())
        entries << LegendEntry { colors.empty, shades.empty(), {}, 's' };
    setLegend(plot, entries);
    const auto [first, last] = tokens(*scene);
    for (QCPAxis* axis : { plot.xAxis, plot.yAxis }) {
        axis->grid()->setVisible(false);
        axis->setTicker(QSharedPointer<WholeTicker>::create());
        axis->setRange(first - 0.5, last + 0.5);
    }
    plot.xAxis->setLabel(colors.across);
    plot.yAxis->setLabel(colors.down);
    plot.yAxis->setRangeReversed(true);

    for (QCPAxis* axis : plot.axisRect()->axes())
        axis->setBasePen(Qt::NoPen);
    const QCPAxis* const x = plot.xAxis;
    const QCPAxis* const y = plot.yAxis;
    const auto grid = std::make_shared<SquareGrid>();
    Painted* const maps = addPainted(
        plot, [=, values = m_values, sources = m_sources](QCPPainter& painter, const QRectF& rect) {
            // All squares but the first lie beside the axis rectangle, to which the frame has clipped.
            painter.setClipping(false);
            const SquarePainter square { theme, *x, *y };
            const SquareCells cells = square.cells(painter, rect);
            const SquareAnswer answer = values->answer(sources, cells, look.exporting, look.repaint);
            const std::optional<ColorScale> scale = scaleOf(theme, answer.values, colors.logarithmic);
            for (int index = 0; index < count; ++index) {
                const SceneSeries& series = scene->series[static_cast<std::size_t>(index)];
                const QRectF place = grid->placeOf(rect, index);
                const ColorScale own = colors.scale.isEmpty()
                    ? ColorScale::plain(theme.series(series.index))
                    : scale.value_or(ColorScale::plain(theme.ground));
                if (!answer.values.empty()) {
                    const Eigen::ArrayXXd& map = answer.values[static_cast<std::size_t>(index)];
                    square.paintMap(painter, place, answer.cells, map, own);
                    if (!colors.scale.isEmpty())
                        square.paintNumbers(painter, place, answer.cells, map, own);
                }
                square.paintTrainedLength(painter, place, series.trainedLength(), index == 0);
                square.paintFrame(painter, place, index > 0);
                if (count > 1)
                    square.paintName(painter, place, series);
            }
            QStringList notes;
            if (answer.pending)
                notes << tr("being worked out");
            if (answer.cells.step > 1.0)
                notes << tr("one cell in %1 × %1 is drawn").arg(shown(answer.cells.step));
            if (scene->series.size() > mostSquares)
                notes << tr("%1 of %2 series not shown")
                             .arg(scene->series.size() - mostSquares)
                             .arg(scene->series.size());
            const QRectF rightmost = grid->placeOf(rect, std::min(count, grid->columns) - 1);
            QRectF room(rect.topLeft(), QPointF(rightmost.right(), rect.bottom()));
            for (const QString& note : notes) {
                drawNote(painter, theme, room, Qt::AlignRight | Qt::AlignTop, note);
                room.adjust(0, QFontMetricsF(theme.font(0.9)).height() + 4, 0, 0);
            }
            if (scale && !colors.scale.isEmpty()) {
                const QRectF lowest = grid->placeOf(rect, count - 1);
                scale->paintBar(painter, theme,
                    QRectF(rightmost.right() + 12, rect.top(), ColorScale::barWidth,
                        lowest.bottom() - rect.top()),
                    colors.scale);
            }
        });
    QObject::connect(&plot, &QCustomPlot::afterLayout, maps,
        [&plot, count, grid] { *grid = arrangeSquares(plot, count); });
}

QString SquareView::readout(const Scene& scene, double x, double y) const
{
    const double query = std::round(y);
    const double key = std::round(x);
    if (query < 0.0 || key < 0.0)
        return {};
    // The caller keeps the scene while it waits for the answer.
    const std::shared_ptr<const Scene> here(std::shared_ptr<const Scene>(), &scene);
    const std::vector<SquareSource> sources = &scene == m_scene.get() ? m_sources : sourcesOf(here);
    QStringList parts { tr("query %1, key %2").arg(shown(query), shown(key)) };
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const SceneSeries& series = scene.series[i];
        const double value
            = sources[i].at(Eigen::ArrayXd::Constant(1, query), Eigen::ArrayXd::Constant(1, key))(0, 0);
        const QString text = std::isnan(value) ? emptyWord(series, query, key) : shown(value);
        parts << (scene.series.size() > 1 ? tr("%1: %2").arg(nameOf(series), text) : text);
    }
    return parts.size() == 2 ? tr("%1: %2").arg(parts[0], parts[1]) : parts.join("   ");
}

CsvTable SquareView::csv(std::shared_ptr<const Scene> scene) const
{
    CsvTable table = tableOverRange(*scene, "query");
    const auto [first, last] = tokens(*scene);
    table.rows = { first, last, 1.0 };
    table.lowestRow = 0.0;
    table.keyName = "key";
    table.keys = table.rows;
    std::vector<SquareSource> sources;
    for (const SceneSeries& series : scene->series) {
        for (const auto& [name, values] : columns(scene, series)) {
            table.columns.push_back(series.label + "." + name);
            sources.push_back(values);
        }
    }
    table.fill = fillOf(sources, table.keys);
    if (std::all_of(sources.begin(), sources.end(), [](const SquareSource& one) { return one.causal; }))
        table.upToKey = [table, sources](double lastKey) {
            CsvTable shorter = table;
            shorter.keys.last = lastKey;
            shorter.fill = fillOf(sources, shorter.keys);
            return shorter;
        };
    return table;
}
