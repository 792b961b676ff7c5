// SPDX-License-Identifier: GPL-3.0-or-later
#include "proportional.h"

#include "formulatext.h"
#include "parametererror.h"
#include "rope.h"
#include "scalingparameters.h"

#include <cmath>

namespace encodings {

namespace {

/// Pairs that turn.
Eigen::Index turningPairs(const Values& values)
{
    return static_cast<Eigen::Index>(
        std::floor(values.number("partial_rotary_factor") * values.number("head_dimension") / 2));
}

void apply(const Values& values, Scheme& scheme)
{
    const Eigen::Index head = values.integer("head_dimension");
    if (head % 2 != 0) {
        throw ParameterError("head_dimension", std::to_string(head),
            "an even number: p-RoPE spreads its pairs over the whole head");
    }
    scheme.trainedFrequencies = geometricFrequencies(values.number("base"), head);
    scheme.trainedFrequencies.tail(head / 2 - turningPairs(values)).setZero();
    scheme.mechanism = Rotary { scheme.trainedFrequencies / values.number("scale") };
}

std::vector<FormulaLine> formula(const Values& values)
{
    const double head = values.number("head_dimension");
    return { { "pairs i &lt; p D / 2 turn, the slowest do not",
                 displayNumber(static_cast<double>(turningPairs(values))) + " of " + displayNumber(head / 2)
                     + " pairs turn" },
        frequencyLine("θ′<sub>i</sub> = b<sup>−2i/D</sup> / k", values, apply) };
}

} // namespace

Encoding proportional()
{
    return { .id = "proportional",
        .name = "p-RoPE",
        .year = 2024,
        .family = "relative, by rotation",
        .trainable = Trainable::Fixed,
        .citation = "Barbero et al., Round and Round We Go, arXiv 2410.06205; Hugging Face rope_type "
                    "proportional",
        .about
        = "Turns only the fastest share p of the pairs and leaves the slow ones unturned; the exponent "
          "divides by the whole head D. Partial rotary embedding instead divides by the part that "
          "turns, so that it keeps slow pairs.",
        .refers = Refers::Relative,
        .enters = { Entry::QueryAndKey },
        .extrapolation = "slow pairs stand still: fewer unseen angles",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = { ownNumber("proportional", "partial_rotary_factor", "share that turns",
            "p: share of the head's pairs that turn; 1 is RoPE, 0 no encoding.", 0.75, { 0, 1 }, { 0, 1 }) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
