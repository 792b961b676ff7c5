// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"
#include "rowtable.h"

namespace encodings {

/// (keys) CoPE's positions: the sum of the gates of a key and all after it up to the query, at most `maxPos`
/// - 1. `gates`: (keys), of the keys in order, the query's own token last.
Eigen::ArrayXd copePositions(const Eigen::ArrayXd& gates, double maxPos);

/// (positions) q · e at positions that are not whole: on the straight line between the two rows of the
/// embedding around each.
Eigen::ArrayXd copeTerm(
    const RowTable& embedding, const Eigen::VectorXd& query, const Eigen::ArrayXd& positions);

/// Golovneva et al., Contextual Position Encoding, arXiv 2405.18719.
Encoding cope();

} // namespace encodings
