// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <functional>
#include <optional>
#include <utility>
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
    /// Multiplies cosines and sines of queries and of keys, so that scores get its square (YaRN's attention
    /// factor).
    double gain = 1.0;
    /// (pairs) or empty: the score of pair i is multiplied by decay_i^(distance of the ids), xPos.
    Eigen::ArrayXd decay {};
    /// (pairs) or empty: the axis whose position id turns pair i (0 time, 1 height, 2 width, 3 one more);
    /// all are equal for text. M-RoPE.
    Eigen::ArrayXi axes {};
};

/// What an encoding does to attention, part by part; a part that no encoding fills stays neutral. Closed
/// forms, evaluated by a view at the positions that it shows: nothing here is sized by a context length.
struct Scheme {
    /// Position id of token m is rate * m. Neutral: 1.
    double positionRate = 1.0;
    std::variant<std::monostate, AdditiveTable, Rotary> mechanism;
    /// (pairs), radians per token: the frequencies that the model was trained with, before any extension.
    Eigen::ArrayXd trainedFrequencies;
    /// Multiplies every score. Neutral: 1.
    double logitFactor = 1.0;
    /// What the scores of the query at position m are multiplied by, or nothing (log-n scaling).
    std::function<double(double position)> temperature {};
    /// The ends of the ramp between unchanged and interpolated pairs, as decimal pair indices, where the
    /// encoding has one: a ramp by pair (YaRN) or by turns (NTK-by-parts, Llama 3).
    std::optional<std::pair<double, double>> ramp {};

    double id(double token) const { return positionRate * token; }
    /// (pairs), radians per token: what pair i turns by from one token to the next. Empty without a mechanism
    /// of pairs.
    Eigen::ArrayXd frequencies() const;
    /// Rotary::gain, or 1 for other mechanisms.
    double attentionFactor() const;
};

} // namespace encodings
