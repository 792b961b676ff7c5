// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <variant>

namespace encodings {

/// Order in which the dimensions of an additive table hold the pairs.
enum class TableOrder {
    Interleaved, ///< sin, cos of pair 0, sin, cos of pair 1, ... (Vaswani 2017, section 3.5)
    Halves ///< all sines, then all cosines (tensor2tensor, Transformer-XL)
};

/// A vector added to the embedding: sine and cosine of position times frequency.
struct AdditiveTable {
    Eigen::ArrayXd frequencies; ///< (pairs), radians per position id
    TableOrder order = TableOrder::Interleaved;
};

/// Queries and keys turned pair by pair by position times frequency (RoFormer, arXiv 2104.09864).
struct Rotary {
    Eigen::ArrayXd frequencies; ///< (pairs), radians per position id
};

/// What an encoding does to attention, part by part; a part that no encoding fills stays neutral. Closed
/// forms, evaluated by a view at the positions that it shows: nothing here is sized by a context length.
struct Scheme {
    /// Position id of token m is rate * m. Neutral: 1.
    double positionRate = 1.0;
    std::variant<std::monostate, AdditiveTable, Rotary> mechanism;
    /// (pairs), radians per token: the frequencies that the model was trained with, before any extension.
    Eigen::ArrayXd trainedFrequencies;

    double id(double token) const { return positionRate * token; }
    /// (pairs), radians per token: what pair i turns by from one token to the next. Empty without a mechanism
    /// of pairs.
    Eigen::ArrayXd frequencies() const;
};

} // namespace encodings
