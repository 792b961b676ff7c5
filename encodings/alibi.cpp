// SPDX-License-Identifier: GPL-3.0-or-later
#include "alibi.h"

#include "numbertext.h"
#include "parametererror.h"
#include "scalingparameters.h"
#include "scoreterms.h"

#include <bit>
#include <cmath>

namespace encodings {

using Eigen::ArrayXd;
using Eigen::Index;

namespace {

ScoreTerm relativeTerm(const ArrayXd& slopes, bool ruoss)
{
    if (!ruoss)
        return distanceBias(slopes.size(), [slopes](Index head, const ArrayXd& distances) -> ArrayXd {
            return 0.0 - slopes[head] * distances.abs(); // no negative zero
        });
    return distanceBias(slopes.size(), [slopes](Index head, const ArrayXd& distances) -> ArrayXd {
        return slopes[head] * (0.5 * (distances > 0.0).cast<double>() - distances.abs());
    });
}

/// slope × (key - last): the relative form plus a constant for each query.
ScoreTerm storedTerm(const ArrayXd& slopes, double last)
{
    ScoreTerm term;
    term.heads = slopes.size();
    term.ofDistanceAlone = false;
    term.at = [slopes, last](Index head, const QueryRow& row) -> ArrayXd {
        return slopes[head] * (row.queryId - row.distances - last);
    };
    return term;
}

void apply(const Values& values, Scheme& scheme)
{
    const ArrayXd slopes = alibiSlopes(values.integer("heads"), values.number("alibi_bias_max"));
    const std::string& storage = values.text("alibi_storage");
    const bool ruoss = values.text("alibi_noncausal") == "ruoss";
    if (storage == "relative") {
        scheme.mechanism = relativeTerm(slopes, ruoss);
        return;
    }
    if (ruoss)
        throw ParameterError("alibi_storage", storage, "relative with alibi_noncausal ruoss");
    scheme.mechanism
        = storedTerm(slopes, storage == "mpt" ? std::ceil(values.number("current_length")) - 1 : 0.0);
}

std::vector<FormulaLine> formula(const Values& values)
{
    const Index head = shownHead(values);
    const ArrayXd slopes = alibiSlopes(values.integer("heads"), values.number("alibi_bias_max"));
    const std::string& storage = values.text("alibi_storage");
    const char* const symbols = storage == "bloom" ? "b<sub>h</sub>(i, j) = m<sub>h</sub> j"
        : storage == "mpt"                         ? "b<sub>h</sub>(i, j) = m<sub>h</sub> (j − (n − 1))"
        : values.text("alibi_noncausal") == "ruoss"
        ? "b<sub>h</sub>(i, j) = −m<sub>h</sub> (|i − j| − ½ [i &gt; j])"
        : "b<sub>h</sub>(i, j) = −m<sub>h</sub> |i − j|";
    return { { symbols, "m" + headIndex(head) + " = " + displayNumber(slopes[head]) } };
}

} // namespace

ArrayXd alibiSlopes(Index heads, double biasMax)
{
    const auto powerOfTwo = static_cast<Index>(std::bit_floor(static_cast<std::uint64_t>(heads)));
    const double step = biasMax / static_cast<double>(powerOfTwo);
    return ArrayXd::NullaryExpr(heads, [=](Index head) {
        return std::exp2(-step
            * (head < powerOfTwo ? static_cast<double>(head + 1)
                                 : static_cast<double>(head - powerOfTwo) + 0.5));
    });
}

Encoding alibi()
{
    const std::string id = "alibi";
    return { .id = id,
        .name = "ALiBi",
        .year = 2021,
        .family = "relative, bias or multiplier",
        .trainable = Trainable::Fixed,
        .citation = "Press et al., Train Short, Test Long, arXiv 2108.12409",
        .about
        = "Subtracts the distance times a slope of the head from the score. Slopes of a head count that "
          "is no power of two are not sorted. BLOOM and MPT store a constant per query more, which no "
          "causal softmax sees; with later keys there are two conventions.",
        .refers = Refers::Relative,
        .enters = { Entry::Score },
        .extrapolation = "far keys fade away, at any distance",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters
        = { ownNumber(id, "alibi_bias_max", "bias max",
                "MPT's alibi_bias_max: the last slope is 2 to the power of minus this; others have 8.", 8,
                { 0, 1000 }, { 1, 16 }),
            ownChoice(id, "alibi_storage", "stored as",
                "relative: −m (i − j); bloom: m j; mpt: m (j − (current length − 1)). All the same softmax.",
                { "relative", "bloom", "mpt" }),
            ownChoice(id, "alibi_noncausal", "later keys",
                "symmetric: −m |i − j|; ruoss: earlier keys are half a step nearer than later ones.",
                { "symmetric", "ruoss" }) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
