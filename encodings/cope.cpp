// SPDX-License-Identifier: GPL-3.0-or-later
#include "cope.h"

#include "numbertext.h"
#include "scalingparameters.h"
#include "scoreterms.h"
#include "seeded.h"

#include <cmath>

namespace encodings {

using Eigen::ArrayXd;
using Eigen::Index;

namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

/// Positions with the same gate for every key.
ArrayXd evenPositions(double gate, double query, const ArrayXd& keys, double maxPos)
{
    return (gate * (query - keys + 1)).max(0.0).min(maxPos - 1);
}

/// Positions with gates of the seeded content. Keys before the one where the largest position is reached all
/// have it, so that their gates need not be drawn.
ArrayXd seededPositions(std::uint64_t seed, Index head, const QueryRow& row, double maxPos)
{
    const double earliest = row.keys.size() > 0 ? std::max(0.0, row.keys.minCoeff()) : row.query;
    std::vector<double> gates; // from the query back
    double sum = 0;
    for (double token = row.query; token >= earliest && sum < maxPos - 1; --token) {
        gates.push_back(sigmoid(
            contentVector(seed, KeyStream, head, token, row.queryVector.size()).dot(row.queryVector)));
        sum += gates.back();
    }
    ArrayXd inOrder = Eigen::Map<const ArrayXd>(gates.data(), static_cast<Index>(gates.size())).reverse();
    const ArrayXd positions = copePositions(inOrder, maxPos);
    const double first = row.query - static_cast<double>(gates.size()) + 1;
    return row.keys.unaryExpr([&](double key) {
        if (key > row.query)
            return 0.0;
        return key < first ? maxPos - 1 : positions[static_cast<Index>(key - first)];
    });
}

void apply(const Values& values, Scheme& scheme)
{
    const Index dimension = values.integer("head_dimension");
    const auto seed = static_cast<std::uint64_t>(values.number("seed"));
    ScoreTerm term;
    term.kind = ScoreTerm::Kind::Content;
    term.heads = values.integer("heads");
    term.ofDistanceAlone = false;
    // Rows of variance 1/d, so that the term weighs as much as q · k / √d.
    term.at
        = [embedding = RowTable(seed, 0, dimension), factor = 1 / std::sqrt(static_cast<double>(dimension)),
              seed, gate = values.givenNumber("gate"),
              maxPos = values.number("max_pos")](Index head, const QueryRow& row) -> ArrayXd {
        const ArrayXd positions = gate ? evenPositions(*gate, row.query, row.keys, maxPos)
                                       : seededPositions(seed, head, row, maxPos);
        return factor * copeTerm(embedding, row.queryVector, positions);
    };
    scheme.mechanism = std::move(term);
}

std::vector<FormulaLine> formula(const Values& values)
{
    const std::optional<double> gate = values.givenNumber("gate");
    return { { "p<sub>ij</sub> = Σ<sub>t = j … i</sub> g<sub>it</sub>, at most P − 1",
                 "P = " + displayNumber(values.number("max_pos")) },
        { "g<sub>it</sub> = σ(q<sub>i</sub> · k<sub>t</sub>), score + q<sub>i</sub> · e[p<sub>ij</sub>]",
            gate ? "g = " + displayNumber(*gate) + ": p = " + displayNumber(*gate) + " (i − j + 1)"
                 : std::string("gates of random content") } };
}

} // namespace

ArrayXd copePositions(const ArrayXd& gates, double maxPos)
{
    ArrayXd positions(gates.size());
    double sum = 0;
    for (Index key = gates.size() - 1; key >= 0; --key) {
        sum += gates[key];
        positions[key] = std::min(sum, maxPos - 1);
    }
    return positions;
}

ArrayXd copeTerm(const RowTable& embedding, const Eigen::VectorXd& query, const ArrayXd& positions)
{
    const ArrayXd below = positions.floor();
    const ArrayXd low = embedding.products(query, below);
    const ArrayXd high = embedding.products(query, positions.ceil());
    return low + (positions - below) * (high - low);
}

Encoding cope()
{
    const std::string id = "cope";
    Parameter gate = ownOptionalNumber(id, "gate", "gate",
        "How much every key counts, from 0 to 1; auto: σ(q · k) of random content.", { 0, 1 }, { 0, 1 });
    gate.symbol = "g";
    Parameter positions = ownNumber(id, "max_pos", "largest position",
        "Rows of the embedding: positions stop one before.", 64, { 2, 4096 }, { 2, 512 });
    positions.kind = Kind::Integer;
    positions.symbol = "P";
    return { .id = id,
        .name = "CoPE",
        .year = 2024,
        .family = "relative, vectors",
        .trainable = Trainable::Untrained,
        .citation = "Golovneva et al., Contextual Position Encoding, arXiv 2405.18719",
        .about
        = "Counts only the tokens that a gate of query and key lets through, so that positions can count "
          "words or sentences. Gate 1 gives i − j + 1, not i − j. The embedding here is untrained and the "
          "content random, from the seed; a gate can be set for all keys.",
        .refers = Refers::Relative,
        .enters = { Entry::Score },
        .extrapolation = "positions stop at the largest; far keys share it",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = { std::move(gate), std::move(positions) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
