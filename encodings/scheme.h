// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <functional>
#include <limits>
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

/// A vector added to the embedding that no closed form over pairs gives: a learned table, a trajectory.
struct AdditiveRows {
    Eigen::Index dimension = 0;
    /// Position ids 0 .. length - 1 have a value; beyond there is none.
    double length = std::numeric_limits<double>::infinity();
    /// (dimension) values at a position id; linear between the rows of a table. NaN where there is no value.
    /// May be called from any thread; costs more than a frame in all only where the record says so.
    std::function<Eigen::ArrayXd(double id)> at;
};

/// One query and the keys that it is scored against.
struct QueryRow {
    double query = 0.0; ///< token
    const Eigen::ArrayXd& keys; ///< (keys), tokens
    double queryId = 0.0;
    const Eigen::ArrayXd& keyIds; ///< (keys)
    const Eigen::ArrayXd& distances; ///< (keys), query to key, as Scheme::distanceOf gives them
    /// (head dimension) and (head dimension, keys); empty unless the term needs content.
    const Eigen::VectorXd& queryVector;
    const Eigen::MatrixXd& keyVectors;
};

/// What a mechanism does to the scores of one query, in one head.
struct ScoreTerm {
    enum class Kind {
        Bias, ///< added to the score, whatever the content
        Content, ///< added to the score, computed from query and key vectors
        Multiplier ///< the score, not below 0, is multiplied by it (DA-Transformer)
    };
    Kind kind = Kind::Bias;
    Eigen::Index heads = 1;
    /// (keys) values of head 0 .. heads - 1. May be called from any thread.
    std::function<Eigen::ArrayXd(Eigen::Index head, const QueryRow& row)> at;
    /// Whether the values follow from the distances alone: the same along every diagonal of query and key.
    bool ofDistanceAlone = true;
    /// What the inner product of query and key is multiplied by where content is scored: 1/sqrt(d), or with
    /// more terms 1/sqrt(2d), 1/sqrt(3d). Nothing: 1/sqrt(head dimension).
    std::optional<double> contentFactor {};
};

/// What an encoding does to attention, part by part; a part that no encoding fills stays neutral. Closed
/// forms, evaluated by a view at the positions that it shows: nothing here is sized by a context length.
struct Scheme {
    /// Position id of token m is rate * m + offset. Neutral: m.
    double positionRate = 1.0;
    double positionOffset = 0.0;
    /// Position ids that are not evenly spaced; replaces rate and offset. NaN where there is none.
    std::function<double(double token)> positionIds {};
    /// The number that token n has while the query at m is scored: a rolling cache counts anew. NaN for a
    /// token that is not kept. Neutral: n.
    std::function<double(double query, double token)> renumbered {};
    /// Distance of two position ids as the mechanism sees it. Neutral: query - key.
    std::function<double(double queryId, double keyId)> distance {};
    /// Whether `distance` follows from query - key alone.
    bool distanceOfDifference = true;

    std::variant<std::monostate, AdditiveTable, AdditiveRows, Rotary, ScoreTerm> mechanism;
    /// (pairs), radians per token: the frequencies that the model was trained with, before any extension.
    Eigen::ArrayXd trainedFrequencies;

    /// A query sees no later keys.
    bool causal = true;
    /// Which of these keys a query sees. Neutral: all.
    std::function<bool(double query, double key)> visible {};

    /// Multiplies every score. Neutral: 1.
    double logitFactor = 1.0;
    /// What the scores of the query at position m are multiplied by, or nothing (log-n scaling).
    std::function<double(double position)> temperature {};
    /// The ends of the ramp between unchanged and interpolated pairs, as decimal pair indices, where the
    /// encoding has one: a ramp by pair (YaRN) or by turns (NTK-by-parts, Llama 3).
    std::optional<std::pair<double, double>> ramp {};

    /// Whether ids grow by the same step from every token to the next.
    bool hasEvenIds() const { return !positionIds; }
    double id(double token) const
    {
        return positionIds ? positionIds(token) : positionRate * token + positionOffset;
    }
    /// Position id of token n while the query at m is scored.
    double idFor(double query, double token) const
    {
        return id(renumbered ? renumbered(query, token) : token);
    }
    /// Distance from the query at m to the key at n (tokens) as the mechanism sees it.
    double distanceOf(double query, double key) const
    {
        const double from = idFor(query, query);
        const double to = idFor(query, key);
        return distance ? distance(from, to) : from - to;
    }
    bool isVisible(double query, double key) const
    {
        return (!causal || key <= query) && (!visible || visible(query, key));
    }

    /// (pairs), radians per token: what pair i turns by from one token to the next, where ids are even. Empty
    /// without a mechanism of pairs.
    Eigen::ArrayXd frequencies() const;
    /// Rotary::gain, or 1 for other mechanisms.
    double attentionFactor() const;
};

} // namespace encodings
