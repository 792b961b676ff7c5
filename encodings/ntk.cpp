// SPDX-License-Identifier: GPL-3.0-or-later
#include "ntk.h"

#include "parametererror.h"
#include "rope.h"

#include <cmath>

namespace encodings {

namespace {

void apply(const Values& values, Scheme& scheme)
{
    const double base = values.number("base");
    const Eigen::Index dimension = values.integer("dimension");
    scheme.trainedFrequencies = geometricFrequencies(base, dimension);
    scheme.mechanism
        = Rotary { geometricFrequencies(ntkBase(base, values.number("alpha"), dimension), dimension) };
}

std::vector<FormulaLine> formula(const Values& values)
{
    const double base = values.number("base");
    const double alpha = values.number("alpha");
    const double dimension = values.number("dimension");
    const double exponent = dimension / (dimension - 2);
    return { { "b′ = b α<sup>d/(d−2)</sup>",
                 "b′ = " + displayNumber(base) + " × " + displayNumber(alpha) + "<sup>"
                     + displayNumber(dimension) + "/" + displayNumber(dimension - 2)
                     + "</sup> = " + displayNumber(base * std::pow(alpha, exponent)) },
        { "θ′<sub>i</sub> = θ<sub>i</sub> α<sup>−2i/(d−2)</sup>",
            alpha < 1 ? "fastest pair unchanged, slowest pair " + displayNumber(1 / alpha) + " times faster"
                      : "fastest pair unchanged, slowest pair " + displayNumber(alpha) + " times slower" } };
}

} // namespace

double ntkBase(double base, double alpha, Eigen::Index dimension)
{
    if (dimension <= 2)
        throw ParameterError("dimension", std::to_string(dimension),
            "at least 4 for NTK-aware scaling, whose exponent d/(d − 2) is not defined for 2");
    const double d = static_cast<double>(dimension);
    return base * std::pow(alpha, d / (d - 2));
}

Encoding ntkAware()
{
    return { .id = "ntk",
        .name = "NTK-aware",
        .year = 2023,
        .family = "extending RoPE",
        .trainable = Trainable::Fixed,
        .citation = "bloc97, June 2023; Peng et al., YaRN, arXiv 2309.00071, appendix A.1",
        .about
        = "A larger base: the fastest pair keeps its frequency, the slowest turns alpha times slower, the "
          "pairs between "
          "share the stretch evenly. Programs that multiply the base by alpha alone, without the exponent "
          "d/(d − 2), stretch the slowest pair by less than alpha.",
        .refers = Refers::Relative,
        .enters = { Entry::QueryAndKey },
        .extrapolation = "slow pairs interpolated, the fastest kept",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = {},
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
