// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "biassource.h"

#include <optional>

/// Attention resolution of `scores`, those expected of keys at distances 0, 1, ..., where there are N keys:
/// sum over i < N of e^s_i (e^s_i - e^s_{i+1}), divided by the square of the sum of e^s_i. The definition is
/// recalled from arXiv 2212.10554 and unverified. For N = 1 .. one less than there are scores.
Eigen::ArrayXd attentionResolutions(const Eigen::ArrayXd& scores);

/// Tokens that the query at `last` sees through 1 .. `layers` layers, where what a query sees is the first
/// tokens and a window of the last ones. Window of w alone: R (w - 1) + 1. Shape: (layers); nothing where
/// queries see something else. Costs `last`.
std::optional<Eigen::ArrayXd> receptiveFields(
    const encodings::Scheme& scheme, double last, Eigen::Index layers);

/// The bias-only toy, after the idea of Chi et al. 2023 (arXiv 2212.10356): without content and residuals,
/// `layers` times the softmax of what position adds, over `tokens` tokens; the share of the last query's
/// weight that the nearest tokens hold. Shape: (tokens), by distance from the last one. Stops early, with an
/// empty result, when `stopped` says so.
Eigen::ArrayXd cumulatedShares(const encodings::SceneSeries& series, Eigen::Index head, Eigen::Index tokens,
    Eigen::Index layers, const std::function<bool()>& stopped);

/// The smallest number of nearest tokens that hold `share`.
Eigen::Index tokensHolding(const Eigen::ArrayXd& cumulated, double share);

/// A straight line through values against the logarithm of the distance.
struct LogFit {
    double start = 0.0; ///< at distance 1
    double slope = 0.0; ///< for each factor e
    double rSquared = 0.0; ///< 1 where the values lie on the line
    double firstRise = 0.0; ///< the first distance with a value above the one before; 0: none

    double at(double distance) const { return start + slope * std::log(distance); }
};

/// Least squares over distances 1 .. values.size(); nothing where values are missing or all the same.
std::optional<LogFit> logFitOf(const Eigen::ArrayXd& values);
