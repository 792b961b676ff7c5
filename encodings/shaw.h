// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"
#include "rowtable.h"

namespace encodings {

/// Row of Shaw's table of 2k + 1 for a distance query - key, of which the whole part counts:
/// clip(key - query, -k, k) + k. NaN at NaN. Shaw et al., arXiv 1803.02155; tensor2tensor.
double shawRow(double distance, double k);

/// Row of Hugging Face's table of 2 length - 1 for a distance query - key: query - key + length - 1. NaN
/// where there is no row.
double relativeKeyRow(double distance, double length);

/// (keys) q · a of the given rows, and k · a as well where `ofKeys` (Huang's method 4), divided by the square
/// root of the dimension. `keys`: (dimension, keys). NaN at a row of NaN.
Eigen::ArrayXd relativeVectorTerm(const RowTable& table, const Eigen::VectorXd& query,
    const Eigen::MatrixXd& keys, const Eigen::ArrayXd& rows, bool ofKeys);

/// Shaw et al., Self-Attention with Relative Position Representations, arXiv 1803.02155.
Encoding shaw();

/// Huang et al., arXiv 2009.13658, method 4; Hugging Face's relative_key_query.
Encoding huang();

} // namespace encodings
