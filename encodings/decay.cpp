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

/// The sum over pairs for many neighbouring distances. With a block's distances written as centre + o and
/// centre - o, inPhase cos(r t) + quadrature sin(r t) is E + O and E - O, where E = sum a cos(o t), O = sum b
/// sin(o t), and (a, b) are the weights turned to the centre. The cosines of the offsets o are the same for
/// all blocks: E and O of many blocks are one matrix product each, half the multiplications of angle
/// addition.
class DecayBlocks {
public:
    DecayBlocks(const ArrayXd& frequencies, const PairWeights& weights, double step, Index count)
        : m_frequencies(frequencies)
        , m_weights(weights)
        , m_step(step)
        , m_half(std::clamp<Index>(std::lround(0.5 * std::sqrt(static_cast<double>(count))), 1, 128))
        , m_blocks(std::min((count + 2 * m_half - 1) / (2 * m_half),
                            std::clamp<Index>(32768 / std::max<Index>(frequencies.size(), 1), 32, 64)))
    {
        fillCosSinTable(frequencies, 0.5 * step, step, m_half, m_offsets);
        fillCosSinTable(frequencies, 0.0, static_cast<double>(2 * m_half) * step, m_blocks, m_centres);
        m_cosWeights.resize(m_blocks, frequencies.size());
        m_sinWeights.resize(m_blocks, frequencies.size());
        m_values.resize(2 * m_half * m_blocks);
    }

    /// How many distances values() can give at once: some milliseconds' work, so that a stop is noticed.
    Index size() const { return m_values.size(); }

    /// The sums for distances first, first + step, ...; at least `count` (<= size()) of them, valid until the
    /// next call.
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

/// The mean of |S_j| over j for a block of neighbouring distances. A few distances at a time stay in
/// registers; then the square roots are all that takes time. In double, or for an estimate in float.
template<typename Scalar>
class BoundBlock {
public:
    using Values = Eigen::Array<Scalar, Eigen::Dynamic, 1>;

    BoundBlock(const ArrayXd& frequencies, double step, Index size)
        : m_pairs(frequencies.size())
        , m_groups((size + atOnce - 1) / atOnce)
        , m_cos(atOnce, m_groups * m_pairs)
        , m_sin(atOnce, m_groups * m_pairs)
        , m_values(atOnce * m_groups)
    {
        CosSinTable offsets;
        fillCosSinTable(frequencies, 0.0, step, atOnce * m_groups, offsets);
        for (Index group = 0; group < m_groups; ++group) {
            m_cos.middleCols(group * m_pairs, m_pairs) =
                offsets.cos.middleRows(group * atOnce, atOnce).cast<Scalar>();
            m_sin.middleCols(group * m_pairs, m_pairs) =
                offsets.sin.middleRows(group * atOnce, atOnce).cast<Scalar>();
        }
    }

    /// The values for the block that starts where the pairs have this cosine and sine; valid until the next
    /// call.
    const Values& values(const Values& startCos, const Values& startSin)
    {
        using Group = Eigen::Array<Scalar, atOnce, 1>;
        const Scalar weight = Scalar(1) / static_cast<Scalar>(m_pairs);
        for (Index group = 0; group < m_groups; ++group) {
            Group real = Group::Zero();
            Group imaginary = Group::Zero();
            Group sum = Group::Zero();
            for (Index pair = 0; pair < m_pairs; ++pair) {
                const auto cos = m_cos.col(group * m_pairs + pair);
                const auto sin = m_sin.col(group * m_pairs + pair);
                real += startCos[pair] * cos - startSin[pair] * sin;
                imaginary += startSin[pair] * cos + startCos[pair] * sin;
                sum += (real.square() + imaginary.square()).sqrt();
            }
            m_values.template segment<atOnce>(group * atOnce) = weight * sum;
        }
        return m_values;
    }

private:
    static constexpr int atOnce = 8;
    using Table = Eigen::Array<Scalar, atOnce, Eigen::Dynamic>;

    Index m_pairs;
    Index m_groups;
    Table m_cos;
    Table m_sin;
    Values m_values;
};

/// The RoFormer bound for many neighbouring distances, as DecayBlocks.
class BoundBlocks {
public:
    BoundBlocks(const ArrayXd& frequencies, double step, Index count)
        : m_frequencies(frequencies)
        , m_step(step)
        , m_length(std::clamp<Index>(count, 1, 256))
        , m_blocks(std::min((count + m_length - 1) / m_length,
                            std::clamp<Index>(1024 / std::max<Index>(frequencies.size(), 1), 1, 16)))
        , m_block(frequencies, step, m_length)
        , m_values(m_length * m_blocks)
    {
    }

    Index size() const { return m_values.size(); }

    const ArrayXd& values(double first, Index count)
    {
        const Index blocks = (count + m_length - 1) / m_length;
        fillCosSinTable(m_frequencies, first, static_cast<double>(m_length) * m_step, blocks, m_starts);
        for (Index block = 0; block < blocks; ++block) {
            m_values.segment(block * m_length, m_length) =
                m_block.values(m_starts.cos.row(block).transpose(), m_starts.sin.row(block).transpose())
                    .head(m_length);
        }
        return m_values;
    }

private:
    const ArrayXd& m_frequencies;
    const double m_step;
    const Index m_length;
    const Index m_blocks;
    BoundBlock<double> m_block;
    CosSinTable m_starts;
    ArrayXd m_values;
};

/// Calls work(from, to) for parts of 0 .. count, in several threads when there are many terms.
template<typename Work>
void inParts(std::int64_t count, double terms, const Work& work)
{
    const auto processors =
        static_cast<std::int64_t>(std::clamp(std::thread::hardware_concurrency(), 1u, 4u));
    const std::int64_t parts = terms < 1e7 ? 1 : std::min(processors, count);
    std::vector<std::future<void>> others;
    for (std::int64_t part = 1; part < parts; ++part) {
        others.push_back(std::async(std::launch::async, [&work, count, part, parts] {
            work(count * part / parts, count * (part + 1) / parts);
        }));
    }
    work(0, count / parts);
    for (std::future<void>& other : others)
        other.get();
}

/// The values at distances first, first + step, ...
template<typename Blocks, typename... Weights>
ArrayXd valuesOf(double first, double step, Index count, const ArrayXd& frequencies,
                 const Weights&... weights)
{
    ArrayXd result(count);
    inParts(count, static_cast<double>(count) * static_cast<double>(frequencies.size()),
            [&](Index from, Index to) {
                Blocks blocks(frequencies, weights..., step, to - from);
                for (Index at = from; at < to; at += blocks.size()) {
                    const Index length = std::min(blocks.size(), to - at);
                    result.segment(at, length) =
                        blocks.values(first + static_cast<double>(at) * step, length).head(length);
                }
            });
    return result;
}

/// Lowest and highest value in every column; empty when stopped.
template<typename Blocks, typename... Weights>
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

/// Where an estimate looks: runs of neighbouring distances, one in each of equal parts of a column, at a
/// place in its part that a hash chooses, so that the places have no period that a pair could share.
class Runs {
public:
    Runs(const Columns& columns, int samplesPerColumn)
        : m_columns(columns)
        , m_length(std::clamp<Index>((samplesPerColumn + 7) / 8 * 8, 8, 64))
        , m_perColumn(std::max<std::int64_t>((samplesPerColumn + m_length - 1) / m_length, 1))
    {
    }

    /// False when the columns are so short that all their distances are not more than the runs would take.
    bool fit() const { return m_columns.distances() / m_columns.count() >= m_perColumn * m_length; }

    /// Distances in a run; a multiple of 8.
    Index length() const { return m_length; }
    Index count() const { return m_columns.count() * m_perColumn; }
    int column(Index run) const { return static_cast<int>(run / m_perColumn); }

    std::int64_t start(Index run) const
    {
        const std::int64_t columnStart = m_columns.start(column(run));
        const std::int64_t distances = m_columns.start(column(run) + 1) - columnStart;
        const std::int64_t part = run % m_perColumn;
        const std::int64_t from = part * distances / m_perColumn;
        const std::int64_t places = (part + 1) * distances / m_perColumn - from - m_length + 1;
        // The finaliser of splitmix64 (Steele, Lea, Flood 2014).
        auto hash = static_cast<std::uint64_t>(run + 1) * 0x9e3779b97f4a7c15u;
        hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
        hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
        hash ^= hash >> 31;
        return columnStart + from + static_cast<std::int64_t>(hash % static_cast<std::uint64_t>(places));
    }

private:
    const Columns& m_columns;
    Index m_length;
    Index m_perColumn;
};

/// Cosine and sine at the start of many runs, in float. Shapes: (runs, pairs).
class RunStarts {
public:
    static constexpr Index atOnce = 256;

    /// For `count` runs (at most atOnce) from number `first` on; `shift` is added to the distance where a run
    /// starts.
    void fill(const Runs& runs, Index first, Index count, double shift, const ArrayXd& frequencies)
    {
        cos.resize(atOnce, frequencies.size());
        sin.resize(atOnce, frequencies.size());
        m_distances.resize(count);
        for (Index run = 0; run < count; ++run)
            m_distances[run] = static_cast<double>(runs.start(first + run)) + shift;
        // Angles are doubles until whole turns are gone; Eigen's cosine is a fast one only for floats.
        constexpr double roundToWhole = 0x1.8p52;
        for (Index pair = 0; pair < frequencies.size(); ++pair) {
            m_turns = m_distances * (0.5 * std::numbers::inv_pi * frequencies[pair]);
            m_turns -= (m_turns + roundToWhole) - roundToWhole;
            m_angles = (2.0 * std::numbers::pi * m_turns).cast<float>();
            cos.col(pair).head(count) = m_angles.cos();
            sin.col(pair).head(count) = m_angles.sin();
        }
    }

    ArrayXXf cos;
    ArrayXXf sin;

private:
    ArrayXd m_distances;
    ArrayXd m_turns;
    ArrayXf m_angles;
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
    return valuesOf<DecayBlocks>(first, step, count, frequencies, weights);
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

std::vector<Interval> decayRanges(const ArrayXd& frequencies, const PairWeights& weights,
                                  const Columns& columns, std::stop_token stop)
{
    return rangesOf<DecayBlocks>(columns, stop, frequencies, weights);
}

std::vector<Interval> roformerBoundRanges(const ArrayXd& frequencies, const Columns& columns,
                                          std::stop_token stop)
{
    return rangesOf<BoundBlocks>(columns, stop, frequencies);
}

std::vector<Interval> estimatedDecayRanges(const ArrayXd& frequencies, const PairWeights& weights,
                                           const Columns& columns, int samplesPerColumn)
{
    const Runs runs(columns, samplesPerColumn);
    if (!runs.fit())
        return decayRanges(frequencies, weights, columns);

    // As DecayBlocks, in float.
    const Index half = runs.length() / 2;
    CosSinTable offsets;
    fillCosSinTable(frequencies, 0.5, 1.0, half, offsets);
    const Eigen::MatrixXf offsetCos = offsets.cos.cast<float>();
    const Eigen::MatrixXf offsetSin = offsets.sin.cast<float>();
    RunStarts centres;
    Eigen::MatrixXf cosWeights(RunStarts::atOnce, frequencies.size());
    Eigen::MatrixXf sinWeights(RunStarts::atOnce, frequencies.size());
    Eigen::MatrixXf even;
    Eigen::MatrixXf odd;

    std::vector<Interval> ranges(static_cast<std::size_t>(columns.count()), nothing);
    for (Index first = 0; first < runs.count(); first += RunStarts::atOnce) {
        const Index count = std::min(RunStarts::atOnce, runs.count() - first);
        centres.fill(runs, first, count, static_cast<double>(half) - 0.5, frequencies);
        for (Index pair = 0; pair < frequencies.size(); ++pair) {
            const auto inPhase = static_cast<float>(weights.inPhase[pair]);
            const auto quadrature = static_cast<float>(weights.quadrature[pair]);
            const auto cos = centres.cos.col(pair).head(count).matrix();
            const auto sin = centres.sin.col(pair).head(count).matrix();
            cosWeights.col(pair).head(count) = inPhase * cos + quadrature * sin;
            sinWeights.col(pair).head(count) = quadrature * cos - inPhase * sin;
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

std::vector<Interval> estimatedRoformerBoundRanges(const ArrayXd& frequencies, const Columns& columns,
                                                   int samplesPerColumn)
{
    const Runs runs(columns, samplesPerColumn);
    if (!runs.fit())
        return roformerBoundRanges(frequencies, columns);

    std::vector<Interval> ranges(static_cast<std::size_t>(columns.count()), nothing);
    BoundBlock<float> block(frequencies, 1.0, runs.length());
    RunStarts starts;
    for (Index first = 0; first < runs.count(); first += RunStarts::atOnce) {
        const Index count = std::min(RunStarts::atOnce, runs.count() - first);
        starts.fill(runs, first, count, 0.0, frequencies);
        for (Index run = 0; run < count; ++run) {
            const ArrayXf& values =
                block.values(starts.cos.row(run).transpose(), starts.sin.row(run).transpose());
            widen(ranges[static_cast<std::size_t>(runs.column(first + run))], values.minCoeff(),
                  values.maxCoeff());
        }
    }
    return ranges;
}

} // namespace encodings
