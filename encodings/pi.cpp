// SPDX-License-Identifier: GPL-3.0-or-later
#include "pi.h"

namespace encodings {

namespace {

void apply(const Values& values, Scheme& scheme) { scheme.positionRate = 1.0 / values.number("scale"); }

std::vector<FormulaLine> formula(const Values& values)
{
    const double scale = values.number("scale");
    const double position = values.number("position");
    return { { "m′ = m / k",
                 displayNumber(position) + " / " + displayNumber(scale) + " = "
                     + displayNumber(position / scale) },
        { "θ′<sub>i</sub> = θ<sub>i</sub> / k",
            scale < 1 ? "every pair turns " + displayNumber(1 / scale) + " times faster"
                      : "every pair turns " + displayNumber(scale) + " times slower" } };
}

} // namespace

Encoding positionInterpolation()
{
    return { .id = "pi",
        .name = "PI",
        .year = 2023,
        .family = "extending RoPE",
        .trainable = Trainable::Fixed,
        .citation = "Chen et al., Extending Context Window via Positional Interpolation, arXiv 2306.15595",
        .about = "Squeezes the target length into the trained one: every position is divided by the scale k, "
                 "so no angle is "
                 "unseen, but neighbours come k times closer. Also called linear scaling, compress (k) and "
                 "rope_freq_scale (1/k).",
        .refers = Refers::Relative,
        .enters = { Entry::PositionIds },
        .extrapolation = "positions squeezed into the trained length",
        .parts = { Part::Positions },
        .completedBy = "rope",
        .parameters = {},
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
