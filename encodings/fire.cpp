// SPDX-License-Identifier: GPL-3.0-or-later
#include "fire.h"

#include "numbertext.h"
#include "scalingparameters.h"
#include "scoreterms.h"
#include "seeded.h"

#include <cmath>
#include <memory>

namespace encodings {

using Eigen::ArrayXd;
using Eigen::Index;

namespace {

constexpr Index hidden = 32;

FireInput inputOf(const Values& values)
{
    return { .c = values.number("c"), .threshold = values.number("L") };
}

FireNetwork networkOf(const Values& values)
{
    return untrainedFireNetwork(static_cast<std::uint64_t>(values.number("seed")), values.integer("heads"));
}

void apply(const Values& values, Scheme& scheme)
{
    ScoreTerm term;
    term.heads = values.integer("heads");
    term.ofDistanceAlone = false;
    term.at = [input = inputOf(values), network = std::make_shared<const FireNetwork>(networkOf(values))](
                  Index head, const QueryRow& row) {
        return network->at(head, input.at(row.queryId, row.distances));
    };
    scheme.mechanism = std::move(term);
}

std::vector<FormulaLine> formula(const Values& values)
{
    const double query = values.number("query");
    const double threshold = values.number("L");
    const double far = std::max(threshold, query);
    return { { "b<sub>h</sub>(i, j) = f<sub>h</sub>(ψ(i − j) / ψ(max(L, i)))",
                 "i = " + displayNumber(query) + ": max(L, i) = " + displayNumber(far) },
        { "ψ(x) = ln(c x + 1)",
            "ψ(" + displayNumber(far) + ") = " + displayNumber(std::log1p(values.number("c") * far)) } };
}

} // namespace

ArrayXd FireInput::at(double query, const ArrayXd& distances) const
{
    const double whole = std::log1p(std::abs(c * std::max(query, std::abs(threshold)))) + epsilon;
    return (c * distances).abs().log1p() / whole;
}

ArrayXd FireNetwork::at(Index head, const ArrayXd& inputs) const
{
    ArrayXd sum = ArrayXd::Constant(inputs.size(), outputBiases[head]);
    for (Index unit = 0; unit < inputWeights.size(); ++unit) // max() keeps NaN where it stands first
        sum += outputWeights(head, unit) * inputs.unaryExpr([&](double input) {
            return std::max(inputWeights[unit] * input + inputBiases[unit], 0.0);
        });
    return sum;
}

FireNetwork untrainedFireNetwork(std::uint64_t seed, Index heads)
{
    const auto numbers = [seed](std::uint64_t table, Index count, double bound) -> ArrayXd {
        return ArrayXd::NullaryExpr(count, [=](Index index) {
            return bound
                * (2 * seededUniform(seed, TableStream + table, static_cast<std::uint64_t>(index)) - 1);
        });
    };
    const double bound = 1 / std::sqrt(static_cast<double>(hidden));
    return { .inputWeights = numbers(0, hidden, 1),
        .inputBiases = numbers(1, hidden, 1),
        .outputWeights = numbers(2, heads * hidden, bound).matrix().reshaped(heads, hidden),
        .outputBiases = numbers(3, heads, bound) };
}

Encoding fire()
{
    const std::string id = "fire";
    Parameter c
        = ownNumber(id, "c", "c", "How soon the logarithm bends: 0.1 in public code, trained from there.",
            0.1, { 1e-9, 1e6 }, { 0.001, 10 });
    c.logarithmic = true;
    Parameter threshold = ownNumber(id, "L", "threshold L",
        "Queries before this position share one normaliser; later ones divide by their own.", 512, { 1, 1e9 },
        { 16, 65536 });
    threshold.logarithmic = true;
    return { .id = id,
        .name = "FIRE",
        .year = 2023,
        .family = "relative, bias or multiplier",
        .trainable = Trainable::Untrained,
        .citation = "Li et al., Functional Interpolation for Relative Positions, arXiv 2310.04418",
        .about
        = "A small trained network of the distance as a share of the context. Beyond the threshold the "
          "same distance has another bias for each query. The network here is untrained, random from the "
          "seed; the share is exact.",
        .refers = Refers::Relative,
        .enters = { Entry::Score },
        .extrapolation = "every distance stays a share from 0 to 1",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = { std::move(c), std::move(threshold) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
