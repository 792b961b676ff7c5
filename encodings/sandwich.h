// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// Which of the sinusoids' pairs Sandwich adds up.
enum class SandwichIndex {
    Nemo, ///< 1 .. d/2: NVIDIA NeMo
    Plain ///< 0 .. d/2 - 1: the sinusoidal table itself
};

/// (distances) sum over the pairs i of cos(r 10000^(-2i/d)), d = `width`: the inner product of two rows of
/// the sinusoidal table.
Eigen::ArrayXd sandwichSum(Eigen::Index width, SandwichIndex index, const Eigen::ArrayXd& distances);

/// Chi et al., Dissecting Transformer Length Extrapolation, arXiv 2212.10356.
Encoding sandwich();

} // namespace encodings
