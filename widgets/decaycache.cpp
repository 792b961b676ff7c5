// SPDX-License-Identifier: GPL-3.0-or-later
#include "decaycache.h"

#include <QtConcurrent>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace encodings;

namespace {

/// What fits into a small part of a frame on the interface thread.
constexpr double mostImmediateTerms = 4e6;
/// What the estimates of one picture may take together on the interface thread: five of 64 pairs in full.
constexpr double mostEstimateTerms = 5e7;

} // namespace

double DecayRequest::terms() const
{
    return static_cast<double>(columns.distances()) * static_cast<double>(frequencies.size())
        * (isBound()               ? 5.0
                : weights.decays() ? 2.0
                                   : 1.0);
}

bool DecayRequest::sameAs(const DecayRequest& other) const
{
    const auto equal = [](const Eigen::ArrayXd& a, const Eigen::ArrayXd& b) {
        return a.size() == b.size() && (a == b).all();
    };
    return columns.count() == other.columns.count() && columns.start(0) == other.columns.start(0)
        && columns.distances() == other.columns.distances() && equal(frequencies, other.frequencies)
        && equal(weights.inPhase, other.weights.inPhase)
        && equal(weights.quadrature, other.weights.quadrature)
        && equal(weights.logDecay, other.weights.logDecay);
}

DecayAnswer DecayCache::exactAnswer(const DecayRequest& request, std::stop_token stop)
{
    return { request.columns,
        request.isBound() ? roformerBoundRanges(request.frequencies, request.columns, stop)
                          : decayRanges(request.frequencies, request.weights, request.columns, stop),
        0, false, false };
}

DecayAnswer DecayCache::estimate(const DecayRequest& request, double most)
{
    // Cosine and sine of the start of a run of at most 64 samples take as long as this many terms.
    constexpr double startTerms = 32.0;
    const Columns& asked = request.columns;
    const int full = request.isBound() ? boundSamplesPerColumn : samplesPerColumn;
    const int wanted = asked.count() / columnsTogether + 1;
    const double affordable = most * static_cast<double>(asked.distances()) / request.terms();
    const auto cost = [](int samples) { return samples + startTerms * std::ceil(samples / 64.0); };
    const bool rough = wanted * cost(full) > affordable;
    // Fewer samples first, then fewer columns.
    const int perColumn = rough
        ? static_cast<int>(std::clamp<double>(affordable / wanted - startTerms, 8, std::min(full, 64)))
        : full;
    const int columns = rough
        ? static_cast<int>(std::clamp<double>(affordable / cost(perColumn), 8, std::max(8, wanted)))
        : wanted;
    const Columns wider(asked.start(0), asked.start(0) + asked.distances() - 1, columns);
    return { wider,
        request.isBound() ? estimatedRoformerBoundRanges(request.frequencies, wider, perColumn)
                          : estimatedDecayRanges(request.frequencies, request.weights, wider, perColumn),
        perColumn, rough, rough || request.terms() <= mostExactTerms };
}

DecayCache::Entry* DecayCache::find(const DecayRequest& request)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
        [&](const Entry& entry) { return entry.request.sameAs(request); });
    return found == m_entries.end() ? nullptr : &*found;
}

std::vector<DecayAnswer> DecayCache::answers(
    const std::vector<DecayRequest>& requests, bool exactNow, std::function<void()> repaint)
{
    const std::lock_guard lock(m_mutex);
    const double share = exactNow ? std::numeric_limits<double>::infinity()
                                  : mostEstimateTerms / static_cast<double>(requests.size());
    const std::vector<DecayAnswer> answers
        = QtConcurrent::blockingMapped<std::vector<DecayAnswer>>(requests, [&](const DecayRequest& request) {
              const double terms = request.terms();
              if (const Entry* known = find(request))
                  return known->answer;
              if (terms <= mostImmediateTerms || (exactNow && terms <= mostExactTerms))
                  return exactAnswer(request, {});
              return estimate(request, share);
          });

    std::vector<Entry> entries;
    std::vector<Entry> open;
    bool newWork = false;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (answers[i].pending) {
            open.push_back({ requests[i], answers[i] });
            newWork = newWork || !find(requests[i]);
        }
        entries.push_back({ requests[i], answers[i] });
    }
    m_entries = std::move(entries);
    if (newWork && repaint)
        startWorker(std::move(open), std::move(repaint));
    return answers;
}

void DecayCache::startWorker(std::vector<Entry> open, std::function<void()> repaint)
{
    const std::weak_ptr<DecayCache> weak = weak_from_this();
    m_worker.start([weak, open = std::move(open), repaint = std::move(repaint)](const std::stop_token& stop) {
        const auto keep = [&](const DecayRequest& request, DecayAnswer answer) {
            const std::shared_ptr<DecayCache> cache = weak.lock();
            if (stop.stop_requested() || !cache)
                return;
            {
                const std::lock_guard lock(cache->m_mutex);
                if (Entry* entry = cache->find(request))
                    entry->answer = std::move(answer);
            }
            repaint();
        };
        for (const Entry& entry : open) {
            if (entry.answer.rough && !stop.stop_requested())
                keep(entry.request, estimate(entry.request, std::numeric_limits<double>::infinity()));
        }
        for (const Entry& entry : open) {
            if (entry.request.terms() <= mostExactTerms && !stop.stop_requested())
                keep(entry.request, exactAnswer(entry.request, stop));
        }
    });
}
