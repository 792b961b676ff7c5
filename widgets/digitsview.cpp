// SPDX-License-Identifier: GPL-3.0-or-later
#include "digitsview.h"

#include "applicability.h"
#include "counted.h"
#include "digitrows.h"
#include "digitways.h"
#include "plotframe.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace {

constexpr double twoPi = 2.0 * std::numbers::pi;
constexpr double gap = 8.0;
/// Smaller, the picture would be a mess.
constexpr double leastWidth = 120.0;
constexpr double leastHeight = 60.0;

const encodings::Values& subjectValues(const encodings::Scene& scene) { return scene.series.front().values; }

/// One position for all hands: the shared one.
double positionOf(const encodings::Scene& scene) { return subjectValues(scene).number("position"); }

/// Heading and one row of small clocks.
double leastClocksHeight(const Theme& theme) { return QFontMetricsF(theme.font(0.9)).height() + 32.0; }

/// Text whose runs in odd places stand raised, as exponents.
/// Returns where the text ends.
double drawRaised(QCPPainter& painter, const Theme& theme, QPointF baseline, const QStringList& runs)
{
    const QFont normal = theme.font();
    const QFont small = theme.font(0.9);
    for (qsizetype i = 0; i < runs.size(); ++i) {
        const bool raised = i % 2 == 1;
        painter.setFont(raised ? small : normal);
        painter.drawText(
            baseline - QPointF(0, raised ? QFontMetricsF(normal).ascent() * 0.42 : 0.0), runs[i]);
        baseline.rx()
            += QFontMetricsF(raised ? small : normal).horizontalAdvance(runs[i]) + (raised ? 1.0 : 0.0);
    }
    return baseline.x();
}

/// The runs, or as much of the first as fits.
QStringList fittingRuns(const Theme& theme, const QStringList& runs, double width)
{
    const QFontMetricsF metrics(theme.font());
    if (metrics.horizontalAdvance(runs.join(QString())) <= width)
        return runs;
    return { metrics.elidedText(runs.front(), Qt::ElideRight, width) };
}

struct Clocks {
    QList<ClockSeries> series;
    QStringList heading; ///< runs, every second one raised
    double position = 0.0;
    Eigen::Index lookedAt = 0;
};

/// The same pairs met the same angles in training, so that one face serves both.
bool sharesClocks(const encodings::SceneSeries& subject, const encodings::SceneSeries& series)
{
    const Eigen::ArrayXd& trained = series.scheme.trainedFrequencies;
    const Eigen::ArrayXd& own = subject.scheme.trainedFrequencies;
    return series.trainedLength() == subject.trainedLength()
        && series.scheme.frequencies().size() == subject.scheme.frequencies().size()
        && trained.size() == own.size() && trained.isApprox(own, 1e-12);
}

bool allShareClocks(const encodings::Scene& scene, const encodings::SceneSeries& subject)
{
    return std::all_of(scene.series.begin(), scene.series.end(),
        [&subject](const encodings::SceneSeries& series) { return sharesClocks(subject, series); });
}

/// Which series have no hand in the picture, and why.
QString missingHands(const encodings::Scene& scene)
{
    QStringList other;
    for (const encodings::SceneSeries& series : scene.series) {
        if (!sharesClocks(scene.series.front(), series))
            other << nameOf(series);
    }
    QString text;
    if (other.size() == 1)
        text += DigitsView::tr(" %1 has other clocks: make it the subject.").arg(other.front());
    else if (!other.isEmpty())
        text
            += DigitsView::tr(" %1 have other clocks: make one of them the subject.").arg(namesJoined(other));
    return text;
}

QString headingStart(const encodings::Scene& scene, const encodings::SceneSeries& subject)
{
    const Eigen::Index pairs = subject.scheme.frequencies().size();
    const QString count = shown(static_cast<double>(pairs));
    if (allShareClocks(scene, subject))
        return pairs == 1 ? DigitsView::tr("As one clock hand, digit base ")
                          : DigitsView::tr("As %1 clock hands, digit base ").arg(count);
    const QString name = nameOf(subject);
    return pairs == 1 ? DigitsView::tr("%1: as one clock hand, digit base ").arg(name)
                      : DigitsView::tr("%1: as %2 clock hands, digit base ").arg(name, count);
}

Clocks clocksOf(const encodings::Scene& scene, const Theme& theme)
{
    Clocks clocks;
    clocks.position = positionOf(scene);
    clocks.lookedAt = scene.values.integer("pair");
    const encodings::SceneSeries& subject = scene.series.front();
    const Eigen::ArrayXd& trained = subject.scheme.trainedFrequencies;
    // The step from pair to pair tells whether the frequencies are those of b^(-2i/d).
    const double geometric
        = std::pow(subject.values.number("base"), 1.0 / static_cast<double>(trained.size()));
    const QString start = headingStart(scene, subject);
    if (trained.size() < 2 || std::abs(trained[0] / trained[1] / geometric - 1.0) < 1e-9)
        clocks.heading << start + "b"
                       << "2/d"
                       << " = " + shown(geometric, 4);
    else
        clocks.heading << start + shown(trained[0] / trained[1], 4);
    for (const encodings::SceneSeries& series : scene.series) {
        if (sharesClocks(subject, series))
            clocks.series << ClockSeries { theme.series(series.index), dashOf(scene, series),
                series.scheme.frequencies(), series.scheme.trainedFrequencies, series.trainedLength() };
    }
    return clocks;
}

void paintClocks(QCPPainter& painter, const Theme& theme, const QRectF& area, const Clocks& clocks,
    QList<ClockCell>& laidOut)
{
    const QFontMetricsF metrics(theme.font(0.9));
    laidOut.clear();
    if (area.width() < leastWidth || area.height() < leastClocksHeight(theme))
        return;
    painter.setPen(theme.mutedText);
    const double headingEnd = drawRaised(painter, theme, area.topLeft() + QPointF(0, metrics.ascent()),
        fittingRuns(theme, clocks.heading, area.width()));

    const Eigen::Index pairs = clocks.series.front().frequencies.size();
    const QRectF cells = area.adjusted(0, metrics.height() + 2, 0, -2);
    const QFontMetricsF small(theme.font(0.9));
    const QSizeF label(small.horizontalAdvance(QString::number(pairs)), small.height());
    const ClockGrid grid = layOutClocks(cells, pairs, clocks.lookedAt, label);
    drawClocks(painter, theme, grid, clocks.series, clocks.position, clocks.lookedAt);
    laidOut = grid.cells;
    if (grid.cells.size() < pairs) {
        painter.setFont(theme.font(0.9));
        painter.setPen(theme.mutedText);
        const double left = headingEnd + gap;
        const auto counted = [&](const QString& text) {
            return text.arg(grid.cells.size()).arg(shown(static_cast<double>(pairs)));
        };
        const QString full = counted(DigitsView::tr("%1 of %2 pairs shown"));
        const bool fits = small.horizontalAdvance(full) <= area.right() - left;
        const QString text = fits ? full : counted(DigitsView::tr("%1 of %2"));
        painter.drawText(QRectF(left, area.top(), area.right() - left, metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, text);
    }
}

} // namespace

QString DigitsView::whyNot(const encodings::SceneSeries& series) const { return whyNoTurnsFromZero(series); }

void DigitsView::draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look)
{
    const Theme& theme = look.theme;
    for (QCPAxis* axis : plot.axisRect()->axes())
        axis->setVisible(false);
    plot.xAxis->setRange(0.0, 1.0);
    plot.yAxis->setRange(0.0, 1.0);
    plot.xAxis->grid()->setVisible(false);
    plot.yAxis->grid()->setVisible(false);
    plot.axisRect()->setMinimumMargins(QMargins(8, 4, 8, 4));

    const DigitWays ways = digitWays(subjectValues(*scene));
    const Clocks clocks = clocksOf(*scene, theme);
    addPainted(plot, [theme, ways, clocks, laidOut = m_cells](QCPPainter& painter, const QRectF& rect) {
        laidOut->clear();
        if (rect.width() < leastWidth || rect.height() < leastHeight)
            return;
        const double top = drawDigitRows(painter, theme, rect, ways, gap + leastClocksHeight(theme));
        const QRectF lower(QPointF(rect.left(), top + gap), rect.bottomRight());
        paintClocks(painter, theme, lower, clocks, *laidOut);
        for (ClockCell& cell : *laidOut) {
            cell.rect = QRectF((cell.rect.left() - rect.left()) / rect.width(),
                (rect.bottom() - cell.rect.bottom()) / rect.height(), cell.rect.width() / rect.width(),
                cell.rect.height() / rect.height());
        }
    });

    QList<LegendEntry> legend = seriesLegend(*scene, theme);
    legend << LegendEntry { tr("trained angles"), theme.hairline, {}, 0 };
    legend << LegendEntry { tr("unseen in training"), theme.unseen, {}, 'o' };
    if (ways.interpolated.marks.back() == DigitMark::Interpolated)
        legend << LegendEntry { tr("between trained digits"), theme.interpolated, {}, '*' };
    setLegend(plot, legend);
}

QString DigitsView::caption(const encodings::Scene& scene) const
{
    const QString sentence = digitSentence(digitWays(subjectValues(scene)));
    const bool same = std::all_of(
        scene.series.begin(), scene.series.end(), [&sentence](const encodings::SceneSeries& series) {
            return digitSentence(digitWays(series.values)) == sentence;
        });
    const QString told
        = same ? sentence : tr("%1: %2").arg(QString::fromStdString(scene.series.front().name), sentence);
    return told + missingHands(scene);
}

QString DigitsView::readout(const encodings::Scene& scene, double x, double y) const
{
    for (const ClockCell& cell : *m_cells) {
        if (!cell.rect.contains(x, y))
            continue;
        QStringList parts { tr("pair %1").arg(cell.pair) };
        const double position = positionOf(scene);
        for (const encodings::SceneSeries& series : scene.series) {
            const Eigen::ArrayXd frequencies = series.scheme.frequencies();
            const Eigen::ArrayXd& trained = series.scheme.trainedFrequencies;
            if (cell.pair >= std::min(frequencies.size(), trained.size()))
                continue;
            const double frequency = frequencies[cell.pair];
            if (frequency == 0.0) {
                parts << tr("%1: does not turn").arg(nameOf(series));
                continue;
            }
            const bool unseen
                = isUnseenAngle(position * frequency, series.trainedLength() * trained[cell.pair]);
            parts << tr("%1: one turn in %2 positions, %3 turns at %4, %5")
                         .arg(nameOf(series), shown(twoPi / frequency, 4),
                             shown(position * frequency / twoPi, 4), shown(position, 15),
                             unseen ? tr("angle unseen in training") : tr("angle seen in training"));
        }
        return parts.join("; ");
    }
    return {};
}

CsvTable DigitsView::csv(std::shared_ptr<const encodings::Scene> scene) const
{
    std::vector<DigitWays> all;
    int count = 1;
    for (const encodings::SceneSeries& series : scene->series) {
        all.push_back(digitWays(series.values));
        count = std::max(count, static_cast<int>(all.back().extrapolated.digits.size()));
    }

    CsvTable table;
    table.rowName = "digit";
    for (const encodings::SceneSeries& series : scene->series) {
        for (const char* name : { ".extrapolated", ".interpolated", ".converted" })
            table.columns.push_back(series.label + name);
    }
    table.rows = { static_cast<double>(count), 1.0, -1.0 };
    table.lowestRow = 1.0;
    table.highestRow = static_cast<double>(count);
    table.fill = [all = std::move(all)](
                     double first, double step, Eigen::Index rows, Eigen::ArrayXXd& values) {
        values.resize(rows, static_cast<Eigen::Index>(3 * all.size()));
        Eigen::Index column = 0;
        for (const DigitWays& ways : all) {
            for (const WrittenNumber* number : { &ways.extrapolated, &ways.interpolated, &ways.converted }) {
                const auto size = static_cast<Eigen::Index>(number->digits.size());
                for (Eigen::Index row = 0; row < rows; ++row) {
                    const auto place
                        = static_cast<Eigen::Index>(std::lround(first + static_cast<double>(row) * step));
                    values(row, column) = place >= 1 && place <= size
                        ? number->digits[static_cast<std::size_t>(size - place)]
                        : 0.0;
                }
                ++column;
            }
        }
    };
    return table;
}
