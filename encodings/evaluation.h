// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

namespace encodings {

// Numbers that papers judge encodings by, as far as no trained model is needed.

/// (distances) attention expectation: sum over pairs of cos(r theta_i) decay_i^r; without division. `decay`:
/// (pairs) or empty, per position (Rotary::decay). Sun et al., arXiv 2212.10554, section 3.
Eigen::ArrayXd attentionExpectation(
    const Eigen::ArrayXd& frequencies, const Eigen::ArrayXd& decay, const Eigen::ArrayXd& distances);

/// Attention resolution of expected scores s at distances 0 .. N (N + 1 of them): the sum over i < N of
/// e^s_i (e^s_i - e^s_(i+1)), divided by the square of the sum over i < N of e^s_i. 0 for equal scores.
/// Definition unverified: recalled from arXiv 2212.10554.
double attentionResolution(const Eigen::ArrayXd& scores);

/// Tokens that one token can depend on through `layers` layers with a window of `window` tokens, itself
/// included: layers (window - 1) + 1.
double receptiveField(double layers, double window);

/// A toy without content and residual: every layer's attention is A = softmax of a bias that follows from the
/// distance, causal. The last token's row of A^layers, from the last token back: (tokens) shares that sum
/// to 1. `bias`: (tokens) at distances 0, 1, ...; minus infinity for keys that are not seen. 0 where a query
/// sees no key. Cost: layers x tokens^2 / 2. Nothing when `stop` is requested. After Chi et al., arXiv
/// 2212.10356.
std::optional<Eigen::ArrayXd> biasOnlyShares(
    const Eigen::ArrayXd& bias, std::int64_t layers, std::stop_token stop = {});

/// The same where the bias does not follow from the distance: `weightsOf` gives the query's softmax weights
/// of keys 0 .. query. Calls it once for each query; holds tokens^2 numbers.
std::optional<Eigen::ArrayXd> biasOnlyShares(
    const std::function<Eigen::ArrayXd(Eigen::Index query)>& weightsOf, Eigen::Index tokens,
    std::int64_t layers, std::stop_token stop = {});

/// (count) sum of the first 1, 2, ... shares.
Eigen::ArrayXd cumulated(const Eigen::ArrayXd& shares);

/// How many of the first tokens hold at least `share` of all; all of them where none do.
Eigen::Index tokensHolding(const Eigen::ArrayXd& cumulatedShares, double share);

/// Straight line through bias against the logarithm of the distance.
struct LogFit {
    double slope = 0.0; ///< per factor e of distance
    double intercept = 0.0; ///< at distance 1
    double rSquared = 0.0; ///< share of the bias's variance that the line explains; 1 where there is none
};

/// Least squares over distances above 0 with a finite bias. Nothing for fewer than two of them.
std::optional<LogFit> logFit(const Eigen::ArrayXd& distances, const Eigen::ArrayXd& bias);

} // namespace encodings
