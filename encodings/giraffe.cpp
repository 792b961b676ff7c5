// SPDX-License-Identifier: GPL-3.0-or-later
#include "giraffe.h"

#include "formulatext.h"
#include "rope.h"
#include "scalingparameters.h"

#include <algorithm>
#include <numbers>

namespace encodings {

namespace {

/// Abacus.AI's code divides by scales above 1 only.
Eigen::ArrayXd interpolated(const Values& values, Scheme& scheme)
{
    scheme.trainedFrequencies = geometricFrequencies(values.number("base"), values.integer("dimension"));
    return scheme.trainedFrequencies / std::max(1.0, values.number("scale"));
}

double cutoffOf(const Values& values) { return 2 * std::numbers::pi / values.number("truncate"); }

void applyTruncated(const Values& values, Scheme& scheme)
{
    const double cutoff = cutoffOf(values);
    scheme.mechanism = Rotary { interpolated(values, scheme).unaryExpr([cutoff](double frequency) {
        return frequency >= cutoff ? frequency : frequency >= cutoff / 8 ? cutoff / 16 : 0.0;
    }) };
}

std::vector<FormulaLine> truncatedFormula(const Values& values)
{
    return { { "c = 2π / t", "c = " + displayNumber(cutoffOf(values)) },
        frequencyLine("θ′ = θ from c on, c/16 from c/8 on, 0 below", values, applyTruncated) };
}

void applyPower(const Values& values, Scheme& scheme)
{
    const Eigen::ArrayXd frequencies = interpolated(values, scheme);
    const Eigen::Index pairs = frequencies.size();
    const auto place
        = Eigen::ArrayXd::LinSpaced(pairs, 0.0, static_cast<double>(pairs - 1)) / static_cast<double>(pairs);
    scheme.mechanism = Rotary { frequencies * (1 - place).pow(values.number("scale_power")) };
}

std::vector<FormulaLine> powerFormula(const Values& values)
{
    return { frequencyLine(
        "θ′<sub>i</sub> = θ<sub>i</sub> (1 − i/(d/2))<sup>power</sup>", values, applyPower) };
}

Encoding giraffe(const char* id, const char* name, const char* about, const char* extrapolation)
{
    return ropeExtension(id, name, "Pal et al., Giraffe, arXiv 2308.10882; abacusai/Long-Context", about, extrapolation);
}

} // namespace

Encoding truncatedBasis()
{
    Encoding encoding = giraffe("truncated-basis", "Truncated basis",
        "Pairs that turn less than once inside t positions are held at one slow frequency, and the slowest "
        "are stopped. A scale above 1 divides every frequency first.",
        "slow pairs held or stopped: no unseen angles");
    Parameter length = ownOptionalNumber("truncated-basis", "truncate", "t",
        "Pairs with a longer wavelength are held or stopped, in positions; auto: the trained length.",
        { 1, 1e12 }, { 128, 1048576 }, trainedLength);
    length.logarithmic = true;
    encoding.parameters = { std::move(length) };
    encoding.apply = applyTruncated;
    encoding.formula = truncatedFormula;
    return encoding;
}

Encoding powerBasis()
{
    Encoding encoding = giraffe("power-basis", "Power basis",
        "Slows the slow pairs by a power of their place, so that they hardly turn; the fastest pair is "
        "unchanged. A scale above 1 divides every frequency first.",
        "slow pairs slowed further");
    encoding.parameters = { ownNumber("power-basis", "scale_power", "power",
        "0: RoPE; the last pair is multiplied by (2/d)^power.", 0.5, { 0, 100 }, { 0, 2 }) };
    encoding.apply = applyPower;
    encoding.formula = powerFormula;
    return encoding;
}

} // namespace encodings
