// SPDX-License-Identifier: GPL-3.0-or-later
#include "evaluationitems.h"

#include "absence.h"
#include "coretext.h"
#include "evaluationsums.h"
#include "evaluationview.h"

#include "encodings/evaluation.h"

#include <algorithm>
#include <cmath>
#include <limits>

using Eigen::ArrayXd;
using Eigen::Index;
using encodings::SceneSeries;
using encodings::ScoreTerm;

namespace {

QString tr(const char* text) { return EvaluationView::tr(text); }

/// values[0] at `first`, values[1] one further, ...
DistanceFunction lookUp(ArrayXd values, double first)
{
    return { [values = std::move(values), first](const ArrayXd& distances) -> ArrayXd {
        return distances.unaryExpr([&](double distance) {
            const double place = distance - first;
            return place >= 0.0 && place < static_cast<double>(values.size()) && place == std::floor(place)
                ? values[static_cast<Index>(place)]
                : std::numeric_limits<double>::quiet_NaN();
        });
    } };
}

QString headWords(const BiasSource& source)
{
    return source.heads() > 1 ? tr(", head %1").arg(source.headLookedAt() + 1) : QString();
}

bool turns(const SceneSeries& series)
{
    return std::holds_alternative<encodings::Rotary>(series.scheme.mechanism)
        || std::holds_alternative<encodings::AdditiveTable>(series.scheme.mechanism);
}

bool isBiasOrNothing(const BiasSource& source)
{
    return source.kind() == ScoreTerm::Kind::Bias
        || std::holds_alternative<std::monostate>(source.series().scheme.mechanism);
}

/// Why the scores of a series are not known from position.
QString whyNoPlainScore(const BiasSource& source)
{
    if (source.isMultiplier())
        return tr("it multiplies scores that content gives");
    if (source.isContent())
        return tr("its scores depend on content");
    return tr("its values are not sines of pairs");
}

} // namespace

namespace evaluationitems {

EvaluationItem expectation(const Source& source, const EvaluationWork&)
{
    const SceneSeries& series = source->series();
    EvaluationItem item { &series, nameOf(series) };
    if (!turns(series)) {
        item.whyNot = isBiasOrNothing(*source) ? tr("its expected score is the bias itself; see Bias")
                                               : whyNoPlainScore(*source);
        return item;
    }
    ArrayXd frequencies;
    ArrayXd decay;
    if (const auto* rotary = std::get_if<encodings::Rotary>(&series.scheme.mechanism)) {
        frequencies = rotary->frequencies;
        decay = rotary->decay;
    } else {
        frequencies = std::get<encodings::AdditiveTable>(series.scheme.mechanism).frequencies;
    }
    item.function.at = [source, frequencies, decay](const ArrayXd& distances) {
        return encodings::attentionExpectation(frequencies, decay, source->seen(distances));
    };
    const auto at = [&](double distance) { return item.function.at(ArrayXd::Constant(1, distance))[0]; };
    item.whyNot = whyNoOwnValue(series);
    if (!item.isDrawn())
        return item;
    const double length = series.trainedLength();
    const double far = std::floor(length);
    // A query has no keys before token 0.
    const bool reaches = !source->dependsOnQuery() || far <= source->query();
    const double last = reaches ? far : std::floor(source->query());
    const QString where = reaches ? tr("distance L = %1").arg(shown(length))
                                  : tr("distance %1, the first key").arg(shown(last));
    item.told = std::isnan(at(last))
        ? tr("%1 at distance 0, nothing at %2: %3")
              .arg(shown(at(0.0), 4), where, whyNoValue(series, source->query(), source->query() - last))
        : tr("from %1 at distance 0 to %2 at %3").arg(shown(at(0.0), 4), shown(at(last), 4), where);
    if (source->dependsOnQuery())
        item.who += tr(", query at %1").arg(shown(source->query()));
    return item;
}

EvaluationItem resolution(const Source& source, const EvaluationWork& work)
{
    EvaluationItem item { &source->series(), nameOf(source->series()) };
    if (!turns(source->series()) && !isBiasOrNothing(*source)) {
        item.whyNot = whyNoPlainScore(*source);
        return item;
    }
    // One key more than there are: the definition takes the difference of neighbours.
    ArrayXd scores = source->at(
        source->headLookedAt(), ArrayXd::LinSpaced(static_cast<Index>(work.longest) + 1, 0.0, work.longest));
    Index known = 0;
    while (known < scores.size() && std::isfinite(scores[known]))
        ++known;
    if (known < 2) {
        item.whyNot = whyNoOwnValue(source->series());
        if (item.isDrawn())
            item.whyNot = tr("its scores are not numbers");
        return item;
    }
    const ArrayXd values = attentionResolutions(scores.head(known));
    item.function = lookUp(values, 1.0);
    item.told = tr("%1 with %2 keys")
                    .arg(shown(values[values.size() - 1], 4), shown(static_cast<double>(values.size())));
    item.fact = shown(values[values.size() - 1], 3);
    item.who += headWords(*source);
    return item;
}

EvaluationItem receptiveField(const Source& source, const EvaluationWork&)
{
    const SceneSeries& series = source->series();
    EvaluationItem item { &series, nameOf(series) };
    const auto layers = static_cast<Index>(series.values.integer("layers"));
    const double tokens = std::min(
        std::ceil(std::max(series.targetLength(), series.trainedLength())), EvaluationWork::mostSeenTokens);
    const std::optional<ArrayXd> fields = receptiveFields(series.scheme, tokens - 1.0, layers);
    if (!fields) {
        item.whyNot = tr("what a query sees is not a window with the first tokens");
        return item;
    }
    item.function = lookUp(*fields, 1.0);
    const double first = (*fields)[0];
    const double last = (*fields)[layers - 1];
    item.fact = tr("%1 tokens").arg(shown(last));
    item.told = first >= tokens ? tr("one layer sees every token (%1)").arg(shown(tokens))
        : last >= tokens
        ? tr("%1 tokens through one layer, all %2 through %3").arg(shown(first), shown(last)).arg(layers)
        : tr("%1 tokens through one layer, %2 through %3").arg(shown(first), shown(last)).arg(layers);
    return item;
}

EvaluationItem cumulated(const Source& source, const EvaluationWork& work)
{
    EvaluationItem item { &source->series(), nameOf(source->series()) };
    if (!isBiasOrNothing(*source))
        item.whyNot = tr("the toy has a bias only, no content and no turned vectors");
    else if (!source->series().scheme.causal)
        item.whyNot = tr("the toy is for queries that see no later keys");
    if (!item.isDrawn() || work.pending)
        return item;
    const std::optional<ArrayXd> shares = cumulatedShares(
        source->series(), source->headLookedAt(), static_cast<Index>(work.tokens), work.stop);
    if (!shares)
        return item;
    item.function = lookUp(*shares, 0.0);
    const auto nearest = static_cast<double>(encodings::tokensHolding(*shares, 0.99));
    item.mark = nearest - 1.0;
    item.who += headWords(*source);
    item.fact = tr("%1 tokens hold 99 %").arg(shown(nearest));
    item.told = tr("the nearest %1 of %2 tokens hold 99 %").arg(shown(nearest), shown(work.tokens));
    return item;
}

EvaluationItem logFit(const Source& source, const EvaluationWork& work)
{
    EvaluationItem item { &source->series(), nameOf(source->series()) };
    if (source->kind() != ScoreTerm::Kind::Bias) {
        item.whyNot = source->isContent() ? tr("its bias depends on the content") : tr("it adds no bias");
        return item;
    }
    const Index head = source->headLookedAt();
    const double last
        = source->dependsOnQuery() ? std::min(work.longest - 1.0, source->query()) : work.longest - 1.0;
    const Index count = static_cast<Index>(std::max(1.0, last));
    const ArrayXd distances = ArrayXd::LinSpaced(count, 1.0, static_cast<double>(count));
    const ArrayXd values = source->at(head, distances);
    const std::optional<encodings::LogFit> fit = encodings::logFit(distances, values);
    if (!fit || fit->slope == 0.0) {
        item.whyNot = whyNoOwnValue(source->series());
        if (item.isDrawn())
            item.whyNot
                = fit ? tr("its bias is the same at every distance") : tr("too few distances to fit a line");
        return item;
    }
    item.function.at = [source, head](const ArrayXd& asked) { return source->at(head, asked); };
    item.fit.at = [fit = *fit](const ArrayXd& asked) -> ArrayXd {
        return fit.intercept + fit.slope * asked.max(1.0).log();
    };
    item.who += headWords(*source);
    const QString squared = shown(fit->rSquared, 3);
    const QString line = (fit->slope < 0.0 ? tr("%1 − %2 ln r") : tr("%1 + %2 ln r"))
                             .arg(shown(fit->intercept, 3), shown(std::abs(fit->slope), 3));
    item.fact = tr("R² = %1").arg(squared);
    item.told = tr("%1 fits with R² = %2 over distances 1 to %3")
                    .arg(line, squared, shown(static_cast<double>(count)));
    const std::optional<double> rise = firstRise(values);
    // Below this the logarithm explains less than half: no trend to speak of.
    if (rise && fit->slope < 0.0 && fit->rSquared >= 0.5)
        item.told += tr(", a log trend with ripples, first rise after distance %1").arg(shown(*rise));
    return item;
}

} // namespace evaluationitems
