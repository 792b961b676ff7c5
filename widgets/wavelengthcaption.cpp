// SPDX-License-Identifier: GPL-3.0-or-later
#include "wavelengthsview.h"

#include "counted.h"
#include "wavelengthchart.h"

#include <algorithm>
#include <cmath>

using Eigen::Index;
using encodings::Scene;
using encodings::SceneSeries;

namespace {

using Chart = WavelengthChart;

/// A caption speaks of no more series, or groups of them.
constexpr qsizetype mostTold = 3;

/// How many pairs never finished a turn in training.
QString trainedCount(const PairNumbers& numbers, double trainedLength)
{
    const QString inside = positionsCounted(trainedLength);
    const QString count = shown(static_cast<double>(numbers.count()));
    const Index never = numbers.neverFinishing();
    if (numbers.count() == 1)
        return never == 0 ? WavelengthsView::tr("the only pair finishes turns inside %1").arg(inside)
                          : WavelengthsView::tr("the only pair never finishes a turn inside %1").arg(inside);
    if (never == 0)
        return WavelengthsView::tr("every one of the %1 pairs finishes a turn inside %2").arg(count, inside);
    if (never == 1)
        return WavelengthsView::tr("one of %1 pairs never finishes a turn inside %2").arg(count, inside);
    return WavelengthsView::tr("%1 of %2 pairs never finish a turn inside %3")
        .arg(shown(static_cast<double>(never)), count, inside);
}

/// What the longer context does to the pairs of one series. `target`: its target length, in words, where it
/// is news.
QString consequence(const SceneSeries& series, const PairNumbers& numbers, const QString& target)
{
    const Index unseen = numbers.unseen();
    if (unseen == 0)
        return WavelengthsView::tr("under %1 no angle is unseen%2").arg(nameOf(series), target);
    Index worst = -1;
    for (Index pair = 0; pair < numbers.count(); ++pair) {
        if (numbers.meetsUnseen(pair)
            && (worst < 0 || numbers.reach[pair] > numbers.reach[worst] * (1.0 + 1e-9)))
            worst = pair;
    }
    const QString who = unseen == 1
        ? WavelengthsView::tr("one pair meets")
        : WavelengthsView::tr("%1 pairs meet").arg(shown(static_cast<double>(unseen)));
    return WavelengthsView::tr("under %1 %2 unseen angles%3, pair %4 up to %5 times its trained angle")
        .arg(nameOf(series), who, target, shown(static_cast<double>(worst)), shown(numbers.reach[worst], 3));
}

/// Series of which the same is said.
struct Told {
    QString words;
    QStringList names;
};

/// What training showed, for whom: one group where all series were trained alike.
QList<Told> trainedCounts(const Chart& chart)
{
    QList<Told> groups;
    for (const std::size_t index : chart.turning()) {
        const SceneSeries& series = chart.scene->series[index];
        const QString words = trainedCount(chart.numbers[index], series.trainedLength());
        const auto same = std::find_if(
            groups.begin(), groups.end(), [&words](const Told& group) { return group.words == words; });
        if (same == groups.end())
            groups << Told { words, { nameOf(series) } };
        else
            same->names << nameOf(series);
    }
    return groups;
}

/// "28 as PI turns them", where the pairs that never finish a turn as drawn are not those of training.
QString drawnCounts(const Chart& chart)
{
    QStringList counts;
    for (const std::size_t index : chart.turning()) {
        const PairNumbers& numbers = chart.numbers[index];
        if (numbers.neverFinishingNow() == numbers.neverFinishing())
            continue;
        if (counts.size() == mostTold) {
            counts << QStringLiteral("…");
            break;
        }
        counts << WavelengthsView::tr("%1 as %2 turns them")
                      .arg(shown(static_cast<double>(numbers.neverFinishingNow())),
                          nameOf(chart.scene->series[index]));
    }
    return counts.join(QStringLiteral(", "));
}

QString startOf(const Chart& chart)
{
    const QList<Told> groups = trainedCounts(chart);
    const QString drawn = drawnCounts(chart);
    if (groups.size() == 1) {
        QString start = groups.front().words;
        if (!drawn.isEmpty())
            return WavelengthsView::tr("In training %1 (%2)").arg(start, drawn);
        start[0] = start[0].toUpper();
        return start;
    }
    QStringList parts;
    for (const Told& group : groups) {
        if (parts.size() == mostTold) {
            parts << QStringLiteral("…");
            break;
        }
        parts << WavelengthsView::tr("%1: %2").arg(namesJoined(group.names), group.words);
    }
    const QString start = parts.join(QStringLiteral("; "));
    return drawn.isEmpty() ? start : WavelengthsView::tr("In training %1 (%2)").arg(start, drawn);
}

/// For a scene in which no series meets an unseen angle.
QString noneUnseen(const Chart& chart)
{
    const std::vector<std::size_t> turning = chart.turning();
    const double target = chart.subject().targetLength();
    const bool same = std::all_of(turning.begin(), turning.end(),
        [&](std::size_t index) { return chart.scene->series[index].targetLength() == target; });
    if (!same)
        return WavelengthsView::tr("no angle is unseen at their target lengths");
    const bool shorter = std::all_of(turning.begin(), turning.end(),
        [&](std::size_t index) { return target < chart.scene->series[index].trainedLength(); });
    return shorter
        ? WavelengthsView::tr("the target length of %1 is shorter, and no angle is unseen").arg(shown(target))
        : WavelengthsView::tr("no angle is unseen at %1").arg(shown(target));
}

} // namespace

QString WavelengthsView::caption(const Scene& scene) const
{
    const Chart chart(std::make_shared<const Scene>(scene), Theme());
    if (chart.pairs == 0)
        return tr("None of these encodings has pairs that turn.");
    const std::vector<std::size_t> turning = chart.turning();
    const PairNumbers& numbers = chart.numbers[turning.front()];
    QStringList parts { startOf(chart) };
    if (chart.noneUnseen()) {
        if (turning.size() == 1 && numbers.neverFinishing() > 0
            && chart.subject().targetLength() == chart.subject().trainedLength())
            return tr("%1: a longer context shows them angles that training never met.").arg(parts.front());
        parts << noneUnseen(chart);
        return parts.join(QStringLiteral("; ")) + QLatin1Char('.');
    }
    double told = 0.0;
    for (const std::size_t index : turning) {
        if (parts.size() > mostTold) {
            parts << QStringLiteral("…");
            return parts.join(QStringLiteral("; "));
        }
        const SceneSeries& series = chart.scene->series[index];
        const double target = series.targetLength();
        parts << consequence(
            series, chart.numbers[index], target == told ? QString() : tr(" at %1").arg(shown(target)));
        told = target;
    }
    return parts.join(QStringLiteral("; ")) + QLatin1Char('.');
}
