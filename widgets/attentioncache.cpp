// SPDX-License-Identifier: GPL-3.0-or-later
#include "attentioncache.h"

#include <algorithm>
#include <cmath>

using encodings::Scene;
using encodings::SceneSeries;

namespace {

/// What all series of a picture may take together on the interface thread.
constexpr double mostImmediateTerms = 4e6;

double immediateKeys(const AttentionQuery& query, std::size_t series)
{
    return std::max(64.0, std::floor(mostImmediateTerms / static_cast<double>(series) / query.termsPerKey()));
}

} // namespace

AttentionCache::Entry::Entry(const AttentionQuery& of, AttentionAnswer known)
    : encodings(of.series->encodings)
    , values(of.series->values)
    , query(of.query)
    , head(of.head)
    , answer(std::move(known))
{
}

bool AttentionCache::Entry::isOf(const AttentionQuery& other) const
{
    return query == other.query && head == other.head && encodings == other.series->encodings
        && values == other.series->values;
}

AttentionAnswer AttentionCache::atOnce(const AttentionQuery& query, double most)
{
    const double affordable = affordableKeys(query);
    AttentionAnswer answer {
        std::make_shared<const AttentionWeights>(attentionWeights(query, std::min(most, affordable))), false
    };
    answer.pending = !answer.weights->exact() && most < affordable;
    return answer;
}

AttentionCache::Entry* AttentionCache::find(const AttentionQuery& query)
{
    const auto found = std::find_if(
        m_entries.begin(), m_entries.end(), [&](const Entry& entry) { return entry.isOf(query); });
    return found == m_entries.end() ? nullptr : &*found;
}

std::vector<AttentionAnswer> AttentionCache::answers(
    const std::shared_ptr<const Scene>& scene, bool exactNow, const std::function<void()>& repaint)
{
    const std::lock_guard lock(m_mutex);
    std::vector<Entry> entries;
    std::vector<AttentionAnswer> answers;
    bool newWork = false;
    for (const SceneSeries& series : scene->series) {
        const AttentionQuery query(*scene, series);
        const Entry* known = find(query);
        if (known && exactNow && known->answer.pending)
            known = nullptr;
        const AttentionAnswer answer = known
            ? known->answer
            : atOnce(query, exactNow ? mostExactKeys : immediateKeys(query, scene->series.size()));
        newWork = newWork || (!known && answer.pending);
        entries.emplace_back(query, answer);
        answers.push_back(answer);
    }
    m_entries = std::move(entries);
    if (newWork && repaint)
        startWorker(scene, repaint);
    return answers;
}

AttentionAnswer AttentionCache::known(const Scene& scene, const SceneSeries& series)
{
    const AttentionQuery query(scene, series);
    const std::lock_guard lock(m_mutex);
    if (const Entry* entry = find(query))
        return entry->answer;
    return atOnce(query, immediateKeys(query, scene.series.size()));
}

void AttentionCache::startWorker(std::shared_ptr<const Scene> scene, std::function<void()> repaint)
{
    m_worker.start([weak = weak_from_this(), scene = std::move(scene), repaint = std::move(repaint)](
                       const std::stop_token& stop) {
        for (const SceneSeries& series : scene->series) {
            const AttentionQuery query(*scene, series);
            const auto isOpen = [&](AttentionCache& cache) {
                const std::lock_guard lock(cache.m_mutex);
                const Entry* const entry = cache.find(query);
                return entry && entry->answer.pending;
            };
            if (const auto cache = weak.lock(); stop.stop_requested() || !cache || !isOpen(*cache))
                continue;
            auto weights = std::make_shared<const AttentionWeights>(
                attentionWeights(query, affordableKeys(query), stop));
            const std::shared_ptr<AttentionCache> cache = weak.lock();
            if (stop.stop_requested() || !cache)
                return;
            {
                const std::lock_guard lock(cache->m_mutex);
                if (Entry* entry = cache->find(query))
                    entry->answer = { std::move(weights), false };
            }
            repaint();
        }
    });
}
