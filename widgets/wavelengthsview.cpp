// SPDX-License-Identifier: GPL-3.0-or-later
#include "wavelengthsview.h"

#include "marks.h"
#include "tickers.h"
#include "wavelengthchart.h"

#include <algorithm>
#include <cmath>
#include <limits>

using Eigen::Index;
using encodings::Scene;
using encodings::SceneSeries;

namespace {

using Chart = WavelengthChart;
using Pixels = WavelengthPixels;

void drawUnseenRings(QPainter& painter, const Chart& chart, std::size_t series, const Pixels& pixels)
{
    const PairNumbers& numbers = chart.numbers[series];
    const Eigen::ArrayXd& values = valuesOf(numbers, chart.quantity);
    const double width = pixels.markSize() + 6.0;
    if (pixels.perPair() > width + 1.0) {
        for (const Index pair : pixels.columns(numbers.count())) {
            const QPointF point = pixels.at(static_cast<double>(pair), values[pair]);
            if (numbers.meetsUnseen(pair) && pixels.shows(point))
                drawMark(painter, point, 'o', width, chart.theme.unseen);
        }
        return;
    }
    QPolygonF run;
    const auto finishRun = [&] {
        if (!run.isEmpty())
            drawRunOutline(painter, run, width, chart.theme.unseen);
        run.clear();
    };
    for (const Index pair : pixels.columns(numbers.count())) {
        const QPointF point = pixels.at(static_cast<double>(pair), values[pair]);
        if (numbers.meetsUnseen(pair) && pixels.shows(point))
            run << point;
        else
            finishRun();
    }
    finishRun();
}

void drawSeries(QPainter& painter, const Chart& chart, std::size_t series, const Pixels& pixels)
{
    const Eigen::ArrayXd& values = valuesOf(chart.numbers[series], chart.quantity);
    const SceneSeries& shownSeries = chart.scene->series[series];
    const QColor color = chart.theme.series(shownSeries.index);
    const std::vector<Index> pairs = pixels.columns(values.size());
    if (pixels.perPair() < 4.0) {
        QPolygonF line;
        QPen pen(color, chart.theme.lineWidth);
        const QList<double> dash = dashOf(*chart.scene, shownSeries);
        if (!dash.isEmpty()) {
            QList<qreal> pattern;
            for (const double length : dash)
                pattern << length / pen.widthF();
            pen.setDashPattern(pattern);
            pen.setCapStyle(Qt::FlatCap);
        }
        const auto finishLine = [&] {
            painter.setPen(pen);
            painter.drawPolyline(line);
            line.clear();
        };
        for (const Index pair : pairs) {
            const QPointF point = pixels.at(static_cast<double>(pair), values[pair]);
            if (pixels.shows(point))
                line << point;
            else
                finishLine();
        }
        finishLine();
    }
    const Index step = pixels.markStep();
    const Index first = pairs.empty() ? 0 : (pairs.front() + step - 1) / step * step;
    for (Index pair = first; pair < values.size() && static_cast<double>(pair) <= pixels.x.range().upper;
         pair += step) {
        const QPointF point = pixels.at(static_cast<double>(pair), values[pair]);
        if (pixels.shows(point))
            drawMark(painter, point, chart.marker(series), pixels.markSize(), color);
    }
}

/// A word at the left end of a horizontal line, above or below it; left out where there is no room.
void drawLineWord(
    QCPPainter& painter, const Theme& theme, const QRectF& rect, double y, bool above, const QString& text)
{
    const double height = QFontMetricsF(theme.font(0.85)).height() + 6.0;
    const QRectF room(rect.left() + 2, above ? y - height : y, rect.width() - 4, height);
    if (rect.contains(room))
        drawNote(painter, theme, room, Qt::AlignLeft | (above ? Qt::AlignBottom : Qt::AlignTop), text);
}

/// Where training ends: tinted, hatched and named.
void drawGround(QCPPainter& painter, const Chart& chart, const Pixels& pixels)
{
    const QRectF& rect = pixels.rect;
    const double y = pixels.clampedY(chart.reference());
    if (chart.quantity == Quantity::Wavelength) {
        fillBeyond(painter, chart.theme, QRectF(rect.topLeft(), QPointF(rect.right(), y)));
    } else if (chart.quantity == Quantity::Turns) {
        fillBeyond(painter, chart.theme, QRectF(QPointF(rect.left(), y), rect.bottomRight()));
    } else if (chart.quantity == Quantity::Reach) {
        const PairNumbers& numbers = chart.numbers.front();
        for (Index from = 0, to = 0; from < numbers.count(); from = to + 1) {
            for (to = from; to < numbers.count() && !numbers.finishesTurn(to);)
                ++to;
            const double left = std::max(rect.left(), pixels.x.coordToPixel(static_cast<double>(from) - 0.5));
            const double right = std::min(rect.right(), pixels.x.coordToPixel(static_cast<double>(to) - 0.5));
            fillBeyond(painter, chart.theme, QRectF(QPointF(left, rect.top()), QPointF(right, y)));
        }
    }
}

void drawReference(QCPPainter& painter, const Chart& chart, const Pixels& pixels)
{
    const QRectF& rect = pixels.rect;
    const auto line = [&](double value, Qt::PenStyle style) {
        const double y = pixels.y.coordToPixel(value);
        if (y < rect.top() || y > rect.bottom())
            return;
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(QPen(chart.theme.text, 0, style));
        painter.drawLine(QLineF(rect.left(), y, rect.right(), y));
    };
    line(chart.reference(), Qt::SolidLine);
    if (chart.showsTarget())
        line(chart.subject().targetLength(), Qt::DashLine);
    const double pair = pixels.x.coordToPixel(static_cast<double>(chart.scene->values.integer("pair")));
    if (pair >= rect.left() && pair <= rect.right()) {
        painter.setPen(QPen(chart.theme.mutedText, 0));
        painter.drawLine(QLineF(pair, rect.top(), pair, rect.bottom()));
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

/// Names the pair looked at beside its line, on the side and at the end that the values leave free.
void drawPairWord(QCPPainter& painter, const Chart& chart, const Pixels& pixels, double corner)
{
    const QRectF& rect = pixels.rect;
    const double x = pixels.x.coordToPixel(static_cast<double>(chart.scene->values.integer("pair")));
    if (x < rect.left() || x > rect.right())
        return;
    const bool leftHalf = x < rect.center().x();
    // The words of the lines stand at the left end of the upper part.
    const bool clearOfWords = x > rect.left() + 15.0 * chart.theme.textSize;
    const bool top = chart.quantity == Quantity::Wavelength ? leftHalf && clearOfWords
                                                            : chart.quantity == Quantity::Turns && !leftHalf;
    const QRectF beside = leftHalf ? QRectF(QPointF(x, rect.top()), rect.bottomRight())
                                   : QRectF(rect.topLeft(), QPointF(x, rect.bottom()));
    // The right corners may be taken.
    const double taken = leftHalf ? 0.0 : corner;
    drawNote(painter, chart.theme, beside.adjusted(0, top ? taken : 0.0, 0, top ? 0.0 : -taken),
        (leftHalf ? Qt::AlignLeft : Qt::AlignRight) | (top ? Qt::AlignTop : Qt::AlignBottom),
        WavelengthsView::tr("pair %1").arg(shown(static_cast<double>(chart.scene->values.integer("pair")))));
}

void drawWords(QCPPainter& painter, const Chart& chart, const Pixels& pixels)
{
    const Theme& theme = chart.theme;
    const QRectF& rect = pixels.rect;
    const double y = pixels.y.coordToPixel(chart.reference());
    const double height = QFontMetricsF(theme.font(0.85)).height() + 6.0;
    if (chart.quantity == Quantity::Wavelength) {
        drawLineWord(painter, theme, rect, y, false,
            WavelengthsView::tr("L = %1").arg(shown(chart.subject().trainedLength())));
        double top = y;
        if (chart.showsTarget()) {
            const double targetY = pixels.y.coordToPixel(chart.subject().targetLength());
            const bool longer = targetY < y;
            if (std::abs(targetY - y) > height || longer)
                drawLineWord(painter, theme, rect, targetY, longer,
                    WavelengthsView::tr("L′ = %1").arg(shown(chart.subject().targetLength())));
            if (longer && y - targetY < height)
                top = targetY - height + 3;
        }
        drawLineWord(painter, theme, rect, top, true, WavelengthsView::tr("never finishes a turn inside L"));
    } else if (chart.quantity == Quantity::Turns) {
        drawLineWord(painter, theme, rect, y, false, WavelengthsView::tr("never finishes a turn inside L"));
    } else if (chart.quantity == Quantity::Reach) {
        drawLineWord(painter, theme, rect, y, false, WavelengthsView::tr("1: the largest angle of training"));
        const PairNumbers& numbers = chart.numbers.front();
        const Index first = numbers.firstNeverFinishing();
        const double left = std::max(rect.left(), pixels.x.coordToPixel(static_cast<double>(first) - 0.5));
        // Between an unscaled series at the top and a scaled one near the line.
        if (first < numbers.count() && left < rect.right() && y - rect.top() > 3 * height)
            drawNote(painter, theme, QRectF(QPointF(left, rect.top()), QPointF(rect.right(), y)),
                Qt::AlignHCenter | Qt::AlignVCenter, WavelengthsView::tr("angles unseen in training"));
    }
    const Index step = pixels.markStep();
    drawPairWord(painter, chart, pixels, step > 1 ? height : 0.0);
    if (step > 1)
        drawNote(painter, theme, rect,
            Qt::AlignRight | (chart.quantity == Quantity::Turns ? Qt::AlignTop : Qt::AlignBottom),
            WavelengthsView::tr("one pair in %1 marked").arg(shown(static_cast<double>(step))));
}

QList<LegendEntry> legendOf(const Chart& chart)
{
    QList<LegendEntry> entries = seriesLegend(*chart.scene, chart.theme);
    for (std::size_t series = 0; series < chart.numbers.size(); ++series)
        entries[static_cast<qsizetype>(series)].marker = chart.marker(series);
    if (!chart.noneUnseen())
        entries << LegendEntry { WavelengthsView::tr("meets unseen angles"), chart.theme.unseen, {}, 'o' };
    return entries;
}

QString axisLabel(Quantity quantity)
{
    switch (quantity) {
    case Quantity::Turns:
        return WavelengthsView::tr("turns inside L");
    case Quantity::Ratio:
        return WavelengthsView::tr("frequency ratio");
    case Quantity::Reach:
        return WavelengthsView::tr("reach (1: as far as training)");
    default:
        return WavelengthsView::tr("wavelength (positions per turn)");
    }
}

/// What the longer context does to the pairs of one series. `target`: its target length, in words, where it
/// is news.
QString consequence(const SceneSeries& series, const PairNumbers& numbers, const QString& target)
{
    const QString name = QString::fromStdString(series.name);
    const Index unseen = numbers.unseen();
    if (unseen == 0)
        return WavelengthsView::tr("under %1 no angle is unseen%2").arg(name, target);
    Index worst = -1;
    for (Index pair = 0; pair < numbers.count(); ++pair) {
        if (numbers.meetsUnseen(pair)
            && (worst < 0 || numbers.reach[pair] > numbers.reach[worst] * (1.0 + 1e-9)))
            worst = pair;
    }
    const QString who = unseen == 1
        ? WavelengthsView::tr("one pair meets")
        : WavelengthsView::tr("%1 pairs meet").arg(shown(static_cast<double>(unseen)));
    return WavelengthsView::tr("under %1 %2 unseen angles%3, pair %4 up to %5 times its trained angle")
        .arg(name, who, target, shown(static_cast<double>(worst)), shown(numbers.reach[worst], 3));
}

} // namespace

void WavelengthsView::linkTurnsAxis(QCustomPlot& plot, double trainedLength)
{
    QCPAxis* const left = plot.yAxis;
    QCPAxis* const right = plot.yAxis2;
    right->setVisible(true);
    right->setScaleType(QCPAxis::stLogarithmic);
    right->setTicker(QSharedPointer<LogarithmicTicker>::create());
    right->setRangeReversed(true);
    // Close to the number, a tick would read as its minus sign.
    right->setTickLabelPadding(7);
    right->setLabel(tr("turns inside L"));
    const auto follow = [right, trainedLength](const QCPRange& range) {
        right->setRange(trainedLength / range.upper, trainedLength / range.lower);
    };
    QObject::connect(left, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), m_link.get(), follow);
    follow(left->range());
}

void WavelengthsView::draw(QCustomPlot& plot, std::shared_ptr<const Scene> scene, const Look& look)
{
    m_link = std::make_unique<QObject>();
    const auto chart = std::make_shared<const Chart>(std::move(scene), look.theme);
    plot.xAxis->setLabel(tr("pair (0 turns fastest)"));
    plot.xAxis->setTicker(QSharedPointer<WholeTicker>::create());
    plot.yAxis->setLabel(axisLabel(chart->quantity));
    if (chart->pairs == 0) {
        addPainted(plot, [chart](QCPPainter& painter, const QRectF& rect) {
            drawNote(painter, chart->theme, rect, Qt::AlignCenter,
                tr("No encoding with pairs: choose a rotary or sinusoidal one."));
        });
        return;
    }
    const double last = static_cast<double>(chart->pairs - 1);
    const double margin = std::max(0.5, 0.015 * last);
    plot.xAxis->setRange(-margin, last + margin);
    if (chart->logarithmic()) {
        plot.yAxis->setScaleType(QCPAxis::stLogarithmic);
        plot.yAxis->setTicker(QSharedPointer<LogarithmicTicker>::create());
    }
    plot.yAxis->setRange(chart->valueRange());
    if (chart->quantity == Quantity::Wavelength)
        linkTurnsAxis(plot, chart->subject().trainedLength());

    const QCPAxis* const x = plot.xAxis;
    const QCPAxis* const y = plot.yAxis;
    addPainted(plot, [chart, x, y](QCPPainter& painter, const QRectF& rect) {
        drawGround(painter, *chart, { *x, *y, rect });
    })->setLayer("background");
    addPainted(plot, [chart, x, y](QCPPainter& painter, const QRectF& rect) {
        const Pixels pixels { *x, *y, rect };
        drawReference(painter, *chart, pixels);
        drawWords(painter, *chart, pixels);
        // The subject is drawn last, on top of what it is compared with.
        for (std::size_t series = chart->numbers.size(); series-- > 0;)
            drawSeries(painter, *chart, series, pixels);
        for (std::size_t series = 0; series < chart->numbers.size(); ++series)
            drawUnseenRings(painter, *chart, series, pixels);
    });
    setLegend(plot, legendOf(*chart));
}

QString WavelengthsView::caption(const Scene& scene) const
{
    const Chart chart(std::make_shared<const Scene>(scene), Theme());
    if (chart.pairs == 0)
        return tr("None of these encodings has pairs that turn.");
    const PairNumbers& numbers = chart.numbers.front();
    const Index never = numbers.neverFinishing();
    const QString trained = shown(chart.subject().trainedLength());
    const QString count = shown(static_cast<double>(numbers.count()));
    const QString start = never == 0 && numbers.count() == 1
        ? tr("The only pair finishes turns inside %1 positions").arg(trained)
        : never == 0 ? tr("Every one of the %1 pairs finishes a turn inside %2 positions").arg(count, trained)
        : never == 1 ? tr("One of %1 pairs never finishes a turn inside %2 positions").arg(count, trained)
                     : tr("%1 of %2 pairs never finish a turn inside %3 positions")
                           .arg(shown(static_cast<double>(never)), count, trained);
    const double scale = chart.scene->values.number("scale");
    if (chart.numbers.size() == 1 && scale == 1.0 && never > 0 && numbers.unseen() == 0)
        return tr("%1: a longer context shows them angles that training never met.").arg(start);
    QStringList parts { start };
    if (chart.noneUnseen()) {
        const QString target = shown(chart.subject().targetLength());
        parts << (scale < 1.0 ? tr("the target length of %1 is shorter, and no angle is unseen").arg(target)
                              : tr("no angle is unseen at %1").arg(target));
        return parts.join(QStringLiteral("; ")) + QLatin1Char('.');
    }
    double told = 0.0;
    for (std::size_t index = 0; index < chart.numbers.size() && index < 3; ++index) {
        const SceneSeries& series = chart.scene->series[index];
        if (chart.numbers[index].count() == 0)
            continue;
        const double target = series.targetLength();
        parts << consequence(
            series, chart.numbers[index], target == told ? QString() : tr(" at %1").arg(shown(target)));
        told = target;
    }
    return parts.join(QStringLiteral("; ")) + QLatin1Char('.');
}

QString WavelengthsView::readout(const Scene& scene, double x, double) const
{
    const double nearest = std::round(x);
    QStringList parts;
    for (const SceneSeries& series : scene.series) {
        const PairNumbers numbers(series);
        if (!(nearest >= 0.0 && nearest < static_cast<double>(numbers.count())))
            continue;
        const Index pair = static_cast<Index>(nearest);
        parts << tr(
            "%1: %2 rad per position, %3 positions per turn, %4 turns in training, ratio %5, reach %6")
                     .arg(QString::fromStdString(series.name), shown(numbers.frequency[pair], 4),
                         shown(numbers.wavelength[pair], 4), shown(numbers.turns[pair], 3),
                         shown(numbers.ratio[pair], 4), shown(numbers.reach[pair], 4));
    }
    return parts.isEmpty() ? QString()
                           : tr("pair %1, %2").arg(shown(nearest), parts.join(QStringLiteral("; ")));
}

CsvTable WavelengthsView::csv(std::shared_ptr<const Scene> scene) const
{
    const auto chart = std::make_shared<const Chart>(std::move(scene), Theme());
    CsvTable table;
    table.rowName = "pair";
    table.rows = { 0.0, static_cast<double>(chart->pairs - 1), 1.0 };
    table.highestRow = table.rows.last;
    for (const SceneSeries& series : chart->scene->series) {
        for (const char* name : { ".frequency", ".wavelength", ".turns", ".ratio", ".reach" })
            table.columns.push_back(series.label + name);
    }
    table.fill = [chart](double first, double step, Index count, Eigen::ArrayXXd& values) {
        values.setConstant(
            count, static_cast<Index>(5 * chart->numbers.size()), std::numeric_limits<double>::quiet_NaN());
        Index column = 0;
        for (const PairNumbers& numbers : chart->numbers) {
            for (Index row = 0; row < count; ++row) {
                const double pair = first + step * static_cast<double>(row);
                if (!(pair >= 0.0 && pair < static_cast<double>(numbers.count())) || pair != std::floor(pair))
                    continue;
                const Index at = static_cast<Index>(pair);
                values.row(row).segment(column, 5) << numbers.frequency[at], numbers.wavelength[at],
                    numbers.turns[at], numbers.ratio[at], numbers.reach[at];
            }
            column += 5;
        }
    };
    return table;
}
