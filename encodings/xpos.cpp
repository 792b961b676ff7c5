// SPDX-License-Identifier: GPL-3.0-or-later
#include "xpos.h"

#include "formulatext.h"
#include "rotarypart.h"
#include "scalingparameters.h"

#include <cmath>

namespace encodings {

namespace {

void apply(const Values& values, Scheme& scheme)
{
    Rotary& rotary = rotaryPart(scheme, "xpos");
    rotary.decay
        = xposDecay(rotary.frequencies.size(), values.number("gamma")).pow(1.0 / values.number("scale_base"));
}

std::vector<FormulaLine> formula(const Values& values)
{
    const Eigen::Index pairs = values.integer("dimension") / 2;
    const Eigen::Index pair = shownPair(values, pairs);
    return { { "ζ<sub>i</sub> = (2i/d + γ) / (1 + γ)",
                 "ζ<sub>" + displayNumber(static_cast<double>(pair))
                     + "</sub> = " + displayNumber(xposDecay(pairs, values.number("gamma"))[pair]) },
        { "score(r) = Σ<sub>i</sub> ζ<sub>i</sub><sup>r/B</sup> Re q<sub>i</sub> k<sub>i</sub>* "
          "e<sup>i r θ<sub>i</sub></sup>",
            "B = " + displayNumber(values.number("scale_base")) + " positions" } };
}

} // namespace

Eigen::ArrayXd xposDecay(Eigen::Index pairs, double gamma)
{
    const auto place
        = Eigen::ArrayXd::LinSpaced(pairs, 0.0, static_cast<double>(pairs - 1)) / static_cast<double>(pairs);
    return (place + gamma) / (1 + gamma);
}

Encoding xpos()
{
    Parameter gamma = ownNumber("xpos", "gamma", "gamma",
        "How little the fastest pair decays: 0.4 in the paper.", 0.4, { 1e-6, 1e6 }, { 0.05, 4 });
    gamma.symbol = "γ";
    Parameter base = ownNumber("xpos", "scale_base", "decay length",
        "Distance over which pair i decays by ζᵢ, in positions.", 512, { 1, 1e9 }, { 32, 65536 });
    base.symbol = "B";
    base.logarithmic = true;
    return { .id = "xpos",
        .name = "xPos",
        .year = 2022,
        .family = "relative, by rotation",
        .trainable = Trainable::Fixed,
        .citation = "Sun et al., A Length-Extrapolatable Transformer, arXiv 2212.10554",
        .about
        = "RoPE whose scores decay with the distance, fast pairs soonest: queries grow and keys shrink "
          "with their position, so only keys before the query make sense. Code centres the exponents "
          "on the sequence, which changes no score.",
        .refers = Refers::Relative,
        .enters = { Entry::QueryAndKey },
        .extrapolation = "far keys decay away",
        .parts = { Part::Decay },
        .completedBy = "rope",
        .parameters = { std::move(gamma), std::move(base) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
