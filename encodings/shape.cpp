// SPDX-License-Identifier: GPL-3.0-or-later
#include "shape.h"

#include "scalingparameters.h"
#include "seeded.h"

#include <cmath>

namespace encodings {

namespace {

/// The released code evaluates at the largest shift.
Value shiftOf(const Values& resolved)
{
    const double largest = resolved.number("K");
    if (resolved.text("shape_mode") == "evaluation")
        return largest;
    const auto seed = static_cast<std::uint64_t>(resolved.number("seed"));
    return std::floor(seededUniform(seed, PositionStream, 0) * (largest + 1));
}

void apply(const Values& values, Scheme& scheme) { scheme.positionOffset = values.number("shift"); }

std::vector<FormulaLine> formula(const Values& values)
{
    return { { "id(m) = m + k, k ~ U{0 .. K}",
        "k = " + displayNumber(values.number("shift")) + ", K = " + displayNumber(values.number("K")) } };
}

} // namespace

Encoding shape()
{
    const std::string id = "shape";
    Parameter largest = ownInteger(id, "K", "largest shift",
        "Shifts are drawn from 0 to this, in positions; 10 to 500 in the paper's code.", 500, { 0, 1e9 },
        { 0, 1000 });
    largest.symbol = "K";
    Parameter shift = ownOptionalInteger(id, "shift", "shift",
        "What is added to every position; auto: the largest shift at evaluation, a random one in training.",
        { 0, 1e12 }, { 0, 1000 }, shiftOf);
    shift.symbol = "k";
    return { .id = id,
        .name = "SHAPE",
        .year = 2021,
        .family = "absolute, position ids",
        .trainable = Trainable::Fixed,
        .citation = "Kiyono et al., SHAPE, arXiv 2109.05644",
        .about = "Shifts all positions of a training sequence by one random number, so that a model learns "
                 "from their differences: inner products of a sinusoidal table do not change. The paper "
                 "evaluates unshifted; its code draws from 0 to K − 1 and evaluates at K.",
        .refers = Refers::Absolute,
        .enters = { Entry::PositionIds },
        .extrapolation = "ids up to L + K were seen in training",
        .parts = { Part::Positions },
        .completedBy = "sinusoidal",
        .parameters = { std::move(largest),
            ownChoice(id, "shape_mode", "shown",
                "evaluation: the shift of the released code; training: a draw.",
                { "evaluation", "training" }),
            std::move(shift) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
