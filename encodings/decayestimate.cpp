// SPDX-License-Identifier: GPL-3.0-or-later
#include "decayblocks.h"
#include "decayingblocks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace encodings {

namespace {

using Eigen::ArrayXd;
using Eigen::ArrayXf;
using Eigen::ArrayXXf;
using Eigen::Index;

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
    /// For `runs` runs in all.
    explicit RunStarts(Index runs)
        : atOnce(std::min<Index>(runs, 256))
    {
    }

    const Index atOnce; ///< runs that are filled together

    /// The distances of the last fill().
    const ArrayXd& distances() const { return m_distances; }

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

std::vector<Interval> estimatedDecayRanges(
    const ArrayXd& frequencies, const PairWeights& weights, const Columns& columns, int samplesPerColumn)
{
    const Runs runs(columns, samplesPerColumn);
    if (!runs.fit())
        return decayRanges(frequencies, weights, columns);

    // As DecayBlocks, or DecayingBlocks, in float.
    const bool mirrored = !weights.decays();
    const Index length = mirrored ? runs.length() / 2 : runs.length();
    const double shift = mirrored ? static_cast<double>(length) - 0.5 : 0.0;
    CosSinTable offsets;
    fillCosSinTable(frequencies, mirrored ? 0.5 : 0.0, 1.0, length, offsets);
    Eigen::MatrixXf offsetCos = offsets.cos.cast<float>();
    Eigen::MatrixXf offsetSin = offsets.sin.cast<float>();
    if (!mirrored) {
        const auto places = ArrayXd::LinSpaced(length, 0.0, static_cast<double>(length - 1));
        for (Index pair = 0; pair < frequencies.size(); ++pair) {
            const ArrayXf sizes = decayFactors<float>(weights.logDecay[pair] * places);
            offsetCos.col(pair).array() *= sizes;
            offsetSin.col(pair).array() *= sizes;
        }
    }
    RunStarts centres(runs.count());
    Eigen::MatrixXf cosWeights(centres.atOnce, frequencies.size());
    Eigen::MatrixXf sinWeights(centres.atOnce, frequencies.size());
    Eigen::MatrixXf even;
    Eigen::MatrixXf odd;

    std::vector<Interval> ranges(static_cast<std::size_t>(columns.count()), nothing);
    for (Index first = 0; first < runs.count(); first += centres.atOnce) {
        const Index count = std::min(centres.atOnce, runs.count() - first);
        centres.fill(runs, first, count, shift, frequencies);
        for (Index pair = 0; pair < frequencies.size(); ++pair) {
            const auto inPhase = static_cast<float>(weights.inPhase[pair]);
            const auto quadrature = static_cast<float>(weights.quadrature[pair]);
            const auto cos = centres.cos.col(pair).head(count).matrix();
            const auto sin = centres.sin.col(pair).head(count).matrix();
            cosWeights.col(pair).head(count) = inPhase * cos + quadrature * sin;
            sinWeights.col(pair).head(count) = quadrature * cos - inPhase * sin;
            if (!mirrored) {
                const ArrayXf sizes = decayFactors<float>(weights.logDecay[pair] * centres.distances());
                cosWeights.col(pair).head(count).array() *= sizes;
                sinWeights.col(pair).head(count).array() *= sizes;
            }
        }
        even.noalias() = offsetCos * cosWeights.topRows(count).transpose();
        odd.noalias() = offsetSin * sinWeights.topRows(count).transpose();
        for (Index run = 0; run < count; ++run) {
            Interval& range = ranges[static_cast<std::size_t>(runs.column(first + run))];
            const auto middle = even.col(run).array();
            const auto around = odd.col(run).array();
            if (mirrored)
                widen(range, (middle - around.abs()).minCoeff(), (middle + around.abs()).maxCoeff());
            else
                widen(range, (middle + around).minCoeff(), (middle + around).maxCoeff());
        }
    }
    return ranges;
}

std::vector<Interval> estimatedRoformerBoundRanges(
    const ArrayXd& frequencies, const Columns& columns, int samplesPerColumn)
{
    const Runs runs(columns, samplesPerColumn);
    if (!runs.fit())
        return roformerBoundRanges(frequencies, columns);

    std::vector<Interval> ranges(static_cast<std::size_t>(columns.count()), nothing);
    BoundBlock<float> block(frequencies, 1.0, runs.length());
    RunStarts starts(runs.count());
    for (Index first = 0; first < runs.count(); first += starts.atOnce) {
        const Index count = std::min(starts.atOnce, runs.count() - first);
        starts.fill(runs, first, count, 0.0, frequencies);
        for (Index run = 0; run < count; ++run) {
            const ArrayXf& values
                = block.values(starts.cos.row(run).transpose(), starts.sin.row(run).transpose());
            widen(ranges[static_cast<std::size_t>(runs.column(first + run))], values.minCoeff(),
                values.maxCoeff());
        }
    }
    return ranges;
}

} // namespace encodings
