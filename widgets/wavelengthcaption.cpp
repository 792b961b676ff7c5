// SPDX-License-Identifier: GPL-3.0-or-later
#include "wavelengthsview.h"

#include "counted.h"
#include "lengthrule.h"
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

/// For pairs of which some stood still in training and all others finished a turn.
QString turnedCount(const PairNumbers& numbers, const QString& inside)
{
    const QString count = shown(static_cast<double>(numbers.count()));
    const Index turned = numbers.turned();
    if (turned == 0)
        return WavelengthsView::tr("none of %1 pairs turns").arg(count);
    if (turned == 1)
        return WavelengthsView::tr("one of %1 pairs turns, and it finishes a turn inside %2")
            .arg(count, inside);
    return WavelengthsView::tr("%1 of %2 pairs turn, and every one of these finishes a turn inside %3")
        .arg(shown(static_cast<double>(turned)), count, inside);
}

/// How many pairs never finished a turn in training.
QString trainedCount(const PairNumbers& numbers, double trainedLength)
{
    const QString inside = positionsCounted(trainedLength);
    const QString count = shown(static_cast<double>(numbers.count()));
    const Index never = numbers.neverFinishing();
    if (numbers.count() == 1)
        return never == 0 ? WavelengthsView::tr("the only pair finishes turns inside %1").arg(inside)
                          : WavelengthsView::tr("the only pair never finishes a turn inside %1").arg(inside);
    if (never == 0 && numbers.turned() < numbers.count())
        return turnedCount(numbers, inside);
    if (never == 0)
        return WavelengthsView::tr("every one of the %1 pairs finishes a turn inside %2").arg(count, inside);
    if (never == 1)
        return WavelengthsView::tr("one of %1 pairs never finishes a turn inside %2").arg(count, inside);
    return WavelengthsView::tr("%1 of %2 pairs never finish a turn inside %3")
        .arg(shown(static_cast<double>(never)), count, inside);
}

/// What the longer context does to the pairs of a series. `target`: its target length, in words, where it is
/// news.
QString consequence(const PairNumbers& numbers, const QString& target)
{
    const Index unseen = numbers.unseen();
    if (unseen == 0)
        return WavelengthsView::tr("no angle is unseen%1").arg(target);
    Index worst = -1;
    for (Index pair = 0; pair < numbers.count(); ++pair) {
        if (numbers.meetsUnseen(pair)
            && (worst < 0 || numbers.reach[pair] > numbers.reach[worst] * (1.0 + 1e-9)))
            worst = pair;
    }
    const QString who = unseen == 1
        ? WavelengthsView::tr("one pair meets")
        : WavelengthsView::tr("%1 pairs meet").arg(shown(static_cast<double>(unseen)));
    return WavelengthsView::tr("%1 unseen angles%2, pair %3 up to %4 times its trained angle")
        .arg(who, target, shown(static_cast<double>(worst)), shown(numbers.reach[worst], 3));
}

/// Series of which the same is said.
struct Told {
    QString words;
    QStringList names;
};

void tell(QList<Told>& groups, const QString& words, const QString& name)
{
    const auto same = std::find_if(
        groups.begin(), groups.end(), [&words](const Told& group) { return group.words == words; });
    if (same == groups.end())
        groups << Told { words, { name } };
    else
        same->names << name;
}

/// `groups`, but no more than a caption has room for.
QStringList fewOf(const QStringList& groups)
{
    return groups.size() <= mostTold ? groups : groups.mid(0, mostTold) << QStringLiteral("…");
}

/// "28 never finish as PI turns them", or a list, where the pairs that never finish a turn as drawn are not
/// those of training.
QString drawnCounts(const Chart& chart)
{
    QList<std::pair<Index, QString>> counts;
    for (const std::size_t index : chart.turning()) {
        const PairNumbers& numbers = chart.numbers[index];
        if (numbers.neverFinishingNow() != numbers.neverFinishing())
            counts.emplace_back(numbers.neverFinishingNow(), nameOf(chart.scene->series[index]));
    }
    if (counts.size() == 1) {
        const auto& [count, name] = counts.front();
        if (count == 0)
            return WavelengthsView::tr("none as %1 turns them").arg(name);
        return (count == 1 ? WavelengthsView::tr("%1 never finishes as %2 turns them")
                           : WavelengthsView::tr("%1 never finish as %2 turns them"))
            .arg(shown(static_cast<double>(count)), name);
    }
    QStringList parts;
    for (const auto& [count, name] : counts)
        parts << WavelengthsView::tr("%1 %2").arg(name, shown(static_cast<double>(count)));
    return parts.isEmpty()
        ? QString()
        : WavelengthsView::tr("as drawn, never finishing: %1").arg(fewOf(parts).join(QStringLiteral(", ")));
}

/// What training showed: one sentence where it was the same for all series, else a list.
QString startOf(const Chart& chart)
{
    QList<Told> sentences;
    QList<Told> counts;
    for (const std::size_t index : chart.turning()) {
        const SceneSeries& series = chart.scene->series[index];
        const PairNumbers& numbers = chart.numbers[index];
        tell(sentences, trainedCount(numbers, series.trainedLength()), nameOf(series));
        const auto never = static_cast<double>(numbers.neverFinishing());
        const auto turned = static_cast<double>(numbers.turned());
        const auto count = static_cast<double>(numbers.count());
        tell(counts,
            never > 0.0          ? WavelengthsView::tr("%1 of %2").arg(shown(never), shown(count))
                : turned < count ? WavelengthsView::tr("none of %1 that turn").arg(shown(turned))
                                 : WavelengthsView::tr("none of %1").arg(shown(count)),
            nameOf(series));
    }
    const QString drawn = drawnCounts(chart);
    if (sentences.size() == 1) {
        QString start = sentences.front().words;
        if (!drawn.isEmpty())
            return WavelengthsView::tr("In training %1 (%2)").arg(start, drawn);
        start[0] = start[0].toUpper();
        return start;
    }
    QStringList parts;
    for (const Told& group : counts)
        parts << WavelengthsView::tr("%1 %2").arg(namesTold(group.names), group.words);
    const QString list = fewOf(parts).join(QStringLiteral(", "));
    const QString start = chart.lengthsDiffer()
        ? WavelengthsView::tr("Pairs that never finish a turn inside their own L in training: %1").arg(list)
        : WavelengthsView::tr("Pairs that never finish a turn inside %1 in training: %2")
              .arg(positionsCounted(chart.subject().trainedLength()), list);
    return drawn.isEmpty() ? start : WavelengthsView::tr("%1 (%2)").arg(start, drawn);
}

/// Pairs that do not turn at all.
QStringList standingCounts(const Chart& chart)
{
    QList<Told> groups;
    for (const std::size_t index : chart.turning()) {
        const Index standing = chart.numbers[index].standing();
        if (standing > 0)
            tell(groups,
                standing == 1
                    ? WavelengthsView::tr("one pair does not turn")
                    : WavelengthsView::tr("%1 pairs do not turn").arg(shown(static_cast<double>(standing))),
                nameOf(chart.scene->series[index]));
    }
    QStringList parts;
    for (const Told& group : groups) {
        parts << (chart.turning().size() == 1
                ? group.words
                : WavelengthsView::tr("under %1 %2").arg(namesTold(group.names), group.words));
    }
    return fewOf(parts);
}

bool isStretched(const SceneSeries& series)
{
    return std::any_of(series.encodings.begin(), series.encodings.end(),
        [](const std::string& id) { return encodings::encodingById(id).family == "extending RoPE"; });
}

/// Which curves lie on top of each other, and which scalings change nothing.
QStringList sameCurves(const Chart& chart)
{
    QStringList plain;
    std::vector<std::vector<std::size_t>> groups;
    for (const std::size_t index : chart.turning()) {
        if (isStretched(chart.scene->series[index]) && chart.numbers[index].unchanged())
            plain << nameOf(chart.scene->series[index]);
        const Eigen::ArrayXd& turned = chart.numbers[index].frequency;
        const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
            const Eigen::ArrayXd& other = chart.numbers[group.front()].frequency;
            return other.size() == turned.size() && other.isApprox(turned, 1e-9);
        });
        if (same == groups.end())
            groups.push_back({ index });
        else
            same->push_back(index);
    }
    QStringList parts;
    if (!plain.isEmpty()) {
        parts << (plain.size() == 1 ? WavelengthsView::tr("%1 is unscaled RoPE here")
                                    : WavelengthsView::tr("%1 are unscaled RoPE here"))
                     .arg(namesTold(plain));
    }
    for (const auto& group : groups) {
        QStringList names;
        for (const std::size_t index : group)
            names << nameOf(chart.scene->series[index]);
        const bool told = chart.numbers[group.front()].unchanged() && !plain.isEmpty();
        if (names.size() > 1 && !told)
            parts
                << WavelengthsView::tr("%1 turn alike: their marks lie on each other").arg(namesTold(names));
    }
    return fewOf(parts);
}

/// At which current length series are drawn that follow it.
QStringList currentLengths(const Chart& chart)
{
    QStringList parts;
    for (const std::size_t index : chart.turning()) {
        const SceneSeries& series = chart.scene->series[index];
        const LengthRule rule = lengthRuleOf(series);
        const QString current
            = rule == LengthRule::None ? QString() : shown(series.values.number("current_length"));
        if (rule == LengthRule::Switches)
            parts << WavelengthsView::tr(
                "under %1 the long list counts beyond the trained length L = %2; T is %3")
                         .arg(nameOf(series), shown(series.trainedLength()), current);
        else if (rule == LengthRule::Follows)
            parts << WavelengthsView::tr("%1 is drawn at current length %2").arg(nameOf(series), current);
    }
    return fewOf(parts);
}

/// What the target length brings to whom. The same target is told once.
QStringList consequences(const Chart& chart)
{
    const auto at = [](double target) { return WavelengthsView::tr(" at %1").arg(shown(target)); };
    QList<Told> groups;
    std::vector<std::size_t> firsts;
    for (const std::size_t index : chart.turning()) {
        const SceneSeries& series = chart.scene->series[index];
        tell(groups, consequence(chart.numbers[index], at(series.targetLength())), nameOf(series));
        if (groups.size() > static_cast<qsizetype>(firsts.size()))
            firsts.push_back(index);
    }
    QStringList parts;
    double told = 0.0;
    for (const std::size_t first : firsts) {
        const double target = chart.scene->series[first].targetLength();
        parts << WavelengthsView::tr("under %1 %2")
                     .arg(namesTold(groups[parts.size()].names),
                         consequence(chart.numbers[first], target == told ? QString() : at(target)));
        told = target;
    }
    return fewOf(parts);
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
    parts << standingCounts(chart) << sameCurves(chart);
    if (!chart.noneUnseen())
        parts << consequences(chart);
    else if (turning.size() == 1 && numbers.neverFinishing() > 0
        && chart.subject().targetLength() == chart.subject().trainedLength())
        parts.front() += tr(": a longer context shows them angles that training never met");
    else
        parts << noneUnseen(chart);
    parts << currentLengths(chart);
    return parts.join(QStringLiteral("; ")) + QLatin1Char('.');
}
