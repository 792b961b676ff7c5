// SPDX-License-Identifier: GPL-3.0-or-later
#include "baseboundview.h"

#include "baseboundchart.h"
#include "counted.h"
#include "marks.h"
#include "plotframe.h"
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
constexpr double stripHeight = 6.0;

/// Everything that a paint of BaseBoundView reads.
struct Chart {
    std::vector<BoundSeries> series;
    BoundFrame frame;
    Theme theme;

    Chart(std::vector<BoundSeries> drawn, const Theme& shownTheme)
        : series(std::move(drawn))
        , frame(series)
        , theme(shownTheme)
    {
    }

    const BoundSeries& subject() const { return series.front(); }
    BaseCurveRequest request(double low, double high, int bases) const
    {
        return { subject().dimension, static_cast<std::int64_t>(frame.limit), std::clamp(low, 1.0, 1e30),
            std::clamp(high, 1.0, 1e30), bases };
    }
};

QString limitText(const BoundSeries& subject) { return shown(static_cast<double>(subject.longest())); }

class ChartPainter {
public:
    ChartPainter(QCPPainter& painter, const Chart& chart, const QRectF& rect, const QCPAxis& x,
        const QCPAxis& y, const BaseBoundAnswer& answer)
        : m_painter(painter)
        , m_chart(chart)
        , m_rect(rect)
        , m_x(x)
        , m_y(y)
        , m_answer(answer)
    {
    }

    void paint()
    {
        paintServing();
        paintTarget();
        paintBound();
        paintCurve();
        for (auto one = m_chart.series.rbegin(); one != m_chart.series.rend(); ++one)
            paintSeries(*one);
        drawNote(m_painter, m_chart.theme, m_rect.adjusted(0, 0, 0, -stripHeight - 2.0),
            Qt::AlignRight | Qt::AlignBottom, note());
    }

private:
    QString note() const
    {
        if (m_answer.curve.first.empty())
            return BaseBoundView::tr("the curve is being worked out");
        const QString text = BaseBoundView::tr("sampled at %1 bases")
                                 .arg(shown(static_cast<double>(m_answer.curve.first.size())));
        return m_answer.curvePending ? BaseBoundView::tr("%1, more are being worked out").arg(text) : text;
    }

    double pixel(double base) const { return m_x.coordToPixel(base); }
    double height(double distance) const
    {
        return std::clamp(m_y.coordToPixel(std::max(distance, 0.5)), m_rect.top(), m_rect.bottom());
    }
    bool shows(double x) const { return x >= m_rect.left() && x <= m_rect.right(); }

    /// A strip that tells which bases serve the target: no monotone question.
    void paintServing()
    {
        const BaseCurve& curve = m_answer.curve;
        if (m_chart.subject().tooLong() || curve.first.empty())
            return;
        const double half = 0.5 * (pixel(curve.request.base(1)) - pixel(curve.request.base(0)));
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        for (std::size_t i = 0; i < curve.first.size(); ++i) {
            const auto& first = curve.first[i];
            if (first && static_cast<double>(*first) < m_chart.subject().target)
                continue;
            const double x = pixel(curve.request.base(static_cast<int>(i)));
            const double left = std::max(m_rect.left(), x - half);
            const double right = std::min(m_rect.right(), x + half);
            m_painter.fillRect(QRectF(left, m_rect.bottom() - stripHeight, right - left, stripHeight),
                m_chart.theme.interpolated);
        }
        m_painter.setRenderHint(QPainter::Antialiasing);
    }

    void paintTarget()
    {
        const BoundSeries& subject = m_chart.subject();
        const double y = m_y.coordToPixel(subject.target);
        if (y < m_rect.top() || y > m_rect.bottom())
            return;
        m_painter.setPen(QPen(m_chart.theme.text, 0));
        m_painter.drawLine(QLineF(m_rect.left(), y, m_rect.right(), y));
        const bool alone = std::all_of(m_chart.series.begin(), m_chart.series.end(),
            [&](const BoundSeries& other) { return other.target == subject.target; });
        const QString text = alone
            ? BaseBoundView::tr("target length L′ = %1").arg(shown(subject.target))
            : BaseBoundView::tr("target length L′ = %1 of %2").arg(shown(subject.target), subject.name);
        const bool above = y - m_rect.top() > QFontMetricsF(m_chart.theme.font(0.9)).height() + 8.0;
        drawNote(m_painter, m_chart.theme,
            above ? QRectF(m_rect.topLeft(), QPointF(m_rect.right(), y))
                  : QRectF(QPointF(m_rect.left(), y), m_rect.bottomRight()),
            Qt::AlignLeft | (above ? Qt::AlignBottom : Qt::AlignTop), text);
    }

    void paintBound()
    {
        const QString target = shown(m_chart.subject().target);
        QString text;
        double x = m_rect.left();
        if (m_chart.subject().tooLong()) {
            text = BaseBoundView::tr("the lowest base is worked out for targets up to %1")
                       .arg(limitText(m_chart.subject()));
        } else if (!m_answer.bound) {
            text = BaseBoundView::tr("the lowest base for %1 is being worked out").arg(target);
        } else if (!m_answer.bound->base) {
            text = BaseBoundView::tr("no base serves %1").arg(target);
        } else {
            text = BaseBoundView::tr("lowest base for %1: %2")
                       .arg(target, shown(std::round(*m_answer.bound->base)));
            const double at = pixel(*m_answer.bound->base);
            if (shows(at)) {
                x = at;
                m_painter.setPen(QPen(m_chart.theme.interpolated, 0, Qt::DashLine));
                m_painter.drawLine(QLineF(x, m_rect.top(), x, m_rect.bottom()));
            }
        }
        const bool right = x > m_rect.center().x();
        drawNote(m_painter, m_chart.theme,
            right ? QRectF(m_rect.topLeft(), QPointF(x, m_rect.bottom()))
                  : QRectF(QPointF(x, m_rect.top()), m_rect.bottomRight()),
            (right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop, text);
    }

    void paintCurve()
    {
        const BaseCurve& curve = m_answer.curve;
        QPolygonF line;
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_chart.theme.text, m_chart.theme.lineWidth));
        const auto finish = [&] {
            if (line.size() > 1)
                m_painter.drawPolyline(line);
            line.clear();
        };
        bool above = false; // the last base has no negative distance below the limit
        for (std::size_t i = 0; i < curve.first.size(); ++i) {
            const double x = pixel(curve.request.base(static_cast<int>(i)));
            if (!shows(x))
                continue;
            if (!curve.first[i]) {
                if (!line.isEmpty())
                    line << QPointF(x, line.back().y()) << QPointF(x, m_rect.top());
                finish();
                above = true;
                continue;
            }
            const double y = height(static_cast<double>(*curve.first[i]));
            if (above)
                line << QPointF(x, m_rect.top());
            // A step from one sample to the next: between them nothing is known.
            else if (!line.isEmpty())
                line << QPointF(x, line.back().y());
            line << QPointF(x, y);
            above = false;
        }
        finish();
    }

    void paintSeries(const BoundSeries& one)
    {
        const double x = pixel(one.base);
        if (!shows(x))
            return;
        const QColor color = m_chart.theme.series(one.index);
        const auto& distance = one.first.distance;
        const double y = distance ? height(static_cast<double>(*distance)) : m_rect.top() + 6.0;
        m_painter.setPen(QPen(color, 0, Qt::DotLine));
        m_painter.drawLine(QLineF(x, y, x, m_rect.bottom()));
        drawMark(m_painter, QPointF(x, y), one.marker, 10.0, color);
        const QString text = distance ? shown(static_cast<double>(*distance))
            : !one.first.known
            ? BaseBoundView::tr("being worked out")
            : BaseBoundView::tr("none up to %1").arg(shown(static_cast<double>(one.longest())));
        const QFontMetricsF metrics(m_chart.theme.font(0.9));
        // The curve rises: it leaves room above and to the left.
        const QRectF above(m_rect.topLeft(), QPointF(x - 4.0, y));
        if (above.height() > metrics.height() + 6.0
            && above.width() > metrics.horizontalAdvance(text) + 14.0) {
            drawNote(m_painter, m_chart.theme, above, Qt::AlignRight | Qt::AlignBottom, text);
            return;
        }
        const double top = std::min(y, m_rect.bottom() - metrics.height() - 8.0);
        drawNote(m_painter, m_chart.theme, QRectF(QPointF(x + 6.0, top), m_rect.bottomRight()),
            Qt::AlignLeft | Qt::AlignTop, text);
    }

    QCPPainter& m_painter;
    const Chart& m_chart;
    QRectF m_rect;
    const QCPAxis& m_x;
    const QCPAxis& m_y;
    const BaseBoundAnswer& m_answer;
};

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

void BaseBoundView::draw(QCustomPlot& plot, std::shared_ptr<const Scene> scene, const Look& look)
{
    std::vector<BoundSeries> series = boundSeries(*scene, *m_cache, look.exporting);
    plot.xAxis->setLabel(tr("base b"));
    plot.yAxis->setLabel(tr("first distance with a negative sum"));
    if (series.empty()) {
        addPainted(plot, [theme = look.theme](QCPPainter& painter, const QRectF& rect) {
            drawNote(painter, theme, rect, Qt::AlignCenter,
                tr("No encoding with pairs: choose a rotary or sinusoidal one."));
        });
        return;
    }
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
        ChartPainter(painter, now, rect, *x, *y, answer).paint();
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
    if (series.empty())
        return tr("None of these encodings has pairs that turn.");
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
    if (series.empty() || !(x >= 1.0 && x <= 1e30))
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
        if (series.scheme.frequencies().size() == 0)
            continue;
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
            for (Index row = 0; column.dimension > 0 && row < count; ++row) {
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
