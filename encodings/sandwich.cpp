// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandwich.h"

#include "decay.h"
#include "numbertext.h"
#include "rope.h"
#include "scalingparameters.h"
#include "scoreterms.h"

#include <cmath>

namespace encodings {

using Eigen::ArrayXd;
using Eigen::Index;

namespace {

constexpr double base = 10000;

ArrayXd frequenciesOf(Index width, SandwichIndex index)
{
    const ArrayXd frequencies = geometricFrequencies(base, width);
    return index == SandwichIndex::Plain
        ? frequencies
        : (frequencies * std::pow(base, -2.0 / static_cast<double>(width))).eval();
}

SandwichIndex indexOf(const Values& values)
{
    return values.text("sandwich_index") == "plain" ? SandwichIndex::Plain : SandwichIndex::Nemo;
}

/// 8h/H for the head h, from 1: what the sum of head 0 .. H - 1 is divided by.
double divisor(Index head, Index heads)
{
    return 8 * static_cast<double>(head + 1) / static_cast<double>(heads);
}

void apply(const Values& values, Scheme& scheme)
{
    const Index heads = values.integer("heads");
    scheme.mechanism = distanceBias(heads,
        [heads, width = values.integer("d_bar"), index = indexOf(values)](
            Index head, const ArrayXd& distances) -> ArrayXd {
            return (sandwichSum(width, index, distances) - static_cast<double>(width) / 2)
                / divisor(head, heads);
        });
}

std::vector<FormulaLine> formula(const Values& values)
{
    const Index head = shownHead(values);
    const double factor = 1 / divisor(head, values.integer("heads"));
    const bool plain = indexOf(values) == SandwichIndex::Plain;
    return { { "b<sub>h</sub>(r) = H/8h (Σ<sub>i</sub> cos(r 10000<sup>−2i/d</sup>) − d/2)",
        "H/8h = " + displayNumber(factor) + ", i = " + (plain ? "0 … " : "1 … ")
            + displayNumber(values.number("d_bar") / 2 - (plain ? 1 : 0)) } };
}

} // namespace

ArrayXd sandwichSum(Index width, SandwichIndex index, const ArrayXd& distances)
{
    const Index pairs = width / 2;
    return decayAt(frequenciesOf(width, index), { ArrayXd::Ones(pairs), ArrayXd::Zero(pairs) }, distances);
}

Encoding sandwich()
{
    const std::string id = "sandwich";
    Parameter width = ownNumber(id, "d_bar", "width", "Width of the sinusoidal table behind the bias.", 128,
        { 2, 65536 }, { 8, 1024 });
    width.kind = Kind::EvenInteger;
    width.symbol = "d̄";
    width.logarithmic = true;
    return { .id = id,
        .name = "Sandwich",
        .year = 2022,
        .family = "relative, bias or multiplier",
        .trainable = Trainable::Fixed,
        .citation = "Chi et al., Dissecting Transformer Length Extrapolation, arXiv 2212.10356",
        .about
        = "The inner product of two rows of the sinusoidal table as a bias, smaller for later heads: a "
          "logarithmic trend with ripples. NeMo's code counts pairs from 1, the table from 0; the "
          "constant d/2 changes no softmax.",
        .refers = Refers::Relative,
        .enters = { Entry::Score },
        .extrapolation = "far keys fade away slowly, with ripples",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = { std::move(width),
            ownChoice(id, "sandwich_index", "pairs from",
                "nemo: the fastest pair is 1, as in the paper's equation and NeMo; plain: it is 0, as in the "
                "sinusoidal table.",
                { "nemo", "plain" }) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
