// SPDX-License-Identifier: GPL-3.0-or-later
#include "rope.h"

#include "parametererror.h"

#include <cmath>

namespace encodings {

namespace {

void apply(const Values& values, Scheme& scheme)
{
    scheme.trainedFrequencies = geometricFrequencies(values.number("base"), values.integer("dimension"));
    scheme.mechanism = Rotary { scheme.trainedFrequencies };
}

std::vector<FormulaLine> formula(const Values& values)
{
    const double base = values.number("base");
    const double dimension = values.number("dimension");
    const double pair = std::min(values.number("pair"), dimension / 2 - 1);
    return { { "θ<sub>i</sub> = b<sup>−2i/d</sup>",
                 "θ<sub>" + displayNumber(pair) + "</sub> = " + displayNumber(base) + "<sup>−"
                     + displayNumber(2 * pair) + "/" + displayNumber(dimension)
                     + "</sup> = " + displayNumber(std::pow(base, -2 * pair / dimension)) },
        { "score(m, n) = Re Σ<sub>i</sub> q<sub>i</sub> k<sub>i</sub>* e<sup>i (m − n) θ<sub>i</sub></sup>",
            "" } };
}

} // namespace

Eigen::ArrayXd geometricFrequencies(double base, Eigen::Index dimension)
{
    if (dimension < 2 || dimension % 2 != 0)
        throw ParameterError("dimension", std::to_string(dimension), "an even whole number from 2");
    if (!(base > 0.0) || !std::isfinite(base))
        throw ParameterError("base", formatNumber(base), "a number above 0");
    const auto pair = Eigen::ArrayXd::LinSpaced(dimension / 2, 0.0, static_cast<double>(dimension / 2 - 1));
    return pair.unaryExpr(
        [&](double i) { return std::pow(base, -2.0 * i / static_cast<double>(dimension)); });
}

Encoding rope()
{
    return { .id = "rope",
        .name = "RoPE",
        .year = 2021,
        .family = "relative, by rotation",
        .trainable = Trainable::Fixed,
        .citation = "Su et al., RoFormer, arXiv 2104.09864",
        .about = "Turns pair i of every query and key by position × θᵢ, so that a score depends on the "
                 "distance m − n "
                 "alone. Values are not turned. Drawn with RoFormer's pairs (2i, 2i + 1); Hugging Face pairs "
                 "(i, i + d/2), with the same angles.",
        .refers = Refers::Relative,
        .enters = { Entry::QueryAndKey },
        .extrapolation = "angles of slow pairs beyond training are unseen",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = {},
        .apply = apply,
        .formula = formula };
}

Encoding ropeExtension(const char* id, const char* name, const char* citation, const char* about,
    const char* extrapolation)
{
    Encoding encoding;
    encoding.id = id;
    encoding.name = name;
    encoding.year = 2023;
    encoding.family = "extending RoPE";
    encoding.citation = citation;
    encoding.about = about;
    encoding.enters = { Entry::QueryAndKey };
    encoding.extrapolation = extrapolation;
    encoding.parts = { Part::Mechanism };
    return encoding;
}

} // namespace encodings
