// SPDX-License-Identifier: GPL-3.0-or-later
#include "sinusoidal.h"

#include "rope.h"

#include <algorithm>
#include <cmath>

namespace encodings {

namespace {

/// tensor2tensor, get_timing_signal_1d: base^(-i/(d/2-1)), so that the last frequency is exactly 1/base.
Eigen::ArrayXd tensor2tensorFrequencies(double base, Eigen::Index dimension)
{
    const Eigen::Index pairs = dimension / 2;
    const double steps = std::max(1.0, static_cast<double>(pairs - 1));
    const auto pair = Eigen::ArrayXd::LinSpaced(pairs, 0.0, static_cast<double>(pairs - 1));
    return pair.unaryExpr([&](double i) { return std::pow(base, -i / steps); });
}

void apply(const Values& values, Scheme& scheme)
{
    const std::string& order = values.text("order");
    const double base = values.number("base");
    const Eigen::Index dimension = values.integer("dimension");
    scheme.trainedFrequencies = order == "tensor2tensor" ? tensor2tensorFrequencies(base, dimension)
                                                         : geometricFrequencies(base, dimension);
    scheme.mechanism = AdditiveTable { scheme.trainedFrequencies,
        order == "interleaved" ? TableOrder::Interleaved : TableOrder::Halves };
}

std::vector<FormulaLine> formula(const Values& values)
{
    const double base = values.number("base");
    const double dimension = values.number("dimension");
    const double pair = std::min(values.number("pair"), dimension / 2 - 1);
    const bool tensor2tensor = values.text("order") == "tensor2tensor";
    const double numerator = tensor2tensor ? pair : 2 * pair;
    const double denominator = tensor2tensor ? std::max(1.0, dimension / 2 - 1) : dimension;
    return { { "PE(t)<sub>2i</sub> = sin(t θ<sub>i</sub>), PE(t)<sub>2i+1</sub> = cos(t θ<sub>i</sub>)", "" },
        { tensor2tensor ? "θ<sub>i</sub> = b<sup>−i/(d/2 − 1)</sup>" : "θ<sub>i</sub> = b<sup>−2i/d</sup>",
            "θ<sub>" + displayNumber(pair) + "</sub> = " + displayNumber(base) + "<sup>−"
                + displayNumber(numerator) + "/" + displayNumber(denominator)
                + "</sup> = " + displayNumber(std::pow(base, -numerator / denominator)) } };
}

} // namespace

Encoding sinusoidal()
{
    return { .id = "sinusoidal",
        .name = "Sinusoidal",
        .year = 2017,
        .family = "absolute, in the embedding",
        .trainable = Trainable::Fixed,
        .citation = "Vaswani et al., Attention Is All You Need, arXiv 1706.03762",
        .about = "Adds sine and cosine of every frequency to the embedding. The inner product of two "
                 "positions depends on "
                 "their distance alone. The order of the dimensions differs between programs; tensor2tensor "
                 "also spaces the "
                 "frequencies so that the slowest is exactly 1/b.",
        .refers = Refers::Absolute,
        .enters = { Entry::Embedding },
        .extrapolation = "every position has values, but sums of them are unseen",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = { { .key = "order",
            .label = "order",
            .symbol = "",
            .help = "interleaved: the paper; halves: sines, then cosines; tensor2tensor: halves, with its "
                    "own frequencies.",
            .kind = Kind::Choice,
            .group = Group::Encoding,
            .owner = "sinusoidal",
            .defaultValue = std::string("interleaved"),
            .choices = { "interleaved", "halves", "tensor2tensor" } } },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
