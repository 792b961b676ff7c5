// SPDX-License-Identifier: GPL-3.0-or-later
#include "datransformer.h"

#include "numbertext.h"
#include "scalingparameters.h"
#include "scoreterms.h"

#include <cmath>

namespace encodings {

using Eigen::ArrayXd;
using Eigen::Index;

namespace {

/// ln(1 + e^x) without overflow.
double softplus(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }

void apply(const Values& values, Scheme& scheme)
{
    const ArrayXd w = perHead(values, "w");
    const ArrayXd v = perHead(values, "v");
    ScoreTerm term = distanceBias(w.size(), [w, v](Index head, const ArrayXd& distances) {
        return distanceMultipliers(distances, w[head], v[head]);
    });
    term.kind = ScoreTerm::Kind::Multiplier;
    scheme.mechanism = std::move(term);
}

std::vector<FormulaLine> formula(const Values& values)
{
    const Index head = shownHead(values);
    const double w = perHead(values, "w")[head];
    const double v = perHead(values, "v")[head];
    return { { "score = max(0, q · k / √d) R(r)", "d = " + displayNumber(values.number("head_dimension")) },
        { "R(r) = (1 + e<sup>v</sup>) / (1 + e<sup>v − w r</sup>)",
            "w" + headIndex(head) + " = " + displayNumber(w) + ", v" + headIndex(head) + " = "
                + displayNumber(v)
                + (w > 0        ? ", grows to " + displayNumber(1 + std::exp(v))
                        : w < 0 ? std::string(", falls to 0")
                                : std::string(", stays 1")) } };
}

} // namespace

ArrayXd distanceMultipliers(const ArrayXd& distances, double w, double v)
{
    return distances.unaryExpr(
        [w, v](double distance) { return std::exp(softplus(v) - softplus(v - w * std::abs(distance))); });
}

Encoding daTransformer()
{
    const std::string id = "da-transformer";
    return { .id = id,
        .name = "DA-Transformer",
        .year = 2020,
        .family = "relative, bias or multiplier",
        .trainable = Trainable::Slider,
        .citation = "Wu et al., DA-Transformer, arXiv 2010.06925",
        .about
        = "Multiplies scores above 0 by a curve of the distance, with two trained numbers for each head: "
          "sliders here. Formula unverified: only the abstract could be read, and no public code was "
          "found.",
        .refers = Refers::Relative,
        .enters = { Entry::Score },
        .extrapolation = "the multiplier levels off",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters
        = { ownNumber(id, "w", "weight w", "Above 0 far keys count more, below 0 less; for every head.", -0.1,
                { -100, 100 }, { -1, 1 }),
            perHeadNumbers(id, "w", "weights w by head", { -100, 100 }),
            ownNumber(id, "v", "offset v", "Where the curve levels off: at 1 + eᵛ for w above 0.", 0,
                { -100, 100 }, { -4, 4 }),
            perHeadNumbers(id, "v", "offsets v by head", { -100, 100 }) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
