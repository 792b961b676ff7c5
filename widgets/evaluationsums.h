// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/scene.h"

#include <optional>
#include <stop_token>

/// encodings::attentionResolution of the first 1, 2, ... of the scores, each with the one after it: one less
/// than there are scores.
Eigen::ArrayXd attentionResolutions(const Eigen::ArrayXd& scores);

/// Tokens that the query at `last` can depend on through 1 .. `layers` layers, where what a query sees is the
/// first tokens and a window of the last ones. Shape: (layers); nothing where queries see something else.
/// Costs `last`.
std::optional<Eigen::ArrayXd> receptiveFields(
    const encodings::Scheme& scheme, double last, Eigen::Index layers);

/// encodings::biasOnlyShares, cumulated, of a series that is causal and adds a bias or nothing. Shape:
/// (tokens), by distance from the last one; nothing when `stop` is requested.
std::optional<Eigen::ArrayXd> cumulatedShares(
    const encodings::SceneSeries& series, Eigen::Index head, Eigen::Index tokens, std::stop_token stop);

/// The first distance after which the value is above its own; nothing where there is none. `values`: of
/// distances 1, 2, ...
std::optional<double> firstRise(const Eigen::ArrayXd& values);
