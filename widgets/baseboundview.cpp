// SPDX-License-Identifier: GPL-3.0-or-later
#include "baseboundview.h"

#include "applicability.h"
#include "baseboundpainter.h"
#include "counted.h"
#include "tickers.h"

#include "encodings/rope.h"

#include <algorithm>
#include <cmath>
#include <limits>

using Eigen::Index;
using encodings::Scene;

namespace {

/// A caption speaks of no more series.
constexpr qsizetype mostTold = 3;

using Chart = BoundChart;

QString ownWords(const BoundSeries& one)
{
    if (one.first.distance)
        return BaseBoundView::tr("%1 (base %2) at distance %3")
            .arg(one.name, shown(one.base), shown(static_cast<double>(*one.first.distance)));
    return (one.first.known ? BaseBoundView::tr("%1 (base %2) nowhere up to %3")
                            : BaseBoundView::tr("%1 (base %2) at a distance being worked out, up to %3"))
        .arg(one.name, shown(one.base), shown(static_cast<double>(one.longest())));
}

} // namespace

BaseBoundView::BaseBoundView()
    : m_cache(std::make_shared<BaseBoundCache>())
{
}

BaseBoundView::~BaseBoundView() = default;

QString BaseBoundView::whyNot(const encodings::SceneSeries& series) const
{
    return whyNoPlainDistances(series);
}

void BaseBoundView::draw(QCustomPlot& plot, std::shared_ptr<const Scene> scene, const Look& look)
{
    std::vector<BoundSeries> series = boundSeries(*scene, *m_cache, look.exporting);
    plot.xAxis->setLabel(tr("base b"));
    plot.yAxis->setLabel(tr("first negative distance"));
    const auto chart = std::make_shared<const Chart>(std::move(series), look.theme);
    for (QCPAxis* axis : { plot.xAxis, plot.yAxis }) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(QSharedPointer<LogarithmicTicker>::create());
    }
    plot.xAxis->setRange(chart->frame.lowBase, chart->frame.highBase);
    plot.yAxis->setRange(chart->frame.lowDistance, 1.3 * chart->frame.limit);
    // The caption of a file is written before it is painted.
    if (look.exporting)
        m_cache->answer(chart->request(1.0, 1.0, 0), chart->subject().request(), true, {});

    const QCPAxis* const x = plot.xAxis;
    const QCPAxis* const y = plot.yAxis;
    addPainted(plot, [=, cache = m_cache](QCPPainter& painter, const QRectF& rect) {
        const BaseBoundAnswer answer = cache->answer(
            chart->request(x->range().lower, x->range().upper, std::max(2, static_cast<int>(rect.width()))),
            chart->subject().request(), look.exporting, look.repaint);
        Chart now = *chart;
        updateFirsts(now.series, *cache, look.exporting);
        BaseBoundPainter(painter, now, rect, *x, *y, answer).paint();
    });

    QList<LegendEntry> legend;
    for (const BoundSeries& one : chart->series)
        legend << LegendEntry { one.name, look.theme.series(one.index), {}, one.marker };
    legend << LegendEntry { tr("unscaled, dimension %1").arg(chart->subject().dimension), look.theme.text, {},
        0 };
    if (!chart->subject().tooLong())
        legend << LegendEntry { tr("serves %1").arg(positionsCounted(chart->subject().target)),
            look.theme.interpolated, {}, 's' };
    setLegend(plot, legend);
}

QString BaseBoundView::caption(const Scene& scene) const
{
    const std::vector<BoundSeries> series = boundSeries(scene, *m_cache, false);
    QStringList parts;
    for (const BoundSeries& one : series) {
        if (parts.size() == mostTold) {
            parts << QStringLiteral("…");
            break;
        }
        parts << ownWords(one);
    }
    const BoundSeries& subject = series.front();
    const QString start = tr("The sum of the cosines of all pairs first turns negative under %1")
                              .arg(parts.join(QStringLiteral(", ")));
    if (subject.tooLong())
        return tr("%1; the lowest base is worked out for targets up to %2.").arg(start, limitText(subject));
    const QString target
        = tr("%1 at dimension %2").arg(positionsCounted(subject.target)).arg(subject.dimension);
    const std::optional<KnownBound> bound = m_cache->known(subject.request());
    if (!bound)
        return tr("%1; the lowest base for %2 is found by a scan.").arg(start, target);
    if (!bound->base)
        return tr("%1; no base serves %2.").arg(start, target);
    return tr("%1; the lowest base for %2 is %3.").arg(start, target, shown(std::round(*bound->base)));
}

QString BaseBoundView::readout(const Scene& scene, double x, double) const
{
    const std::vector<BoundSeries> series = boundSeries(scene, *m_cache, false);
    if (!(x >= 1.0 && x <= 1e30))
        return {};
    const BoundSeries& subject = series.front();
    constexpr double mostTerms = 8e6; // a pointer in motion asks often
    const double limit = std::min(
        BoundFrame(series).limit, std::ceil(2.0 * mostTerms / static_cast<double>(subject.dimension)));
    const auto first = encodings::firstNegativeDistance(
        encodings::geometricFrequencies(x, subject.dimension), static_cast<std::int64_t>(limit));
    const QString base = tr("base %1 at dimension %2").arg(shown(x, 5)).arg(subject.dimension);
    QStringList parts { first
            ? tr("%1: first negative at distance %2").arg(base, shown(static_cast<double>(*first)))
            : tr("%1: not negative up to %2").arg(base, shown(limit)) };
    for (const BoundSeries& one : series)
        parts << ownWords(one);
    return parts.join(QStringLiteral("; "));
}

CsvTable BaseBoundView::csv(std::shared_ptr<const Scene> scene) const
{
    struct Column {
        Index dimension = 0;
        double own = std::numeric_limits<double>::quiet_NaN();
        double bound = std::numeric_limits<double>::quiet_NaN();
    };
    std::vector<Column> columns;
    CsvTable table;
    table.rowName = "base";
    double highest = 1.0;
    for (const encodings::SceneSeries& series : scene->series) {
        for (const char* name : { ".first_negative", ".own_first_negative", ".bound" })
            table.columns.push_back(series.label + name);
        Column& column = columns.emplace_back();
        const BoundSeries one(series);
        column.dimension = one.dimension;
        highest = std::max(highest, one.base);
        if (const auto own = encodings::firstNegativeDistance(one.frequencies, one.longest()))
            column.own = static_cast<double>(*own);
        if (one.request().length > 0)
            column.bound = m_cache->answer({}, one.request(), true, {})
                               .bound->base.value_or(std::numeric_limits<double>::quiet_NaN());
    }
    // A hundred rows, up to ten times the power of ten of the largest base.
    const double last = std::min(1e30, std::pow(10.0, std::floor(std::log10(highest)) + 1.0));
    table.rows = { last / 100.0, last, last / 100.0 };
    const encodings::Parameter& base = *encodings::findParameter(encodings::sharedParameters(), "base");
    table.lowestRow = base.minimum;
    table.highestRow = base.maximum;
    table.fill = [columns](double first, double step, Index count, Eigen::ArrayXXd& values) {
        values.setConstant(
            count, static_cast<Index>(3 * columns.size()), std::numeric_limits<double>::quiet_NaN());
        for (Index at = 0; at < static_cast<Index>(columns.size()); ++at) {
            const Column& column = columns[static_cast<std::size_t>(at)];
            for (Index row = 0; row < count; ++row) {
                const auto found = encodings::firstNegativeDistance(
                    encodings::geometricFrequencies(
                        first + step * static_cast<double>(row), column.dimension),
                    encodings::longestBoundLength(column.dimension));
                if (found)
                    values(row, 3 * at) = static_cast<double>(*found);
            }
            values.col(3 * at + 1).setConstant(column.own);
            values.col(3 * at + 2).setConstant(column.bound);
        }
    };
    return table;
}
