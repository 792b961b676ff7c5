// SPDX-License-Identifier: GPL-3.0-or-later
#include "cleanregisters.h"
#include "decayblocks.h"
#include "decayingblocks.h"
#include "parametererror.h"

#include <algorithm>
#include <cmath>
#include <future>
#include <limits>
#include <numbers>
#include <random>
#include <string>
#include <thread>

namespace encodings {

namespace {

using Eigen::ArrayXd;
using Eigen::ArrayXf;
using Eigen::ArrayXXd;
using Eigen::ArrayXXf;
using Eigen::Index;

/// Calls work(from, to) for parts of 0 .. count, in several threads when there are many terms.
template <typename Work> void inParts(std::int64_t count, double terms, const Work& work)
{
    const auto processors
        = static_cast<std::int64_t>(std::clamp(std::thread::hardware_concurrency(), 1u, 4u));
    const std::int64_t parts = terms < 1e7 ? 1 : std::min(processors, count);
    std::vector<std::future<void>> others;
    for (std::int64_t part = 1; part < parts; ++part) {
        others.push_back(std::async(std::launch::async,
            [&work, count, part, parts] { work(count * part / parts, count * (part + 1) / parts); }));
    }
    work(0, count / parts);
    for (std::future<void>& other : others)
        other.get();
}

/// The values at distances first, first + step, ...
template <typename Blocks, typename... Weights>
ArrayXd valuesOf(
    double first, double step, Index count, const ArrayXd& frequencies, const Weights&... weights)
{
    ArrayXd result(count);
    inParts(count, static_cast<double>(count) * static_cast<double>(frequencies.size()),
        [&](Index from, Index to) {
            Blocks blocks(frequencies, weights..., step, to - from);
            for (Index at = from; at < to; at += blocks.size()) {
                const Index length = std::min(blocks.size(), to - at);
                result.segment(at, length)
                    = blocks.values(first + static_cast<double>(at) * step, length).head(length);
            }
        });
    return result;
}

/// Lowest and highest value in every column; empty when stopped.
template <typename Blocks, typename... Weights>
std::vector<Interval> rangesOf(const Columns& columns, const std::stop_token& stop,
    const ArrayXd& frequencies, const Weights&... weights)
{
    std::vector<Interval> ranges(static_cast<std::size_t>(columns.count()), nothing);
    const auto terms = static_cast<double>(columns.distances()) * static_cast<double>(frequencies.size());
    inParts(columns.count(), terms, [&](std::int64_t from, std::int64_t to) {
        auto column = static_cast<int>(from);
        const std::int64_t end = columns.start(static_cast<int>(to));
        Blocks blocks(frequencies, weights..., 1.0, end - columns.start(column));
        for (std::int64_t first = columns.start(column); first < end && !stop.stop_requested();
             first += blocks.size()) {
            const Index count = std::min<std::int64_t>(blocks.size(), end - first);
            const ArrayXd& values = blocks.values(static_cast<double>(first), count);
            for (Index at = 0; at < count;) {
                const std::int64_t columnEnd = columns.start(column + 1);
                const Index length = std::min<std::int64_t>(count - at, columnEnd - first - at);
                const auto part = values.segment(at, length);
                widen(ranges[static_cast<std::size_t>(column)], part.minCoeff(), part.maxCoeff());
                at += length;
                if (first + at == columnEnd)
                    ++column;
            }
        }
    });
    if (stop.stop_requested())
        ranges.clear();
    return ranges;
}

} // namespace

PairWeights onesWeights(Index pairs)
{
    return { ArrayXd::Constant(pairs, 1.0 / static_cast<double>(pairs)), ArrayXd::Zero(pairs) };
}

PairWeights randomWeights(Index pairs, std::uint64_t seed)
{
    // std::normal_distribution differs between standard libraries; the generator's raw output does not.
    std::mt19937_64 generator(seed);
    const auto uniform = [&generator] { return static_cast<double>(generator() >> 11) * 0x1p-53; };
    const auto unitVector = [&] {
        ArrayXXd vector(2, pairs);
        for (Index pair = 0; pair < pairs; ++pair) {
            const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
            const double angle = 2.0 * std::numbers::pi * uniform();
            vector(0, pair) = radius * std::cos(angle);
            vector(1, pair) = radius * std::sin(angle);
        }
        vector /= std::sqrt(vector.square().sum());
        return vector;
    };
    const ArrayXXd query = unitVector();
    const ArrayXXd key = unitVector();
    return { query.row(0) * key.row(0) + query.row(1) * key.row(1),
        query.row(1) * key.row(0) - query.row(0) * key.row(1) };
}

ArrayXd decay(const ArrayXd& frequencies, const PairWeights& weights, double first, double step, Index count)
{
    if (!weights.decays())
        return valuesOf<DecayBlocks>(first, step, count, frequencies, weights);
    // Towards smaller distances a decay grows without end: from the smallest on, then.
    if (step < 0.0) {
        const double last = first + step * static_cast<double>(std::max<Index>(count - 1, 0));
        return decay(frequencies, weights, last, -step, count).reverse();
    }
    const double before = first >= 0.0 ? 0.0 : step == 0.0 ? HUGE_VAL : std::ceil(-first / step);
    const auto missing = static_cast<Index>(std::min(before, static_cast<double>(count)));
    ArrayXd result = ArrayXd::Constant(count, std::numeric_limits<double>::quiet_NaN());
    result.tail(count - missing) = valuesOf<DecayingBlocks>(
        first + static_cast<double>(missing) * step, step, count - missing, frequencies, weights);
    return result;
}

namespace {

/// Whether the distance at `end` continues the run from `start` on, but for rounding.
bool isNext(const ArrayXd& distances, Index start, Index end, double step)
{
    const double expected = distances[start] + step * static_cast<double>(end - start);
    return std::abs(distances[end] - expected) <= 1e-13 * std::abs(expected) + 1e-12;
}

/// The sum at one distance: faster than blocks for less than a handful.
double sumAt(const ArrayXd& frequencies, const PairWeights& weights, double distance)
{
    if (weights.decays() && distance < 0.0)
        return std::numeric_limits<double>::quiet_NaN();
    cleanRegisters();
    double sum = 0.0;
    for (Index pair = 0; pair < frequencies.size(); ++pair) {
        const std::complex<double> turn = phasor(distance, frequencies[pair]);
        const double term = weights.inPhase[pair] * turn.real() + weights.quadrature[pair] * turn.imag();
        sum += weights.decays() ? term * std::exp(distance * weights.logDecay[pair]) : term;
    }
    return sum;
}

constexpr Index shortRun = 8;

} // namespace

ArrayXd decayAt(const ArrayXd& frequencies, const PairWeights& weights, const ArrayXd& distances)
{
    const Index count = distances.size();
    ArrayXd sums(count);
    for (Index start = 0; start < count;) {
        if (std::isnan(distances[start])) {
            sums[start++] = std::numeric_limits<double>::quiet_NaN();
            continue;
        }
        Index end = start + 1;
        const bool goesOn = end < count && !std::isnan(distances[end]);
        const double step = goesOn ? distances[end] - distances[start] : 0.0;
        while (end < count && isNext(distances, start, end, step))
            ++end;
        auto run = sums.segment(start, end - start);
        if (step == 0.0)
            run.setConstant(sumAt(frequencies, weights, distances[start]));
        else if (end - start < shortRun)
            run = distances.segment(start, end - start).unaryExpr([&](double distance) {
                return sumAt(frequencies, weights, distance);
            });
        else
            run = decay(frequencies, weights, distances[start], step, end - start);
        start = end;
    }
    return sums;
}

ArrayXd roformerBound(const ArrayXd& frequencies, double first, double step, Index count)
{
    return valuesOf<BoundBlocks>(first, step, count, frequencies);
}

Columns::Columns(std::int64_t first, std::int64_t last, int wanted)
    : m_first(first)
    , m_last(last)
    , m_count(static_cast<int>(std::min<std::int64_t>(std::max(wanted, 1), last - first + 1)))
{
    if (last < first)
        throw ParameterError("last distance", std::to_string(last), std::to_string(first) + " and above");
}

std::int64_t Columns::start(int column) const
{
    // Column times distances could overflow.
    const std::int64_t each = distances() / m_count;
    const std::int64_t rest = distances() % m_count;
    return m_first + column * each + column * rest / m_count;
}

std::vector<Interval> decayRanges(
    const ArrayXd& frequencies, const PairWeights& weights, const Columns& columns, std::stop_token stop)
{
    return weights.decays() ? rangesOf<DecayingBlocks>(columns, stop, frequencies, weights)
                            : rangesOf<DecayBlocks>(columns, stop, frequencies, weights);
}

std::vector<Interval> roformerBoundRanges(
    const ArrayXd& frequencies, const Columns& columns, std::stop_token stop)
{
    return rangesOf<BoundBlocks>(columns, stop, frequencies);
}

} // namespace encodings
