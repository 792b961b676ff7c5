// SPDX-License-Identifier: GPL-3.0-or-later
#include "wavelengthframe.h"

#include "marks.h"
#include "tickers.h"
#include "wavelengthsview.h"

#include <algorithm>
#include <cmath>
#include <numbers>

using Eigen::Index;

namespace {

using Chart = WavelengthChart;
using ChartPointer = std::shared_ptr<const WavelengthChart>;

/// A plot lower than this many lines of text has no room for more than its values; legend and caption of
/// every further series take some more.
constexpr double fewLines = 20.0;
constexpr double linesOfSeries = 2.5;

bool isLow(const QCustomPlot& plot, const Chart& chart)
{
    const double lines = fewLines + linesOfSeries * static_cast<double>(chart.numbers.size() - 1);
    return plot.viewport().height() < lines * QFontMetricsF(chart.theme.font(0.9)).height();
}

/// Pair, wavelength and turns in training below each other.
class PairRowsTicker : public WholeTicker {
public:
    PairRowsTicker(const QCPAxis& axis, const Chart& chart)
        : m_axis(axis)
        , m_trained(chart.subjectNumbers().trainedFrequency)
        , m_length(chart.subject().trainedLength())
    {
    }

protected:
    double getTickStep(const QCPRange& range) override
    {
        // The axis has no size yet when the first layout asks; the plot has.
        const QFontMetrics metrics(m_axis.tickLabelFont());
        const int widest = metrics.horizontalAdvance(QStringLiteral("1,000,000"));
        setTickCount(std::clamp(m_axis.parentPlot()->viewport().width() * 4 / 5 / (widest + 16), 2, 8));
        return WholeTicker::getTickStep(range);
    }

    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        const double pair = std::round(tick);
        if (!(pair >= 0.0 && pair < static_cast<double>(m_trained.size())))
            return shown(pair) + QStringLiteral("\n\n");
        const double turns = m_trained[static_cast<Index>(pair)] * m_length / (2.0 * std::numbers::pi);
        const QString wavelength = turns > 0.0 ? shown(m_length / turns, 3) : QStringLiteral("∞");
        return shown(pair) + QLatin1Char('\n') + wavelength + QLatin1Char('\n') + shown(turns, 3);
    }

private:
    const QCPAxis& m_axis;
    const Eigen::ArrayXd m_trained;
    const double m_length;
};

/// Something beside the axis rectangle, painted in pixels.
class FrameItem : public QCPAbstractItem {
public:
    using Paint = std::function<void(QCPPainter& painter, const QRectF& rect)>;

    FrameItem(QCustomPlot& plot, Paint paint)
        : QCPAbstractItem(&plot)
        , m_paint(std::move(paint))
    {
        setClipToAxisRect(false);
        setSelectable(false);
    }

    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override
    {
        painter->save();
        m_paint(*painter, QRectF(mParentPlot->axisRect()->rect()));
        painter->restore();
    }

private:
    Paint m_paint;
};

/// Ways to name a region, the longest first.
struct RegionName {
    QStringList texts;
    QColor fill;
    bool hatched = false;
};

QString pairsOf(const PairRun& run)
{
    return run.first == run.last ? shown(static_cast<double>(run.first))
                                 : QStringLiteral("%1–%2").arg(shown(static_cast<double>(run.first)),
                                     shown(static_cast<double>(run.last)));
}

RegionName nameOfChange(const Chart& chart, const PairRun& run)
{
    const encodings::SceneSeries& series = chart.scene->series[*chart.changing];
    QString word;
    double paleness = 1.0;
    switch (run.change) {
    case PairChange::Unchanged:
        word = WavelengthsView::tr("unchanged");
        break;
    case PairChange::Between:
        word = series.scheme.ramp ? WavelengthsView::tr("blended") : WavelengthsView::tr("in between");
        paleness = 0.85;
        break;
    case PairChange::Interpolated:
        word = WavelengthsView::tr("interpolated");
        paleness = 0.7;
        break;
    case PairChange::Slower:
        word = series.values.number("scale") == 1.0 ? WavelengthsView::tr("slower")
                                                    : WavelengthsView::tr("slower than 1/k");
        paleness = 0.6;
        break;
    case PairChange::Faster:
        word = WavelengthsView::tr("faster");
        paleness = 0.9;
        break;
    case PairChange::Stopped:
        word = WavelengthsView::tr("does not turn");
        paleness = 0.92;
        break;
    }
    const QString pairs = WavelengthsView::tr("%1: %2").arg(word, pairsOf(run));
    QStringList texts { pairs, word };
    if (chart.numbers.size() > 1)
        texts.prepend(WavelengthsView::tr("%1 %2").arg(nameOf(series), pairs));
    return { texts, chart.theme.towardsGround(chart.theme.series(series.index), paleness), false };
}

RegionName nameOfUnfinished(const Chart& chart, const PairRun& run)
{
    const QString word = WavelengthsView::tr("never finished a turn in training");
    QStringList texts { WavelengthsView::tr("%1: %2").arg(word, pairsOf(run)), word,
        WavelengthsView::tr("never finished a turn"), WavelengthsView::tr("unfinished") };
    if (!chart.sameTraining()) {
        texts.prepend(
            WavelengthsView::tr("%1 in training of %2: %3").arg(texts[2], chart.subjectName(), pairsOf(run)));
    }
    return { texts, chart.theme.beyond, true };
}

void paintRow(QCPPainter& painter, const Chart& chart, const WavelengthPixels& pixels, const QRectF& row,
    const std::vector<PairRun>& runs, RegionName (*name)(const Chart&, const PairRun&))
{
    const QFontMetricsF metrics(painter.font());
    for (const PairRun& run : runs) {
        const auto [left, right] = pixels.sides(run);
        if (right <= left)
            continue;
        const RegionName region = name(chart, run);
        const QRectF box(left, row.top(), right - left, row.height());
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.fillRect(box, region.fill);
        if (region.hatched)
            fillBeyond(painter, chart.theme, box);
        painter.setPen(QPen(chart.theme.grid, 0));
        painter.drawRect(box);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(chart.theme.text);
        for (const QString& text : region.texts) {
            if (metrics.horizontalAdvance(text) + 6.0 > box.width())
                continue;
            painter.drawText(box, Qt::AlignCenter, text);
            break;
        }
    }
}

} // namespace

void addPairRows(QCustomPlot& plot, ChartPointer chart)
{
    plot.xAxis->setLabel(WavelengthsView::tr("pair (0 turns fastest)"));
    plot.xAxis->setTicker(QSharedPointer<WholeTicker>::create());
    if (isLow(plot, *chart))
        return;
    plot.xAxis->setTicker(QSharedPointer<PairRowsTicker>::create(*plot.xAxis, *chart));
    const QString label = chart->sameTraining()
        ? WavelengthsView::tr("pair, its wavelength λ and its turns inside L, as trained")
        : WavelengthsView::tr("pair, its wavelength λ and its turns inside L, as %1 was trained")
              .arg(chart->subjectName());
    const QFontMetrics metrics(plot.xAxis->labelFont());
    plot.xAxis->setLabel(metrics.elidedText(label, Qt::ElideRight, plot.viewport().width() * 4 / 5));

    const QStringList names { WavelengthsView::tr("pair"), QStringLiteral("λ"),
        WavelengthsView::tr("turns") };
    // Half a tick's number can stand left of the axis.
    constexpr int room = 26;
    int widest = 0;
    for (const QString& name : names)
        widest = std::max(widest, metrics.horizontalAdvance(name));
    QMargins margins = plot.axisRect()->minimumMargins();
    margins.setLeft(std::max(margins.left(), widest + room + 4));
    plot.axisRect()->setMinimumMargins(margins);

    const QCPAxis* const axis = plot.xAxis;
    new FrameItem(
        plot, [axis, names, color = chart->theme.mutedText](QCPPainter& painter, const QRectF& rect) {
            if (!axis->tickLabels())
                return;
            painter.setFont(axis->tickLabelFont());
            painter.setPen(color);
            const double top = rect.bottom() - 1.0 + axis->tickLengthOut() + axis->tickLabelPadding();
            painter.drawText(QRectF(0.0, top, rect.left() - room, 1.0),
                Qt::AlignRight | Qt::AlignTop | Qt::TextDontClip, names.join(QLatin1Char('\n')));
        });
}

void addPairRegions(QCustomPlot& plot, ChartPointer chart)
{
    // Runs that alternate from pair to pair say nothing as regions.
    constexpr std::size_t mostRuns = 12;
    const bool changes = chart->changing && chart->changes.size() <= mostRuns;
    const bool unfinished = !chart->unfinished.empty() && chart->unfinished.size() <= mostRuns;
    if ((!changes && !unfinished) || isLow(plot, *chart))
        return;
    const double height = QFontMetricsF(chart->theme.font(0.9)).height() + 3.0;
    QMargins margins = plot.axisRect()->minimumMargins();
    margins.setTop(margins.top() + static_cast<int>(std::ceil((changes + unfinished) * (height + 2.0))));
    plot.axisRect()->setMinimumMargins(margins);
    const QCPAxis* const x = plot.xAxis;
    const QCPAxis* const y = plot.yAxis;
    new FrameItem(plot, [=](QCPPainter& painter, const QRectF& rect) {
        painter.setFont(chart->theme.font(0.9));
        const WavelengthPixels pixels { *x, *y, rect };
        QRectF row(rect.left(), rect.top() - height - 3.0, rect.width(), height);
        if (unfinished) {
            paintRow(painter, *chart, pixels, row, chart->unfinished, nameOfUnfinished);
            row.translate(0.0, -height - 2.0);
        }
        if (changes)
            paintRow(painter, *chart, pixels, row, chart->changes, nameOfChange);
    });
}
