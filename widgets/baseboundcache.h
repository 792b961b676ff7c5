// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lateworker.h"

#include "encodings/basebound.h"

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

/// First negative distances of many bases: low .. high, evenly on a logarithmic scale.
struct BaseCurveRequest {
    Eigen::Index dimension = 0;
    std::int64_t limit = 0; ///< distances looked at
    double low = 1.0;
    double high = 1.0;
    int bases = 0;

    double base(int index) const;
    bool operator==(const BaseCurveRequest&) const = default;
};

struct BaseCurve {
    BaseCurveRequest request; ///< the one asked for, or one of fewer bases
    std::vector<std::optional<std::int64_t>> first; ///< one for each base; nothing: none below the limit
};

/// The first distance where the sum of given frequencies is negative.
struct FirstNegative {
    std::optional<std::int64_t> distance; ///< nothing: none up to longestBoundLength
    bool known = false; ///< worked out already
};

/// The lowest base for a length.
struct BoundRequest {
    Eigen::Index dimension = 0;
    std::int64_t length = 0;

    bool operator==(const BoundRequest&) const = default;
};

struct KnownBound {
    BoundRequest request;
    std::optional<double> base; ///< nothing: no base serves
};

struct BaseBoundAnswer {
    BaseCurve curve; ///< empty where even a rough one takes long
    bool curvePending = false;
    std::optional<KnownBound> bound; ///< nothing while it is worked out
};

/// Works out what BaseBoundView draws: a rough curve and near distances at once where that is quick, the rest
/// in a worker thread, which drops what is no longer asked for. Share by std::make_shared: the worker asks
/// whether the cache is still there.
class BaseBoundCache : public std::enable_shared_from_this<BaseBoundCache> {
public:
    /// Fewer bases are looked at than asked for where all would take more terms (pairs x distances) than
    /// this.
    static constexpr double mostTerms = 1.2e10;

    /// One for each of `frequencies`; the last ones asked for are kept. With `exactNow` all are known. Others
    /// are when answer(), which leaves them to the worker, has asked for another paint.
    std::vector<FirstNegative> firstNegatives(const std::vector<Eigen::ArrayXd>& frequencies, bool exactNow);

    /// With `exactNow` nothing is left to the worker. A bound of length 0 is not worked out.
    BaseBoundAnswer answer(const BaseCurveRequest& curve, const BoundRequest& bound, bool exactNow,
        const std::function<void()>& repaint);

    /// The bound where it is known already.
    std::optional<KnownBound> known(const BoundRequest& bound);

private:
    struct KnownFirst {
        Eigen::ArrayXd frequencies;
        FirstNegative first;
    };

    static BaseCurve computed(BaseCurveRequest request, std::stop_token stop, bool late);
    static BaseCurveRequest within(BaseCurveRequest request, double terms);
    void startWorker(const BaseCurveRequest& curve, const BoundRequest& bound, std::function<void()> repaint);
    KnownFirst* find(const Eigen::ArrayXd& frequencies);

    std::mutex m_mutex;
    std::optional<BaseCurve> m_curve; ///< the last one, whole
    BaseCurve m_rough; ///< the last one shown at once
    std::optional<KnownBound> m_bound;
    std::vector<KnownFirst> m_firsts;
    bool m_firstsAsked = true; ///< the worker knows of all of them
    std::pair<BaseCurveRequest, BoundRequest> m_asked; ///< what the worker is busy with
    LateWorker m_worker;
};
