// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baseboundcache.h"
#include "coretext.h"

#include "encodings/conversion.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

/// A series with pairs as BaseBoundView marks it.
struct BoundSeries {
    QString name;
    std::size_t index = 0; ///< decides the colour
    char marker = 'd';
    Eigen::Index dimension = 0;
    double base = 1.0; ///< of its frequencies; the unscaled one where they follow from no base
    double target = 0.0; ///< target length
    Eigen::ArrayXd frequencies;
    FirstNegative first; ///< of these

    explicit BoundSeries(const encodings::SceneSeries& series)
        : name(nameOf(series))
        , index(series.index)
        , base(series.values.number("base"))
        , target(std::ceil(series.targetLength()))
        , frequencies(series.scheme.frequencies())
    {
        dimension = 2 * frequencies.size();
        if (const auto known = encodings::baseAndStretchOf(frequencies))
            base = known->base;
    }

    std::int64_t longest() const { return encodings::longestBoundLength(dimension); }
    bool tooLong() const { return target > static_cast<double>(longest()); }
    BoundRequest request() const
    {
        return { dimension, tooLong() ? 0 : std::max<std::int64_t>(1, static_cast<std::int64_t>(target)) };
    }
};

/// Reads what is known of their first negative distances.
inline void updateFirsts(std::vector<BoundSeries>& series, BaseBoundCache& cache, bool exactNow)
{
    std::vector<Eigen::ArrayXd> frequencies;
    for (const BoundSeries& one : series)
        frequencies.push_back(one.frequencies);
    const std::vector<FirstNegative> firsts = cache.firstNegatives(frequencies, exactNow);
    for (std::size_t i = 0; i < series.size(); ++i)
        series[i].first = firsts[i];
}

/// The series, which all have pairs; the first is the subject.
inline std::vector<BoundSeries> boundSeries(
    const encodings::Scene& scene, BaseBoundCache& cache, bool exactNow)
{
    std::vector<BoundSeries> found;
    for (const encodings::SceneSeries& series : scene.series) {
        found.emplace_back(series);
        found.back().marker = "ds*"[(found.size() - 1) % 3];
    }
    updateFirsts(found, cache, exactNow);
    return found;
}

/// What the axes of BaseBoundView show.
struct BoundFrame {
    double lowBase = 1.0;
    double highBase = 10.0;
    double lowDistance = 1.0;
    double limit = 10.0; ///< distances looked at

    /// `series` is not empty.
    explicit BoundFrame(const std::vector<BoundSeries>& series)
    {
        const BoundSeries& subject = series.front();
        const double longest = static_cast<double>(subject.longest());
        lowBase = highBase = encodings::roughBaseBound(std::min(subject.target, longest));
        double furthest = 2.0 * subject.target;
        for (const BoundSeries& one : series) {
            lowBase = std::min(lowBase, one.base);
            highBase = std::max(highBase, one.base);
            furthest = std::max(furthest, static_cast<double>(one.first.distance.value_or(one.longest())));
        }
        lowBase = std::clamp(lowBase / 20.0, 1.0, 1e29);
        highBase = std::clamp(highBase * 20.0, 10.0 * lowBase, 1e30);
        limit = std::clamp(2.0 * furthest, 16.0, longest);
        lowDistance = std::clamp(encodings::roughLengthOf(lowBase) / 3.0, 1.0, limit / 10.0);
    }
};
