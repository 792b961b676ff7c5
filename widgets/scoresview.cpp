// SPDX-License-Identifier: GPL-3.0-or-later
#include "scoresview.h"

#include "absence.h"
#include "coretext.h"

#include <algorithm>
#include <cmath>

using encodings::ContentUsed;
using encodings::Scene;
using encodings::SceneSeries;
using encodings::ScoreTerm;

namespace {

/// Keys that a caption counts one by one.
constexpr double mostCounted = 65536;
/// Nanoseconds.
constexpr double mostCostOfWords = 1.6e7;

bool isMultiplier(const SceneSeries& series)
{
    const auto* term = std::get_if<ScoreTerm>(&series.scheme.mechanism);
    return term && term->kind == ScoreTerm::Kind::Multiplier;
}

/// What the scores of a softmax are made of.
QString contentWords(const SceneSeries& series)
{
    switch (encodings::Attention(series.scheme, series.values).contentUsed()) {
    case ContentUsed::Ones:
        return ScoresView::tr("query and key of ones");
    case ContentUsed::Table:
        return ScoresView::tr("the added vectors alone");
    case ContentUsed::Seeded:
        return ScoresView::tr("random query and key, seed %1").arg(shown(series.values.number("seed")));
    case ContentUsed::None:
        break;
    }
    return std::holds_alternative<ScoreTerm>(series.scheme.mechanism) ? ScoresView::tr("the bias alone")
                                                                      : ScoresView::tr("equal scores");
}

QString headWords(const SceneSeries& series, const ScoreValues& values)
{
    const auto* term = std::get_if<ScoreTerm>(&series.scheme.mechanism);
    if (!term || term->heads == 1)
        return nameOf(series);
    return ScoresView::tr("%1, head %2 of %3").arg(nameOf(series)).arg(values.head() + 1).arg(term->heads);
}

/// What a row says about its first key and the query's own, of which it holds the first and last.
struct Ends {
    QString first;
    QString own;
    QString whyNotFirst; ///< empty where there is a value
    QString whyNotOwn; ///< the same
};

Ends endsOf(const SceneSeries& series, const ScoreValues& values, double query)
{
    const Eigen::ArrayXd row
        = values.at(Eigen::ArrayXd::Constant(1, query), Eigen::Array2d(0.0, query)).row(0);
    const auto whyNot = [&](double value, double key) {
        return !std::isnan(value) ? QString()
            : series.scheme.isVisible(query, key)
            ? whyNoValue(series, query, key)
            : ScoresView::tr("query %1 does not see key %2").arg(shown(query), shown(key));
    };
    const auto words = [&](double value, double key) {
        return !std::isnan(value)                 ? shown(value, 4)
            : series.scheme.isVisible(query, key) ? ScoresView::tr("no value")
                                                  : ScoresView::tr("nothing");
    };
    return { words(row[0], 0.0), words(row[1], query), whyNot(row[0], 0.0), whyNot(row[1], query) };
}

/// Whether a series has seen keys without a value at the end of the range.
bool hasGaps(const Scene& scene, ScoreQuantity quantity, double query)
{
    return std::any_of(scene.series.begin(), scene.series.end(), [&](const SceneSeries& series) {
        const Eigen::Array2d keys(0.0, query);
        const Eigen::ArrayXXd row
            = ScoreValues(series, quantity).at(Eigen::ArrayXd::Constant(1, query), keys);
        return (std::isnan(row(0, 0)) && series.scheme.isVisible(query, 0.0))
            || (std::isnan(row(0, 1)) && series.scheme.isVisible(query, query));
    });
}

double lastQuery(const Scene& scene) { return std::max(1.0, std::floor(scene.range().second)); }

QString positionWords(const SceneSeries& series, const ScoreValues& values, double query)
{
    const Ends ends = endsOf(series, values, query);
    if (!ends.whyNotOwn.isEmpty())
        return ends.whyNotOwn;
    const QString text = isMultiplier(series)
        ? ScoresView::tr("scores are multiplied by %1 at the query's own position, %2 at key 0 of query %3")
        : std::holds_alternative<ScoreTerm>(series.scheme.mechanism)
        ? ScoresView::tr("position adds %1 to the score at the query's own position, %2 at key 0 of query %3")
        : ScoresView::tr("position alone scores %1 at the query's own position, %2 at key 0 of query %3");
    return text.arg(ends.own, ends.first, shown(query));
}

QString distanceWords(const SceneSeries& series, const ScoreValues& values, double query)
{
    const Ends ends = endsOf(series, values, query);
    return ends.whyNotFirst.isEmpty()
        ? ScoresView::tr("query %1 meets key 0 at distance %2 where the tokens are %1 apart")
              .arg(shown(query), ends.first)
        : ends.whyNotFirst;
}

QString visibleWords(const SceneSeries& series, const ScoreValues& values, double query)
{
    const double all = query + 1.0;
    if (all > mostCounted)
        return ScoresView::tr("which keys every query sees");
    const Eigen::ArrayXd keys = Eigen::ArrayXd::LinSpaced(static_cast<Eigen::Index>(all), 0.0, query);
    const Eigen::ArrayXXd row = values.at(Eigen::ArrayXd::Constant(1, query), keys);
    const QString text = series.scheme.causal
        ? ScoresView::tr("query %1 sees %2 of the %3 keys up to its own")
        : ScoresView::tr("query %1 sees %2 of the %3 keys up to its own, and may see later ones");
    return text.arg(shown(query), shown(static_cast<double>(row.size() - row.isNaN().count())), shown(all));
}

QString weightWords(const SceneSeries& series, const ScoreValues& values, double query)
{
    const Ends ends = endsOf(series, values, query);
    if (!ends.whyNotOwn.isEmpty())
        return ScoresView::tr("softmax weights of %1; %2").arg(contentWords(series), ends.whyNotOwn);
    QString text = ScoresView::tr("softmax weights of %1; query %2 gives %3 to its own key and %4 to key 0")
                       .arg(contentWords(series), shown(query), ends.own, ends.first);
    if (values.keysOf(query) > values.mostKeysCounted())
        text += ScoresView::tr("; its sum takes some of the far keys in place of all");
    return text;
}

} // namespace

ScoresView::Legend ScoresView::legend(const Scene& scene) const
{
    Legend legend { {}, false, tr("not seen"), tr("key n (token)"), tr("query m (token)") };
    const ScoreQuantity quantity = scoreQuantity(scene);
    if (quantity != ScoreQuantity::Weights && hasGaps(scene, quantity, lastQuery(scene)))
        legend.empty = tr("not seen or no value");
    legend.logarithmic = quantity == ScoreQuantity::Weights;
    if (quantity == ScoreQuantity::Distance) {
        legend.scale = tr("distance used");
    } else if (quantity == ScoreQuantity::Weights) {
        legend.scale = tr("softmax weight (log)");
    } else if (quantity == ScoreQuantity::Position) {
        const bool multiplied = std::all_of(
            scene.series.begin(), scene.series.end(), [](const auto& one) { return isMultiplier(one); });
        legend.scale = multiplied ? tr("multiplier") : tr("score from position");
    }
    return legend;
}

SquareSource ScoresView::source(const std::shared_ptr<const Scene>& scene, const SceneSeries& series) const
{
    const auto values = std::make_shared<ScoreValues>(series, scoreQuantity(*scene));
    return { .at = [scene, values](const Eigen::ArrayXd& queries,
                       const Eigen::ArrayXd& keys) { return values->at(queries, keys); },
        .cost = [scene, values](double queries, double keys) { return values->cost(queries, keys); },
        .causal = series.scheme.causal };
}

std::vector<std::pair<std::string, SquareSource>> ScoresView::columns(
    const std::shared_ptr<const Scene>& scene, const SceneSeries& series) const
{
    return { { "value", source(scene, series) } };
}

QString ScoresView::emptyWord(const SceneSeries& series, double query, double key) const
{
    return series.scheme.isVisible(query, key) ? tr("no value") : tr("not seen");
}

QString ScoresView::caption(const Scene& scene) const
{
    const SceneSeries& subject = scene.series.front();
    const ScoreQuantity quantity = scoreQuantity(scene);
    const ScoreValues values(subject, quantity);
    const double query = lastQuery(scene);
    const QString words = quantity == ScoreQuantity::Position ? positionWords(subject, values, query)
        : quantity == ScoreQuantity::Distance                 ? distanceWords(subject, values, query)
        : quantity == ScoreQuantity::Visible                  ? visibleWords(subject, values, query)
                                                              : weightWords(subject, values, query);
    return tr("%1: %2.").arg(headWords(subject, values), words);
}
