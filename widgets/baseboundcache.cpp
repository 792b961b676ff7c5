// SPDX-License-Identifier: GPL-3.0-or-later
#include "baseboundcache.h"

#include "encodings/rope.h"

#include <QtConcurrent>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>

namespace {

/// What fits into a part of a frame on the interface thread.
constexpr double mostImmediateTerms = 5e7;
constexpr int fewestBases = 12;
/// What it costs to begin with a base, in distances.
constexpr double distancesToBegin = 1500.0;
/// As in Decay: a slider in motion asks for another picture sooner than this.
constexpr std::chrono::milliseconds pauseBeforeExact(60);

QThreadPool& workerPool()
{
    static QThreadPool pool;
    return pool;
}

} // namespace

double BaseCurveRequest::base(int index) const
{
    return bases < 2 ? low : low * std::pow(high / low, static_cast<double>(index) / (bases - 1));
}

BaseBoundCache::~BaseBoundCache() { m_worker.request_stop(); }

BaseCurveRequest BaseBoundCache::within(BaseCurveRequest request, double terms)
{
    const double each = (static_cast<double>(request.limit) + distancesToBegin)
        * static_cast<double>(request.dimension) / 2.0;
    request.bases = static_cast<int>(std::min<double>(request.bases, terms / std::max(1.0, each)));
    return request;
}

BaseCurve BaseBoundCache::computed(BaseCurveRequest request, std::stop_token stop)
{
    std::vector<int> indices(static_cast<std::size_t>(std::max(0, request.bases)));
    std::iota(indices.begin(), indices.end(), 0);
    const auto firstOf = [&](int index) {
        return encodings::firstNegativeDistance(
            encodings::geometricFrequencies(request.base(index), request.dimension), request.limit, stop);
    };
    return { request,
        QtConcurrent::blockingMapped<std::vector<std::optional<std::int64_t>>>(indices, firstOf) };
}

BaseBoundAnswer BaseBoundCache::answer(const BaseCurveRequest& curve, const BoundRequest& bound,
    bool exactNow, const std::function<void()>& repaint)
{
    const std::lock_guard lock(m_mutex);
    const BaseCurveRequest whole = within(curve, mostTerms);
    if (exactNow) {
        if (!m_curve || m_curve->request != whole)
            m_curve = computed(whole, {});
        if (bound.length > 0 && (!m_bound || m_bound->request != bound))
            m_bound = KnownBound { bound, encodings::baseBound(bound.dimension, bound.length) };
    }
    BaseBoundAnswer answer;
    const bool boundOpen = bound.length > 0 && (!m_bound || m_bound->request != bound);
    const bool curveOpen = !m_curve || m_curve->request != whole;
    if (m_bound && m_bound->request == bound)
        answer.bound = m_bound;
    if (!curveOpen) {
        answer.curve = *m_curve;
    } else {
        BaseCurveRequest rough = within(whole, mostImmediateTerms);
        if (rough.bases < fewestBases)
            rough.bases = 0;
        if (m_rough.request != rough)
            m_rough = computed(rough, {});
        answer.curve = m_rough;
        answer.curvePending = true;
    }
    const std::pair asked(whole, bound);
    if ((curveOpen || boundOpen) && repaint && m_asked != asked) {
        m_asked = asked;
        startWorker(whole, bound, curveOpen, boundOpen, repaint);
    }
    return answer;
}

std::optional<KnownBound> BaseBoundCache::known(const BoundRequest& bound)
{
    const std::lock_guard lock(m_mutex);
    return m_bound && m_bound->request == bound ? m_bound : std::nullopt;
}

void BaseBoundCache::startWorker(const BaseCurveRequest& curve, const BoundRequest& bound, bool curveOpen,
    bool boundOpen, std::function<void()> repaint)
{
    m_worker.request_stop();
    m_worker = std::stop_source();
    const std::stop_token stop = m_worker.get_token();
    const std::weak_ptr<BaseBoundCache> weak = weak_from_this();
    // A pool of its own: the rough curve of the next picture must not wait behind this one.
    static_cast<void>(QtConcurrent::run(
        &workerPool(), [weak, stop, curve, bound, curveOpen, boundOpen, repaint = std::move(repaint)] {
            std::this_thread::sleep_for(pauseBeforeExact);
            const auto keep = [&](const auto& store) {
                const std::shared_ptr<BaseBoundCache> cache = weak.lock();
                if (stop.stop_requested() || !cache)
                    return;
                {
                    const std::lock_guard lock(cache->m_mutex);
                    store(*cache);
                }
                repaint();
            };
            if (boundOpen && !stop.stop_requested()) {
                const KnownBound found { bound, encodings::baseBound(bound.dimension, bound.length, stop) };
                keep([&](BaseBoundCache& cache) { cache.m_bound = found; });
            }
            if (curveOpen && !stop.stop_requested()) {
                const BaseCurve found = computed(curve, stop);
                keep([&](BaseBoundCache& cache) { cache.m_curve = found; });
            }
        }));
}
