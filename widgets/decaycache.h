// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lateworker.h"

#include "encodings/decay.h"

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

/// One sum that Decay draws, and over which distances.
struct DecayRequest {
    Eigen::ArrayXd frequencies; ///< (pairs), radians per position
    encodings::PairWeights weights; ///< empty for RoFormer's bound
    encodings::Columns columns;

    bool isBound() const { return weights.inPhase.size() == 0; }
    /// One pair at one distance is a term; with a decay it costs as much as two, a partial sum of the bound
    /// about as much as five.
    double terms() const;
    bool sameAs(const DecayRequest& other) const;
};

struct DecayAnswer {
    encodings::Columns columns; ///< those asked for, or fewer in an estimate
    std::vector<encodings::Interval> ranges; ///< one for each column
    int samplesPerColumn = 0; ///< distances looked at in each; 0: all
    bool rough = false; ///< an estimate from fewer samples or columns than others
    bool pending = false; ///< a better answer is being computed

    bool exact() const { return samplesPerColumn == 0; }
};

/// Ranges of decay sums for the pixel columns of a picture. Small sums are computed at once; large ones give
/// an estimate at once, a rough one where they have many pairs, and are completed by a worker thread, which
/// drops what is no longer asked for. Share by std::make_shared: the worker asks whether the cache is still
/// there.
class DecayCache : public std::enable_shared_from_this<DecayCache> {
public:
    /// Distances looked at in each column of an estimate.
    static constexpr int samplesPerColumn = 256;
    /// Columns asked for that an estimate takes together.
    static constexpr int columnsTogether = 3;
    /// The bound's partial sums cost more and change more slowly.
    static constexpr int boundSamplesPerColumn = 8;
    /// More terms than this stay an estimate, in files too.
    static constexpr double mostExactTerms = 4e10;

    /// The answers of all sums of one paint. With `exactNow` nothing is left to the worker.
    std::vector<DecayAnswer> answers(
        const std::vector<DecayRequest>& requests, bool exactNow, std::function<void()> repaint);

private:
    struct Entry {
        DecayRequest request;
        DecayAnswer answer;
    };

    static DecayAnswer exactAnswer(const DecayRequest& request, std::stop_token stop);
    /// Of no more than about `most` terms.
    static DecayAnswer estimate(const DecayRequest& request, double most);
    void startWorker(std::vector<Entry> open, std::function<void()> repaint);
    Entry* find(const DecayRequest& request);

    std::mutex m_mutex;
    std::vector<Entry> m_entries; ///< those of the last paint
    LateWorker m_worker;
};
