// SPDX-License-Identifier: GPL-3.0-or-later
#include "yarn.h"

#include "formulatext.h"
#include "parametererror.h"
#include "ramp.h"
#include "rope.h"
#include "scalingparameters.h"

#include <cmath>

namespace encodings {

namespace {

bool isHuggingFace(const std::string& convention)
{
    return convention == "hf" || convention == "hf-2025-11" || convention == "microsoft";
}

/// The factor that counts.
double scaleOf(const Values& values)
{
    if (values.text("convention") == "hf-2025-11")
        return values.number("max_positions") / values.number("trained_length");
    return values.number("scale");
}

/// Hugging Face reads 0 as "not given".
double turnsOr(double turns, double otherwise) { return turns == 0.0 ? otherwise : turns; }

/// Decimal pairs that make beta_fast and beta_slow turns inside the trained length.
RampEnds decimalEnds(const Values& values)
{
    const auto pairOf = [&](double turns) {
        return pairWithTurns(
            turns, values.number("base"), values.number("dimension"), values.number("trained_length"));
    };
    return { pairOf(turnsOr(values.number("beta_fast"), 32)),
        pairOf(turnsOr(values.number("beta_slow"), 1)) };
}

/// Ends of the ramp by the rule of the convention, as decimal pair indices.
RampEnds rampEnds(const Values& values)
{
    const std::string& convention = values.text("convention");
    const double dimension = values.number("dimension");
    const RampEnds ends = decimalEnds(values);
    if (convention == "gpt-oss") {
        if (!(0 < ends.first && ends.first < ends.second && ends.second < dimension / 2 - 1)) {
            throw ParameterError("convention", "gpt-oss",
                "settings whose ramp, here " + displayNumber(ends.first) + " to " + displayNumber(ends.second)
                    + ", lies inside pairs 0 to " + displayNumber(dimension / 2 - 1)
                    + ": its code stops otherwise");
        }
        return ends;
    }
    const bool decimal = (isHuggingFace(convention) || convention == "vllm") && !values.flag("truncate");
    return insidePairs(decimal ? ends : wholePairs(ends), dimension);
}

/// ggml turns a ramp that runs backwards into a step.
double widthOf(const std::string& convention, RampEnds ends)
{
    return convention == "ggml" ? std::max(0.001, ends.second - ends.first) : rampWidth(ends);
}

Eigen::ArrayXd blended(const Eigen::ArrayXd& trained, double scale, const Eigen::ArrayXd& kept)
{
    return trained / scale * (1 - kept) + trained * kept;
}

/// DeepSeek's own code scales from its maximum length on, others always.
bool isScaled(const Values& values)
{
    return values.text("convention") != "deepseek"
        || values.number("max_seq_len") > values.number("trained_length");
}

double gainOf(const Values& values)
{
    const std::string& convention = values.text("convention");
    const double scale = scaleOf(values);
    const auto weight = values.givenNumber("mscale");
    const auto weightOfAll = values.givenNumber("mscale_all_dim");
    if (convention == "deepseek")
        return 1.0;
    if (convention == "ggml") {
        const bool ramped = values.number("ext_factor") != 0.0;
        return values.number("attn_factor") * (ramped ? 1.0 + 0.1 * std::log(scale) : 1.0);
    }
    if (convention == "gpt-oss")
        return yarnAttentionFactor(scale);
    if (convention == "yarn")
        return values.number("attn_factor") * yarnAttentionFactor(scale);
    if (convention == "vllm") {
        return values.number("attn_factor") * yarnAttentionFactor(scale, weight.value_or(1.0))
            / yarnAttentionFactor(scale, weightOfAll.value_or(0.0));
    }
    if (const auto given = values.givenNumber("attention_factor"))
        return *given;
    if (weight.value_or(0.0) != 0.0 && weightOfAll.value_or(0.0) != 0.0)
        return yarnAttentionFactor(scale, *weight) / yarnAttentionFactor(scale, *weightOfAll);
    return yarnAttentionFactor(scale);
}

/// How gainOf() found its number.
std::string gainSymbols(const Values& values)
{
    const std::string& convention = values.text("convention");
    const std::string whole = "A = 0.1 ln k + 1";
    const std::string weighted = "A = (0.1 mscale ln k + 1) / (0.1 mscale_all_dim ln k + 1)";
    const bool hasWeight = !values.isAutomatic("mscale") || !values.isAutomatic("mscale_all_dim");
    if (convention == "ggml" && values.number("ext_factor") == 0.0)
        return "A = attn_factor";
    if (convention == "ggml" || convention == "yarn")
        return "A = attn_factor (0.1 ln k + 1)";
    if (convention == "vllm")
        return hasWeight ? weighted + " × attn_factor" : "A = attn_factor (0.1 ln k + 1)";
    if (convention == "gpt-oss")
        return whole;
    if (!values.isAutomatic("attention_factor"))
        return "A = attention_factor";
    const bool hasBoth = values.givenNumber("mscale").value_or(0.0) != 0.0
        && values.givenNumber("mscale_all_dim").value_or(0.0) != 0.0;
    return hasBoth ? weighted : whole;
}

double logitFactorOf(const Values& values)
{
    double weight = 0.0;
    if (values.text("convention") == "deepseek")
        weight = values.givenNumber("mscale").value_or(1.0);
    else if (values.flag("logit_scaling"))
        weight = values.givenNumber("mscale_all_dim").value_or(0.0);
    const double factor = yarnAttentionFactor(scaleOf(values), weight);
    return factor * factor;
}

void apply(const Values& values, Scheme& scheme)
{
    const Eigen::ArrayXd trained = geometricFrequencies(values.number("base"), values.integer("dimension"));
    scheme.trainedFrequencies = trained;
    if (!isScaled(values)) {
        scheme.mechanism = Rotary { trained };
        return;
    }
    const std::string& convention = values.text("convention");
    const RampEnds ends = rampEnds(values);
    scheme.ramp = ends;
    const Eigen::ArrayXd ramp = pairRamp(ends.first, widthOf(convention, ends), trained.size());
    const double kept = convention == "ggml"           ? values.number("ext_factor")
        : convention == "yarn" || convention == "vllm" ? values.number("extrapolation_factor")
                                                       : 1.0;
    scheme.mechanism = Rotary { .frequencies = blended(trained, scaleOf(values), (1 - ramp) * kept),
        .gain = gainOf(values) };
    scheme.logitFactor = logitFactorOf(values);
}

std::vector<FormulaLine> formula(const Values& values)
{
    std::vector<FormulaLine> lines;
    if (isScaled(values)) {
        const auto [low, high] = rampEnds(values);
        lines.push_back({ "c(β) = d ln(L / 2πβ) / (2 ln b)",
            "ramp from pair " + displayNumber(low) + " to pair " + displayNumber(high) });
    } else {
        lines.push_back({ "no scaling up to L", "DeepSeek's code scales where max_seq_len exceeds L" });
    }
    lines.push_back(
        frequencyLine("θ′<sub>i</sub> = (1 − g<sub>i</sub>) θ<sub>i</sub> / k + g<sub>i</sub> θ<sub>i</sub>",
            values, apply));
    if (values.text("convention") == "deepseek") {
        const double factor = isScaled(values) ? logitFactorOf(values) : 1.0;
        lines.push_back({ "scores × (0.1 mscale ln k + 1)²", "scores × " + displayNumber(factor) });
    } else {
        lines.push_back(gainLine(gainSymbols(values), gainOf(values)));
        if (const double factor = logitFactorOf(values); factor != 1.0)
            lines.push_back(
                { "scores × (0.1 mscale_all_dim ln k + 1)²", "scores × " + displayNumber(factor) });
    }
    return lines;
}

Value targetOrMaxPositions(const Values& resolved)
{
    if (resolved.contains("max_positions") && !resolved.isAutomatic("max_positions"))
        return resolved.number("max_positions");
    return targetLength(resolved);
}

std::vector<Parameter> parameters()
{
    const std::string id = "yarn";
    Parameter weight = ownOptionalNumber(id, "mscale", "mscale",
        "DeepSeek's weight of ln k in the attention factor; counts beside mscale_all_dim only.", { 0, 100 },
        { 0, 2 });
    Parameter weightOfAll = ownOptionalNumber(id, "mscale_all_dim", "mscale_all_dim",
        "DeepSeek's weight for all dimensions, which divides the attention factor.", { 0, 100 }, { 0, 2 });
    Parameter longest = ownOptionalNumber(id, "max_seq_len", "max_seq_len",
        "DeepSeek's code scales only where this exceeds the trained length; auto: max positions.",
        { 1, 1e12 }, { 128, 1048576 }, targetOrMaxPositions);
    longest.logarithmic = true;
    return { betaFast(id), betaSlow(id),
        ownSwitch(id, "truncate", "whole ramp ends",
            "Rounds the ends of the ramp outwards to whole pairs (truncate); gpt-oss leaves them decimal.",
            true),
        attentionFactor(id),
        ownNumber(id, "attn_factor", "attn_factor",
            "vLLM, ggml and YaRN's repository: multiplies the attention factor.", 1, { 0, 1e6 }, { 0.5, 2 }),
        std::move(weight), std::move(weightOfAll),
        ownSwitch(id, "logit_scaling", "scores scaled",
            "Scores are multiplied by (0.1 mscale_all_dim ln k + 1)², as the attention of DeepSeek's models "
            "does.",
            false),
        ownNumber(id, "ext_factor", "ext_factor", "ggml: share of the ramp; 0 is linear scaling.", 1,
            { 0, 1 }, { 0, 1 }),
        ownNumber(id, "extrapolation_factor", "extrapolation_factor",
            "vLLM and YaRN's repository: share of the ramp; 0 is linear scaling.", 1, { 0, 1 }, { 0, 1 }),
        maxPositions(id), std::move(longest) };
}

/// The scale of dynamic YaRN: none up to `max_positions`.
double dynamicScale(const Values& values)
{
    const double length = values.number("current_length");
    return length > values.number("max_positions") ? length / values.number("trained_length") : 1.0;
}

void applyDynamic(const Values& values, Scheme& scheme)
{
    const Eigen::ArrayXd trained = geometricFrequencies(values.number("base"), values.integer("dimension"));
    scheme.trainedFrequencies = trained;
    const double scale = dynamicScale(values);
    if (scale == 1.0) {
        scheme.mechanism = Rotary { trained };
        return;
    }
    const RampEnds ends = insidePairs(wholePairs(decimalEnds(values)), values.number("dimension"));
    scheme.ramp = ends;
    const Eigen::ArrayXd ramp = pairRamp(ends.first, rampWidth(ends), trained.size());
    scheme.mechanism
        = Rotary { .frequencies = blended(trained, scale, 1 - ramp), .gain = yarnAttentionFactor(scale) };
}

std::vector<FormulaLine> dynamicFormula(const Values& values)
{
    const double scale = dynamicScale(values);
    return { { "k(T) = T / L beyond max positions, else 1", "k(T) = " + displayNumber(scale) },
        frequencyLine("θ′<sub>i</sub> as YaRN with k(T)", values, applyDynamic),
        gainLine("A = 0.1 ln k(T) + 1", yarnAttentionFactor(scale)) };
}

} // namespace

double yarnAttentionFactor(double scale, double weight)
{
    return scale <= 1.0 ? 1.0 : 0.1 * weight * std::log(scale) + 1.0;
}

Encoding yarn()
{
    return { .id = "yarn",
        .name = "YaRN",
        .year = 2023,
        .family = "extending RoPE",
        .trainable = Trainable::Fixed,
        .citation = "Peng, Quesnelle, Fan, Shippole, YaRN, arXiv 2309.00071",
        .about = "Keeps fast pairs, interpolates slow ones, and ramps between them by pair index, as every "
                 "implementation does (the paper's ramp runs by turns: NTK-by-parts). Scores grow with the "
                 "attention factor A. Hugging Face lets a written factor count; in November 2025 it took max "
                 "positions / L. vLLM, ggml and YaRN's repository multiply A by attn_factor; ggml does not "
                 "stop at 1 below k = 1; DeepSeek scales the scores instead of cosines; gpt-oss never rounds "
                 "the ramp.",
        .refers = Refers::Relative,
        .enters = { Entry::QueryAndKey, Entry::Temperature },
        .extrapolation = "slow pairs interpolated, fast ones kept, scores sharpened",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = parameters(),
        .apply = apply,
        .formula = formula };
}

Encoding dynamicYarn()
{
    Parameter positions = maxPositions("dynamic-yarn");
    positions.help = "Nothing is scaled up to this length, in positions; auto: the trained length.";
    positions.automatic = trainedLength;
    return { .id = "dynamic-yarn",
        .name = "Dynamic YaRN",
        .year = 2023,
        .family = "extending RoPE",
        .trainable = Trainable::Fixed,
        .citation = "jquesnelle/yarn, LlamaDynamicYaRNScaledRotaryEmbedding",
        .about = "YaRN with the scale that the current length T asks for: plain RoPE up to max positions, "
                 "then k = T / L. Keys kept from before were turned by other frequencies unless the cache "
                 "holds them unturned.",
        .refers = Refers::Relative,
        .enters = { Entry::QueryAndKey, Entry::Temperature },
        .extrapolation = "as YaRN, as the context grows",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = { betaFast("dynamic-yarn"), betaSlow("dynamic-yarn"), std::move(positions) },
        .apply = applyDynamic,
        .formula = dynamicFormula };
}

} // namespace encodings
