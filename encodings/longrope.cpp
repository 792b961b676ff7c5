// SPDX-License-Identifier: GPL-3.0-or-later
#include "longrope.h"

#include "countednoun.h"
#include "formulatext.h"
#include "parametererror.h"
#include "rope.h"
#include "scalingparameters.h"
#include "yarn.h"

#include <cmath>

namespace encodings {

namespace {

/// What stands in for a long list that nobody has searched for: NTK-aware scaling's stretch.
Eigen::ArrayXd standIn(double scale, Eigen::Index pairs)
{
    if (pairs == 1)
        return Eigen::ArrayXd::Ones(1);
    const auto place = Eigen::ArrayXd::LinSpaced(pairs, 0.0, 1.0);
    return (std::log(scale) * place).exp();
}

Eigen::ArrayXd listAt(const Values& values, const char* key, Eigen::Index pairs)
{
    const Numbers& numbers = values.numbers(key);
    if (static_cast<Eigen::Index>(numbers.size()) != pairs) {
        throw ParameterError(key, countedNoun(numbers.size(), "factor"),
            "one for each pair of the dimension, " + std::to_string(pairs) + " in all");
    }
    return Eigen::Map<const Eigen::ArrayXd>(numbers.data(), pairs);
}

/// The factor of the attention: a file without one (scale 1) has the ratio of its lengths.
double scaleOf(const Values& values)
{
    const double scale = values.number("scale");
    if (scale != 1.0 && values.text("convention") != "hf-2025-11")
        return scale;
    return values.number("max_positions") / values.number("trained_length");
}

/// vLLM and ggml decide once, by the longest context served.
bool usesLongList(const Values& values)
{
    const std::string& convention = values.text("convention");
    const bool once = convention == "vllm" || convention == "ggml";
    return values.number(once ? "max_positions" : "current_length") > values.number("trained_length");
}

/// Microsoft's dynamic list: between none at L and the whole list at the target length.
Eigen::ArrayXd movedList(const Values& values, const Eigen::ArrayXd& list)
{
    const double scale = scaleOf(values);
    if (scale == 1.0)
        return list;
    const double way = (values.number("current_length") / values.number("trained_length") - 1) / (scale - 1);
    return 1 + (list - 1) * way;
}

/// Which list counts, and its factors.
struct Stretch {
    std::string name;
    Eigen::ArrayXd factors;
};

Stretch longList(const Values& values, const char* key, Eigen::Index pairs)
{
    if (!values.isAutomatic(key))
        return { key, listAt(values, key, pairs) };
    if (!values.isAutomatic("long_factor"))
        return { "long_factor", listAt(values, "long_factor", pairs) };
    return { "no list given: NTK-aware's stretch stands in", standIn(scaleOf(values), pairs) };
}

Stretch stretchOf(const Values& values, Eigen::Index pairs)
{
    if (!values.isAutomatic("freq_factors"))
        return { "freq_factors", listAt(values, "freq_factors", pairs) };
    if (values.text("convention") == "microsoft") {
        Stretch stretch = longList(values, "rescale_factors", pairs);
        stretch.factors = movedList(values, stretch.factors);
        return stretch;
    }
    if (usesLongList(values))
        return longList(values, "long_factor", pairs);
    if (values.isAutomatic("short_factor"))
        return { "no short list: 1 for every pair", Eigen::ArrayXd::Ones(pairs) };
    return { "short_factor", listAt(values, "short_factor", pairs) };
}

double gainOf(const Values& values)
{
    if (const auto given = values.givenNumber("attention_factor"))
        return *given;
    const std::string& convention = values.text("convention");
    if (convention == "ggml")
        return 1.0;
    if (convention == "vllm") {
        if (const auto given = values.givenNumber(usesLongList(values) ? "long_mscale" : "short_mscale"))
            return *given;
    }
    return values.text("factor_policy") == "yarn"
        ? yarnAttentionFactor(scaleOf(values))
        : longRopeAttentionFactor(scaleOf(values), values.number("trained_length"));
}

void apply(const Values& values, Scheme& scheme)
{
    scheme.trainedFrequencies = geometricFrequencies(values.number("base"), values.integer("dimension"));
    const Eigen::ArrayXd factors = stretchOf(values, scheme.trainedFrequencies.size()).factors;
    if (!(factors > 0.0).all()) {
        throw ParameterError("current_length", formatNumber(values.number("current_length")),
            "a length at which every factor of the list stays above 0");
    }
    scheme.mechanism = Rotary { .frequencies = scheme.trainedFrequencies / factors, .gain = gainOf(values) };
}

std::vector<FormulaLine> formula(const Values& values)
{
    const Stretch stretch = stretchOf(values, values.integer("dimension") / 2);
    return { { "λ: short list up to L, long list beyond",
                 stretch.name + " at T = " + displayNumber(values.number("current_length")) },
        frequencyLine("θ′<sub>i</sub> = θ<sub>i</sub> / λ<sub>i</sub>", values, apply),
        gainLine(values.text("factor_policy") == "yarn" ? "A = 0.1 ln k + 1" : "A = √(1 + ln k / ln L)",
            gainOf(values)) };
}

std::vector<Parameter> parameters()
{
    const std::string id = "longrope";
    Parameter policy = ownChoice(id, "factor_policy", "attention factor by",
        "su: √(1 + ln k / ln L), as Phi-3; yarn: 0.1 ln k + 1, Microsoft's second policy.", { "su", "yarn" });
    return { ownFactors(id, "short_factor", "short list",
                 "Divides the frequency of each pair up to the trained length; auto: 1."),
        ownFactors(id, "long_factor", "long list",
            "Divides the frequency of each pair beyond the trained length; auto: NTK-aware's stretch."),
        ownFactors(id, "rescale_factors", "Microsoft's list",
            "Convention microsoft: the searched list of its code; auto: the long list."),
        ownFactors(id, "freq_factors", "frequency factors",
            "ggml's tensor rope_freqs: divides the frequency of each pair at every length; auto: none."),
        attentionFactor(id), std::move(policy),
        ownOptionalNumber(id, "short_mscale", "short mscale",
            "vLLM: the attention factor beside the short list.", { 0, 1e6 }, { 0.5, 2 }),
        ownOptionalNumber(id, "long_mscale", "long mscale",
            "vLLM: the attention factor beside the long list.", { 0, 1e6 }, { 0.5, 2 }),
        maxPositions(id) };
}

} // namespace

double longRopeAttentionFactor(double scale, double trainedLength)
{
    if (scale <= 1.0)
        return 1.0;
    if (trainedLength <= 1.0)
        throw ParameterError(
            "trained_length", "1", "at least 2: the attention factor divides by its logarithm");
    return std::sqrt(1.0 + std::log(scale) / std::log(trainedLength));
}

Encoding longRope()
{
    return { .id = "longrope",
        .name = "LongRoPE",
        .year = 2024,
        .family = "extending RoPE",
        .trainable = Trainable::Fixed,
        .citation = "Ding et al., LongRoPE, arXiv 2402.13753",
        .about = "Divides the frequency of each pair by a number from a list searched for the model: a short "
                 "list up to L, a long one beyond. Hugging Face goes by the current length T (exactly L is "
                 "short); vLLM and ggml decide once, by max positions; Microsoft's code moves its one list "
                 "with T. The attention factor is the same beside both lists. In November 2025 Hugging Face "
                 "took it from max positions / L even where a factor is written.",
        .refers = Refers::Relative,
        .enters = { Entry::QueryAndKey, Entry::Temperature },
        .extrapolation = "a searched factor for every pair",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = parameters(),
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
