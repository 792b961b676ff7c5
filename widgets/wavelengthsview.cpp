// SPDX-License-Identifier: GPL-3.0-or-later
#include "wavelengthsview.h"

#include "applicability.h"
#include "marks.h"
#include "pairmarks.h"
#include "tickers.h"
#include "wavelengthchart.h"
#include "wavelengthframe.h"
#include "wavelengthnotes.h"

#include <algorithm>
#include <cmath>

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
    const SceneSeries& shownSeries = chart.scene->series[series];
    drawPairValues(painter, pixels, valuesOf(chart.numbers[series], chart.quantity),
        { chart.theme.series(shownSeries.index), dashOf(*chart.scene, shownSeries), chart.theme.lineWidth,
            chart.marker(series) });
}

/// A pair that does not turn has no place on an axis of wavelengths or turns: a small triangle at the end
/// where there would be none points out of the plot.
void drawStandingPairs(QPainter& painter, const Chart& chart, const Pixels& pixels)
{
    if (!chart.logarithmic())
        return;
    const double size = std::max(5.0, pixels.markSize());
    double row = 0.0;
    for (std::size_t series = 0; series < chart.numbers.size(); ++series) {
        const PairNumbers& numbers = chart.numbers[series];
        if (numbers.standing() == 0)
            continue;
        const double edge = pixels.standingEdge(chart.quantity);
        const double inwards = chart.quantity == Quantity::Turns ? -1.0 : 1.0;
        painter.setPen(Qt::NoPen);
        painter.setBrush(chart.theme.series(chart.scene->series[series].index));
        const Index step = std::max(pixels.markStep(), static_cast<Index>(std::ceil(7.0 / pixels.perPair())));
        for (Index pair = 0; pair < numbers.count(); pair += step) {
            if (!numbers.stands(pair))
                continue;
            const double x = pixels.x.coordToPixel(static_cast<double>(pair));
            if (x < pixels.rect.left() || x > pixels.rect.right())
                continue;
            const QPointF tip(x, edge + inwards * (2.0 + row));
            painter.drawPolygon(QPolygonF {
                tip, tip + QPointF(-size / 2, inwards * size), tip + QPointF(size / 2, inwards * size) });
        }
        row += size + 2.0;
    }
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

QString axisLabel(const Chart& chart)
{
    switch (chart.quantity) {
    case Quantity::Turns:
        return chart.lengthsDiffer() ? WavelengthsView::tr("turns inside its own L")
                                     : WavelengthsView::tr("turns inside L");
    case Quantity::Ratio:
        return WavelengthsView::tr("frequency ratio");
    case Quantity::Reach:
        return WavelengthsView::tr("reach (1: as far as training)");
    default:
        return WavelengthsView::tr("wavelength (positions)");
    }
}

/// Leaves out the ticks whose numbers would touch, from the lowest on.
class FittedLogarithmicTicker : public LogarithmicTicker {
public:
    explicit FittedLogarithmicTicker(const QCPAxis& axis)
        : m_axis(axis)
    {
    }

protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override
    {
        // The axis has no size yet when the first layout asks; the plot has.
        const double room
            = std::max(m_axis.axisRect()->height(), m_axis.parentPlot()->viewport().height() / 2);
        const double apart = 1.15 * QFontMetricsF(m_axis.tickLabelFont()).height() / std::max(1.0, room)
            * std::log(range.upper / range.lower);
        QVector<double> fitting;
        for (const double tick : LogarithmicTicker::createTickVector(step, range)) {
            if (range.contains(tick) && (fitting.isEmpty() || std::log(tick / fitting.back()) >= apart))
                fitting << tick;
        }
        return fitting;
    }

private:
    const QCPAxis& m_axis;
};

} // namespace

void WavelengthsView::linkTurnsAxis(QCustomPlot& plot, double trainedLength, const QString& label)
{
    QCPAxis* const left = plot.yAxis;
    QCPAxis* const right = plot.yAxis2;
    right->setVisible(true);
    right->setScaleType(QCPAxis::stLogarithmic);
    right->setTicker(QSharedPointer<FittedLogarithmicTicker>::create(*right));
    right->setRangeReversed(true);
    // Close to the number, a tick would read as its minus sign.
    right->setTickLabelPadding(7);
    right->setLabel(label);
    const auto follow = [right, trainedLength](const QCPRange& range) {
        right->setRange(trainedLength / range.upper, trainedLength / range.lower);
    };
    QObject::connect(left, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), m_link.get(), follow);
    follow(left->range());
}

QString WavelengthsView::whyNot(const encodings::SceneSeries& series) const { return whyNoEvenTurns(series); }

void WavelengthsView::draw(QCustomPlot& plot, std::shared_ptr<const Scene> scene, const Look& look)
{
    m_link = std::make_unique<QObject>();
    const auto chart = std::make_shared<const Chart>(std::move(scene), look.theme);
    if (chart->pairs == 0) {
        plot.xAxis->setLabel(tr("pair (0 turns fastest)"));
        addPainted(plot, [chart](QCPPainter& painter, const QRectF& rect) {
            drawNote(painter, chart->theme, rect, Qt::AlignCenter,
                tr("No encoding with pairs: choose a rotary or sinusoidal one."));
        });
        return;
    }
    plot.yAxis->setLabel(axisLabel(*chart));
    addPairRows(plot, chart);
    addPairRegions(plot, chart);
    const double last = static_cast<double>(chart->pairs - 1);
    const double margin = std::max(0.5, 0.015 * last);
    plot.xAxis->setRange(-margin, last + margin);
    if (chart->logarithmic()) {
        plot.yAxis->setScaleType(QCPAxis::stLogarithmic);
        plot.yAxis->setTicker(QSharedPointer<FittedLogarithmicTicker>::create(*plot.yAxis));
    }
    plot.yAxis->setRange(chart->valueRange());
    if (chart->quantity == Quantity::Wavelength)
        linkTurnsAxis(plot, chart->subject().trainedLength(),
            chart->lengthsDiffer() ? tr("turns inside L of %1").arg(chart->subjectName())
                                   : tr("turns inside L"));

    const QCPAxis* const x = plot.xAxis;
    const QCPAxis* const y = plot.yAxis;
    addPainted(plot, [chart, x, y](QCPPainter& painter, const QRectF& rect) {
        drawWavelengthGround(painter, *chart, { *x, *y, rect });
    })->setLayer("background");
    addPainted(plot, [chart, x, y](QCPPainter& painter, const QRectF& rect) {
        const Pixels pixels { *x, *y, rect };
        drawWavelengthNotes(painter, *chart, pixels);
        // The subject is drawn last, on top of what it is compared with.
        for (std::size_t series = chart->numbers.size(); series-- > 0;)
            drawSeries(painter, *chart, series, pixels);
        for (std::size_t series = 0; series < chart->numbers.size(); ++series)
            drawUnseenRings(painter, *chart, series, pixels);
        drawStandingPairs(painter, *chart, pixels);
    });
    setLegend(plot, legendOf(*chart));
}

CsvTable WavelengthsView::csv(std::shared_ptr<const Scene> scene) const
{
    std::vector<Eigen::ArrayXXd> values;
    for (const SceneSeries& series : scene->series) {
        const PairNumbers numbers(series);
        values.emplace_back(numbers.count(), 5) << numbers.frequency, numbers.wavelength, numbers.turns,
            numbers.ratio, numbers.reach;
    }
    return tableOverPairs(
        *scene, { "frequency", "wavelength", "turns", "ratio", "reach" }, std::move(values));
}
