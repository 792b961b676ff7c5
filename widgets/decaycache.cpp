// SPDX-License-Identifier: GPL-3.0-or-later
#include "decaycache.h"

#include <QtConcurrent>

#include <algorithm>

using namespace encodings;

namespace {

/// What fits into a small part of a frame on the interface thread.
constexpr double mostImmediateTerms = 4e6;

} // namespace

double DecayRequest::terms() const
{
    return static_cast<double>(columns.distances()) * static_cast<double>(frequencies.size()) * (isBound() ? 5.0 : 1.0);
}

bool DecayRequest::sameAs(const DecayRequest& other) const
{
    const auto equal = [](const Eigen::ArrayXd& a, const Eigen::ArrayXd& b) { return a.size() == b.size() && (a == b).all(); };
    return columns.count() == other.columns.count() && columns.start(0) == other.columns.start(0)
        && columns.distances() == other.columns.distances() && equal(frequencies, other.frequencies)
        && equal(weights.inPhase, other.weights.inPhase) && equal(weights.quadrature, other.weights.quadrature);
}

DecayCache::~DecayCache()
{
    m_worker.request_stop();
}

DecayAnswer DecayCache::exactAnswer(const DecayRequest& request, std::stop_token stop)
{
    return { request.isBound() ? roformerBoundRanges(request.frequencies, request.columns, stop)
                               : decayRanges(request.frequencies, request.weights, request.columns, stop),
             true, false };
}

DecayAnswer DecayCache::estimate(const DecayRequest& request)
{
    return { request.isBound()
                 ? estimatedRoformerBoundRanges(request.frequencies, request.columns, boundSamplesPerColumn)
                 : estimatedDecayRanges(request.frequencies, request.weights, request.columns, samplesPerColumn),
             false, request.terms() <= mostExactTerms };
}

DecayCache::Entry* DecayCache::find(const DecayRequest& request)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&](const Entry& entry) { return entry.request.sameAs(request); });
    return found == m_entries.end() ? nullptr : &*found;
}

std::vector<DecayAnswer> DecayCache::answers(const std::vector<DecayRequest>& requests, bool exactNow,
                                             std::function<void()> repaint)
{
    const std::lock_guard lock(m_mutex);
    std::vector<Entry> entries;
    std::vector<DecayRequest> open;
    bool newWork = false;
    for (const DecayRequest& request : requests) {
        const double terms = request.terms();
        if (const Entry* known = find(request)) {
            entries.push_back(*known);
        } else if (terms <= mostImmediateTerms || (exactNow && terms <= mostExactTerms)) {
            entries.push_back({ request, exactAnswer(request, {}) });
        } else {
            entries.push_back({ request, estimate(request) });
            newWork = newWork || entries.back().answer.pending;
        }
        if (entries.back().answer.pending)
            open.push_back(request);
    }
    m_entries = std::move(entries);
    if (newWork && repaint)
        startWorker(std::move(open), std::move(repaint));

    std::vector<DecayAnswer> answers;
    for (const Entry& entry : m_entries)
        answers.push_back(entry.answer);
    return answers;
}

void DecayCache::startWorker(std::vector<DecayRequest> requests, std::function<void()> repaint)
{
    m_worker.request_stop();
    m_worker = std::stop_source();
    const std::stop_token stop = m_worker.get_token();
    const std::weak_ptr<DecayCache> weak = weak_from_this();
    static_cast<void>(QtConcurrent::run([weak, stop, requests = std::move(requests), repaint = std::move(repaint)] {
        for (const DecayRequest& request : requests) {
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
