// SPDX-License-Identifier: GPL-3.0-or-later
#include "transformerxl.h"

#include "decay.h"
#include "numbertext.h"
#include "rope.h"
#include "scalingparameters.h"
#include "scoreterms.h"
#include "rowtable.h"

#include <cmath>
#include <mutex>

namespace encodings {

using Eigen::ArrayXd;
using Eigen::Index;

namespace {

/// Width of the sinusoidal table: the head dimension, less where its projection would hold more than 2^20
/// numbers.
Index widthFor(Index dimension)
{
    return std::max<Index>(2, std::min(dimension, (1 << 20) / dimension) / 2 * 2);
}

/// Untrained weights of one head after the other; those of the last one are kept.
class UntrainedWeights {
public:
    UntrainedWeights(std::uint64_t seed, Index dimension)
        : m_vectors(seed, 0, dimension)
        , m_projections(seed, 1, widthFor(dimension))
        , m_dimension(dimension)
    {
    }

    std::shared_ptr<const TransformerXlWeights> of(Index head) const
    {
        const std::lock_guard lock(m_mutex);
        if (m_head != head) {
            const double scale = 1 / std::sqrt(static_cast<double>(widthFor(m_dimension)));
            m_weights = std::make_shared<const TransformerXlWeights>(
                TransformerXlWeights { .u = m_vectors.row(2 * head),
                    .v = m_vectors.row(2 * head + 1),
                    .distances = scale * m_projections.rows(head * m_dimension, m_dimension) });
            m_head = head;
        }
        return m_weights;
    }

private:
    RowTable m_vectors;
    RowTable m_projections;
    Index m_dimension;
    mutable std::mutex m_mutex;
    mutable Index m_head = -1;
    mutable std::shared_ptr<const TransformerXlWeights> m_weights;
};

void apply(const Values& values, Scheme& scheme)
{
    const Index dimension = values.integer("head_dimension");
    ScoreTerm term;
    term.kind = ScoreTerm::Kind::Content;
    term.heads = values.integer("heads");
    term.at = [weights = std::make_shared<const UntrainedWeights>(
                   static_cast<std::uint64_t>(values.number("seed")), dimension),
                  factor = 1 / std::sqrt(static_cast<double>(dimension)),
                  clamp = values.givenNumber("clamp_len")](Index head, const QueryRow& row) -> ArrayXd {
        const ArrayXd distances = clamp ? row.distances.min(*clamp).eval() : row.distances;
        return factor * transformerXlTerm(*weights->of(head), row.queryVector, row.keyVectors, distances);
    };
    scheme.mechanism = std::move(term);
}

std::vector<FormulaLine> formula(const Values& values)
{
    const std::optional<double> clamp = values.givenNumber("clamp_len");
    return {
        { "score = ((q<sub>i</sub> + u) · k<sub>j</sub> + (q<sub>i</sub> + v) · W R<sub>i − j</sub>) / √d",
            "d = " + displayNumber(values.number("head_dimension")) },
        { "R<sub>r</sub> = sines, then cosines of r θ<sub>m</sub>",
            clamp ? "r at most " + displayNumber(*clamp) : std::string("any r") }
    };
}

} // namespace

ArrayXd transformerXlTerm(const TransformerXlWeights& weights, const Eigen::VectorXd& query,
    const Eigen::MatrixXd& keys, const ArrayXd& distances)
{
    const Index pairs = weights.distances.cols() / 2;
    const ArrayXd turned = (weights.distances.transpose() * (query + weights.v)).array();
    const PairWeights ofPairs { .inPhase = turned.tail(pairs), .quadrature = turned.head(pairs) };
    return (keys.transpose() * weights.u).array()
        + decayAt(geometricFrequencies(10000, 2 * pairs), ofPairs, distances);
}

Encoding transformerXl()
{
    const std::string id = "transformer-xl";
    Parameter clamp = ownOptionalNumber(id, "clamp_len", "largest distance",
        "Distances beyond it count as this one, as the authors' evaluation has it; auto: none.", { 0, 1e9 },
        { 16, 4096 });
    clamp.kind = Kind::Integer;
    clamp.logarithmic = true;
    return { .id = id,
        .name = "Transformer-XL",
        .year = 2019,
        .family = "relative, vectors",
        .trainable = Trainable::Untrained,
        .citation = "Dai et al., Transformer-XL, arXiv 1901.02860",
        .about
        = "The key's position becomes a projected sinusoidal vector of the distance, the query's two "
          "trained vectors u and v. The sinusoids are exact; projection, u and v are untrained and the "
          "content random, from the seed.",
        .refers = Refers::Relative,
        .enters = { Entry::Score },
        .extrapolation = "any distance has a vector; clamped at evaluation",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = { std::move(clamp) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
