// SPDX-License-Identifier: GPL-3.0-or-later
#include "nope.h"

#include "numbertext.h"

namespace encodings {

namespace {

/// The mechanism stays empty: all tokens score alike.
void apply(const Values& /*values*/, Scheme& /*scheme*/) { }

std::vector<FormulaLine> formula(const Values& values)
{
    const double query = values.number("query");
    return { { "score(i, j) = 0, j ≤ i",
        "every weight of the query at " + displayNumber(query) + " = 1 / " + displayNumber(query + 1) + " = "
            + displayNumber(1 / (query + 1)) } };
}

} // namespace

Encoding nope()
{
    return { .id = "nope",
        .name = "NoPE",
        .year = 2022,
        .family = "no encoding",
        .trainable = Trainable::Fixed,
        .citation = "Haviv et al., arXiv 2203.16634; Kazemnejad et al., arXiv 2305.19466",
        .about
        = "No position encoding at all. The causal mask alone tells position: with equal scores a "
          "query at i gives each of its keys 1 / (i + 1). Without the mask nothing tells tokens apart.",
        .refers = Refers::Neither,
        .enters = { Entry::Mask },
        .extrapolation = "no number ends; attention spreads over more keys",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = {},
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
