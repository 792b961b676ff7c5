// SPDX-License-Identifier: GPL-3.0-or-later
#include "tableview.h"

#include "applicability.h"
#include "colorscale.h"
#include "marks.h"
#include "plotframe.h"
#include "tableimages.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace {

constexpr double twoPi = 2.0 * std::numbers::pi;
constexpr std::size_t mostLanes = 4;
constexpr double headerPx = 18.0;
// Height of title, legend, axis and caption, about.
constexpr double aroundMap = 100.0;
constexpr int scaleMargin = 12 + ColorScale::barWidth;

/// Each series is a lane of height 1, header and map.
std::size_t laneCount(const encodings::Scene& scene) { return std::min(mostLanes, scene.series.size()); }

/// Ticks at whole dimensions of every lane.
class LaneTicker : public QCPAxisTicker {
public:
    LaneTicker(const QCPAxis& axis, std::vector<double> dimensions, double header)
        : m_axis(axis)
        , m_dimensions(std::move(dimensions))
        , m_header(header)
    {
    }

protected:
    QVector<double> createTickVector(double, const QCPRange& range) override
    {
        QVector<double> ticks;
        for (std::size_t lane = 0; lane < m_dimensions.size(); ++lane) {
            const double dimensions = m_dimensions[lane];
            const double scale = (1.0 - m_header) / dimensions;
            const double shownDimensions = std::min(dimensions, range.size() / scale);
            const double lanesShown
                = std::max(1.0, std::min(range.size(), static_cast<double>(m_dimensions.size())));
            const double most = std::clamp(
                (m_axis.parentPlot()->viewport().height() - aroundMap) / lanesShown * (1.0 - m_header) / 20.0,
                1.0, 9.0);
            const double step = std::exp2(std::ceil(std::log2(std::max(1.0, shownDimensions / most))));
            const double top = static_cast<double>(lane) + m_header;
            const double first = std::max(0.0, std::floor((range.lower - top) / scale / step) * step);
            const double last = std::min(dimensions - 1, (range.upper - top) / scale);
            for (double dimension = first; dimension <= last; dimension += step)
                ticks << top + (dimension + 0.5) * scale;
        }
        return ticks;
    }

    int getSubTickCount(double) override { return 0; }

    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        const double lane = std::clamp(std::floor(tick), 0.0, static_cast<double>(m_dimensions.size() - 1));
        const double dimension
            = (tick - lane - m_header) / (1.0 - m_header) * m_dimensions[static_cast<std::size_t>(lane)]
            - 0.5;
        return shown(std::abs(std::round(dimension)));
    }

private:
    const QCPAxis& m_axis;
    std::vector<double> m_dimensions;
    double m_header;
};

struct Averaged {
    double positions = 1.0;
    double dimensions = 1.0;
    bool sampled = false; ///< a mean of some positions only
};

Averaged drawMap(QCPPainter& painter, const TableMap& map, const QImage& image)
{
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.setRenderHint(QPainter::LosslessImageRendering);
    painter.drawImage(map.place, image);
    painter.restore();
    const double positions = (map.window.right - map.window.left) / image.width();
    return { positions, (map.window.bottom - map.window.top) / image.height(),
        positions > mostSampled && !hasClosedForm(map.series->scheme) };
}

/// Hatch with the words over the positions beyond the trained length, and the line at it.
void drawTrainedLength(QCPPainter& painter, const Theme& theme, const QRectF& header, const QRectF& map,
    double px, double trainedLength)
{
    painter.setAntialiasing(true);
    const double left = std::max(px, header.left());
    const QRectF beyond(QPointF(left, header.top()), header.bottomRight());
    fillBeyond(painter, theme, beyond);
    if (px >= header.left()) {
        QColor halo = theme.ground;
        halo.setAlphaF(0.7F);
        painter.setPen(QPen(halo, 3));
        painter.drawLine(QLineF(px, map.top(), px, map.bottom()));
        painter.setPen(QPen(theme.text, 1));
        painter.drawLine(QLineF(px, header.top(), px, map.bottom()));
    }
    const QString words = TableView::tr("not trained (L = %1)").arg(shown(trainedLength));
    const QFontMetricsF metrics(theme.font(0.9));
    if (metrics.horizontalAdvance(words) + 8 <= beyond.width())
        drawNote(painter, theme, beyond, Qt::AlignLeft | Qt::AlignVCenter, words);
    else
        drawNote(painter, theme, QRectF(header.topLeft(), QPointF(left, header.bottom())),
            Qt::AlignRight | Qt::AlignVCenter,
            TableView::tr("L = %1, then not trained").arg(shown(trainedLength)));
}

/// The edge behind which a table has no rows, with words.
void drawEnd(QCPPainter& painter, const Theme& theme, const QRectF& map, double px, double length)
{
    painter.setAntialiasing(false);
    if (px > map.left()) {
        painter.setPen(QPen(theme.text, 2));
        painter.drawLine(QLineF(px, map.top(), px, map.bottom()));
    }
    const QRectF none(QPointF(std::max(px, map.left()), map.top()), map.bottomRight());
    const QString words = TableView::tr("the table ends at %1").arg(shown(length));
    const bool fits = QFontMetricsF(theme.font(0.9)).horizontalAdvance(words) + 8 <= none.width();
    drawNote(painter, theme, fits ? none : QRectF(map.topLeft(), QPointF(none.left(), map.bottom())),
        fits ? Qt::AlignCenter : Qt::AlignRight | Qt::AlignVCenter, words);
}

/// Name of a lane in its header, on the side that the words about training leave free.
void drawName(QCPPainter& painter, const Theme& theme, const QRectF& header, double trainedPx,
    const encodings::SceneSeries& series)
{
    QFont font = theme.font(0.9);
    font.setBold(true);
    painter.setFont(font);
    const double width = QFontMetricsF(font).horizontalAdvance(nameOf(series)) + 18;
    const bool left = trainedPx - header.left() > 0.3 * header.width();
    const QRectF box(
        left ? header.left() + 2 : header.right() - width - 2, header.top(), width, header.height());
    painter.fillRect(box, theme.ground);
    painter.fillRect(QRectF(box.left() + 2, box.center().y() - 4.5, 9, 9), theme.series(series.index));
    painter.setPen(theme.text);
    painter.drawText(box.adjusted(16, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, nameOf(series));
}

QString averageNote(const Averaged& averaged, bool pending)
{
    const bool positions = averaged.positions > 1.0 + 1e-9;
    const bool dimensions = averaged.dimensions > 1.0 + 1e-9;
    const QString manyPositions = averaged.sampled
        ? TableView::tr("%1 sampled positions of %2").arg(shown(mostSampled), shown(averaged.positions, 3))
        : TableView::tr("%1 positions").arg(shown(averaged.positions, 3));
    const QString manyDimensions = TableView::tr("%1 dimensions").arg(shown(averaged.dimensions, 3));
    if (pending)
        return TableView::tr("each column is the mean of %1, finer ones are being worked out")
            .arg(manyPositions);
    if (positions && dimensions)
        return TableView::tr("each pixel is the mean of %1 × %2").arg(manyPositions, manyDimensions);
    if (positions || dimensions)
        return TableView::tr("each pixel is the mean of %1").arg(positions ? manyPositions : manyDimensions);
    return {};
}

} // namespace

QString TableView::whyNot(const encodings::SceneSeries& series) const { return whyNoTable(series); }

TableView::TableView()
    : m_images(std::make_shared<TableImages>())
{
}

void TableView::draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look)
{
    const Theme& theme = look.theme;
    const std::size_t lanes = laneCount(*scene);
    setLegend(plot, lanes > 1 ? QList<LegendEntry>() : seriesLegend(*scene, theme));
    plot.xAxis->grid()->setVisible(false);
    plot.yAxis->grid()->setVisible(false);
    plot.xAxis->setLabel(tr("position (tokens)"));
    plot.yAxis->setLabel(tr("dimension"));
    plot.xAxis->ticker()->setTickCount(std::clamp(plot.width() / 130, 2, 6));
    const auto [first, last] = scene->range();
    plot.xAxis->setRange(first - 0.5, last + 0.5);
    plot.yAxis->setRange(0.0, static_cast<double>(lanes));
    plot.yAxis->setRangeReversed(true);

    bool headed = lanes > 1;
    for (const encodings::SceneSeries& series : scene->series)
        headed = headed || series.trainedLength() - 0.5 < plot.xAxis->range().upper;
    const double laneHeight
        = std::max(100.0, plot.viewport().height() - aroundMap) / static_cast<double>(lanes);
    m_header = headed ? std::min(0.3, headerPx / laneHeight) : 0.0;
    std::vector<double> dimensions;
    std::vector<double> extents;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const encodings::Scheme& scheme = scene->series[lane].scheme;
        dimensions.push_back(static_cast<double>(tableDimensions(scheme)));
        extents.push_back(tableExtent(scheme, std::max(0.0, first), last));
    }
    plot.yAxis->setTicker(QSharedPointer<LaneTicker>::create(*plot.yAxis, dimensions, m_header));
    plot.axisRect()->setMinimumMargins(QMargins(4, 8, scaleMargin, 2));

    const QCPAxis* const xAxis = plot.xAxis;
    const QCPAxis* const yAxis = plot.yAxis;
    const double header = m_header;
    const SignedColors colors(theme);
    addPainted(plot, [=, images = m_images](QCPPainter& painter, const QRectF& rect) {
        const auto mapOf = [&](std::size_t lane) {
            return QRectF(QPointF(rect.left(), yAxis->coordToPixel(static_cast<double>(lane) + header)),
                QPointF(rect.right(), yAxis->coordToPixel(static_cast<double>(lane) + 1.0)));
        };
        std::vector<TableMap> maps;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            maps.emplace_back(scene, scene->series[lane], painter, mapOf(lane), rect, *xAxis);
            maps.back().extent = extents[lane];
        }
        const TableAnswer answer = images->answer(maps, colors, look.exporting, look.repaint);
        Averaged averaged;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const encodings::SceneSeries& series = scene->series[lane];
            const double top = yAxis->coordToPixel(static_cast<double>(lane));
            const double mapTop = yAxis->coordToPixel(static_cast<double>(lane) + header);
            if (!answer.images[lane].isNull()) {
                const Averaged here = drawMap(painter, maps[lane], answer.images[lane]);
                averaged.positions = std::max(averaged.positions, here.positions);
                averaged.dimensions = std::max(averaged.dimensions, here.dimensions);
                averaged.sampled = averaged.sampled || here.sampled;
            }
            const double end = tableEnd(series.scheme);
            if (end - 0.5 < xAxis->range().upper)
                drawEnd(painter, theme, mapOf(lane) & rect, xAxis->coordToPixel(end - 0.5), end);
            if (header == 0.0)
                continue;
            const QRectF strip(
                QPointF(rect.left(), std::max(top, mapTop - headerPx)), QPointF(rect.right(), mapTop));
            const double trainedPx = xAxis->coordToPixel(series.trainedLength() - 0.5);
            if (trainedPx < rect.right())
                drawTrainedLength(
                    painter, theme, strip, mapOf(lane) & rect, trainedPx, series.trainedLength());
            if (lanes > 1)
                drawName(painter, theme, strip, trainedPx, series);
        }
        QStringList notes { averageNote(averaged, answer.pending) };
        if (scene->series.size() > mostLanes)
            notes << tr("%1 of %2 series not shown")
                         .arg(scene->series.size() - mostLanes)
                         .arg(scene->series.size());
        QRectF room = rect;
        for (const QString& note : notes) {
            if (note.isEmpty())
                continue;
            drawNote(painter, theme, room, Qt::AlignRight | Qt::AlignBottom, note);
            room.adjust(0, 0, 0, -QFontMetricsF(theme.font(0.9)).height() - 4);
        }
        // Beside the axis rectangle, to which the frame has clipped the painter.
        painter.setClipping(false);
        const bool alike = std::all_of(
            extents.begin(), extents.end(), [&](double extent) { return extent == extents.front(); });
        for (std::size_t lane = 0; lane < (alike ? 1 : lanes); ++lane) {
            const QRectF beside = alike ? rect : mapOf(lane) & rect;
            ColorScale(theme, -extents[lane], extents[lane])
                .paintBar(painter, theme,
                    QRectF(rect.right() + 12, beside.top(), ColorScale::barWidth, beside.height()),
                    tr("value"));
        }
    });
}

QString TableView::caption(const encodings::Scene& scene) const
{
    const encodings::SceneSeries& subject = scene.series.front();
    const Eigen::ArrayXd frequencies = subject.scheme.frequencies();
    const auto [first, last] = scene.range();
    QString text = tr("%1 dimensions of %2 at %3 positions")
                       .arg(shown(static_cast<double>(tableDimensions(subject.scheme))), nameOf(subject),
                           shown(last - first + 1.0));
    const auto wavelength = [&](double frequency) {
        const double length = twoPi / frequency;
        return shown(length, length < 100 ? 3 : 4);
    };
    const QString fastest = frequencies.size() > 0 ? wavelength(frequencies[0]) : QString();
    const QString slowest
        = frequencies.size() > 0 ? wavelength(frequencies[frequencies.size() - 1]) : QString();
    const bool still = frequencies.size() > 0 && frequencies[frequencies.size() - 1] == 0.0;
    const auto* additive = std::get_if<encodings::AdditiveTable>(&subject.scheme.mechanism);
    if (frequencies.size() == 0)
        text += tableEnd(subject.scheme) <= last
            ? tr("; the table ends at %1.").arg(shown(tableEnd(subject.scheme)))
            : QStringLiteral(".");
    else if (!subject.scheme.hasEvenIds())
        text += tr(" whose ids are not evenly spaced.");
    else if ((frequencies == 0.0).all())
        text += tr("; all stand still.");
    else if (frequencies.size() == 1)
        text += tr("; both turn once in %1 positions.").arg(fastest);
    else if (additive && additive->order == encodings::TableOrder::Halves)
        text
            += tr("; sines above, cosines below; the top of each half turns once in %1 positions, its bottom "
                  "%2.")
                   .arg(fastest, still ? tr("stands still") : tr("once in %1").arg(slowest));
    else
        text += tr("; dimensions at the top turn once in %1 positions, at the bottom %2.")
                    .arg(fastest, still ? tr("they stand still") : tr("once in %1").arg(slowest));
    QStringList others;
    for (std::size_t lane = 1; lane < laneCount(scene); ++lane)
        others << nameOf(scene.series[lane]);
    if (!others.isEmpty())
        text += tr(" Below, at the same positions: %1.").arg(others.join(", "));
    return text;
}

QString TableView::readout(const encodings::Scene& scene, double x, double y) const
{
    const double lane = std::floor(y);
    if (lane < 0 || lane >= static_cast<double>(laneCount(scene)) || y - lane < m_header)
        return {};
    const encodings::SceneSeries& series = scene.series[static_cast<std::size_t>(lane)];
    const auto dimensions = static_cast<double>(tableDimensions(series.scheme));
    const double dimension
        = std::min(dimensions - 1, std::floor((y - lane - m_header) / (1.0 - m_header) * dimensions));
    const double position = std::round(x);
    const double value = tableValues(series.scheme, position)[static_cast<Eigen::Index>(dimension)];
    const QString place = tr("%1: position %2, d[%3]").arg(nameOf(series), shown(position)).arg(dimension);
    if (std::isnan(value))
        return position >= tableEnd(series.scheme)
            ? tr("%1: the table ends at %2").arg(place, shown(tableEnd(series.scheme)))
            : tr("%1: no value").arg(place);
    const Eigen::Index pairs = series.scheme.frequencies().size();
    if (pairs == 0)
        return tr("%1 = %2").arg(place, shown(value));
    const TableDimension at = tableDimension(series.scheme, pairs, static_cast<Eigen::Index>(dimension));
    return tr("%1 = %2 (%3 of pair %4)")
        .arg(place, shown(value), at.sine ? tr("sine") : tr("cosine"))
        .arg(at.pair);
}

CsvTable TableView::csv(std::shared_ptr<const encodings::Scene> scene) const
{
    CsvTable table = tableOverRange(*scene, "position");
    double end = scene->series.empty() ? table.rows.last + 1.0 : 0.0;
    for (const encodings::SceneSeries& series : scene->series) {
        end = std::max(end, tableEnd(series.scheme));
        for (Eigen::Index dimension = 0; dimension < tableDimensions(series.scheme); ++dimension)
            table.columns.push_back(series.label + ".d[" + std::to_string(dimension) + "]");
    }
    // What is imported again has no rows without values.
    table.rows.last = std::min(table.rows.last, end - 1.0);
    table.fill = [scene, columns = static_cast<Eigen::Index>(table.columns.size())](
                     double from, double step, Eigen::Index count, Eigen::ArrayXXd& values) {
        values.resize(count, columns);
        encodings::CosSinTable turned;
        Eigen::Index column = 0;
        for (const encodings::SceneSeries& series : scene->series) {
            const encodings::Scheme& scheme = series.scheme;
            const Eigen::Index dimensions = tableDimensions(scheme);
            if (!hasClosedForm(scheme)) {
                for (Eigen::Index row = 0; row < count; ++row)
                    values.row(row).segment(column, dimensions)
                        = tableValues(scheme, from + step * static_cast<double>(row)).transpose();
                column += dimensions;
                continue;
            }
            encodings::fillCosSinTable(scheme.frequencies(), from + tokenShift(scheme), step, count, turned);
            for (Eigen::Index dimension = 0; dimension < dimensions; ++dimension) {
                const TableDimension at = tableDimension(scheme, dimensions / 2, dimension);
                values.col(column++) = at.sine ? turned.sin.col(at.pair) : turned.cos.col(at.pair);
            }
        }
    };
    return table;
}
