// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cosine.h"

#include <Eigen/Core>

#include <cstdint>
#include <stop_token>
#include <vector>

namespace encodings {

/// An inner product as a function of distance r: sum over pairs of inPhase cos(r t) + quadrature sin(r t).
struct PairWeights {
    Eigen::ArrayXd inPhase; ///< (pairs)
    Eigen::ArrayXd quadrature; ///< (pairs)
    /// (pairs) or empty: the term of pair i is multiplied by exp(r logDecay_i), none above 0 (xPos). Such a
    /// sum has no values at distances below 0: a query meets no later keys. Less than 1e-80 counts as
    /// nothing.
    Eigen::ArrayXd logDecay {};

    bool decays() const { return logDecay.size() > 0; }
};

/// Query and key of ones: the mean cosine over pairs, 1 at distance 0 (q.k divided by the dimension).
PairWeights onesWeights(Eigen::Index pairs);

/// Query and key drawn from a seed, each a unit vector of 2 * pairs Gaussian components; the same numbers on
/// every machine. Weights such that the sum is q . R(r) k for the rotation R of RoPE (interleaved pairs).
PairWeights randomWeights(Eigen::Index pairs, std::uint64_t seed);

/// The sum for distances first, first + step, ... Shape of the result: (count). By angle addition over
/// blocks. NaN at distances below 0 where the weights decay.
Eigen::ArrayXd decay(const Eigen::ArrayXd& frequencies, const PairWeights& weights, double first, double step,
    Eigen::Index count);

/// The same at any distances, those of evenly spaced runs together. NaN at NaN.
Eigen::ArrayXd decayAt(
    const Eigen::ArrayXd& frequencies, const PairWeights& weights, const Eigen::ArrayXd& distances);

/// RoFormer's bound (arXiv 2104.09864, section 3.4.3), its figure 2: the mean over j = 1 .. pairs of |S_j|,
/// S_j = sum over i < j of exp(i r theta_i). (pairs + 1) / 2 at distance 0. Shape of the result: (count).
Eigen::ArrayXd roformerBound(
    const Eigen::ArrayXd& frequencies, double first, double step, Eigen::Index count);

/// Cuts first .. last (whole distances, both included) into columns as even as whole numbers allow: column c
/// holds start(c) .. start(c + 1) - 1. With fewer distances than columns every distance has a column of its
/// own.
class Columns {
public:
    Columns(std::int64_t first, std::int64_t last, int wanted);

    int count() const { return m_count; }
    std::int64_t start(int column) const;
    std::int64_t distances() const { return m_last - m_first + 1; }

private:
    std::int64_t m_first;
    std::int64_t m_last;
    int m_count;
};

/// Lowest and highest value in every column, over each of its distances. Stops early, with an empty result,
/// when `stop` is requested. Cost: distances x pairs. Columns at distances from 0 on where the weights decay.
std::vector<Interval> decayRanges(const Eigen::ArrayXd& frequencies, const PairWeights& weights,
    const Columns& columns, std::stop_token stop = {});
std::vector<Interval> roformerBoundRanges(
    const Eigen::ArrayXd& frequencies, const Columns& columns, std::stop_token stop = {});

/// The same from at least `samplesPerColumn` distances of every column (all, where it has fewer): the true
/// range can be wider, and is never exceeded by more than 1e-4 of the sum of absolute weights, or of the
/// bound at distance 0 (float arithmetic). Samples are runs of neighbouring distances at irregular places, so
/// that neither fast nor slow pairs alias.
std::vector<Interval> estimatedDecayRanges(const Eigen::ArrayXd& frequencies, const PairWeights& weights,
    const Columns& columns, int samplesPerColumn);
std::vector<Interval> estimatedRoformerBoundRanges(
    const Eigen::ArrayXd& frequencies, const Columns& columns, int samplesPerColumn);

} // namespace encodings
