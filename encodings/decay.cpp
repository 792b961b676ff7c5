// SPDX-License-Identifier: GPL-3.0-or-later
#include "decay.h"

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

constexpr Interval nothing{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

void widen(Interval& interval, double low, double high)
{
    interval.low = std::min(interval.low, low);
    interval.high = std::max(interval.high, high);
}

/// The sum over pairs for many neighbouring distances. With a block's distances written as centre + o and centre - o,
/// inPhase cos(r t) + quadrature sin(r t) is E + O and E - O, where E = sum a cos(o t), O = sum b sin(o t), and (a, b)
/// are the weights turned to the centre. The cosines of the offsets o are the same for all blocks: E and O of many
/// blocks are one matrix product each, half the multiplications of angle addition.
class DecayBlocks {
public:
    DecayBlocks(const ArrayXd& frequencies, const PairWeights& weights, double step, Index count)
        : m_frequencies(frequencies)
        , m_weights(weights)
        , m_step(step)
        , m_half(std::clamp<Index>(std::lround(0.5 * std::sqrt(static_cast<double>(count))), 1, 128))
        , m_blocks(std::min<Index>((count + 2 * m_half - 1) / (2 * m_half), 64))
    {
        fillCosSinTable(frequencies, 0.5 * step, step, m_half, m_offsets);
        fillCosSinTable(frequencies, 0.0, static_cast<double>(2 * m_half) * step, m_blocks, m_centres);
        m_cosWeights.resize(m_blocks, frequencies.size());
        m_sinWeights.resize(m_blocks, frequencies.size());
        m_values.resize(2 * m_half * m_blocks);
    }

    /// How many distances values() can give at once.
    Index size() const { return m_values.size(); }

    /// The sums for distances first, first + step, ...; at least `count` (<= size()) of them, valid until the next call.
    const ArrayXd& values(double first, Index count)
    {
        const Index blocks = (count + 2 * m_half - 1) / (2 * m_half);
        const double centre = first + (static_cast<double>(m_half) - 0.5) * m_step;
        for (Index pair = 0; pair < m_frequencies.size(); ++pair) {
            const auto turn = phasor(centre, m_frequencies[pair]);
            const double inPhase = m_weights.inPhase[pair];
            const double quadrature = m_weights.quadrature[pair];
            const double a = inPhase * turn.real() + quadrature * turn.imag();
            const double b = quadrature * turn.real() - inPhase * turn.imag();
            const auto cos = m_centres.cos.col(pair).head(blocks);
            const auto sin = m_centres.sin.col(pair).head(blocks);
            m_cosWeights.col(pair).head(blocks) = (a * cos + b * sin).matrix();
            m_sinWeights.col(pair).head(blocks) = (b * cos - a * sin).matrix();
        }
        m_even.noalias() = m_offsets.cos.matrix() * m_cosWeights.topRows(blocks).transpose();
        m_odd.noalias() = m_offsets.sin.matrix() * m_sinWeights.topRows(blocks).transpose();
        for (Index block = 0; block < blocks; ++block) {
            const auto even = m_even.col(block).array();
            const auto odd = m_odd.col(block).array();
            auto values = m_values.segment(2 * m_half * block, 2 * m_half);
            values.tail(m_half) = even + odd;
            values.head(m_half) = (even - odd).reverse();
        }
        return m_values;
    }

private:
    const ArrayXd& m_frequencies;
    const PairWeights& m_weights;
    const double m_step;
    const Index m_half;
    const Index m_blocks;
    CosSinTable m_offsets;
    CosSinTable m_centres;
    Eigen::MatrixXd m_cosWeights;
    Eigen::MatrixXd m_sinWeights;
    Eigen::MatrixXd m_even;
    Eigen::MatrixXd m_odd;
    ArrayXd m_values;
};

/// The mean of |S_j| over j for blocks of neighbouring distances, in double or (for an estimate) in float. The square
/// root takes most of the time, so that a plain loop over pairs with the distances innermost is as fast as it gets.
template<typename Scalar>
class BoundBlocks {
public:
    using Values = Eigen::Array<Scalar, Eigen::Dynamic, 1>;

    BoundBlocks(const ArrayXd& frequencies, double step, Index count)
        : m_frequencies(frequencies)
        , m_real(std::clamp<Index>(count, 1, 256))
        , m_imaginary(m_real.size())
        , m_sum(m_real.size())
    {
        CosSinTable offsets;
        fillCosSinTable(frequencies, 0.0, step, size(), offsets);
        m_cos = offsets.cos.cast<Scalar>();
        m_sin = offsets.sin.cast<Scalar>();
    }

    Index size() const { return m_sum.size(); }

    const Values& values(double first)
    {
        m_real.setZero();
        m_imaginary.setZero();
        m_sum.setZero();
        for (Index pair = 0; pair < m_frequencies.size(); ++pair) {
            const auto turn = phasor(first, m_frequencies[pair]);
            const auto turnCos = static_cast<Scalar>(turn.real());
            const auto turnSin = static_cast<Scalar>(turn.imag());
            m_real += turnCos * m_cos.col(pair) - turnSin * m_sin.col(pair);
            m_imaginary += turnSin * m_cos.col(pair) + turnCos * m_sin.col(pair);
            m_sum += (m_real.square() + m_imaginary.square()).sqrt();
        }
        m_sum /= static_cast<Scalar>(m_frequencies.size());
        return m_sum;
    }

private:
    const ArrayXd& m_frequencies;
    Eigen::Array<Scalar, Eigen::Dynamic, Eigen::Dynamic> m_cos;
    Eigen::Array<Scalar, Eigen::Dynamic, Eigen::Dynamic> m_sin;
    Values m_real;
    Values m_imaginary;
    Values m_sum;
};

/// Splits the columns among threads when there is enough to do: scan(first column, one behind the last, result).
template<typename Scan>
std::vector<Interval> scanColumns(const Columns& columns, Index pairs, const std::stop_token& stop, const Scan& scan)
{
    std::vector<Interval> ranges(static_cast<std::size_t>(columns.count()), nothing);
    const auto terms = static_cast<double>(columns.distances()) * static_cast<double>(pairs);
    const auto processors = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 4u));
    const int parts = terms < 1e7 ? 1 : std::min(processors, columns.count());
    const auto border = [&](int part) {
        return static_cast<int>(static_cast<std::int64_t>(columns.count()) * part / parts);
    };
    std::vector<std::future<void>> others;
    for (int part = 1; part < parts; ++part) {
        others.push_back(std::async(std::launch::async,
                                    [&, part] { scan(border(part), border(part + 1), ranges.data()); }));
    }
    scan(border(0), border(1), ranges.data());
    for (std::future<void>& other : others)
        other.get();
    if (stop.stop_requested())
        ranges.clear();
    return ranges;
}

/// Scans columns from..to-1 with values(first distance, at most this many), which returns an array of as many as it likes.
template<typename Values>
void scanRanges(const Columns& columns, int from, int to, Interval* ranges, const std::stop_token& stop, Index size,
                const Values& values)
{
    int column = from;
    const std::int64_t end = columns.start(to);
    for (std::int64_t first = columns.start(from); first < end; first += size) {
        if (stop.stop_requested())
            return;
        const auto count = static_cast<Index>(std::min<std::int64_t>(size, end - first));
        const ArrayXd& found = values(static_cast<double>(first), count);
        for (Index at = 0; at < count;) {
            const std::int64_t columnEnd = columns.start(column + 1);
            const Index length = std::min<Index>(count - at, columnEnd - first - at);
            const auto part = found.segment(at, length);
            widen(ranges[column], part.minCoeff(), part.maxCoeff());
            at += length;
            if (first + at == columnEnd)
                ++column;
        }
    }
}

/// Where an estimate looks: runs of neighbouring distances, one in each of equal parts of a column, at a place in its
/// part that a hash chooses, so that the places have no period that a pair could share.
class Runs {
public:
    static constexpr Index length = 64;

    Runs(const Columns& columns, int samplesPerColumn)
        : m_columns(columns)
        , m_perColumn(std::max<std::int64_t>((samplesPerColumn + length - 1) / length, 1))
    {
    }

    /// False when the columns are so short that all their distances are not more than the runs would take.
    bool fit() const { return m_columns.distances() / m_columns.count() >= m_perColumn * length; }

    Index count() const { return m_columns.count() * m_perColumn; }
    int column(Index run) const { return static_cast<int>(run / m_perColumn); }

    std::int64_t start(Index run) const
    {
        const std::int64_t columnStart = m_columns.start(column(run));
        const std::int64_t distances = m_columns.start(column(run) + 1) - columnStart;
        const std::int64_t part = run % m_perColumn;
        const std::int64_t from = part * distances / m_perColumn;
        const std::int64_t places = (part + 1) * distances / m_perColumn - from - length + 1;
        // The finaliser of splitmix64 (Steele, Lea, Flood 2014).
        auto hash = static_cast<std::uint64_t>(run + 1) * 0x9e3779b97f4a7c15u;
        hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
        hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
        hash ^= hash >> 31;
        return columnStart + from + static_cast<std::int64_t>(hash % static_cast<std::uint64_t>(places));
    }

private:
    const Columns& m_columns;
    Index m_perColumn;
};

} // namespace

PairWeights onesWeights(Index pairs)
{
    return {ArrayXd::Constant(pairs, 1.0 / static_cast<double>(pairs)), ArrayXd::Zero(pairs)};
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
    return {query.row(0) * key.row(0) + query.row(1) * key.row(1),
            query.row(1) * key.row(0) - query.row(0) * key.row(1)};
}

ArrayXd decay(const ArrayXd& frequencies, const PairWeights& weights, double first, double step, Index count)
{
    ArrayXd result(count);
    DecayBlocks blocks(frequencies, weights, step, count);
    for (Index at = 0; at < count; at += blocks.size()) {
        const Index length = std::min(blocks.size(), count - at);
        result.segment(at, length) = blocks.values(first + static_cast<double>(at) * step, length).head(length);
    }
    return result;
}

ArrayXd roformerBound(const ArrayXd& frequencies, double first, double step, Index count)
{
    ArrayXd result(count);
    BoundBlocks<double> blocks(frequencies, step, count);
    for (Index at = 0; at < count; at += blocks.size()) {
        const Index length = std::min(blocks.size(), count - at);
        result.segment(at, length) = blocks.values(first + static_cast<double>(at) * step).head(length);
    }
    return result;
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

std::vector<Interval> decayRanges(const ArrayXd& frequencies, const PairWeights& weights, const Columns& columns,
                                  std::stop_token stop)
{
    return scanColumns(columns, frequencies.size(), stop, [&](int from, int to, Interval* ranges) {
        DecayBlocks blocks(frequencies, weights, 1.0, columns.start(to) - columns.start(from));
        scanRanges(columns, from, to, ranges, stop, blocks.size(),
                   [&](double first, Index count) -> const ArrayXd& { return blocks.values(first, count); });
    });
}

std::vector<Interval> roformerBoundRanges(const ArrayXd& frequencies, const Columns& columns, std::stop_token stop)
{
    return scanColumns(columns, frequencies.size(), stop, [&](int from, int to, Interval* ranges) {
        BoundBlocks<double> blocks(frequencies, 1.0, columns.start(to) - columns.start(from));
        scanRanges(columns, from, to, ranges, stop, blocks.size(),
                   [&](double first, Index) -> const ArrayXd& { return blocks.values(first); });
    });
}

std::vector<Interval> estimatedDecayRanges(const ArrayXd& frequencies, const PairWeights& weights, const Columns& columns,
                                           int samplesPerColumn)
{
    const Runs runs(columns, samplesPerColumn);
    if (!runs.fit())
        return decayRanges(frequencies, weights, columns);

    // As in DecayBlocks, in float; angles still are doubles until whole turns are gone.
    constexpr Index half = Runs::length / 2;
    constexpr Index atOnce = 256;
    constexpr double roundToWhole = 0x1.8p52;
    const Index pairs = frequencies.size();
    CosSinTable offsets;
    fillCosSinTable(frequencies, 0.5, 1.0, half, offsets);
    const Eigen::MatrixXf offsetCos = offsets.cos.cast<float>();
    const Eigen::MatrixXf offsetSin = offsets.sin.cast<float>();
    Eigen::MatrixXf cosWeights(atOnce, pairs);
    Eigen::MatrixXf sinWeights(atOnce, pairs);
    Eigen::MatrixXf even;
    Eigen::MatrixXf odd;
    ArrayXd centres(atOnce);
    ArrayXd turns(atOnce);
    ArrayXf angles(atOnce);
    ArrayXf cos(atOnce);
    ArrayXf sin(atOnce);

    std::vector<Interval> ranges(static_cast<std::size_t>(columns.count()), nothing);
    for (Index first = 0; first < runs.count(); first += atOnce) {
        const Index count = std::min(atOnce, runs.count() - first);
        for (Index run = 0; run < count; ++run)
            centres[run] = static_cast<double>(runs.start(first + run)) + static_cast<double>(half) - 0.5;
        for (Index pair = 0; pair < pairs; ++pair) {
            turns = centres * (0.5 * std::numbers::inv_pi * frequencies[pair]);
            turns -= (turns + roundToWhole) - roundToWhole;
            angles = (2.0 * std::numbers::pi * turns).cast<float>();
            cos = angles.cos();
            sin = angles.sin();
            const auto inPhase = static_cast<float>(weights.inPhase[pair]);
            const auto quadrature = static_cast<float>(weights.quadrature[pair]);
            cosWeights.col(pair) = (inPhase * cos + quadrature * sin).matrix();
            sinWeights.col(pair) = (quadrature * cos - inPhase * sin).matrix();
        }
        even.noalias() = offsetCos * cosWeights.topRows(count).transpose();
        odd.noalias() = offsetSin * sinWeights.topRows(count).transpose();
        for (Index run = 0; run < count; ++run) {
            const auto middle = even.col(run).array();
            const auto around = odd.col(run).array().abs();
            widen(ranges[static_cast<std::size_t>(runs.column(first + run))], (middle - around).minCoeff(),
                  (middle + around).maxCoeff());
        }
    }
    return ranges;
}

std::vector<Interval> estimatedRoformerBoundRanges(const ArrayXd& frequencies, const Columns& columns, int samplesPerColumn)
{
    const Runs runs(columns, samplesPerColumn);
    if (!runs.fit())
        return roformerBoundRanges(frequencies, columns);

    std::vector<Interval> ranges(static_cast<std::size_t>(columns.count()), nothing);
    BoundBlocks<float> blocks(frequencies, 1.0, Runs::length);
    for (Index run = 0; run < runs.count(); ++run) {
        const ArrayXf& values = blocks.values(static_cast<double>(runs.start(run)));
        widen(ranges[static_cast<std::size_t>(runs.column(run))], values.minCoeff(), values.maxCoeff());
    }
    return ranges;
}

} // namespace encodings
