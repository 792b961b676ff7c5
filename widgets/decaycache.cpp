// SPDX-License-Identifier: GPL-3.0-or-later
#include "decaycache.h"

#include <QtConcurrent>

#include <algorithm>
#include <chrono>
#include <thread>

using namespace encodings;

namespace {

/// What fits into a small part of a frame on the interface thread.
constexpr double mostImmediateTerms = 4e6;
/// A slider in motion asks for another picture sooner than this: no exact pass is begun for pictures that
/// nobody keeps, and none competes with the painting of the estimate.
constexpr std::chrono::milliseconds pauseBeforeExact(60);

QThreadPool& exactPool()
{
    static QThreadPool pool;
    return pool;
}

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

DecayCache::~DecayCache() { m_worker.request_stop(); }

DecayAnswer DecayCache::exactAnswer(const DecayRequest& request, std::stop_token stop)
{
    return { request.columns,
        request.isBound() ? roformerBoundRanges(request.frequencies, request.columns, stop)
                          : decayRanges(request.frequencies, request.weights, request.columns, stop),
        true, false };
}

DecayAnswer DecayCache::estimate(const DecayRequest& request)
{
    const Columns& asked = request.columns;
    const Columns wider(
        asked.start(0), asked.start(0) + asked.distances() - 1, asked.count() / columnsTogether + 1);
    return { wider,
        request.isBound()
            ? estimatedRoformerBoundRanges(request.frequencies, wider, boundSamplesPerColumn)
            : estimatedDecayRanges(request.frequencies, request.weights, wider, samplesPerColumn),
        false, request.terms() <= mostExactTerms };
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
    const std::vector<DecayAnswer> answers
        = QtConcurrent::blockingMapped<std::vector<DecayAnswer>>(requests, [&](const DecayRequest& request) {
              const double terms = request.terms();
              if (const Entry* known = find(request))
                  return known->answer;
              if (terms <= mostImmediateTerms || (exactNow && terms <= mostExactTerms))
                  return exactAnswer(request, {});
              return estimate(request);
          });

    std::vector<Entry> entries;
    std::vector<DecayRequest> open;
    bool newWork = false;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (answers[i].pending) {
            open.push_back(requests[i]);
            newWork = newWork || !find(requests[i]);
        }
        entries.push_back({ requests[i], answers[i] });
    }
    m_entries = std::move(entries);
    if (newWork && repaint)
        startWorker(std::move(open), std::move(repaint));
    return answers;
}

void DecayCache::startWorker(std::vector<DecayRequest> requests, std::function<void()> repaint)
{
    m_worker.request_stop();
    m_worker = std::stop_source();
    const std::stop_token stop = m_worker.get_token();
    const std::weak_ptr<DecayCache> weak = weak_from_this();
    // A pool of its own: the estimates of the next picture must not wait behind an exact pass.
    static_cast<void>(QtConcurrent::run(
        &exactPool(), [weak, stop, requests = std::move(requests), repaint = std::move(repaint)] {
            std::this_thread::sleep_for(pauseBeforeExact);
            for (const DecayRequest& request : requests) {
                if (stop.stop_requested())
                    return;
                DecayAnswer answer = exactAnswer(request, stop);
                const std::shared_ptr<DecayCache> cache = weak.lock();
                if (stop.stop_requested() || !cache)
                    return;
                const std::lock_guard lock(cache->m_mutex);
                if (Entry* entry = cache->find(request))
                    entry->answer = std::move(answer);
                repaint();
            }
        }));
}
