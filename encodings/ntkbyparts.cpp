// SPDX-License-Identifier: GPL-3.0-or-later
#include "ntkbyparts.h"

#include "formulatext.h"
#include "ntk.h"
#include "ramp.h"
#include "rope.h"
#include "scalingparameters.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace encodings {

namespace {

Eigen::ArrayXd trainedFrequencies(const Values& values)
{
    return geometricFrequencies(values.number("base"), values.integer("dimension"));
}

/// Where the ramp by turns begins and ends, as decimal pairs; nothing where an end is at no pair.
std::optional<std::pair<double, double>> rampBetween(const Values& values, double low, double high)
{
    if (values.number("base") == 1.0 || !(low > 0.0))
        return {};
    const auto pairOf = [&](double turns) {
        return pairWithTurns(
            turns, values.number("base"), values.number("dimension"), values.number("trained_length"));
    };
    return std::pair { pairOf(std::max(low, high)), pairOf(low) };
}

void applyByTurns(const Values& values, Scheme& scheme, const char* low, const char* high)
{
    scheme.ramp = rampBetween(values, values.number(low), values.number(high));
    scheme.trainedFrequencies = trainedFrequencies(values);
    scheme.mechanism = Rotary { rampedByTurns(scheme.trainedFrequencies, values.number("scale"),
        values.number(low), values.number(high), values.number("trained_length")) };
}

void applyPaper(const Values& values, Scheme& scheme) { applyByTurns(values, scheme, "beta_slow", "beta"); }

void applyLlama3(const Values& values, Scheme& scheme)
{
    applyByTurns(values, scheme, "low_freq_factor", "high_freq_factor");
}

std::string turnsOfPair(const Values& values)
{
    const Eigen::ArrayXd trained = trainedFrequencies(values);
    const Eigen::Index pair = shownPair(values, trained.size());
    return "r<sub>" + displayNumber(static_cast<double>(pair)) + "</sub> = "
        + displayNumber(values.number("trained_length") * trained[pair] / (2 * std::numbers::pi)) + " turns";
}

std::vector<FormulaLine> paperFormula(const Values& values)
{
    return {
        { "r<sub>i</sub> = L θ<sub>i</sub> / 2π, γ<sub>i</sub> = clip((r<sub>i</sub> − α) / (β − α), 0, 1)",
            turnsOfPair(values) },
        frequencyLine("θ′<sub>i</sub> = (1 − γ<sub>i</sub>) θ<sub>i</sub> / k + γ<sub>i</sub> θ<sub>i</sub>",
            values, applyPaper)
    };
}

std::vector<FormulaLine> llama3Formula(const Values& values)
{
    return { { "s<sub>i</sub> = clip((L / λ<sub>i</sub> − low) / (high − low), 0, 1)", turnsOfPair(values) },
        frequencyLine("θ′<sub>i</sub> = (1 − s<sub>i</sub>) θ<sub>i</sub> / k + s<sub>i</sub> θ<sub>i</sub>",
            values, applyLlama3) };
}

/// 1 below the ramp between pairs of `fast` and `slow` turns, 0 above it.
Eigen::ArrayXd keptBelow(const Values& values, double fast, double slow)
{
    const double base = values.number("base");
    const double dimension = values.number("dimension");
    const double length = values.number("trained_length");
    const RampEnds ends = insidePairs(wholePairs({ pairWithTurns(fast, base, dimension, length),
                                          pairWithTurns(slow, base, dimension, length) }),
        dimension);
    return 1 - pairRamp(ends.first, rampWidth(ends), values.integer("dimension") / 2);
}

void apply2023(const Values& values, Scheme& scheme)
{
    const Eigen::ArrayXd trained = trainedFrequencies(values);
    const double scale = values.number("scale");
    const Eigen::ArrayXd ntk = geometricFrequencies(
        ntkBase(values.number("base"), scale, values.integer("dimension")), values.integer("dimension"));
    // Ends found by experiment for LLaMA, fixed in the release.
    const Eigen::ArrayXd towardsNtk = keptBelow(values, 1.25, 0.75) * values.number("ntk_factor");
    const Eigen::ArrayXd towardsPlain = keptBelow(values, 16, 2) * values.number("extrapolation_factor");
    const Eigen::ArrayXd slow = trained / scale * (1 - towardsNtk) + ntk * towardsNtk;
    scheme.trainedFrequencies = trained;
    scheme.mechanism = Rotary { slow * (1 - towardsPlain) + trained * towardsPlain };
}

std::vector<FormulaLine> formula2023(const Values& values)
{
    return { { "from θ<sub>i</sub> (16 turns) to NTK-aware (2 turns)", "" },
        { "from NTK-aware (1.25 turns) to θ<sub>i</sub> / k (0.75 turns)", "" },
        frequencyLine("θ′<sub>i</sub> = the blend of the two ramps", values, apply2023) };
}

} // namespace

Eigen::ArrayXd rampedByTurns(
    const Eigen::ArrayXd& frequencies, double scale, double low, double high, double trainedLength)
{
    return frequencies.unaryExpr([=](double frequency) {
        const double turns = trainedLength * frequency / (2 * std::numbers::pi);
        if (turns < low)
            return frequency / scale;
        if (turns > high)
            return frequency;
        const double kept = high > low ? (turns - low) / (high - low) : 0.0;
        return (1 - kept) * frequency / scale + kept * frequency;
    });
}

Encoding ntkByParts()
{
    Parameter slow = betaSlow("ntk-by-parts");
    slow.label = "interpolated below";
    Parameter fast = betaFast("ntk-by-parts");
    fast.key = "beta";
    fast.label = "unchanged above";
    return { .id = "ntk-by-parts",
        .name = "NTK-by-parts",
        .year = 2023,
        .family = "extending RoPE",
        .trainable = Trainable::Fixed,
        .citation = "Peng et al., YaRN, arXiv 2309.00071, equations 17 to 20",
        .about
        = "Pairs that turn often inside L stay, pairs that never finish a turn are interpolated, those "
          "between are blended in proportion to their turns, as the paper prints it. Every "
          "implementation of YaRN ramps by pair index instead.",
        .refers = Refers::Relative,
        .enters = { Entry::QueryAndKey },
        .extrapolation = "slow pairs interpolated, fast ones kept",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = { std::move(slow), std::move(fast) },
        .apply = applyPaper,
        .formula = paperFormula };
}

Encoding ntkByParts2023()
{
    const std::string id = "ntk-by-parts-2023";
    return { .id = id,
        .name = "NTK-by-parts (2023)",
        .year = 2023,
        .family = "extending RoPE",
        .trainable = Trainable::Fixed,
        .citation = "bloc97, July 2023; jquesnelle/yarn, LlamaPartNTKScaledRotaryEmbedding",
        .about = "The first release: fast pairs stay, the next follow NTK-aware scaling, the slowest are "
                 "interpolated, with two ramps in the pair index. The paper of YaRN later dropped the middle "
                 "part.",
        .refers = Refers::Relative,
        .enters = { Entry::QueryAndKey },
        .extrapolation = "slow pairs interpolated, fast ones kept",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters
        = { ownNumber(id, "ntk_factor", "NTK share",
                "Share of NTK-aware scaling in the middle; 0 leaves interpolation.", 1, { 0, 1 }, { 0, 1 }),
            ownNumber(id, "extrapolation_factor", "unscaled share",
                "Share of unscaled fast pairs; with both shares 0 it is interpolation.", 1, { 0, 1 },
                { 0, 1 }) },
        .apply = apply2023,
        .formula = formula2023 };
}

Encoding llama3()
{
    const std::string id = "llama3";
    return { .id = id,
        .name = "Llama 3",
        .year = 2024,
        .family = "extending RoPE",
        .trainable = Trainable::Fixed,
        .citation = "The Llama 3 Herd of Models, arXiv 2407.21783; Hugging Face rope_type llama3",
        .about
        = "Llama 3.1's scaling: wavelengths below L / high stay, those above L / low are interpolated, "
          "those between are blended. The same rule as NTK-by-parts in the paper of YaRN, with low and "
          "high for its ends. Hugging Face and vLLM agree; ggml stores the result as a divisor for "
          "each pair.",
        .refers = Refers::Relative,
        .enters = { Entry::QueryAndKey },
        .extrapolation = "slow pairs interpolated, fast ones kept",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = { ownNumber(id, "low_freq_factor", "low",
                            "Pairs that make fewer turns inside the trained length are interpolated in full.",
                            1, { 0, 1e9 }, { 0.1, 32 }),
            ownNumber(id, "high_freq_factor", "high",
                "Pairs that make more turns inside the trained length stay as they are.", 4, { 0, 1e9 },
                { 0.1, 64 }) },
        .apply = applyLlama3,
        .formula = llama3Formula };
}

} // namespace encodings
