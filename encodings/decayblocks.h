// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "decay.h"

#include <algorithm>
#include <complex>
#include <limits>

namespace encodings {

inline constexpr Interval nothing { std::numeric_limits<double>::infinity(),
    -std::numeric_limits<double>::infinity() };

inline void widen(Interval& interval, double low, double high)
{
    interval.low = std::min(interval.low, low);
    interval.high = std::max(interval.high, high);
}

/// The weights of a pair turned by `turn`, and on by the angles of `table`: of cosine and sine of the
/// offsets, in the first `count` rows of column `pair`. Shapes: (table rows, pairs).
inline void turnWeights(const PairWeights& weights, Eigen::Index pair, std::complex<double> turn,
    const CosSinTable& table, Eigen::Index count, Eigen::MatrixXd& cosWeights, Eigen::MatrixXd& sinWeights)
{
    const double inPhase = weights.inPhase[pair];
    const double quadrature = weights.quadrature[pair];
    const double a = inPhase * turn.real() + quadrature * turn.imag();
    const double b = quadrature * turn.real() - inPhase * turn.imag();
    const auto cos = table.cos.col(pair).head(count);
    const auto sin = table.sin.col(pair).head(count);
    cosWeights.col(pair).head(count) = (a * cos + b * sin).matrix();
    sinWeights.col(pair).head(count) = (b * cos - a * sin).matrix();
}

/// The sum over pairs for many neighbouring distances. With a block's distances written as centre + o and
/// centre - o, inPhase cos(r t) + quadrature sin(r t) is E + O and E - O, where E = sum a cos(o t), O = sum b
/// sin(o t), and (a, b) are the weights turned to the centre. The cosines of the offsets o are the same for
/// all blocks: E and O of many blocks are one matrix product each, half the multiplications of angle
/// addition.
class DecayBlocks {
public:
    DecayBlocks(
        const Eigen::ArrayXd& frequencies, const PairWeights& weights, double step, Eigen::Index count)
        : m_frequencies(frequencies)
        , m_weights(weights)
        , m_step(step)
        , m_half(std::clamp<Eigen::Index>(std::lround(0.5 * std::sqrt(static_cast<double>(count))), 1, 128))
        , m_blocks(std::min((count + 2 * m_half - 1) / (2 * m_half),
              std::clamp<Eigen::Index>(32768 / std::max<Eigen::Index>(frequencies.size(), 1), 32, 64)))
    {
        fillCosSinTable(frequencies, 0.5 * step, step, m_half, m_offsets);
        fillCosSinTable(frequencies, 0.0, static_cast<double>(2 * m_half) * step, m_blocks, m_centres);
        m_cosWeights.resize(m_blocks, frequencies.size());
        m_sinWeights.resize(m_blocks, frequencies.size());
        m_values.resize(2 * m_half * m_blocks);
    }

    /// How many distances values() can give at once: some milliseconds' work, so that a stop is noticed.
    Eigen::Index size() const { return m_values.size(); }

    /// The sums for distances first, first + step, ...; at least `count` (<= size()) of them, valid until the
    /// next call.
    const Eigen::ArrayXd& values(double first, Eigen::Index count)
    {
        const Eigen::Index blocks = (count + 2 * m_half - 1) / (2 * m_half);
        const double centre = first + (static_cast<double>(m_half) - 0.5) * m_step;
        for (Eigen::Index pair = 0; pair < m_frequencies.size(); ++pair) {
            turnWeights(m_weights, pair, phasor(centre, m_frequencies[pair]), m_centres, blocks, m_cosWeights,
                m_sinWeights);
        }
        m_even.noalias() = m_offsets.cos.matrix() * m_cosWeights.topRows(blocks).transpose();
        m_odd.noalias() = m_offsets.sin.matrix() * m_sinWeights.topRows(blocks).transpose();
        for (Eigen::Index block = 0; block < blocks; ++block) {
            const auto even = m_even.col(block).array();
            const auto odd = m_odd.col(block).array();
            auto values = m_values.segment(2 * m_half * block, 2 * m_half);
            values.tail(m_half) = even + odd;
            values.head(m_half) = (even - odd).reverse();
        }
        return m_values;
    }

private:
    const Eigen::ArrayXd& m_frequencies;
    const PairWeights& m_weights;
    const double m_step;
    const Eigen::Index m_half;
    const Eigen::Index m_blocks;
    CosSinTable m_offsets;
    CosSinTable m_centres;
    Eigen::MatrixXd m_cosWeights;
    Eigen::MatrixXd m_sinWeights;
    Eigen::MatrixXd m_even;
    Eigen::MatrixXd m_odd;
    Eigen::ArrayXd m_values;
};

/// The mean of |S_j| over j for a block of neighbouring distances. A few distances at a time stay in
/// registers; then the square roots are all that takes time. In double, or for an estimate in float.
template <typename Scalar> class BoundBlock {
public:
    using Values = Eigen::Array<Scalar, Eigen::Dynamic, 1>;

    BoundBlock(const Eigen::ArrayXd& frequencies, double step, Eigen::Index size)
        : m_pairs(frequencies.size())
        , m_groups((size + atOnce - 1) / atOnce)
        , m_cos(atOnce, m_groups * m_pairs)
        , m_sin(atOnce, m_groups * m_pairs)
        , m_values(atOnce * m_groups)
    {
        CosSinTable offsets;
        fillCosSinTable(frequencies, 0.0, step, atOnce * m_groups, offsets);
        for (Eigen::Index group = 0; group < m_groups; ++group) {
            m_cos.middleCols(group * m_pairs, m_pairs)
                = offsets.cos.middleRows(group * atOnce, atOnce).cast<Scalar>();
            m_sin.middleCols(group * m_pairs, m_pairs)
                = offsets.sin.middleRows(group * atOnce, atOnce).cast<Scalar>();
        }
    }

    /// The values for the block that starts where the pairs have this cosine and sine; valid until the next
    /// call.
    const Values& values(const Values& startCos, const Values& startSin)
    {
        using Group = Eigen::Array<Scalar, atOnce, 1>;
        const Scalar weight = Scalar(1) / static_cast<Scalar>(m_pairs);
        for (Eigen::Index group = 0; group < m_groups; ++group) {
            Group real = Group::Zero();
            Group imaginary = Group::Zero();
            Group sum = Group::Zero();
            for (Eigen::Index pair = 0; pair < m_pairs; ++pair) {
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

    Eigen::Index m_pairs;
    Eigen::Index m_groups;
    Table m_cos;
    Table m_sin;
    Values m_values;
};

/// The RoFormer bound for many neighbouring distances, as DecayBlocks.
class BoundBlocks {
public:
    BoundBlocks(const Eigen::ArrayXd& frequencies, double step, Eigen::Index count)
        : m_frequencies(frequencies)
        , m_step(step)
        , m_length(std::clamp<Eigen::Index>(count, 1, 256))
        , m_blocks(std::min((count + m_length - 1) / m_length,
              std::clamp<Eigen::Index>(1024 / std::max<Eigen::Index>(frequencies.size(), 1), 1, 16)))
        , m_block(frequencies, step, m_length)
        , m_values(m_length * m_blocks)
    {
    }

    Eigen::Index size() const { return m_values.size(); }

    const Eigen::ArrayXd& values(double first, Eigen::Index count)
    {
        const Eigen::Index blocks = (count + m_length - 1) / m_length;
        fillCosSinTable(m_frequencies, first, static_cast<double>(m_length) * m_step, blocks, m_starts);
        for (Eigen::Index block = 0; block < blocks; ++block) {
            m_values.segment(block * m_length, m_length)
                = m_block.values(m_starts.cos.row(block).transpose(), m_starts.sin.row(block).transpose())
                      .head(m_length);
        }
        return m_values;
    }

private:
    const Eigen::ArrayXd& m_frequencies;
    const double m_step;
    const Eigen::Index m_length;
    const Eigen::Index m_blocks;
    BoundBlock<double> m_block;
    CosSinTable m_starts;
    Eigen::ArrayXd m_values;
};

} // namespace encodings
