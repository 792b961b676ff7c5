// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamicntk.h"

#include "formulatext.h"
#include "ntk.h"
#include "rope.h"
#include "scalingparameters.h"

#include <algorithm>
#include <cmath>

namespace encodings {

namespace {

double alphaOf(const Values& values)
{
    const double scale = values.number("scale");
    const double trained = values.number("trained_length");
    if (values.flag("alpha_steps"))
        return steppedAlpha(values.number("current_length"), trained);
    if (values.text("convention") == "vllm")
        return scale * scale - (scale - 1);
    return dynamicAlpha(scale, values.number("current_length"), trained);
}

double baseOf(const Values& values)
{
    return ntkBase(values.number("base"), alphaOf(values), values.integer("dimension"));
}

void apply(const Values& values, Scheme& scheme)
{
    const Eigen::Index dimension = values.integer("dimension");
    scheme.trainedFrequencies = geometricFrequencies(values.number("base"), dimension);
    scheme.mechanism = Rotary { geometricFrequencies(baseOf(values), dimension) };
}

std::vector<FormulaLine> formula(const Values& values)
{
    const std::string numbers = "α = " + displayNumber(alphaOf(values));
    FormulaLine alpha { "α = k T/L − (k − 1), 1 up to L",
        numbers + " at T = " + displayNumber(values.number("current_length")) };
    if (values.flag("alpha_steps"))
        alpha.symbols = "α = 2<sup>⌈log₂(T/L) + 1⌉</sup> − 1, 1 up to L";
    else if (values.text("convention") == "vllm")
        alpha = { "α = k² − (k − 1), one base for every length", numbers };
    return { alpha, { "b′ = b α<sup>d/(d−2)</sup>", "b′ = " + displayNumber(baseOf(values)) },
        frequencyLine("θ′<sub>i</sub> = b′<sup>−2i/d</sup>", values, apply) };
}

} // namespace

double dynamicAlpha(double scale, double length, double trainedLength)
{
    return scale * std::max(length, trainedLength) / trainedLength - (scale - 1);
}

double steppedAlpha(double length, double trainedLength)
{
    return std::max(std::exp2(std::ceil(std::log2(length / trainedLength) + 1)) - 1, 1.0);
}

Encoding dynamicNtk()
{
    return { .id = "dynamic-ntk",
        .name = "Dynamic NTK",
        .year = 2023,
        .family = "extending RoPE",
        .trainable = Trainable::Fixed,
        .citation = "emozilla, June 2023; Hugging Face rope_type dynamic",
        .about = "NTK-aware scaling with the alpha that the current length T asks for: plain RoPE up to L, "
                 "and more than k at k L. vLLM uses the one base of k L for every length, short texts too; "
                 "Hugging Face and YaRN's repository follow T, YaRN's only upwards. Keys kept from before "
                 "were turned by an older base.",
        .refers = Refers::Relative,
        .enters = { Entry::QueryAndKey },
        .extrapolation = "slow pairs interpolated as the context grows",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = { ownSwitch("dynamic-ntk", "alpha_steps", "alpha in steps",
            "The first Qwen: alpha is 1, 3, 7, 15 ... by doublings of the length; the scale does not count.",
            false) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
