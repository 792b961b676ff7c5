// SPDX-License-Identifier: GPL-3.0-or-later
#include "ntkvariants.h"

#include "formulatext.h"
#include "rope.h"
#include "scalingparameters.h"

#include <cmath>

namespace encodings {

namespace {

void applyBase(const Values& values, Scheme& scheme, double factor)
{
    const double base = values.number("base");
    const Eigen::Index dimension = values.integer("dimension");
    scheme.trainedFrequencies = geometricFrequencies(base, dimension);
    scheme.mechanism = Rotary { geometricFrequencies(base * factor, dimension) };
}

FormulaLine baseLine(const std::string& symbols, double base, double factor)
{
    return { symbols,
        "b′ = " + displayNumber(base) + " × " + displayNumber(factor) + " = "
            + displayNumber(base * factor) };
}

void applySimple(const Values& values, Scheme& scheme) { applyBase(values, scheme, values.number("scale")); }

std::vector<FormulaLine> simpleFormula(const Values& values)
{
    return { baseLine("b′ = b k", values.number("base"), values.number("scale")),
        frequencyLine("θ′<sub>i</sub> = θ<sub>i</sub> k<sup>−2i/d</sup>", values, applySimple) };
}

void applyAdjusted(const Values& values, Scheme& scheme)
{
    applyBase(values, scheme, values.number("base_factor"));
}

std::vector<FormulaLine> adjustedFormula(const Values& values)
{
    return { baseLine("b′ = b × base factor", values.number("base"), values.number("base_factor")),
        frequencyLine("θ′<sub>i</sub> = b′<sup>−2i/d</sup>", values, applyAdjusted) };
}

/// theta_i exp(-ln k ((i + 1) / (d/2))^power): power 1 for all digits alike, 0 for interpolation.
void applyPower(const Values& values, Scheme& scheme, double power)
{
    scheme.trainedFrequencies = geometricFrequencies(values.number("base"), values.integer("dimension"));
    const Eigen::Index pairs = scheme.trainedFrequencies.size();
    const auto place
        = Eigen::ArrayXd::LinSpaced(pairs, 1.0, static_cast<double>(pairs)) / static_cast<double>(pairs);
    scheme.mechanism
        = Rotary { scheme.trainedFrequencies * (-std::log(values.number("scale")) * place.pow(power)).exp() };
}

void applyFixed(const Values& values, Scheme& scheme) { applyPower(values, scheme, 1.0); }

void applyMixed(const Values& values, Scheme& scheme)
{
    applyPower(values, scheme, values.number("mixed_b"));
}

std::vector<FormulaLine> fixedFormula(const Values& values)
{
    const double growth = std::pow(values.number("scale"), 2 / values.number("dimension"));
    return { { "λ = k<sup>2/d</sup> for every digit", "λ = " + displayNumber(growth) },
        frequencyLine("θ′<sub>i</sub> = θ<sub>i</sub> k<sup>−2(i+1)/d</sup>", values, applyFixed) };
}

std::vector<FormulaLine> mixedFormula(const Values& values)
{
    return { { "a (d/2)<sup>β</sup> = ln k", "β = " + displayNumber(values.number("mixed_b")) },
        frequencyLine(
            "θ′<sub>i</sub> = θ<sub>i</sub> e<sup>−a (i+1)<sup>β</sup></sup>", values, applyMixed) };
}

} // namespace

Encoding ntkSimple()
{
    Encoding encoding = ropeExtension("ntk-simple", "NTK, base × k", "Su, kexue.fm 9675 and 9706",
        "Multiplies the base by k, without the exponent d/(d − 2) of NTK-aware scaling: the slowest pair is "
        "stretched by k^((d−2)/d), a little less than k. What programs do that set rope_theta to b k.",
        "slow pairs interpolated, the fastest kept");
    encoding.apply = applySimple;
    encoding.formula = simpleFormula;
    return encoding;
}

Encoding ntkFixed()
{
    Encoding encoding = ropeExtension("ntk-fixed", "NTK, fixed", "Su, kexue.fm 9706; vLLM rope_type ntk",
        "Every digit of the position grows by the same factor, the lowest too: the fastest pair turns "
        "k^(2/d) "
        "times slower, the slowest k times.",
        "every digit grows alike");
    encoding.apply = applyFixed;
    encoding.formula = fixedFormula;
    return encoding;
}

Encoding ntkMixed()
{
    Encoding encoding = ropeExtension("ntk-mixed", "NTK, mixed radix",
        "Su, kexue.fm 9706; bojone/rerope; vLLM rope_type ntk",
        "Low digits grow more than high ones: between interpolation (β = 0, all in the lowest digit) and "
        "the fixed growth of every digit (β = 1). The article uses β = 0.625, its code 0.75.",
        "low digits grow more than high ones");
    Parameter power = ownNumber("ntk-mixed", "mixed_b", "mixed β",
        "0: interpolation; 1: every digit grows alike.", 0.625, { 0, 1 }, { 0, 1 });
    power.symbol = "β";
    encoding.parameters = { std::move(power) };
    encoding.apply = applyMixed;
    encoding.formula = mixedFormula;
    return encoding;
}

Encoding adjustedBase()
{
    Encoding encoding = ropeExtension("abf", "Adjusted base",
        "Xiong et al., Effective Long-Context Scaling of Foundation Models, arXiv 2309.16039",
        "A base many times larger, with which the model is trained on; 50 takes 10000 to 500000, as Llama 3 "
        "has it.",
        "larger base, trained on");
    Parameter factor = ownNumber("abf", "base_factor", "base factor",
        "How many times larger the base becomes.", 50, { 1e-6, 1e9 }, { 1, 1000 });
    factor.logarithmic = true;
    encoding.parameters = { std::move(factor) };
    encoding.apply = applyAdjusted;
    encoding.formula = adjustedFormula;
    return encoding;
}

} // namespace encodings
