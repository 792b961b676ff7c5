// SPDX-License-Identifier: GPL-3.0-or-later
#include "evaluationview.h"

#include "curvepainter.h"
#include "evaluationcharts.h"
#include "marks.h"
#include "tickers.h"

#include <algorithm>
#include <cmath>
#include <limits>

using encodings::Interval;
using encodings::Scene;

namespace {

using Chart = EvaluationChart;

/// A caption speaks of no more series.
constexpr qsizetype mostTold = 3;

/// Functions of a chart in the order of painting, with their looks.
struct Curves {
    std::vector<DistanceFunction> functions;
    std::vector<CurveStyle> styles;
};

Curves curvesOf(const Chart& chart, const Theme& theme)
{
    Curves curves;
    for (auto item = chart.items.rbegin(); item != chart.items.rend(); ++item) {
        const QColor color = theme.series(item->series->index);
        const QList<double> dash = item->fit.at ? QList<double>() : dashOf(*chart.scene, *item->series);
        if (item->function.at) {
            curves.functions.push_back(item->function);
            curves.styles.push_back({ color, dash, theme.lineWidth });
        }
        if (item->fit.at) {
            curves.functions.push_back(item->fit);
            curves.styles.push_back(
                { theme.towardsGround(color, 0.25), { 6, 4 }, theme.lineWidth, false, false, false });
        }
    }
    return curves;
}

QList<LegendEntry> legendOf(const Chart& chart, const Theme& theme)
{
    QList<LegendEntry> legend;
    for (const EvaluationItem& item : chart.items) {
        if (item.isDrawn())
            legend << LegendEntry {
                item.fact.isEmpty() ? item.who : EvaluationView::tr("%1: %2").arg(item.who, item.fact),
                theme.series(item.series->index),
                item.fit.at ? QList<double>() : dashOf(*chart.scene, *item.series), 0
            };
    }
    return legend;
}

/// Rings where the curves have reached what is told of them.
void paintMarks(QCPPainter& painter, const QRectF& rect, const QCPAxis& x, const QCPAxis& y,
    const Chart& chart, const Theme& theme)
{
    for (const EvaluationItem& item : chart.items) {
        if (!item.mark)
            continue;
        const double value = item.function.at(Eigen::ArrayXd::Constant(1, *item.mark))[0];
        const QPointF place(x.coordToPixel(*item.mark), y.coordToPixel(value));
        const QColor color = theme.series(item.series->index);
        if (place.x() < rect.left() || place.x() > rect.right())
            continue;
        painter.setPen(QPen(color, 0, Qt::DotLine));
        painter.drawLine(
            QLineF(place.x(), std::clamp(place.y(), rect.top(), rect.bottom()), place.x(), rect.bottom()));
        if (rect.contains(place))
            drawMark(painter, place, 'o', 9.0, color);
    }
}

} // namespace

EvaluationView::EvaluationView()
    : m_charts(std::make_shared<EvaluationCharts>())
    , m_curves(std::make_shared<DistanceCurves>())
{
}

EvaluationView::~EvaluationView() = default;

QString EvaluationView::whyNot(const encodings::SceneSeries& series) const { return whyNoQuantity(series); }

void EvaluationView::draw(QCustomPlot& plot, std::shared_ptr<const Scene> scene, const Look& look)
{
    m_charts->look(scene, look.exporting, look.repaint);
    const std::shared_ptr<const Chart> chart = m_charts->chart();
    plot.xAxis->setLabel(chart->xLabel);
    plot.yAxis->setLabel(chart->yLabel);
    const auto [from, to] = chart->range;
    plot.xAxis->setRange(from, to);
    if (chart->logarithmic)
        setLogarithmicDistances(plot, from, to);
    if (!chart->isDistance)
        plot.xAxis->setTicker(QSharedPointer<WholeTicker>::create());
    const Interval range = chart->valueRange();
    plot.yAxis->setRange(range.low, range.high);
    setLegend(plot, legendOf(*chart, look.theme));
    if (chart->isDistance)
        addTrainedRegion(plot, look.theme, *scene);

    const QCPAxis* const x = plot.xAxis;
    const QCPAxis* const y = plot.yAxis;
    // Those of the chart that is there when it is painted: a worker may have finished it.
    struct Kept {
        std::shared_ptr<const Chart> chart;
        DistanceCurves::Functions functions;
        std::vector<CurveStyle> styles;
    };
    addPainted(plot,
        [=, charts = m_charts, curves = m_curves, kept = std::make_shared<Kept>()](
            QCPPainter& painter, const QRectF& rect) {
            if (kept->chart != charts->chart()) {
                kept->chart = charts->chart();
                Curves made = curvesOf(*kept->chart, look.theme);
                kept->functions
                    = std::make_shared<const std::vector<DistanceFunction>>(std::move(made.functions));
                kept->styles = std::move(made.styles);
            }
            if (charts->isPending())
                drawNote(painter, look.theme, rect, Qt::AlignCenter, tr("being worked out …"));
            const std::vector<DistanceColumn> columns = columnsOf(*x, painter, rect);
            if (columns.empty())
                return;
            const DistanceAnswer answer
                = curves->answer(kept->functions, columns, look.exporting, look.repaint);
            painter.setRenderHint(QPainter::Antialiasing);
            for (std::size_t i = 0; i < answer.curves.size(); ++i)
                paintDistanceCurve(painter, rect, *x, *y, answer.curves[i], kept->styles[i]);
            paintMarks(painter, rect, *x, *y, *kept->chart, look.theme);
            drawNote(painter, look.theme, rect, Qt::AlignRight | Qt::AlignBottom, rippleNote(answer.curves));
        });
}

QString EvaluationView::caption(const Scene& scene) const
{
    const std::shared_ptr<const Chart> chart = m_charts->chartOf(scene);
    QStringList parts;
    QStringList missing;
    for (const EvaluationItem& item : chart->items) {
        if (!item.isDrawn())
            missing << tr("%1 is not drawn: %2").arg(nameOf(*item.series), item.whyNot);
        else if (!item.told.isEmpty() && parts.size() < mostTold)
            parts << tr("%1: %2").arg(item.who, item.told);
    }
    parts << chart->about << missing.mid(0, mostTold);
    return parts.join(QStringLiteral("; ")) + QLatin1Char('.');
}

QString EvaluationView::readout(const Scene& scene, double x, double) const
{
    const std::shared_ptr<const Chart> chart = m_charts->chartOf(scene);
    const double place = std::round(x);
    QStringList parts { tr("%1 %2").arg(QString::fromStdString(chart->rowName), shown(place)) };
    for (const EvaluationItem& item : chart->items) {
        if (!item.function.at)
            continue;
        const double value = item.function.at(Eigen::ArrayXd::Constant(1, place))[0];
        if (std::isfinite(value))
            parts << tr("%1: %2").arg(item.who, shown(value));
    }
    return parts.size() > 1 ? parts.join(QStringLiteral("   ")) : QString();
}

CsvTable EvaluationView::csv(std::shared_ptr<const Scene> scene) const
{
    const std::shared_ptr<const Chart> chart = evaluationChart(scene);
    CsvTable table = tableOverRange(*scene, chart->rowName);
    table.rows = { std::ceil(chart->range.first), std::floor(chart->range.second), 1.0 };
    std::vector<DistanceFunction> functions;
    for (const EvaluationItem& item : chart->items) {
        table.columns.push_back(item.series->label + "." + chart->columnName);
        functions.push_back(item.function);
        if (item.fit.at) {
            table.columns.push_back(item.series->label + ".fit");
            functions.push_back(item.fit);
        }
    }
    table.fill = [functions](double first, double step, Eigen::Index count, Eigen::ArrayXXd& values) {
        values.setConstant(
            count, static_cast<Eigen::Index>(functions.size()), std::numeric_limits<double>::quiet_NaN());
        const Eigen::ArrayXd rows
            = first + step * Eigen::ArrayXd::LinSpaced(count, 0.0, static_cast<double>(count - 1));
        for (std::size_t i = 0; i < functions.size(); ++i) {
            if (functions[i].at)
                values.col(static_cast<Eigen::Index>(i)) = functions[i].at(rows);
        }
    };
    return table;
}
