// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pairnumbers.h"

#include <cmath>
#include <vector>

/// What a scaling made of the frequency of a pair.
enum class PairChange { Unchanged, Between, Interpolated, Slower, Faster, Stopped };

/// Neighbouring pairs of which the same holds, both ends included.
struct PairRun {
    PairChange change = PairChange::Unchanged;
    Eigen::Index first = 0;
    Eigen::Index last = 0;
};

/// `scale`: k; 1/k is the ratio of a pair that is interpolated in full.
inline PairChange changeOf(const PairNumbers& numbers, Eigen::Index pair, double scale)
{
    if (numbers.stands(pair))
        return PairChange::Stopped;
    const double ratio = numbers.ratio[pair];
    const double full = 1.0 / scale;
    if (std::abs(ratio - 1.0) <= 1e-9)
        return PairChange::Unchanged;
    if (std::abs(ratio - full) <= 1e-9 * full)
        return PairChange::Interpolated;
    if (ratio > std::max(1.0, full))
        return PairChange::Faster;
    return ratio < std::min(1.0, full) ? PairChange::Slower : PairChange::Between;
}

/// All pairs, by what a scaling made of them.
inline std::vector<PairRun> changesOf(const PairNumbers& numbers, double scale)
{
    std::vector<PairRun> runs;
    for (Eigen::Index pair = 0; pair < numbers.count(); ++pair) {
        const PairChange change = changeOf(numbers, pair, scale);
        if (runs.empty() || runs.back().change != change)
            runs.push_back({ change, pair, pair });
        runs.back().last = pair;
    }
    return runs;
}

/// The pairs that never finished a turn in training.
inline std::vector<PairRun> unfinishedOf(const PairNumbers& numbers)
{
    std::vector<PairRun> runs;
    for (Eigen::Index pair = 0; pair < numbers.count(); ++pair) {
        if (!numbers.neverFinishes(pair))
            continue;
        if (runs.empty() || runs.back().last != pair - 1)
            runs.push_back({ PairChange::Unchanged, pair, pair });
        runs.back().last = pair;
    }
    return runs;
}
