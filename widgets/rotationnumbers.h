// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/scene.h"

#include <array>
#include <optional>

/// (pairs), radians per position id, of a mechanism that turns or adds pairs; empty for others.
Eigen::ArrayXd pairFrequencies(const encodings::Scheme& scheme);

/// By how much the pairs of a query and a key are turned, in radians, all turns counted. Shapes: (pairs).
struct TurnedPairs {
    Eigen::ArrayXd frequency; ///< radians per position id
    Eigen::ArrayXd query;
    Eigen::ArrayXd key;
    Eigen::ArrayXd difference; ///< of the product: by the distance as the mechanism sees it

    /// `query` and `key`: tokens. NaN for a token that has no position.
    TurnedPairs(const encodings::SceneSeries& series, double query, double key);

    Eigen::Index count() const { return frequency.size(); }
};

/// What a query at one token and a key at another score, for Gaussian content drawn from the seed that is the
/// same wherever the tokens stand.
struct SentenceScore {
    double total = 0.0; ///< divided by sqrt(2 pairs), temperature included
    /// Of an additive table: content and content, content and position, position and content, position and
    /// position, of query and key.
    std::optional<std::array<double, 4>> terms {};

    SentenceScore(const encodings::SceneSeries& series, double query, double key);
};

/// Equal but for rounding.
bool isSameScore(const SentenceScore& one, const SentenceScore& other);

/// Where the second of the two sentences begins: the trained length of `series` later.
inline double sentenceOffset(const encodings::SceneSeries& series) { return series.trainedLength(); }
