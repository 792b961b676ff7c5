// SPDX-License-Identifier: GPL-3.0-or-later
#include "decayview.h"

#include "applicability.h"
#include "columnlines.h"
#include "decaycache.h"
#include "decaysums.h"
#include "plotframe.h"

#include "encodings/decay.h"

#include <algorithm>
#include <cmath>
#include <limits>

using encodings::Columns;
using encodings::Interval;
using encodings::Scene;
using encodings::SceneSeries;

namespace {

using Sum = DecaySum;

/// What is drawn for one sum of one series.
struct Trace {
    Sum sum = Sum::Ones;
    Eigen::ArrayXd frequencies;
    encodings::PairWeights weights;
    QColor color;
    QList<double> dash;
    float bandOpacity = 1.0F; ///< bands lie over each other
    LegendEntry legend;
};

Trace traceOf(const Scene& scene, const SceneSeries& series, Sum sum, const Theme& theme)
{
    Trace trace { sum, series.scheme.frequencies(), decayWeightsOf(series, sum), theme.series(series.index),
        dashOf(scene, series), scene.series.size() > 1 ? 0.6F : 0.9F, {} };
    const QString name = nameOf(series);
    QString text = DecayView::tr("%1: query and key of ones").arg(name);
    if (sum == Sum::Random) {
        trace.color = theme.towardsGround(trace.color, 0.4);
        trace.bandOpacity = 0.6F;
        text = DecayView::tr("%1: random query and key (seed %2)")
                   .arg(name)
                   .arg(series.values.integer("seed"));
    }
    if (sum == Sum::Bound) {
        trace.color = theme.towardsGround(trace.color, 0.6);
        trace.bandOpacity = 0.45F;
        text = DecayView::tr("%1: RoFormer bound (right axis)").arg(name);
    }
    trace.legend = { text, trace.color, trace.dash, 0 };
    return trace;
}

/// Whether the trace has values somewhere in from .. to.
bool isSeen(const Trace& trace, double to) { return !trace.weights.decays() || to >= 0.0; }

/// For a trace that is seen.
DecayRequest requestFor(const Trace& trace, double from, double to, int columns)
{
    const double start = trace.weights.decays() ? std::max(from, 0.0) : from;
    const auto first = static_cast<std::int64_t>(std::ceil(start));
    const auto last = std::max(first, static_cast<std::int64_t>(std::floor(to)));
    return { trace.frequencies, trace.weights, Columns(first, last, columns) };
}

/// Range of all values, from a few thousand of them, fewer where they have many pairs, rounded outwards.
Interval axisRange(const std::vector<Trace>& traces, bool bound, double from, double to)
{
    constexpr double mostTerms = 5e6;
    const int samples = bound ? 8 : 32;
    Interval range { 0, 0 };
    for (const Trace& trace : traces) {
        if ((trace.sum == Sum::Bound) != bound || !isSeen(trace, to))
            continue;
        const double each = samples * static_cast<double>(trace.frequencies.size() * traces.size());
        const DecayRequest request
            = requestFor(trace, from, to, static_cast<int>(std::clamp(mostTerms / each, 4.0, 64.0)));
        const std::vector<Interval> seen = bound
            ? encodings::estimatedRoformerBoundRanges(trace.frequencies, request.columns, samples)
            : encodings::estimatedDecayRanges(trace.frequencies, trace.weights, request.columns, samples);
        const double first = std::ceil(std::max(from, std::min(to, 0.0)));
        const double peak = bound ? encodings::roformerBound(trace.frequencies, first, 1, 1)[0]
                                  : encodings::decay(trace.frequencies, trace.weights, first, 1, 1)[0];
        range = { std::min(range.low, peak), std::max(range.high, peak) };
        for (const Interval& sample : seen)
            range = { std::min(range.low, sample.low), std::max(range.high, sample.high) };
    }
    const double step = (range.high - range.low) / 10;
    const double nice = std::pow(10.0, std::floor(std::log10(std::max(step, 1e-12))));
    return { range.low < 0 ? std::floor((range.low - step / 2) / nice) * nice : 0.0,
        std::ceil((range.high + step / 2) / nice) * nice };
}

void paintTrace(QCPPainter& painter, const QRectF& rect, const QCPAxis& x, const QCPAxis& y,
    const Trace& trace, const DecayAnswer& answer, double width)
{
    const Columns& columns = answer.columns;
    const std::vector<Interval>& ranges = answer.ranges;
    std::vector<double> px;
    px.reserve(ranges.size());
    for (int column = 0; column < columns.count(); ++column)
        px.push_back(
            x.coordToPixel(static_cast<double>(columns.start(column) + columns.start(column + 1) - 1) / 2));
    const QList<OutlinePoint> points = ColumnLines(px, ranges)
                                           .outline(rect, outlineStep(painter), width,
                                               [&y](double value) { return y.coordToPixel(value); });
    const bool band = columns.distances() > columns.count();
    QColor color = trace.color;
    if (band)
        color.setAlphaF(trace.bandOpacity);
    fillOutline(painter, points, color, width, band ? QList<double>() : trace.dash);

    const double perDistance = x.coordToPixel(1) - x.coordToPixel(0);
    if (perDistance >= 7) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(trace.color);
        for (int column = 0; column < columns.count(); ++column) {
            const QPointF dot(px[static_cast<std::size_t>(column)],
                y.coordToPixel(ranges[static_cast<std::size_t>(column)].low));
            if (rect.contains(dot))
                painter.drawEllipse(dot, width + 0.8, width + 0.8);
        }
    }
}

QString noteOf(const std::vector<DecayRequest>& requests, const std::vector<DecayAnswer>& answers)
{
    if (answers.empty())
        return {};
    const auto estimateOf = [&](bool bound) {
        for (std::size_t i = 0; i < answers.size(); ++i) {
            if (!answers[i].exact() && requests[i].isBound() == bound)
                return &answers[i];
        }
        return static_cast<const DecayAnswer*>(nullptr);
    };
    const DecayAnswer* const sum = estimateOf(false);
    const DecayAnswer* const bound = estimateOf(true);
    const DecayAnswer* const estimate = sum ? sum : bound;
    const Columns& columns = estimate ? estimate->columns : answers.front().columns;
    const auto each = static_cast<double>(columns.distances()) / columns.count();
    if (!estimate)
        return each <= 1
            ? QString()
            : DecayView::tr("each column: exact lowest to highest of %1 distances").arg(shown(each, 3));
    QString text = DecayView::tr("estimate from %1 of %2 distances a column: the true range is wider")
                       .arg(estimate->samplesPerColumn)
                       .arg(shown(each, 3));
    if (sum && bound)
        text += DecayView::tr(" (bound: %1)").arg(bound->samplesPerColumn);
    return text;
}

} // namespace

DecayView::DecayView()
    : m_cache(std::make_shared<DecayCache>())
{
}

DecayView::~DecayView() = default;

QString DecayView::whyNot(const encodings::SceneSeries& series) const { return whyNoPlainDistances(series); }

void DecayView::draw(QCustomPlot& plot, std::shared_ptr<const Scene> scene, const Look& look)
{
    const auto [from, to] = scene->range();
    plot.xAxis->setRange(from, to);
    plot.xAxis->setLabel(DecayView::tr("distance r = m − n (positions)"));
    plot.yAxis->setLabel(DecayView::tr("inner product"));
    const std::vector<Sum> sums = decaySumsOf(*scene);
    std::vector<Trace> traces;
    QList<LegendEntry> legend;
    for (const Sum sum : sums) {
        for (const SceneSeries& series : scene->series) {
            if (sum == Sum::Bound && decaysItself(series))
                continue;
            traces.push_back(traceOf(*scene, series, sum, look.theme));
            legend << traces.back().legend;
        }
    }
    setLegend(plot, legend);

    if (traces.empty()) {
        addPainted(plot, [theme = look.theme](QCPPainter& painter, const QRectF& rect) {
            drawNote(painter, theme, rect, Qt::AlignCenter,
                DecayView::tr("RoFormer's bound is for scores that only turn: choose ones or random."));
        });
    }
    const bool anyBound = std::any_of(
        traces.begin(), traces.end(), [](const Trace& trace) { return trace.sum == Sum::Bound; });
    if (anyBound) {
        const Interval range = axisRange(traces, true, from, to);
        plot.yAxis2->setVisible(true);
        plot.yAxis2->setRange(range.low, range.high);
        plot.yAxis2->setLabel(DecayView::tr("RoFormer bound, mean |S|"));
    }
    if (sums.front() != Sum::Bound) {
        const Interval range = axisRange(traces, false, from, to);
        plot.yAxis->setRange(range.low, range.high);
    } else {
        plot.yAxis->setVisible(false);
    }
    addTrainedRegion(plot, look.theme, *scene);

    QCPAxis* const x = plot.xAxis;
    QCPAxis* const y = plot.yAxis;
    QCPAxis* const boundAxis = plot.yAxis2;
    addPainted(plot, [=, theme = look.theme](QCPPainter& painter, const QRectF& rect) {
        if (!y->visible() || !y->range().contains(0))
            return;
        painter.setPen(QPen(theme.hairline, 0));
        painter.drawLine(QLineF(rect.left(), y->coordToPixel(0), rect.right(), y->coordToPixel(0)));
    })->setLayer("grid");
    addPainted(plot, [=, cache = m_cache](QCPPainter& painter, const QRectF& rect) {
        const int wanted = std::max(2, static_cast<int>(rect.width() / outlineStep(painter)));
        std::vector<DecayRequest> requests;
        std::vector<const Trace*> seen;
        for (const Trace& trace : traces) {
            if (!isSeen(trace, x->range().upper))
                continue;
            seen.push_back(&trace);
            requests.push_back(requestFor(trace, x->range().lower, x->range().upper, wanted));
        }
        const std::vector<DecayAnswer> answers = cache->answers(requests, look.exporting, look.repaint);
        // The subject and the strongest colours come last and lie on top.
        for (std::size_t i = seen.size(); i-- > 0;) {
            paintTrace(painter, rect, *x, seen[i]->sum == Sum::Bound ? *boundAxis : *y, *seen[i], answers[i],
                look.theme.lineWidth);
        }
        const QString note = noteOf(requests, answers);
        if (!note.isEmpty())
            drawNote(painter, look.theme, rect, Qt::AlignRight | Qt::AlignBottom, note);
    });
}

QString DecayView::readout(const Scene& scene, double x, double) const
{
    const double distance = std::round(x);
    QStringList parts { DecayView::tr("distance %1").arg(shown(distance)) };
    for (const SceneSeries& series : scene.series) {
        if (decaysItself(series) && distance < 0.0) {
            parts << DecayView::tr("%1: a query meets no later keys").arg(nameOf(series));
            continue;
        }
        const Eigen::ArrayXd frequencies = series.scheme.frequencies();
        const auto value = [&](Sum sum) {
            return shown(encodings::decay(frequencies, decayWeightsOf(series, sum), distance, 1, 1)[0]);
        };
        const QString sums = DecayView::tr("%1: ones %2, random %3")
                                 .arg(nameOf(series), value(Sum::Ones), value(Sum::Random));
        parts << (decaysItself(series)
                ? sums
                : DecayView::tr("%1, bound %2")
                      .arg(sums, shown(encodings::roformerBound(frequencies, distance, 1, 1)[0])));
    }
    return parts.join("   ");
}

CsvTable DecayView::csv(std::shared_ptr<const Scene> scene) const
{
    CsvTable table = tableOverRange(*scene, "distance");
    for (const SceneSeries& series : scene->series) {
        for (const char* const name : { ".ones", ".random", ".bound" })
            table.columns.push_back(series.label + name);
    }
    table.fill = [scene](double first, double step, Eigen::Index count, Eigen::ArrayXXd& values) {
        values.resize(count, 3 * static_cast<Eigen::Index>(scene->series.size()));
        Eigen::Index column = 0;
        for (const SceneSeries& series : scene->series) {
            const Eigen::ArrayXd frequencies = series.scheme.frequencies();
            values.col(column++)
                = encodings::decay(frequencies, decayWeightsOf(series, Sum::Ones), first, step, count);
            values.col(column++)
                = encodings::decay(frequencies, decayWeightsOf(series, Sum::Random), first, step, count);
            if (decaysItself(series))
                values.col(column++).setConstant(std::numeric_limits<double>::quiet_NaN());
            else
                values.col(column++) = encodings::roformerBound(frequencies, first, step, count);
        }
    };
    return table;
}
