// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/attention.h"
#include "encodings/cosine.h"
#include "encodings/scene.h"

#include <stop_token>
#include <vector>

/// One query of one series and the keys that there are for it.
struct AttentionQuery {
    const encodings::SceneSeries* series = nullptr;
    double query = 0.0; ///< token
    Eigen::Index head = 0; ///< from 0

    /// The query looked at in `scene`; a head that the series has.
    AttentionQuery(const encodings::Scene& scene, const encodings::SceneSeries& shown);

    /// The query itself or, where later keys are seen, the last token of the target length.
    double lastKey() const;
    double keys() const { return lastKey() + 1.0; }
    /// What the logit of one key costs, in terms: one pair at one distance is a term.
    double termsPerKey() const;
    double terms() const { return keys() * termsPerKey(); }
};

/// Lowest and highest logarithm of a weight over some keys.
struct WeightRange {
    double first = 0.0; ///< key
    double last = 0.0; ///< key
    /// Natural logarithms; NaN where none of the keys is seen.
    encodings::Interval logarithms;
};

/// Softmax weights of one query, summed up: from every key, or from samples of keys where those are too many.
struct AttentionWeights {
    double keys = 0.0; ///< that there are
    double looked = 0.0; ///< of them looked at
    double seen = 0.0; ///< by the query
    double logSum = 0.0; ///< of the exponentials of all logits; minus infinity where no key is seen
    double entropy = 0.0; ///< nats
    double holding = 0.0; ///< the fewest keys that have 99 % of the weight
    double peak = 0.0; ///< logarithm of the largest weight; minus infinity without
    double least = 0.0; ///< logarithm of the smallest
    std::vector<WeightRange> ranges; ///< few thousand, in the order of keys; between sampled ones are gaps

    bool exact() const { return looked == keys; }
};

/// More keys, and more terms, than this are sampled.
constexpr double mostExactKeys = 4194304.0;
constexpr double mostExactKeyTerms = 5e9;

/// Looks at no more than about `most` keys: all where that is enough, else the nearest to the query, the
/// first, and short runs of neighbours evenly spread between. Stops early, with no ranges, when `stop` is
/// requested.
AttentionWeights attentionWeights(const AttentionQuery& query, double most, std::stop_token stop = {});

/// The keys that are looked at where time is no concern.
double affordableKeys(const AttentionQuery& query);

/// Logarithms of the weights of keys first, first + step, ... (`count` of them); minus infinity for keys that
/// are not seen or not there. `logSum` as AttentionWeights has it. Shape: (count).
Eigen::ArrayXd logWeights(
    const AttentionQuery& query, double logSum, double first, double step, Eigen::Index count);

/// The weights of every key in first .. last, in at most `columns` ranges.
std::vector<WeightRange> weightRanges(
    const AttentionQuery& query, double logSum, double first, double last, int columns);
