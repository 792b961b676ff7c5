// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scheme.h"
#include "value.h"

#include <cstdint>
#include <memory>

namespace encodings {

struct PairWeights;

/// What stands for query and key vectors where an encoding alone gives no score.
enum class ContentUsed {
    None, ///< the encoding's bias alone; all tokens alike
    Ones, ///< query and key of ones, turned by position
    Table, ///< the inner product of the additive vectors themselves
    Seeded ///< Gaussian vectors of head dimension, drawn from the seed for every token
};

/// Scores of one series, query by query. Content is what says so little that position shows: see ContentUsed.
/// Its results depend on nothing but scheme, values and arguments; may be used from several threads.
class Attention {
public:
    /// `values`, resolved: head_dimension and seed count. Keeps `scheme`, which must stay.
    Attention(const Scheme& scheme, const Values& values);

    ContentUsed contentUsed() const;
    /// Heads that differ: 1 where all are the same.
    Eigen::Index heads() const;
    /// Whether positionPart and the distances are the same along every diagonal of query and key.
    bool followsFromDifference() const;

    /// (keys) distances as the mechanism sees them; NaN for a key that is not kept.
    Eigen::ArrayXd distances(double query, const Eigen::ArrayXd& keys) const;
    /// (keys) what position alone gives the score: a bias, the positional terms of a content score, a
    /// multiplier, the rotated or added vectors' inner product divided by sqrt(head dimension). `head` from
    /// 0, at most heads() - 1. NaN where there is none.
    Eigen::ArrayXd positionPart(Eigen::Index head, double query, const Eigen::ArrayXd& keys) const;
    /// (keys) what the softmax is taken of: content, position and temperature. Minus infinity for keys that
    /// the query does not see or that have no value.
    Eigen::ArrayXd logits(Eigen::Index head, double query, const Eigen::ArrayXd& keys) const;

private:
    class LastKeys; ///< vectors of the keys asked for last

    Eigen::ArrayXd ofTerm(
        const ScoreTerm& term, Eigen::Index head, double query, const Eigen::ArrayXd& keys) const;
    Eigen::ArrayXd ofRotation(const Rotary& rotary, double query, const Eigen::ArrayXd& keys) const;
    Eigen::ArrayXd sumOfTurns(const Eigen::ArrayXd& frequencies, const PairWeights& weights, double query,
        const Eigen::ArrayXd& keys) const;
    Eigen::ArrayXd ofRows(const AdditiveRows& rows, double query, const Eigen::ArrayXd& keys) const;
    std::shared_ptr<const Eigen::MatrixXd> keyVectors(Eigen::Index head, const Eigen::ArrayXd& keys) const;
    Eigen::VectorXd queryVector(Eigen::Index head, double query) const;
    double temperature(double query) const;

    const Scheme& m_scheme;
    Eigen::Index m_headDimension;
    std::uint64_t m_seed;
    std::shared_ptr<LastKeys> m_keyVectors;
    std::shared_ptr<LastKeys> m_turnedKeys;
};

/// exp(logits) divided by their sum; all 0 where every logit is minus infinity.
Eigen::ArrayXd softmax(const Eigen::ArrayXd& logits);

/// Sum of -w ln w, in nats; exp of it is a number of keys. Weights sum to 1.
double entropyOf(const Eigen::ArrayXd& weights);

/// The smallest number of keys whose weights sum to at least `share`.
Eigen::Index keysHolding(const Eigen::ArrayXd& weights, double share);

} // namespace encodings
