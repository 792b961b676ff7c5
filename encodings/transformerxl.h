// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// What a head of Transformer-XL has trained.
struct TransformerXlWeights {
    Eigen::VectorXd u; ///< (dimension), meets the keys
    Eigen::VectorXd v; ///< (dimension), meets the distances
    Eigen::MatrixXd distances; ///< (dimension, width): W_kR of the sinusoidal table of that width
};

/// (keys) what Transformer-XL adds to the inner product of query and key, undivided: u · k + (q + v) · W
/// R(r). R(r) is the sinusoidal row of the distance, sines first. `keys`: (dimension, keys).
Eigen::ArrayXd transformerXlTerm(const TransformerXlWeights& weights, const Eigen::VectorXd& query,
    const Eigen::MatrixXd& keys, const Eigen::ArrayXd& distances);

/// Dai et al., Transformer-XL, arXiv 1901.02860.
Encoding transformerXl();

} // namespace encodings
