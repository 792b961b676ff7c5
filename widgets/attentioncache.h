// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "attentionweights.h"
#include "lateworker.h"

#include <functional>
#include <memory>
#include <mutex>

struct AttentionAnswer {
    std::shared_ptr<const AttentionWeights> weights;
    bool pending = false; ///< a better answer is being worked out
};

/// Softmax weights of the query of a picture. Those of few keys are worked out at once; many keys give an
/// estimate at once, and the rest comes from a worker thread, which drops what is no longer asked for. Share
/// by std::make_shared: the worker asks whether the cache is still there.
class AttentionCache : public std::enable_shared_from_this<AttentionCache> {
public:
    /// One for each series. With `exactNow` nothing is left to the worker.
    std::vector<AttentionAnswer> answers(const std::shared_ptr<const encodings::Scene>& scene, bool exactNow,
        const std::function<void()>& repaint);
    /// What is known, or an estimate, for a series of `scene`.
    AttentionAnswer known(const encodings::Scene& scene, const encodings::SceneSeries& series);

private:
    struct Entry {
        std::vector<std::string> encodings;
        encodings::Values values;
        double query = 0.0;
        Eigen::Index head = 0;
        AttentionAnswer answer;

        Entry(const AttentionQuery& query, AttentionAnswer known);
        bool isOf(const AttentionQuery& query) const;
    };

    static AttentionAnswer atOnce(const AttentionQuery& query, double most);
    void startWorker(std::shared_ptr<const encodings::Scene> scene, std::function<void()> repaint);
    Entry* find(const AttentionQuery& query);

    std::mutex m_mutex;
    std::vector<Entry> m_entries; ///< those of the last paint
    LateWorker m_worker;
};
