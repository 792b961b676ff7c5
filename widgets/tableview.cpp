// SPDX-License-Identifier: GPL-3.0-or-later
#include "tableview.h"

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
constexpr int scaleMargin = 74;

/// Series with pairs, in order; each is a lane of height 1, header and map.
std::vector<const encodings::SceneSeries*> tablesOf(const encodings::Scene& scene)
{
    std::vector<const encodings::SceneSeries*> tables;
    for (const encodings::SceneSeries& series : scene.series) {
        if (series.scheme.frequencies().size() > 0)
            tables.push_back(&series);
    }
    return tables;
}

std::size_t laneCount(const std::vector<const encodings::SceneSeries*>& tables)
{
    return std::min(mostLanes, tables.size());
}

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
};

Averaged drawMap(QCPPainter& painter, const TableMap& map, const QImage& image)
{
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.setRenderHint(QPainter::LosslessImageRendering);
    painter.drawImage(map.place, image);
    painter.restore();
    return { (map.window.right - map.window.left) / image.width(),
        (map.window.bottom - map.window.top) / image.height() };
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

void drawScale(QCPPainter& painter, const Theme& theme, const SignedColors& colors, const QRectF& rect)
{
    const QRectF bar(rect.right() + 12, rect.top() + 6, 12, rect.height() - 12);
    QLinearGradient gradient(bar.bottomLeft(), bar.topLeft());
    gradient.setColorAt(0.0, colors.low());
    gradient.setColorAt(0.5, colors.middle());
    gradient.setColorAt(1.0, colors.high());
    painter.setAntialiasing(false);
    painter.fillRect(bar, gradient);
    painter.setPen(QPen(theme.hairline, 0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar);
    const QFont font = theme.font(0.9);
    const QFontMetricsF metrics(font);
    painter.setFont(font);
    painter.save();
    painter.translate(bar.right() + 40, bar.center().y());
    painter.rotate(-90);
    painter.setPen(theme.text);
    painter.drawText(
        QRectF(-60, -metrics.height() / 2, 120, metrics.height()), Qt::AlignCenter, TableView::tr("value"));
    painter.restore();
    const bool fine = bar.height() > 8 * metrics.height();
    for (double value = -1.0; value <= 1.0; value += fine ? 0.5 : 1.0) {
        const double y = bar.center().y() - value * bar.height() / 2;
        painter.setPen(QPen(theme.hairline, 0));
        painter.drawLine(QLineF(bar.right(), y, bar.right() + 3, y));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(bar.right() + 6, y - metrics.height() / 2, 40, metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, shown(value));
    }
}

QString averageNote(const Averaged& averaged, bool pending)
{
    const bool positions = averaged.positions > 1.0 + 1e-9;
    const bool dimensions = averaged.dimensions > 1.0 + 1e-9;
    const QString manyPositions = TableView::tr("%1 positions").arg(shown(averaged.positions, 3));
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

TableView::TableView()
    : m_images(std::make_shared<TableImages>())
{
}

void TableView::draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look)
{
    const Theme& theme = look.theme;
    const std::size_t lanes = laneCount(tablesOf(*scene));
    setLegend(plot, lanes > 1 ? QList<LegendEntry>() : seriesLegend(*scene, theme));
    plot.xAxis->grid()->setVisible(false);
    plot.yAxis->grid()->setVisible(false);
    plot.xAxis->setLabel(tr("position (tokens)"));
    plot.yAxis->setLabel(tr("dimension"));
    plot.xAxis->ticker()->setTickCount(std::clamp(plot.width() / 130, 2, 6));
    const auto [first, last] = scene->range();
    plot.xAxis->setRange(first - 0.5, last + 0.5);
    plot.yAxis->setRange(0.0, std::max<double>(1.0, static_cast<double>(lanes)));
    plot.yAxis->setRangeReversed(true);
    if (lanes == 0) {
        plot.yAxis->setTickLabels(false);
        addPainted(plot, [theme](QCPPainter& painter, const QRectF& rect) {
            painter.setFont(theme.font(0.9));
            painter.setPen(theme.mutedText);
            painter.drawText(rect, Qt::AlignCenter | Qt::TextWordWrap,
                tr("No series drawn has a table: show one, or add RoPE."));
        });
        return;
    }

    bool headed = lanes > 1;
    for (const encodings::SceneSeries* series : tablesOf(*scene))
        headed = headed || series->trainedLength() - 0.5 < plot.xAxis->range().upper;
    const double laneHeight
        = std::max(100.0, plot.viewport().height() - aroundMap) / static_cast<double>(lanes);
    m_header = headed ? std::min(0.3, headerPx / laneHeight) : 0.0;
    std::vector<double> dimensions;
    for (std::size_t lane = 0; lane < lanes; ++lane)
        dimensions.push_back(2.0 * static_cast<double>(tablesOf(*scene)[lane]->scheme.frequencies().size()));
    plot.yAxis->setTicker(QSharedPointer<LaneTicker>::create(*plot.yAxis, dimensions, m_header));
    plot.axisRect()->setMinimumMargins(QMargins(4, 8, scaleMargin, 2));

    const QCPAxis* const xAxis = plot.xAxis;
    const QCPAxis* const yAxis = plot.yAxis;
    const double header = m_header;
    const SignedColors colors(theme);
    addPainted(plot, [=, images = m_images](QCPPainter& painter, const QRectF& rect) {
        const std::vector<const encodings::SceneSeries*> tables = tablesOf(*scene);
        const auto mapOf = [&](std::size_t lane) {
            return QRectF(QPointF(rect.left(), yAxis->coordToPixel(static_cast<double>(lane) + header)),
                QPointF(rect.right(), yAxis->coordToPixel(static_cast<double>(lane) + 1.0)));
        };
        std::vector<TableMap> maps;
        for (std::size_t lane = 0; lane < laneCount(tables); ++lane) {
            maps.emplace_back(scene, *tables[lane], painter, mapOf(lane), rect, *xAxis);
        }
        const TableAnswer answer = images->answer(maps, colors, look.exporting, look.repaint);
        Averaged averaged;
        for (std::size_t lane = 0; lane < laneCount(tables); ++lane) {
            const encodings::SceneSeries& series = *tables[lane];
            const double top = yAxis->coordToPixel(static_cast<double>(lane));
            const double mapTop = yAxis->coordToPixel(static_cast<double>(lane) + header);
            if (!answer.images[lane].isNull()) {
                const Averaged here = drawMap(painter, maps[lane], answer.images[lane]);
                averaged.positions = std::max(averaged.positions, here.positions);
                averaged.dimensions = std::max(averaged.dimensions, here.dimensions);
            }
            if (header == 0.0)
                continue;
            const QRectF strip(
                QPointF(rect.left(), std::max(top, mapTop - headerPx)), QPointF(rect.right(), mapTop));
            const double trainedPx = xAxis->coordToPixel(series.trainedLength() - 0.5);
            if (trainedPx < rect.right())
                drawTrainedLength(
                    painter, theme, strip, mapOf(lane) & rect, trainedPx, series.trainedLength());
            if (laneCount(tables) > 1)
                drawName(painter, theme, strip, trainedPx, series);
        }
        QStringList notes { averageNote(averaged, answer.pending) };
        if (tables.size() > mostLanes)
            notes << tr("%1 of %2 series not shown").arg(tables.size() - mostLanes).arg(tables.size());
        QRectF room = rect;
        for (const QString& note : notes) {
            if (note.isEmpty())
                continue;
            drawNote(painter, theme, room, Qt::AlignRight | Qt::AlignBottom, note);
            room.adjust(0, 0, 0, -QFontMetricsF(theme.font(0.9)).height() - 4);
        }
        // Beside the axis rectangle, to which the frame has clipped the painter.
        painter.setClipping(false);
        drawScale(painter, theme, colors, rect);
    });
}

QString TableView::caption(const encodings::Scene& scene) const
{
    const std::vector<const encodings::SceneSeries*> tables = tablesOf(scene);
    if (tables.empty())
        return tr("No series drawn has a table.");
    const encodings::SceneSeries& subject = *tables.front();
    const Eigen::ArrayXd frequencies = subject.scheme.frequencies();
    const auto [first, last] = scene.range();
    const auto wavelength = [&](double frequency) {
        const double length = twoPi / frequency;
        return shown(length, length < 100 ? 3 : 4);
    };
    const QString fastest = wavelength(frequencies[0]);
    const QString slowest = wavelength(frequencies[frequencies.size() - 1]);
    QString text = tr("%1 dimensions of %2 at %3 positions; ")
                       .arg(shown(2.0 * static_cast<double>(frequencies.size())), nameOf(subject),
                           shown(last - first + 1.0));
    const auto* additive = std::get_if<encodings::AdditiveTable>(&subject.scheme.mechanism);
    if (frequencies.size() == 1)
        text += tr("both turn once in %1 positions.").arg(fastest);
    else if (additive && additive->order == encodings::TableOrder::Halves)
        text += tr("sines above, cosines below; the top of each half turns once in %1 positions, its bottom "
                   "once in %2.")
                    .arg(fastest, slowest);
    else
        text += tr("dimensions at the top turn once in %1 positions, at the bottom once in %2.")
                    .arg(fastest, slowest);
    QStringList others;
    for (std::size_t lane = 1; lane < laneCount(tables); ++lane)
        others << nameOf(*tables[lane]);
    if (!others.isEmpty())
        text += tr(" Below, at the same positions: %1.").arg(others.join(", "));
    return text;
}

QString TableView::readout(const encodings::Scene& scene, double x, double y) const
{
    const std::vector<const encodings::SceneSeries*> tables = tablesOf(scene);
    const double lane = std::floor(y);
    if (lane < 0 || lane >= static_cast<double>(laneCount(tables)) || y - lane < m_header)
        return {};
    const encodings::SceneSeries& series = *tables[static_cast<std::size_t>(lane)];
    const Eigen::ArrayXd frequencies = series.scheme.frequencies();
    const double dimensions = 2.0 * static_cast<double>(frequencies.size());
    const double dimension
        = std::min(dimensions - 1, std::floor((y - lane - m_header) / (1.0 - m_header) * dimensions));
    const TableDimension at
        = tableDimension(series.scheme, frequencies.size(), static_cast<Eigen::Index>(dimension));
    const double position = std::round(x);
    const std::complex<double> turned = encodings::phasor(position, frequencies[at.pair]);
    return tr("%1: position %2, d[%3] = %4 (%5 of pair %6)")
        .arg(nameOf(series), shown(position))
        .arg(dimension)
        .arg(shown(at.sine ? turned.imag() : turned.real()), at.sine ? tr("sine") : tr("cosine"))
        .arg(at.pair);
}

CsvTable TableView::csv(std::shared_ptr<const encodings::Scene> scene) const
{
    const std::vector<const encodings::SceneSeries*> tables = tablesOf(*scene);
    CsvTable table = tableOverRange(*scene, "position");
    for (const encodings::SceneSeries* series : tables) {
        for (Eigen::Index dimension = 0; dimension < 2 * series->scheme.frequencies().size(); ++dimension)
            table.columns.push_back(series->label + ".d[" + std::to_string(dimension) + "]");
    }
    table.fill = [scene, tables, columns = static_cast<Eigen::Index>(table.columns.size())](
                     double from, double step, Eigen::Index count, Eigen::ArrayXXd& values) {
        values.resize(count, columns);
        encodings::CosSinTable turned;
        Eigen::Index column = 0;
        for (const encodings::SceneSeries* series : tables) {
            const Eigen::ArrayXd frequencies = series->scheme.frequencies();
            encodings::fillCosSinTable(frequencies, from, step, count, turned);
            for (Eigen::Index dimension = 0; dimension < 2 * frequencies.size(); ++dimension) {
                const TableDimension at = tableDimension(series->scheme, frequencies.size(), dimension);
                values.col(column++) = at.sine ? turned.sin.col(at.pair) : turned.cos.col(at.pair);
            }
        }
    };
    return table;
}
