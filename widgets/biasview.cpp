// SPDX-License-Identifier: GPL-3.0-or-later
#include "biasview.h"

#include "absence.h"
#include "applicability.h"
#include "biaspainter.h"
#include "curvepainter.h"

#include <algorithm>
#include <cmath>

using encodings::Interval;
using encodings::Scene;
using encodings::SceneSeries;

namespace {

QString headsDrawn(const BiasChart& chart, const BiasSource& source)
{
    const auto drawn = std::count_if(chart.traces.begin(), chart.traces.end(),
        [&source](const BiasTrace& trace) { return trace.source.get() == &source; });
    const QString all = shown(static_cast<double>(source.heads()));
    return drawn == source.heads()
        ? BiasView::tr("heads 1 to %1").arg(all)
        : BiasView::tr("%1 of %2 heads").arg(shown(static_cast<double>(drawn)), all);
}

QList<LegendEntry> legendOf(const BiasChart& chart, const Theme& theme)
{
    QList<LegendEntry> legend;
    for (const auto& shared : chart.sources) {
        const BiasSource& source = *shared;
        QString text = nameOf(source.series());
        if (source.heads() > 1)
            text = chart.everyHead ? BiasView::tr("%1, %2, head %3 strong")
                                         .arg(text, headsDrawn(chart, source))
                                         .arg(source.headLookedAt() + 1)
                                   : BiasView::tr("%1, head %2").arg(text).arg(source.headLookedAt() + 1);
        if (source.isUntrained())
            text = BiasView::tr("%1, untrained").arg(text);
        if (source.isContent())
            text = BiasView::tr("%1, content from seed %2")
                       .arg(text)
                       .arg(source.series().values.integer("seed"));
        if (source.dependsOnQuery() && !source.isContent())
            text = BiasView::tr("%1, query at %2").arg(text, shown(source.query()));
        if (source.isMultiplier())
            text = BiasView::tr("%1 (right axis)").arg(text);
        legend << LegendEntry { text, theme.series(source.series().index),
            dashOf(*chart.scene, source.series()), 0 };
    }
    return legend;
}

void setUpDistances(QCustomPlot& plot, const BiasChart& chart)
{
    const auto [from, to] = chart.axisRange();
    plot.xAxis->setLabel(BiasView::tr("distance r = m − n (positions)"));
    plot.xAxis->setRange(from, to);
    if (!chart.logarithmic)
        return;
    setLogarithmicDistances(plot, from, to);
    plot.xAxis->setLabel(BiasView::tr("distance r = m − n (positions, logarithmic from 1 on)"));
}

} // namespace

BiasView::BiasView()
    : m_curves(std::make_shared<DistanceCurves>())
{
}

BiasView::~BiasView() = default;

QString BiasView::whyNot(const SceneSeries& series) const
{
    const QString reason = whyNoScoreTerm(series);
    return reason.isEmpty() ? whyNoOwnValue(series) : reason;
}

void BiasView::draw(QCustomPlot& plot, std::shared_ptr<const Scene> scene, const Look& look)
{
    const auto chart = std::make_shared<const BiasChart>(std::move(scene));
    setUpDistances(plot, *chart);
    setLegend(plot, legendOf(*chart, look.theme));
    addTrainedRegion(plot, look.theme, *chart->scene);

    if (chart->any(false)) {
        const Interval range = chart->valueRange(false);
        plot.yAxis->setRange(range.low, range.high);
        plot.yAxis->setLabel(tr("added to the score"));
    } else {
        plot.yAxis->setVisible(false);
    }
    if (chart->any(true)) {
        const Interval range = chart->valueRange(true);
        plot.yAxis2->setVisible(true);
        plot.yAxis2->setRange(range.low, range.high);
        plot.yAxis2->setLabel(tr("factor on the score"));
    }

    QCPAxis* const x = plot.xAxis;
    QCPAxis* const bias = plot.yAxis;
    QCPAxis* const factor = plot.yAxis2;
    addPainted(plot, [=, theme = look.theme](QCPPainter& painter, const QRectF& rect) {
        if (!bias->visible() || !bias->range().contains(0))
            return;
        painter.setPen(QPen(theme.hairline, 0));
        painter.drawLine(QLineF(rect.left(), bias->coordToPixel(0), rect.right(), bias->coordToPixel(0)));
    })->setLayer("grid");
    addPainted(plot, [=, curves = m_curves](QCPPainter& painter, const QRectF& rect) {
        const std::vector<DistanceColumn> columns = columnsOf(*x, painter, rect);
        if (columns.empty())
            return;
        const DistanceAnswer answer = curves->answer(chart->functions, columns, look.exporting, look.repaint);
        BiasPainter(painter, rect, look.theme, *chart).paint(*x, *bias, *factor, answer);
    });
}

QString BiasView::readout(const Scene& scene, double x, double) const
{
    const double distance = std::round(x);
    QStringList parts { tr("distance %1").arg(shown(distance)) };
    const auto shared = std::make_shared<const Scene>(scene);
    for (const SceneSeries& series : shared->series) {
        const BiasSource source(shared, series);
        const double value = source.at(source.headLookedAt(), distance);
        const QString who = source.heads() > 1
            ? tr("%1, head %2").arg(nameOf(series)).arg(source.headLookedAt() + 1)
            : nameOf(series);
        parts << (std::isnan(value)     ? tr("%1: no such key").arg(who)
                : source.isMultiplier() ? tr("%1: × %2").arg(who, shown(value))
                                        : tr("%1: %2").arg(who, shown(value)));
    }
    return parts.join(QStringLiteral("   "));
}

CsvTable BiasView::csv(std::shared_ptr<const Scene> scene) const
{
    CsvTable table = tableOverRange(*scene, "distance");
    std::tie(table.rows.first, table.rows.last) = biasRange(*scene);
    std::vector<BiasSource> sources;
    for (const SceneSeries& series : scene->series) {
        sources.emplace_back(scene, series);
        for (Eigen::Index head = 1; head <= sources.back().heads(); ++head)
            table.columns.push_back(series.label + ".head[" + std::to_string(head) + "]");
    }
    table.fill = [sources, columns = static_cast<Eigen::Index>(table.columns.size())](
                     double first, double step, Eigen::Index count, Eigen::ArrayXXd& values) {
        values.resize(count, columns);
        const Eigen::ArrayXd distances
            = first + step * Eigen::ArrayXd::LinSpaced(count, 0.0, static_cast<double>(count - 1));
        Eigen::Index column = 0;
        for (const BiasSource& source : sources) {
            for (Eigen::Index head = 0; head < source.heads(); ++head)
                values.col(column++) = source.at(head, distances);
        }
    };
    return table;
}
