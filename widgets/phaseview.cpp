// SPDX-License-Identifier: GPL-3.0-or-later
#include "phaseview.h"

#include "applicability.h"
#include "counted.h"
#include "pairmarks.h"
#include "phasechart.h"
#include "tickers.h"

#include <algorithm>
#include <cmath>

using Eigen::Index;
using encodings::Scene;
using encodings::SceneSeries;

namespace {

using Chart = PhaseChart;

constexpr double turn = 2.0 * std::numbers::pi;
/// A caption speaks of no more series.
constexpr qsizetype mostTold = 3;

struct Tick {
    double at = 0.0; ///< on the vertical axis
    QString label;
};

/// The ticks that keep `apart` from those before them, in this order of importance.
void addTicks(QCPAxisTickerText& ticker, const QList<Tick>& ticks, double low, double high, double apart)
{
    QList<double> taken;
    for (const Tick& tick : ticks) {
        const auto tooNear = [&](double other) { return std::abs(other - tick.at) < apart; };
        if (tick.at < low || tick.at > high || std::any_of(taken.begin(), taken.end(), tooNear))
            continue;
        taken << tick.at;
        ticker.addTick(tick.at, tick.label);
    }
}

QList<Tick> phaseTicks(const Chart& chart)
{
    QList<Tick> ticks { { chart.ofPhase(0.0), shown(0.0) } };
    const auto add = [&](double phase, const QString& label) {
        ticks << Tick { chart.ofPhase(-phase), QStringLiteral("−") + label }
              << Tick { chart.ofPhase(phase), label };
    };
    add(turn, QStringLiteral("2π"));
    add(smallPhase, shown(smallPhase));
    for (int power = 0; power <= 15; ++power)
        add(std::pow(10.0, power), shown(std::pow(10.0, power)));
    return ticks;
}

QList<Tick> ratioTicks(const Chart& chart)
{
    QList<Tick> ticks { { chart.ofRatio(1.0), shown(1.0) } };
    if (chart.logarithmicRatio) {
        for (const double mantissa : { 1.0, 5.0, 2.0 }) {
            for (int power = -12; power <= 12; ++power) {
                const Tick tick { chart.ofRatio(mantissa * std::pow(10.0, power)),
                    shown(mantissa * std::pow(10.0, power)) };
                if (tick.at > 1.0 + chart.heading)
                    ticks << tick;
            }
        }
        return ticks;
    }
    const QList<double> inTurn { 0.0, 0.5, 2.0, 4.0, 6.0, 8.0, 10.0, 0.25, 0.75, 3.0, 5.0, 7.0, 9.0 };
    for (const double ratio : inTurn)
        ticks << Tick { chart.ofRatio(ratio), shown(ratio) };
    return ticks;
}

QString ratioHeading(const Chart& chart)
{
    return chart.logarithmicRatio ? PhaseView::tr("frequency to unscaled frequency, θ′ / θ (logarithmic)")
                                  : PhaseView::tr("frequency to unscaled frequency, θ′ / θ");
}

QString phaseHeading(const Chart& chart)
{
    return PhaseView::tr("phase difference at position %1, n (θ′ − θ), radians").arg(shown(chart.position));
}

/// Paints what lies around the values of both panes.
class Panes {
public:
    Panes(QCPPainter& painter, const Chart& chart, const WavelengthPixels& pixels)
        : m_painter(painter)
        , m_chart(chart)
        , m_pixels(pixels)
        , m_ratios(pane(1.0 + chart.heading))
        , m_phases(pane(0.0))
    {
    }

    void paintGround() const
    {
        QColor tint = m_chart.theme.trained;
        tint.setAlphaF(0.10F);
        m_painter.fillRect(between(m_chart.ofPhase(-smallPhase), m_chart.ofPhase(smallPhase)), tint);
    }

    void paintLines() const
    {
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        level(m_chart.ofRatio(1.0), QPen(m_chart.theme.text, 0));
        level(m_chart.ofPhase(0.0), QPen(m_chart.theme.text, 0));
        for (const double phase : { -turn, turn }) {
            if (m_chart.ofPhase(phase) >= 0.0 && m_chart.ofPhase(phase) <= 1.0)
                level(m_chart.ofPhase(phase), QPen(m_chart.theme.mutedText, 0, Qt::DashLine));
        }
        const double pair = pairPixel();
        if (inside(pair)) {
            m_painter.setPen(QPen(m_chart.theme.mutedText, 0));
            m_painter.drawLine(QLineF(pair, m_pixels.rect.top(), pair, m_pixels.rect.bottom()));
        }
        m_painter.setRenderHint(QPainter::Antialiasing);
    }

    void paintRamps() const
    {
        const QFontMetricsF metrics(m_chart.theme.font(0.9));
        double row = m_ratios.top() + 0.25 * m_ratios.height();
        for (const SceneSeries& series : m_chart.scene->series) {
            if (!series.scheme.ramp)
                continue;
            const QColor color = m_chart.theme.series(series.index);
            for (const double end : { series.scheme.ramp->first, series.scheme.ramp->second }) {
                const double x = m_pixels.x.coordToPixel(end);
                if (!inside(x))
                    continue;
                m_painter.setPen(QPen(color, 0, Qt::DotLine));
                m_painter.drawLine(QLineF(x, m_ratios.top(), x, m_ratios.bottom()));
                // The first end's number stands left of its line, the second's right: between them are
                // values.
                const bool first = end == series.scheme.ramp->first;
                const double width = metrics.horizontalAdvance(shown(end, 4)) + 16.0;
                const QRectF room(first ? x - width : x, row, width, metrics.height() + 8.0);
                if (room.left() > m_ratios.left() && room.right() < m_ratios.right())
                    drawNote(m_painter, m_chart.theme, room,
                        (first ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop, shown(end, 4));
            }
            row += metrics.height() + 4.0;
            if (row + metrics.height() > m_ratios.bottom())
                row = m_ratios.top() + 0.25 * m_ratios.height();
        }
    }

    /// Names of the panes, over the grid that runs through them, and what the lines mean.
    void paintWords() const
    {
        const QFont font = m_chart.theme.font(0.9);
        const QFontMetricsF metrics(font);
        const double pair = pairPixel();
        const QString pairText = PhaseView::tr("pair %1").arg(m_chart.scene->values.integer("pair"));
        const double pairWidth = metrics.horizontalAdvance(pairText);
        for (const auto& [pane, text] : { std::pair { m_ratios, ratioHeading(m_chart) },
                 std::pair { m_phases, phaseHeading(m_chart) } }) {
            const double height = pane.height() * m_chart.heading;
            const QRectF strip(pane.left(), pane.top() - height, pane.width(), height);
            m_painter.fillRect(strip.adjusted(1, 1, -1, -1), m_chart.theme.ground);
            m_painter.setPen(QPen(m_chart.theme.hairline, 0));
            m_painter.drawLine(strip.bottomLeft(), strip.bottomRight());
            m_painter.drawLine(strip.topLeft(), strip.topRight());
            m_painter.setFont(font);
            m_painter.setPen(m_chart.theme.text);
            const QRectF words = strip.adjusted(4, 0, -4, 0);
            const QString fitting = metrics.elidedText(text, Qt::ElideRight, words.width());
            m_painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, fitting);
            m_painter.setPen(m_chart.theme.mutedText);
            const double right = words.left() + metrics.horizontalAdvance(fitting) + 12.0;
            if (inside(pair) && pair - pairWidth / 2 > right && pair + pairWidth / 2 < words.right())
                m_painter.drawText(
                    QRectF(pair - pairWidth, strip.top(), 2 * pairWidth, height), Qt::AlignCenter, pairText);
        }
        const QRectF band = between(m_chart.ofPhase(0.0), m_chart.ofPhase(smallPhase));
        if (band.height() > metrics.height() + 4.0)
            drawNote(m_painter, m_chart.theme, band, Qt::AlignLeft | Qt::AlignVCenter,
                PhaseView::tr("within 0.1 rad of the unscaled model"));
        const double aTurn = m_pixels.y.coordToPixel(m_chart.ofPhase(-turn));
        // The fast pairs lie there, and under them is room only in a high pane.
        if (m_phases.bottom() - aTurn > 4.0 * metrics.height())
            drawNote(m_painter, m_chart.theme,
                QRectF(m_phases.left(), aTurn, m_phases.width(), m_phases.bottom() - aTurn),
                Qt::AlignRight | Qt::AlignTop, PhaseView::tr("more than a turn behind"));
    }

private:
    QRectF between(double low, double high) const
    {
        return { QPointF(m_pixels.rect.left(), m_pixels.y.coordToPixel(high)),
            QPointF(m_pixels.rect.right(), m_pixels.y.coordToPixel(low)) };
    }
    QRectF pane(double low) const { return between(low, low + 1.0); }
    double pairPixel() const
    {
        return m_pixels.x.coordToPixel(static_cast<double>(m_chart.scene->values.integer("pair")));
    }
    bool inside(double x) const { return x >= m_pixels.rect.left() && x <= m_pixels.rect.right(); }
    void level(double at, const QPen& pen) const
    {
        const double y = m_pixels.y.coordToPixel(at);
        m_painter.setPen(pen);
        m_painter.drawLine(QLineF(m_pixels.rect.left(), y, m_pixels.rect.right(), y));
    }

    QCPPainter& m_painter;
    const Chart& m_chart;
    const WavelengthPixels& m_pixels;
    QRectF m_ratios;
    QRectF m_phases;
};

QString factorWords(const PhaseNumbers& numbers)
{
    QStringList parts;
    if (numbers.attentionFactor != 1.0)
        parts << PhaseView::tr("scores get A² = %1² = %2")
                     .arg(shown(numbers.attentionFactor),
                         shown(numbers.attentionFactor * numbers.attentionFactor, 4));
    if (numbers.logitFactor != 1.0)
        parts << PhaseView::tr("scores are multiplied by %1").arg(shown(numbers.logitFactor, 4));
    if (numbers.temperature != 1.0)
        parts << PhaseView::tr("scores of the query there are multiplied by %1")
                     .arg(shown(numbers.temperature, 4));
    return parts.join(PhaseView::tr(" and "));
}

QString changeWords(const PhaseNumbers& numbers)
{
    const QString smaller = shown(static_cast<double>(numbers.smaller()));
    const QString beyond = shown(static_cast<double>(numbers.beyondHalfTurn()));
    QString text = numbers.unchanged()
        ? PhaseView::tr("every pair turns as in the unscaled model")
        : PhaseView::tr("%1 of %2 pairs within 0.1 rad of the unscaled model and %3 more than π away")
              .arg(smaller, shown(static_cast<double>(numbers.count())), beyond);
    if (numbers.stopped > 0)
        text += PhaseView::tr(", pairs that turn no more: %1").arg(shown(static_cast<double>(numbers.stopped)));
    if (numbers.still > 0)
        text += PhaseView::tr(", pairs that never turn: %1").arg(shown(static_cast<double>(numbers.still)));
    const QString factors = factorWords(numbers);
    if (!factors.isEmpty())
        text += PhaseView::tr(" (%1)").arg(factors);
    return text;
}

} // namespace

QString PhaseView::whyNot(const encodings::SceneSeries& series) const { return whyNoTurnsFromZero(series); }

void PhaseView::draw(QCustomPlot& plot, std::shared_ptr<const Scene> scene, const Look& look)
{
    auto made = std::make_shared<Chart>(std::move(scene), look.theme);
    plot.xAxis->setLabel(tr("pair (0 turns fastest)"));
    plot.xAxis->setTicker(QSharedPointer<WholeTicker>::create());
    plot.yAxis->setTicks(made->pairs > 0);
    if (made->pairs == 0) {
        addPainted(plot, [made](QCPPainter& painter, const QRectF& rect) {
            drawNote(painter, made->theme, rect, Qt::AlignCenter,
                tr("No encoding with pairs: choose a rotary or sinusoidal one."));
        });
        return;
    }
    const QFontMetricsF metrics(look.theme.font(0.9));
    // Title, legend, axis and caption take about nine lines.
    const double room = std::max(100.0, plot.viewport().height() - 9.0 * metrics.height());
    const double strip = metrics.height() + 4.0;
    made->heading = std::clamp(strip / (room / 2.0 - strip), 0.05, 0.6);
    const std::shared_ptr<const Chart> chart = made;

    const double last = static_cast<double>(chart->pairs - 1);
    const double margin = std::max(0.5, 0.015 * last);
    plot.xAxis->setRange(-margin, last + margin);
    plot.yAxis->setRange(0.0, chart->top());
    const double apart = 1.1 * metrics.height() / (room / chart->top());
    const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    addTicks(*ticker, phaseTicks(*chart), 0.0, 1.0, apart);
    addTicks(*ticker, ratioTicks(*chart), 1.0 + chart->heading, 2.0 + chart->heading, apart);
    plot.yAxis->setTicker(ticker);
    plot.yAxis->setSubTicks(false);

    const QCPAxis* const x = plot.xAxis;
    const QCPAxis* const y = plot.yAxis;
    addPainted(plot, [chart, x, y](QCPPainter& painter, const QRectF& rect) {
        Panes(painter, *chart, { *x, *y, rect }).paintGround();
    })->setLayer("background");
    addPainted(plot, [chart, x, y](QCPPainter& painter, const QRectF& rect) {
        const WavelengthPixels pixels { *x, *y, rect };
        const Panes panes(painter, *chart, pixels);
        panes.paintLines();
        panes.paintWords();
        panes.paintRamps();
        // The subject is drawn last, on top of what it is compared with.
        for (std::size_t index = chart->numbers.size(); index-- > 0;) {
            const SceneSeries& series = chart->scene->series[index];
            const PairStyle style { chart->theme.series(series.index), dashOf(*chart->scene, series),
                chart->theme.lineWidth, chart->marker(index) };
            drawPairValues(painter, pixels, chart->ofRatios(chart->numbers[index]), style);
            drawPairValues(painter, pixels, chart->ofPhases(chart->numbers[index]), style);
        }
    });
    QList<LegendEntry> legend = seriesLegend(*chart->scene, look.theme);
    for (std::size_t series = 0; series < chart->numbers.size(); ++series)
        legend[static_cast<qsizetype>(series)].marker = chart->marker(series);
    setLegend(plot, legend);
}

QString PhaseView::caption(const Scene& scene) const
{
    const Chart chart(std::make_shared<const Scene>(scene), Theme());
    if (chart.pairs == 0)
        return tr("None of these encodings has pairs that turn.");
    QStringList parts;
    QStringList unchanged;
    for (std::size_t index = 0; index < chart.numbers.size(); ++index) {
        const PhaseNumbers& numbers = chart.numbers[index];
        const QString name = nameOf(scene.series[index]);
        if (numbers.count() == 0)
            continue;
        if (numbers.unchanged() && numbers.still == 0 && factorWords(numbers).isEmpty())
            unchanged << name;
        else if (parts.size() == mostTold)
            break;
        else
            parts << tr("%1: %2").arg(name, changeWords(numbers));
    }
    if (parts.isEmpty())
        return tr(
            "%1: every pair turns as in the unscaled model; raise the scale, or choose an encoding that "
            "extends RoPE.")
            .arg(namesJoined(unchanged));
    return tr("At position %1, %2.").arg(shown(chart.position), parts.join(QStringLiteral("; ")));
}

QString PhaseView::readout(const Scene& scene, double x, double) const
{
    const double pair = std::round(x);
    const double position = scene.values.number("position");
    QStringList parts;
    for (const SceneSeries& series : scene.series) {
        const PhaseNumbers numbers(series, position);
        if (!(pair >= 0.0 && pair < static_cast<double>(numbers.count())))
            continue;
        const Index at = static_cast<Index>(pair);
        parts << tr("%1: ratio %2, phase difference %3 rad (%4 turns)")
                     .arg(nameOf(series), shown(numbers.ratio[at]), shown(numbers.phase[at]),
                         shown(numbers.phase[at] / turn, 4));
    }
    return parts.isEmpty() ? QString()
                           : tr("pair %1 at position %2, %3")
                                 .arg(shown(pair), shown(position), parts.join(QStringLiteral("; ")));
}

CsvTable PhaseView::csv(std::shared_ptr<const Scene> scene) const
{
    std::vector<Eigen::ArrayXXd> values;
    for (const SceneSeries& series : scene->series) {
        const PhaseNumbers numbers(series, scene->values.number("position"));
        values.emplace_back(numbers.count(), 2) << numbers.ratio, numbers.phase;
    }
    return tableOverPairs(*scene, { "ratio", "phase" }, std::move(values));
}
