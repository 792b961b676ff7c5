// SPDX-License-Identifier: GPL-3.0-or-later
#include "distancecurves.h"

#include "encodings/seeded.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

using Eigen::ArrayXd;
using Eigen::Index;
using encodings::Interval;

namespace {

/// A part of a frame on the interface thread.
constexpr double mostSeconds = 0.012;
constexpr std::size_t roughColumns = 48;
/// Distances looked at in a column that may turn out to be smooth.
constexpr int probes = 4;
/// Distances of a curve that ripples, up to which all are looked at.
constexpr double mostDistances = 65536.0;

/// Which distances of a column are looked at: all, or one in each of `count` equal parts, both ends among
/// them.
void appendDistances(std::vector<double>& distances, const DistanceColumn& column, int count)
{
    if (column.count() <= count) {
        for (double distance = column.first; distance <= column.last; ++distance)
            distances.push_back(distance);
        return;
    }
    distances.push_back(column.first);
    for (int part = 1; part + 1 < count; ++part) {
        // At irregular places, so that no ripple has their period.
        const double place = (part
                                 + encodings::seededUniform(0, encodings::PositionStream,
                                     static_cast<std::uint64_t>(std::abs(column.first)) * 64
                                         + static_cast<std::uint64_t>(part)))
            / count;
        distances.push_back(std::floor(std::lerp(column.first, column.last, place)));
    }
    distances.push_back(column.last);
}

/// Ranges from `count` distances of every column. 0: the middle one.
DistanceCurve sampled(const DistanceFunction& function, std::vector<DistanceColumn> columns, int count)
{
    std::vector<double> distances;
    std::vector<std::size_t> starts;
    for (const DistanceColumn& column : columns) {
        starts.push_back(distances.size());
        if (count == 0)
            distances.push_back(std::floor((column.first + column.last) / 2));
        else
            appendDistances(distances, column, count);
    }
    starts.push_back(distances.size());
    const ArrayXd values
        = function.at(Eigen::Map<const ArrayXd>(distances.data(), static_cast<Index>(distances.size())));

    DistanceCurve curve;
    std::size_t rippling = 0;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto part
            = values.segment(static_cast<Index>(starts[i]), static_cast<Index>(starts[i + 1] - starts[i]));
        const double none = std::numeric_limits<double>::quiet_NaN();
        Interval range { none, none };
        for (const double value : part) {
            if (std::isfinite(value))
                range = { std::fmin(range.low, value), std::fmax(range.high, value) };
        }
        const double first = part[0];
        const double last = part[part.size() - 1];
        const double slack = 1e-9 * std::max(std::abs(range.low), std::abs(range.high));
        rippling += range.high > std::max(first, last) + slack || range.low < std::min(first, last) - slack;
        curve.ranges.push_back(range);
    }
    // A few columns may hold a step or a turning point.
    curve.rippled = 10 * rippling > columns.size();
    curve.samples = rippling > 0 ? count : 0;
    curve.columns = std::move(columns);
    return curve;
}

/// Neighbouring columns together, so that at most `most` remain, of a scattered function fewer.
std::vector<DistanceColumn> columnsFor(
    const DistanceFunction& function, const std::vector<DistanceColumn>& columns, std::size_t most)
{
    if (function.scattered)
        most = std::min(most, DistanceCurves::mostScattered);
    if (columns.size() <= most)
        return columns;
    const std::size_t together = (columns.size() + most - 1) / most;
    std::vector<DistanceColumn> fewer;
    for (std::size_t i = 0; i < columns.size(); i += together)
        fewer.push_back({ columns[i].first, columns[std::min(i + together, columns.size()) - 1].last });
    return fewer;
}

DistanceCurve smoothCurve(const DistanceFunction& function, const std::vector<DistanceColumn>& columns)
{
    DistanceCurve curve = sampled(function, columns, function.scattered ? 0 : probes);
    const bool all = std::none_of(
        columns.begin(), columns.end(), [](const DistanceColumn& column) { return column.count() > probes; });
    if (all)
        curve.samples = 0;
    return curve;
}

double distancesOf(const std::vector<DistanceColumn>& columns)
{
    double distances = 0.0;
    for (const DistanceColumn& column : columns)
        distances += column.count();
    return distances;
}

DistanceCurve rippledCurve(const DistanceFunction& function, const std::vector<DistanceColumn>& columns)
{
    const bool all = distancesOf(columns) <= mostDistances;
    DistanceCurve curve
        = sampled(function, columns, all ? std::numeric_limits<int>::max() : DistanceCurves::rippleSamples);
    curve.samples = all ? 0 : DistanceCurves::rippleSamples;
    return curve;
}

} // namespace

std::vector<DistanceColumn> distanceColumns(double from, double to, bool logarithmic, int wanted)
{
    std::vector<DistanceColumn> columns;
    const double end = std::floor(to);
    double first = std::ceil(from);
    for (int column = 1; column <= wanted && first <= end; ++column) {
        const double share = static_cast<double>(column) / wanted;
        const double edge = logarithmic ? from * std::pow(to / from, share) : std::lerp(from, to, share);
        const double last = column == wanted ? end : std::min(end, std::ceil(edge) - 1.0);
        if (last < first)
            continue;
        columns.push_back({ first, last });
        first = last + 1.0;
    }
    return columns;
}

bool DistanceCurve::hasEveryDistance() const
{
    return columns.empty()
        || columns.back().last - columns.front().first + 1.0 == static_cast<double>(columns.size());
}

DistanceCurve distanceCurve(const DistanceFunction& function, const std::vector<DistanceColumn>& columns)
{
    const std::vector<DistanceColumn> own = columnsFor(function, columns, columns.size());
    DistanceCurve curve = smoothCurve(function, own);
    return curve.samples > 0 ? rippledCurve(function, own) : curve;
}

Interval valueRange(
    const std::vector<DistanceFunction>& functions, const std::vector<DistanceColumn>& columns)
{
    // Near distances, where most changes, and some of every column; few where there are many functions.
    constexpr int near = 128;
    const int each = std::clamp(128 / std::max(1, static_cast<int>(functions.size())), 2, 16);
    std::vector<double> places;
    for (const DistanceColumn& column : columns)
        appendDistances(places, column, each);
    for (double distance = 0.0; distance < near && !columns.empty(); ++distance) {
        if (distance >= columns.front().first && distance <= columns.back().last)
            places.push_back(distance);
    }
    const Eigen::Map<const ArrayXd> distances(places.data(), static_cast<Index>(places.size()));
    Interval range { 0.0, 0.0 };
    for (const DistanceFunction& function : functions) {
        for (const double value : function.at(distances)) {
            if (std::isfinite(value))
                range = { std::min(range.low, value), std::max(range.high, value) };
        }
    }
    if (range.low == 0.0 && range.high == 0.0)
        return { -1.0, 1.0 };
    const double room = 0.05 * (range.high - range.low);
    return { range.low < 0.0 ? range.low - room : 0.0, range.high + room };
}

DistanceAnswer DistanceCurves::atOnce(
    const std::vector<DistanceFunction>& functions, const std::vector<DistanceColumn>& columns)
{
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    DistanceAnswer answer;
    double looked = 0.0;
    for (const DistanceFunction& function : functions) {
        answer.curves.push_back(smoothCurve(function, columnsFor(function, columns, roughColumns)));
        looked += static_cast<double>(answer.curves.back().columns.size()) * probes;
    }
    const std::chrono::duration<double> taken = Clock::now() - begin;
    const double perDistance = taken.count() / std::max(1.0, looked);

    double smooth = 0.0;
    double ripples = 0.0;
    for (std::size_t i = 0; i < functions.size(); ++i) {
        const auto own = static_cast<double>(columnsFor(functions[i], columns, columns.size()).size());
        smooth += own * probes;
        if (answer.curves[i].samples > 0)
            ripples += std::max(own * rippleSamples, std::min(distancesOf(columns), mostDistances));
    }
    const bool inFull = perDistance * (smooth + ripples) <= mostSeconds;
    const bool withoutRipples = perDistance * smooth <= mostSeconds;
    for (std::size_t i = 0; i < functions.size() && (inFull || withoutRipples); ++i)
        answer.curves[i] = inFull
            ? distanceCurve(functions[i], columns)
            : smoothCurve(functions[i], columnsFor(functions[i], columns, columns.size()));
    answer.pending = !inFull;
    return answer;
}

DistanceAnswer DistanceCurves::answer(const Functions& functions, const std::vector<DistanceColumn>& columns,
    bool exactNow, const std::function<void()>& repaint)
{
    if (exactNow) {
        DistanceAnswer answer;
        for (const DistanceFunction& function : *functions)
            answer.curves.push_back(distanceCurve(function, columns));
        return answer;
    }
    const std::lock_guard lock(m_mutex);
    if (m_functions == functions && m_columns == columns)
        return m_answer;
    m_functions = functions;
    m_columns = columns;
    m_answer = atOnce(*functions, columns);
    m_worker.drop();
    if (m_answer.pending)
        startWorker(repaint);
    return m_answer;
}

void DistanceCurves::startWorker(const std::function<void()>& repaint)
{
    m_worker.start([weak = weak_from_this(), functions = m_functions, columns = m_columns, repaint](
                       const std::stop_token& stop) {
        DistanceAnswer full;
        for (const DistanceFunction& function : *functions) {
            if (stop.stop_requested())
                return;
            full.curves.push_back(distanceCurve(function, columns));
        }
        const std::shared_ptr<DistanceCurves> cache = weak.lock();
        if (!cache)
            return;
        {
            const std::lock_guard storing(cache->m_mutex);
            if (cache->m_functions != functions || cache->m_columns != columns)
                return;
            cache->m_answer = std::move(full);
        }
        if (repaint)
            repaint();
    });
}
