// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// What FIRE's network is given: a distance made a share of the context, psi(r) / (psi(max(L, i)) + eps) with
/// psi(x) = ln(|c x| + 1).
struct FireInput {
    double c = 0.1;
    double threshold = 512; ///< L: queries before it share one normaliser
    double epsilon = 1e-6;

    /// (distances) shares at these distances from a query at position id `query`, counted from 0; its
    /// absolute value counts.
    Eigen::ArrayXd at(double query, const Eigen::ArrayXd& distances) const;
};

/// A network 1 - hidden - heads with ReLU.
struct FireNetwork {
    Eigen::ArrayXd inputWeights; ///< (hidden)
    Eigen::ArrayXd inputBiases; ///< (hidden)
    Eigen::MatrixXd outputWeights; ///< (heads, hidden)
    Eigen::ArrayXd outputBiases; ///< (heads)

    /// (inputs) the bias of one head, from 0.
    Eigen::ArrayXd at(Eigen::Index head, const Eigen::ArrayXd& inputs) const;
};

/// The network of 32 hidden units untrained, as torch begins: every number evenly distributed within
/// 1 / sqrt(inputs).
FireNetwork untrainedFireNetwork(std::uint64_t seed, Eigen::Index heads);

/// Li et al., Functional Interpolation for Relative Positions, arXiv 2310.04418.
Encoding fire();

} // namespace encodings
