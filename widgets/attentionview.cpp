// SPDX-License-Identifier: GPL-3.0-or-later
#include "attentionview.h"

#include "absence.h"
#include "attentiontable.h"
#include "columnlines.h"
#include "marks.h"
#include "tickers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using Eigen::Index;
using encodings::Scene;
using encodings::SceneSeries;

namespace {

/// What the weights of all series may take at once in a paint, in terms.
constexpr double mostPaintTerms = 4e6;
constexpr double mostExportTerms = 4e9;
/// With more keys than these a peak would leave a linear axis empty.
constexpr double mostLinearKeys = 256.0;
/// A logarithmic axis shows no smaller part of the largest weight: 10^-12.
const double deepest = 12.0 * std::log(10.0);
/// From so many px between keys on, every key has a dot.
constexpr double dotDistance = 7.0;
/// Share of the height that a table may take.
constexpr double mostTableShare = 0.5;

/// No weight is above 1: what lies above is room for words.
template <typename Ticker> class WeightTicker : public Ticker {
public:
    using Ticker::Ticker;

protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override
    {
        return tick > 1.0 + 1e-9 ? QString() : Ticker::getTickLabel(tick, locale, format, precision);
    }
};

/// First and last key shown.
std::pair<double, double> keysShown(const Scene& scene)
{
    if (!scene.values.isAutomatic("range"))
        return scene.range();
    double last = 1.0;
    for (const SceneSeries& series : scene.series)
        last = std::max(last, AttentionQuery(scene, series).lastKey());
    return { 0.0, last };
}

/// Everything that a paint reads.
struct Chart {
    std::shared_ptr<const Scene> scene;
    std::shared_ptr<AttentionCache> cache;
    Look look;
    bool logarithmic = false;
    AttentionTable table;
    double tableShare = 0.0; ///< of the height, kept free of curves

    /// Range of the axis of weights for these answers.
    QCPRange axisRange(const std::vector<AttentionAnswer>& answers) const
    {
        double peak = -std::numeric_limits<double>::infinity();
        double least = 0.0;
        for (const AttentionAnswer& answer : answers) {
            if (!std::isfinite(answer.weights->peak))
                continue;
            peak = std::max(peak, answer.weights->peak);
            least = std::min(least, std::max(answer.weights->least, answer.weights->peak - deepest));
        }
        if (!std::isfinite(peak))
            peak = 0.0;
        if (!logarithmic)
            return { 0.0, std::exp(peak) * 1.06 / (1.0 - tableShare) };
        least = std::min(least, peak - std::log(3.0)) - std::log(1.3);
        return { std::exp(least),
            std::exp(peak + 0.04 * (peak - least) + (peak - least) * tableShare / (1.0 - tableShare)) };
    }
};

/// Shades the keys that are farther from the query looked at than training went, with words and lines.
void addFartherRegion(QCustomPlot& plot, const Theme& theme, const Scene& scene)
{
    const QCPAxis* const x = plot.xAxis;
    const SceneSeries& subject = scene.series.front();
    const double query = scene.values.number("query");
    const double length = subject.trainedLength();
    const double before = query - length;
    const double after = subject.scheme.causal ? std::numeric_limits<double>::infinity() : query + length;
    QList<std::pair<double, QColor>> others;
    for (const SceneSeries& series : scene.series) {
        if (series.trainedLength() != length)
            others.emplace_back(query - series.trainedLength(), theme.series(series.index));
    }
    const auto regions = [=](const QRectF& rect) {
        QRectF left;
        QRectF right;
        if (before > x->range().lower)
            left = QRectF(
                rect.topLeft(), QPointF(std::min(rect.right(), x->coordToPixel(before)), rect.bottom()));
        if (after < x->range().upper)
            right = QRectF(
                QPointF(std::max(rect.left(), x->coordToPixel(after)), rect.top()), rect.bottomRight());
        return std::array { left, right };
    };
    addPainted(plot, [=](QCPPainter& painter, const QRectF& rect) {
        for (const QRectF& region : regions(rect))
            fillBeyond(painter, theme, region);
    })->setLayer("background");
    addPainted(plot, [=](QCPPainter& painter, const QRectF& rect) {
        const auto line = [&](double key, const QPen& pen) {
            if (!x->range().contains(key))
                return;
            painter.setPen(pen);
            const double px = x->coordToPixel(key);
            painter.drawLine(QLineF(px, rect.top(), px, rect.bottom()));
        };
        line(query, QPen(theme.mutedText, 0, Qt::DotLine));
        for (const auto& [key, color] : others)
            line(key, QPen(color, 0, Qt::DashLine));
        line(before, QPen(theme.text, 0));
        line(after, QPen(theme.text, 0));
    });
    const QString whose = others.isEmpty()
        ? AttentionView::tr("distance not trained (L = %1)").arg(shown(length))
        : AttentionView::tr("distance not trained, %1 (L = %2)").arg(nameOf(subject), shown(length));
    addPainted(plot, [=](QCPPainter& painter, const QRectF& rect) {
        const auto [left, right] = regions(rect);
        drawNote(painter, theme, left, Qt::AlignRight | Qt::AlignBottom, whose);
        drawNote(painter, theme, right, Qt::AlignLeft | Qt::AlignBottom, whose);
    })->setLayer("axes");
}

/// Paints the weights of one series: runs of keys that are seen, with gaps between.
class WeightPainter {
public:
    WeightPainter(QCPPainter& painter, const QRectF& rect, const QCPAxis& x, const QCPAxis& y)
        : m_painter(painter)
        , m_rect(rect)
        , m_x(x)
        , m_y(y)
    {
    }

    void paint(
        const std::vector<WeightRange>& ranges, const QColor& color, const QList<double>& dash, double width)
    {
        const double perKey = m_x.coordToPixel(1.0) - m_x.coordToPixel(0.0);
        for (std::size_t begin = 0; begin < ranges.size();) {
            if (isLeftOut(ranges, begin)) {
                ++begin;
                continue;
            }
            std::size_t end = begin;
            std::vector<double> px;
            std::vector<encodings::Interval> weights;
            bool band = false;
            for (; end < ranges.size() && !isLeftOut(ranges, end); ++end) {
                const WeightRange& range = ranges[end];
                px.push_back(m_x.coordToPixel((range.first + range.last) / 2));
                weights.push_back({ std::exp(range.logarithms.low), std::exp(range.logarithms.high) });
                band = band || range.logarithms.high - range.logarithms.low > 1e-6;
            }
            if (px.back() >= m_rect.left() && px.front() <= m_rect.right())
                paintRun(px, weights, color, band ? QList<double>() : dash, width);
            if (perKey >= dotDistance || px.back() - px.front() < 2.0 * width)
                paintDots(px, weights, color, width + 0.8);
            begin = end;
        }
    }

private:
    /// Not seen, or below the end of a logarithmic axis like its neighbours.
    bool isLeftOut(const std::vector<WeightRange>& ranges, std::size_t at) const
    {
        if (std::isnan(ranges[at].logarithms.low))
            return true;
        const auto isBelow = [&](std::size_t number) {
            return !(std::exp(ranges[number].logarithms.high) >= m_y.range().lower);
        };
        return m_y.scaleType() == QCPAxis::stLogarithmic && isBelow(at) && (at == 0 || isBelow(at - 1))
            && (at + 1 == ranges.size() || isBelow(at + 1));
    }

    double pixelOf(double weight) const
    {
        // Where a logarithmic axis ends, nothing is told apart any more.
        return m_y.coordToPixel(std::max(weight, m_y.scaleType() == QCPAxis::stLogarithmic ? 1e-300 : 0.0));
    }

    void paintRun(const std::vector<double>& px, const std::vector<encodings::Interval>& weights,
        QColor color, const QList<double>& dash, double width)
    {
        const ColumnLines lines(px, weights);
        fillOutline(m_painter,
            lines.outline(
                m_rect, outlineStep(m_painter), width, [this](double weight) { return pixelOf(weight); }),
            color, width, dash);
    }

    void paintDots(const std::vector<double>& px, const std::vector<encodings::Interval>& weights,
        const QColor& color, double radius)
    {
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(color);
        for (std::size_t i = 0; i < px.size(); ++i) {
            const QPointF dot(px[i], pixelOf(weights[i].high));
            if (m_rect.adjusted(-1, -1, 1, 1).contains(dot))
                m_painter.drawEllipse(dot, radius, radius);
        }
    }

    QCPPainter& m_painter;
    const QRectF& m_rect;
    const QCPAxis& m_x;
    const QCPAxis& m_y;
};

/// The weights of a series over the keys on screen: from the keys themselves where time allows.
std::vector<WeightRange> rangesOf(const Chart& chart, const SceneSeries& series,
    const AttentionWeights& weights, const QCPRange& keys, int columns)
{
    if (!std::isfinite(weights.logSum))
        return {};
    const AttentionQuery query(*chart.scene, series);
    const double most = (chart.look.exporting ? mostExportTerms : mostPaintTerms)
        / static_cast<double>(chart.scene->series.size());
    // One key more on each side, so that lines leave the picture.
    const double first = std::max(0.0, keys.lower - 1.0);
    const double last = std::min(query.lastKey(), keys.upper + 1.0);
    if ((last - first + 1.0) * query.termsPerKey() <= most)
        return weightRanges(query, weights.logSum, first, last, columns);
    return weights.ranges;
}

QString noteOf(const Chart& chart, const std::vector<AttentionAnswer>& answers)
{
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const AttentionWeights& weights = *answers[i].weights;
        if (weights.exact())
            continue;
        const QString text = AttentionView::tr("estimate from %1 of %2 keys")
                                 .arg(shown(weights.looked), shown(weights.keys));
        const QString whose = answers.size() == 1
            ? text
            : AttentionView::tr("%1: %2").arg(nameOf(chart.scene->series[i]), text);
        return answers[i].pending ? AttentionView::tr("%1; the rest is being worked out").arg(whose) : whose;
    }
    return {};
}

} // namespace

AttentionView::AttentionView()
    : m_cache(std::make_shared<AttentionCache>())
{
}

AttentionView::~AttentionView() = default;

QString AttentionView::whyNot(const SceneSeries& series) const { return whyNoOwnValue(series); }

void AttentionView::draw(QCustomPlot& plot, std::shared_ptr<const Scene> scene, const Look& look)
{
    const auto [first, last] = keysShown(*scene);
    QCPAxis* const x = plot.xAxis;
    QCPAxis* const y = plot.yAxis;
    // A peak at the first or last key stays inside.
    const double aside = scene->values.isAutomatic("range") ? 0.012 * (last - first) : 0.0;
    x->setRange(first - aside, last + aside);
    x->setLabel(tr("key position n (tokens)"));
    y->setLabel(tr("softmax weight"));
    setLegend(plot, seriesLegend(*scene, look.theme));
    const std::string& axis = scene->values.text("attention_axis");
    const bool logarithmic = axis == "auto" ? last - first > mostLinearKeys : axis == "logarithmic";
    if (logarithmic) {
        y->setScaleType(QCPAxis::stLogarithmic);
        y->setTicker(QSharedPointer<WeightTicker<LogarithmicTicker>>::create());
    } else {
        y->setTicker(QSharedPointer<WeightTicker<NumberTicker>>::create(*y));
    }
    auto chart
        = std::make_shared<Chart>(Chart { scene, m_cache, look, logarithmic, { *scene, look.theme }, 0.0 });
    constexpr double aroundPlot = 165.0; // px of words, numbers and caption
    if (scene->series.size() > 1)
        chart->tableShare = std::min(
            mostTableShare, chart->table.height() / std::max(60.0, plot.viewport().height() - aroundPlot));
    y->setRange(chart->axisRange(m_cache->answers(scene, look.exporting, look.repaint)));
    const bool absolute
        = std::holds_alternative<encodings::AdditiveTable>(scene->series.front().scheme.mechanism)
        || std::holds_alternative<encodings::AdditiveRows>(scene->series.front().scheme.mechanism);
    if (absolute)
        addTrainedRegion(plot, look.theme, *scene);
    else
        addFartherRegion(plot, look.theme, *scene);
    Painted* const painted = addPainted(plot, [=](QCPPainter& painter, const QRectF& rect) {
        const std::vector<AttentionAnswer> answers
            = chart->cache->answers(scene, look.exporting, look.repaint);
        painter.setRenderHint(QPainter::Antialiasing);
        const int columns = std::max(2, static_cast<int>(rect.width() / outlineStep(painter)));
        WeightPainter weights(painter, rect, *x, *y);
        for (std::size_t i = scene->series.size(); i-- > 0;) {
            const SceneSeries& series = scene->series[i];
            weights.paint(rangesOf(*chart, series, *answers[i].weights, x->range(), columns),
                look.theme.series(series.index), dashOf(*scene, series), look.theme.lineWidth);
        }
        if (chart->tableShare > 0.0)
            chart->table.paint(painter, rect, chart->tableShare * rect.height() + 6.0, answers);
        if (const QString note = noteOf(*chart, answers); !note.isEmpty())
            drawNote(painter, look.theme,
                rect.adjusted(0, 0, 0, -QFontMetricsF(look.theme.font(0.9)).height() - 4.0),
                Qt::AlignLeft | Qt::AlignBottom, note); // above the words of the region
    });
    if (look.exporting)
        return;
    // Exact weights can be larger than those of an estimate.
    QObject::connect(&plot, &QCustomPlot::beforeReplot, painted, [y, chart, set = y->range()]() mutable {
        const QCPRange now
            = chart->axisRange(chart->cache->answers(chart->scene, false, chart->look.repaint));
        if (y->range() == set) {
            const QSignalBlocker quiet(y); // no zoom of a hand
            y->setRange(now);
        }
        set = now;
    });
}

QString AttentionView::readout(const Scene& scene, double x, double) const
{
    const double key = std::round(x);
    if (key < 0.0)
        return {};
    QStringList parts;
    for (const SceneSeries& series : scene.series) {
        const AttentionAnswer answer = m_cache->known(scene, series);
        const double logarithm
            = logWeights(AttentionQuery(scene, series), answer.weights->logSum, key, 1.0, 1)[0];
        parts << (std::isinf(logarithm)
                ? tr("%1: not seen").arg(nameOf(series))
                : tr("%1: weight %2").arg(nameOf(series), shown(std::exp(logarithm))));
    }
    return tr("key %1, query %2   %3")
        .arg(shown(key), shown(scene.values.number("query")), parts.join(QStringLiteral("   ")));
}

CsvTable AttentionView::csv(std::shared_ptr<const Scene> scene) const
{
    CsvTable table = tableOverRange(*scene, "key");
    std::tie(table.rows.first, table.rows.last) = keysShown(*scene);
    std::vector<double> logSums;
    for (const AttentionAnswer& answer : m_cache->answers(scene, true, {}))
        logSums.push_back(answer.weights->logSum);
    for (const SceneSeries& series : scene->series)
        table.columns.push_back(series.label + ".weight");
    table.fill = [scene, logSums](double first, double step, Index count, Eigen::ArrayXXd& values) {
        values.resize(count, static_cast<Index>(scene->series.size()));
        for (std::size_t i = 0; i < scene->series.size(); ++i) {
            const AttentionQuery query(*scene, scene->series[i]);
            const Eigen::ArrayXd logarithms = logWeights(query, logSums[i], first, step, count);
            values.col(static_cast<Index>(i))
                = logarithms.isInf().select(std::numeric_limits<double>::quiet_NaN(), logarithms.exp());
        }
    };
    return table;
}
