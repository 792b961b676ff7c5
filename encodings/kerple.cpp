// SPDX-License-Identifier: GPL-3.0-or-later
#include "kerple.h"

#include "alibi.h"
#include "numbertext.h"
#include "scalingparameters.h"
#include "scoreterms.h"

namespace encodings {

using Eigen::ArrayXd;
using Eigen::Index;

namespace {

constexpr double least = 0.01; ///< what the authors' code keeps both numbers at, on every pass
constexpr double mostExponent = 2;

/// (heads) r1 as the bias uses it.
ArrayXd weightsOf(const Values& values) { return perHead(values, "r1").max(least); }

bool isNemo(const Values& values) { return values.text("kerple_form") == "nemo"; }

ScoreTerm logTerm(const Values& values)
{
    const ArrayXd weights = weightsOf(values);
    const ArrayXd scales = perHead(values, "r2").max(least);
    return distanceBias(weights.size(), [=](Index head, const ArrayXd& distances) -> ArrayXd {
        return 0.0 - weights[head] * (scales[head] * distances.abs()).log1p();
    });
}

ScoreTerm nemoTerm(const Values& values)
{
    return distanceBias(values.integer("heads"),
        [slopes = alibiSlopes(values.integer("heads")), scale = values.number("a"),
            exponent = values.number("p")](Index head, const ArrayXd& distances) -> ArrayXd {
            return 0.0 - slopes[head] * (scale * distances.abs().pow(exponent)).log1p();
        });
}

void applyLog(const Values& values, Scheme& scheme)
{
    scheme.mechanism = isNemo(values) ? nemoTerm(values) : logTerm(values);
}

ArrayXd exponentsOf(const Values& values) { return perHead(values, "r2").max(least).min(mostExponent); }

void applyPower(const Values& values, Scheme& scheme)
{
    const ArrayXd weights = weightsOf(values);
    const ArrayXd exponents = exponentsOf(values);
    scheme.mechanism = distanceBias(weights.size(), [=](Index head, const ArrayXd& distances) -> ArrayXd {
        return 0.0 - weights[head] * distances.abs().pow(exponents[head]);
    });
}

std::vector<FormulaLine> formulaLog(const Values& values)
{
    const Index head = shownHead(values);
    if (isNemo(values))
        return { { "b<sub>h</sub>(r) = −m<sub>h</sub> ln(1 + a r<sup>p</sup>)",
            "m" + headIndex(head) + " = " + displayNumber(alibiSlopes(values.integer("heads"))[head])
                + ", a = " + displayNumber(values.number("a"))
                + ", p = " + displayNumber(values.number("p")) } };
    return { { "b<sub>h</sub>(r) = −r<sub>1</sub> ln(1 + r<sub>2</sub> r)",
        "r<sub>1</sub> = " + displayNumber(weightsOf(values)[head])
            + ", r<sub>2</sub> = " + displayNumber(perHead(values, "r2").max(least)[head]) } };
}

std::vector<FormulaLine> formulaPower(const Values& values)
{
    const Index head = shownHead(values);
    return { { "b<sub>h</sub>(r) = −r<sub>1</sub> r<sup>r<sub>2</sub></sup>",
        "r<sub>1</sub> = " + displayNumber(weightsOf(values)[head])
            + ", r<sub>2</sub> = " + displayNumber(exponentsOf(values)[head]) } };
}

Encoding kerple(const std::string& id, const char* name, const char* about, const char* extrapolation,
    std::vector<Parameter> parameters)
{
    return { .id = id,
        .name = name,
        .year = 2022,
        .family = "relative, bias or multiplier",
        .trainable = Trainable::Slider,
        .citation = "Chi et al., KERPLE, arXiv 2205.09921",
        .about = about,
        .refers = Refers::Relative,
        .enters = { Entry::Score },
        .extrapolation = extrapolation,
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = std::move(parameters) };
}

} // namespace

Encoding kerpleLog()
{
    const std::string id = "kerple-log";
    Encoding encoding = kerple(id, "KERPLE (log)",
        "Subtracts a logarithm of the distance, with two trained numbers for each head: sliders here, from "
        "the "
        "middle of the authors' initial values. Their code keeps both at 0.01 or above. NeMo ships another "
        "form, "
        "with ALiBi's slopes and two numbers more.",
        "far keys fade away slowly",
        { ownNumber(id, "r1", "weight r₁", "Factor of the logarithm, for every head; at least 0.01.", 1,
              { 0, 1e6 }, { 0.01, 2 }),
            perHeadNumbers(id, "r1", "weights r₁ by head", { 0, 1e6 }),
            ownNumber(id, "r2", "scale r₂", "Factor of the distance, for every head; at least 0.01.", 0.5,
                { 0, 1e6 }, { 0.01, 1 }),
            perHeadNumbers(id, "r2", "scales r₂ by head", { 0, 1e6 }),
            ownChoice(id, "kerple_form", "form",
                "paper: −r₁ ln(1 + r₂ r); nemo: −m ln(1 + a rᵖ), m as ALiBi's.", { "paper", "nemo" }),
            ownNumber(id, "a", "scale a", "nemo: factor of the distance's power.", 1, { 0, 1e6 }, { 0, 2 }),
            ownNumber(id, "p", "power p", "nemo: power of the distance.", 1, { 0.01, 10 }, { 0.1, 2 }) });
    encoding.apply = applyLog;
    encoding.formula = formulaLog;
    return encoding;
}

Encoding kerplePower()
{
    const std::string id = "kerple-power";
    Encoding encoding = kerple(id, "KERPLE (power)",
        "Subtracts a power of the distance, with two trained numbers for each head: sliders here, from the "
        "middle of the authors' initial values. Their code keeps both at 0.01 or above and the exponent at 2 "
        "or "
        "below; exponent 1 is ALiBi with free slopes.",
        "far keys fade away",
        { ownNumber(id, "r1", "weight r₁", "Factor of the power, for every head; at least 0.01.", 0.5,
              { 0, 1e6 }, { 0.01, 1 }),
            perHeadNumbers(id, "r1", "weights r₁ by head", { 0, 1e6 }),
            ownNumber(id, "r2", "exponent r₂", "Power of the distance, for every head; from 0.01 to 2.", 1,
                { 0, 1e6 }, { 0.01, 2 }),
            perHeadNumbers(id, "r2", "exponents r₂ by head", { 0, 1e6 }) });
    encoding.apply = applyPower;
    encoding.formula = formulaPower;
    return encoding;
}

} // namespace encodings
