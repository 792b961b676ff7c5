// SPDX-License-Identifier: GPL-3.0-or-later
#include "rotationview.h"

#include "absence.h"
#include "applicability.h"
#include "rotationnumbers.h"
#include "rotationpainter.h"

#include <cmath>
#include <numbers>

using encodings::Scene;
using encodings::SceneSeries;

namespace {

QString pairCaption(const Scene& scene)
{
    const SceneSeries& series = scene.series.front();
    const Eigen::Index pair = pairLookedAt(scene, series);
    const double query = scene.values.number("query");
    const double key = scene.values.number("position");
    const TurnedPairs turned(series, query, key);
    const QString product = angleText(turned.difference[pair]);
    QString text = RotationView::tr("%1 turns pair %2 of the query at %3 by %4 and of the key at %5 by %6")
                       .arg(nameOf(series), shown(static_cast<double>(pair)), shown(query),
                           angleText(turned.query[pair]), shown(key), angleText(turned.key[pair]));
    if (std::holds_alternative<encodings::AdditiveTable>(series.scheme.mechanism))
        text
            = RotationView::tr("%1 adds pair %2 at angle %4 to the token at %3 and at angle %6 to that at %5")
                  .arg(nameOf(series), shown(static_cast<double>(pair)), shown(query),
                      angleText(turned.query[pair]), shown(key), angleText(turned.key[pair]));
    if (series.scheme.distance)
        return RotationView::tr("%1; the product has the distance as %2 counts it, %3, times θ: %4.")
            .arg(text, nameOf(series), shown(series.scheme.distanceOf(query, key)), product);
    return RotationView::tr("%1; their product has the difference alone, (m − n) θ = %2.").arg(text, product);
}

QString sentencesCaption(const Scene& scene)
{
    const SceneSeries& series = scene.series.front();
    const double query = scene.values.number("query");
    const double key = scene.values.number("position");
    const double offset = sentenceOffset(series);
    const SentenceScore first(series, query, key);
    const SentenceScore second(series, query + offset, key + offset);
    const QString start
        = RotationView::tr("The same two tokens, %1 apart, %2 positions later (content of seed %3)")
              .arg(shown(std::abs(query - key)), shown(offset))
              .arg(series.values.integer("seed"));
    if (isSameScore(first, second))
        return RotationView::tr("%1: under %2 both pairs score %3, because only m − n counts.")
            .arg(start, nameOf(series), shown(first.total));
    if (first.terms)
        return RotationView::tr(
            "%1: under %2 the score goes from %3 to %4, because content meets position in two of its "
            "four terms; position with position alone stays %5.")
            .arg(start, nameOf(series), shown(first.total), shown(second.total), shown((*first.terms)[3], 4));
    return RotationView::tr("%1: under %2 the score goes from %3 to %4: it depends on more than m − n.")
        .arg(start, nameOf(series), shown(first.total), shown(second.total));
}

QString additionCaption(const Scene& scene)
{
    const SceneSeries& series = scene.series.front();
    const double query = scene.values.number("query");
    const double key = scene.values.number("position");
    const TurnedPairs turned(series, query, key);
    const Eigen::Index last = turned.count() - 1;
    const auto turns = [&](Eigen::Index pair) {
        return shown((turned.query[pair] - turned.key[pair]) / (2.0 * std::numbers::pi), 3);
    };
    const QString what = std::holds_alternative<encodings::AdditiveTable>(series.scheme.mechanism)
        ? RotationView::tr("The vector that %1 adds at %2 is that of %3, every pair turned on by r θ")
        : RotationView::tr("The rotation of %1 at %2 is that of %3, every pair turned on by r θ");
    return RotationView::tr("%1, r = %2: pair 0 by %3 turns, pair %4 by %5.")
        .arg(what.arg(nameOf(series), shown(query), shown(key)), shown(query - key), turns(0),
            shown(static_cast<double>(last)), turns(last));
}

} // namespace

QString RotationView::whyNot(const SceneSeries& series) const
{
    const QString reason = whyNoPairs(series);
    if (!reason.isEmpty())
        return reason;
    const double query = series.values.number("query");
    const double key = series.values.number("position");
    const bool twice = series.values.text("rotation_shown") == "sentences";
    for (const double offset : { 0.0, twice ? sentenceOffset(series) : 0.0 }) {
        if (std::isnan(series.scheme.distanceOf(query + offset, key + offset)))
            return whyNoValue(series, query + offset, key + offset);
    }
    return {};
}

void RotationView::draw(QCustomPlot& plot, std::shared_ptr<const Scene> scene, const Look& look)
{
    for (QCPAxis* axis : { plot.xAxis, plot.yAxis }) {
        axis->setVisible(false);
        axis->setRange(0.0, 1.0);
        axis->grid()->setVisible(false);
    }
    QList<LegendEntry> legend;
    for (LegendEntry entry : seriesLegend(*scene, look.theme)) {
        entry.dash.clear();
        legend << entry;
    }
    const QColor pale = look.theme.towardsGround(look.theme.series(scene->series.front().index), 0.45);
    const std::string& shownPicture = scene->values.text("rotation_shown");
    legend << LegendEntry {
        shownPicture == "addition" ? tr("the earlier position, pale") : tr("its key, pale"), pale, {}, 0
    };
    setLegend(plot, legend);
    addPainted(plot, [scene, look](QCPPainter& painter, const QRectF& rect) {
        RotationPainter picture(painter, look.theme, *scene, rect);
        const std::string& word = scene->values.text("rotation_shown");
        if (word == "sentences")
            picture.paintSentences();
        else if (word == "addition")
            picture.paintAddition();
        else
            picture.paintPair();
    });
}

QString RotationView::caption(const Scene& scene) const
{
    const std::string& word = scene.values.text("rotation_shown");
    return word == "sentences" ? sentencesCaption(scene)
        : word == "addition"   ? additionCaption(scene)
                               : pairCaption(scene);
}

QString RotationView::readout(const Scene& scene, double, double) const
{
    QStringList parts;
    for (const SceneSeries& series : scene.series) {
        const TurnedPairs turned(series, scene.values.number("query"), scene.values.number("position"));
        const Eigen::Index pair = pairLookedAt(scene, series);
        parts << tr("%1, pair %2: query %3, key %4, product %5")
                     .arg(nameOf(series))
                     .arg(pair)
                     .arg(angleText(turned.query[pair]), angleText(turned.key[pair]),
                         angleText(turned.difference[pair]));
    }
    return parts.join(QStringLiteral("   "));
}

CsvTable RotationView::csv(std::shared_ptr<const Scene> scene) const
{
    std::vector<Eigen::ArrayXXd> values;
    for (const SceneSeries& series : scene->series) {
        const TurnedPairs turned(series, scene->values.number("query"), scene->values.number("position"));
        Eigen::ArrayXXd columns(turned.count(), 3);
        columns << turned.query, turned.key, turned.difference;
        values.push_back(std::move(columns));
    }
    return tableOverPairs(*scene, { "query_angle", "key_angle", "difference" }, std::move(values));
}
