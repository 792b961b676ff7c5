// SPDX-License-Identifier: GPL-3.0-or-later
#include "complexwords.h"

#include "countednoun.h"
#include "parametererror.h"
#include "scalingparameters.h"

#include <cmath>

namespace encodings {

using Eigen::ArrayXd;
using Eigen::Index;

namespace {

Index waveCount(const Values& values) { return values.integer("dimension") / 2; }

/// The list at `key`, one number for each wave.
ArrayXd given(const Values& values, const char* key)
{
    const Numbers& numbers = values.numbers(key);
    const auto size = static_cast<Index>(numbers.size());
    if (size != waveCount(values))
        throw ParameterError(key, countedNoun(numbers.size(), "number"),
            "one for each two dimensions, " + std::to_string(waveCount(values)) + " in all");
    return Eigen::Map<const ArrayXd>(numbers.data(), size);
}

ArrayXd listOf(const Values& values, const char* key, double automatic)
{
    return values.isAutomatic(key) ? ArrayXd::Constant(waveCount(values), automatic) : given(values, key);
}

/// The released code's first frequencies: word id x base^(-2c/D), c = 0 .. D - 1.
ArrayXd frequenciesOf(const Values& values)
{
    if (!values.isAutomatic("omega"))
        return given(values, "omega");
    const Index waves = waveCount(values);
    return values.number("word_id") * ArrayXd::NullaryExpr(waves, [&](Index wave) {
        return std::pow(values.number("base"), -2.0 * static_cast<double>(wave) / static_cast<double>(waves));
    });
}

void apply(const Values& values, Scheme& scheme)
{
    scheme.mechanism = AdditiveRows { .dimension = 2 * waveCount(values),
        .at = [amplitudes = listOf(values, "r", 1.0), frequencies = frequenciesOf(values),
                  phases = listOf(values, "theta", 0.0)](double id) {
            const ArrayXd angles = id * frequencies + phases;
            ArrayXd row(2 * angles.size());
            Eigen::Map<Eigen::Array2Xd> parts(row.data(), 2, angles.size());
            parts.row(0) = amplitudes * angles.cos();
            parts.row(1) = amplitudes * angles.sin();
            return row;
        } };
}

std::vector<FormulaLine> formula(const Values& values)
{
    const Index wave = std::min<Index>(values.integer("pair"), waveCount(values) - 1);
    const double frequency = frequenciesOf(values)[wave];
    const std::string index = "<sub>" + displayNumber(static_cast<double>(wave)) + "</sub>";
    return { { "f(word, m)<sub>c</sub> = r<sub>c</sub> e<sup>i(ω<sub>c</sub> m + θ<sub>c</sub>)</sup>",
        "r" + index + " = " + displayNumber(listOf(values, "r", 1.0)[wave]) + ", ω" + index + " = "
            + displayNumber(frequency) + ", θ" + index + " = "
            + displayNumber(listOf(values, "theta", 0.0)[wave]) } };
}

Parameter waveList(
    const std::string& id, const char* key, const char* label, const char* symbol, const char* help)
{
    Parameter parameter = ownFactors(id, key, label, help);
    parameter.minimum = -1e9;
    parameter.symbol = symbol;
    return parameter;
}

} // namespace

Encoding complexWords()
{
    const std::string id = "complex";
    Parameter word = ownNumber(id, "word_id", "word id",
        "Number of the word in the vocabulary: untrained frequencies are multiples of it.", 1, { 0, 1e6 },
        { 0, 100 });
    return { .id = id,
        .name = "Complex words",
        .year = 2019,
        .family = "absolute, in the embedding",
        .trainable = Trainable::Slider,
        .citation = "Wang et al., Encoding Word Order in Complex Embeddings, arXiv 1912.12333",
        .about
        = "Each complex dimension of a word is a wave over positions with a trained amplitude, frequency "
          "and phase: real and imaginary parts, side by side. The released code has no phase and "
          "starts with frequencies that grow with the word's number.",
        .refers = Refers::Absolute,
        .enters = { Entry::Embedding },
        .extrapolation = "every position has values, but sums of them are unseen",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters
        = { std::move(word), waveList(id, "r", "amplitudes", "r", "One for each two dimensions; auto: 1."),
            waveList(id, "omega", "frequencies", "ω",
                "One for each two dimensions, in radians per position; auto: word id × b^(−2c/D)."),
            waveList(id, "theta", "phases", "θ", "One for each two dimensions, in radians; auto: 0.") },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
