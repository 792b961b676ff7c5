// SPDX-License-Identifier: GPL-3.0-or-later
#include "baseboundcache.h"

#include "encodings/rope.h"

#include <QtConcurrent>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace {

/// What fits into a part of a frame on the interface thread: for the curve, and for the series together.
constexpr double mostImmediateTerms = 5e7;
constexpr double mostFirstTerms = 8e6;
constexpr int fewestBases = 12;
/// What it costs to begin with a base, in distances.
constexpr double distancesToBegin = 1500.0;

/// The rough curve of the next picture must not wait behind the whole one of the last.
QThreadPool& wholeCurvePool()
{
    static QThreadPool pool;
    return pool;
}

} // namespace

double BaseCurveRequest::base(int index) const
{
    return bases < 2 ? low : low * std::pow(high / low, static_cast<double>(index) / (bases - 1));
}

BaseCurveRequest BaseBoundCache::within(BaseCurveRequest request, double terms)
{
    const double each = (static_cast<double>(request.limit) + distancesToBegin)
        * static_cast<double>(request.dimension) / 2.0;
    request.bases = static_cast<int>(std::min<double>(request.bases, terms / std::max(1.0, each)));
    return request;
}

BaseCurve BaseBoundCache::computed(BaseCurveRequest request, std::stop_token stop, bool late)
{
    std::vector<int> indices(static_cast<std::size_t>(std::max(0, request.bases)));
    std::iota(indices.begin(), indices.end(), 0);
    const auto firstOf = [&](int index) {
        return encodings::firstNegativeDistance(
            encodings::geometricFrequencies(request.base(index), request.dimension), request.limit, stop);
    };
    QThreadPool* const pool = late ? &wholeCurvePool() : QThreadPool::globalInstance();
    return { request,
        QtConcurrent::blockingMapped<std::vector<std::optional<std::int64_t>>>(pool, indices, firstOf) };
}

BaseBoundCache::KnownFirst* BaseBoundCache::find(const Eigen::ArrayXd& frequencies)
{
    const auto found = std::find_if(m_firsts.begin(), m_firsts.end(), [&](const KnownFirst& known) {
        return known.frequencies.size() == frequencies.size() && (known.frequencies == frequencies).all();
    });
    return found == m_firsts.end() ? nullptr : &*found;
}

std::vector<FirstNegative> BaseBoundCache::firstNegatives(
    const std::vector<Eigen::ArrayXd>& frequencies, bool exactNow)
{
    const std::lock_guard lock(m_mutex);
    std::vector<KnownFirst> firsts;
    std::vector<FirstNegative> answers;
    for (const Eigen::ArrayXd& one : frequencies) {
        FirstNegative first;
        const KnownFirst* const asked = find(one);
        if (asked && (asked->first.known || !exactNow)) {
            first = asked->first;
        } else {
            const std::int64_t longest = encodings::longestBoundLength(2 * one.size());
            const double affordable = mostFirstTerms / static_cast<double>(frequencies.size() * one.size());
            const std::int64_t limit
                = exactNow ? longest : std::min(longest, static_cast<std::int64_t>(affordable));
            first.distance = encodings::firstNegativeDistance(one, limit);
            first.known = first.distance || limit == longest;
            m_firstsAsked = m_firstsAsked && first.known;
        }
        answers.push_back(first);
        firsts.push_back({ one, first });
    }
    m_firsts = std::move(firsts);
    return answers;
}

BaseBoundAnswer BaseBoundCache::answer(const BaseCurveRequest& curve, const BoundRequest& bound,
    bool exactNow, const std::function<void()>& repaint)
{
    const std::lock_guard lock(m_mutex);
    const BaseCurveRequest whole = within(curve, mostTerms);
    if (exactNow) {
        if (!m_curve || m_curve->request != whole)
            m_curve = computed(whole, {}, false);
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
            m_rough = computed(rough, {}, false);
        answer.curve = m_rough;
        answer.curvePending = true;
    }
    const std::pair asked(whole, bound);
    const bool newWork = ((curveOpen || boundOpen) && m_asked != asked) || !m_firstsAsked;
    if (newWork && repaint) {
        m_asked = asked;
        m_firstsAsked = true;
        startWorker(whole, bound, repaint);
    }
    return answer;
}

std::optional<KnownBound> BaseBoundCache::known(const BoundRequest& bound)
{
    const std::lock_guard lock(m_mutex);
    return m_bound && m_bound->request == bound ? m_bound : std::nullopt;
}

void BaseBoundCache::startWorker(
    const BaseCurveRequest& curve, const BoundRequest& bound, std::function<void()> repaint)
{
    const bool boundOpen = bound.length > 0 && (!m_bound || m_bound->request != bound);
    const bool curveOpen = !m_curve || m_curve->request != curve;
    std::vector<Eigen::ArrayXd> open;
    for (const KnownFirst& known : m_firsts) {
        if (!known.first.known)
            open.push_back(known.frequencies);
    }
    const std::weak_ptr<BaseBoundCache> weak = weak_from_this();
    m_worker.start([weak, curve, bound, curveOpen, boundOpen, open = std::move(open),
                       repaint = std::move(repaint)](const std::stop_token& stop) {
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
        for (const Eigen::ArrayXd& frequencies : open) {
            if (stop.stop_requested())
                return;
            const FirstNegative found { encodings::firstNegativeDistance(frequencies,
                                            encodings::longestBoundLength(2 * frequencies.size()), stop),
                true };
            keep([&](BaseBoundCache& cache) {
                if (KnownFirst* known = cache.find(frequencies))
                    known->first = found;
            });
        }
        if (boundOpen && !stop.stop_requested()) {
            const KnownBound found { bound, encodings::baseBound(bound.dimension, bound.length, stop) };
            keep([&](BaseBoundCache& cache) { cache.m_bound = found; });
        }
        if (curveOpen && !stop.stop_requested()) {
            const BaseCurve found = computed(curve, stop, true);
            keep([&](BaseBoundCache& cache) { cache.m_curve = found; });
        }
    });
}
