// SPDX-License-Identifier: GPL-3.0-or-later
#include "resonance.h"

#include "parametererror.h"
#include "rotarypart.h"

#include <cmath>
#include <numbers>

namespace encodings {

namespace {

void apply(const Values&, Scheme& scheme)
{
    Rotary& rotary = rotaryPart(scheme, "resonance");
    constexpr double turn = 2 * std::numbers::pi;
    const double rate = scheme.positionRate;
    for (double& frequency : rotary.frequencies) {
        if (frequency == 0.0)
            continue;
        // Halves go to the even neighbour, as torch.round has it.
        const double wavelength = std::nearbyint(turn / (frequency * rate));
        if (wavelength < 1.0) {
            throw ParameterError("resonance", "a wavelength of " + formatNumber(turn / (frequency * rate)),
                "wavelengths from 0.5 positions on: a whole number of them is needed");
        }
        frequency = turn / wavelength / rate;
    }
}

std::vector<FormulaLine> formula(const Values&)
{
    return { { "λ′ = round(2π / θ′), θ″ = 2π / λ′", "the fastest pair: λ = 6 instead of 6.28319" } };
}

} // namespace

Encoding resonance()
{
    return { .id = "resonance",
        .name = "Resonance",
        .year = 2024,
        .family = "extending RoPE",
        .trainable = Trainable::Fixed,
        .citation = "Wang et al., Resonance RoPE, arXiv 2403.00071",
        .about
        = "Rounds every wavelength to whole positions, after any other scaling, so that the angles of a "
          "pair repeat exactly and positions beyond training meet none that are new to fast pairs.",
        .refers = Refers::Relative,
        .enters = { Entry::QueryAndKey },
        .extrapolation = "wavelengths of whole positions: fast pairs meet no new angles",
        .parts = { Part::Rounding },
        .completedBy = "rope",
        .parameters = {},
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
