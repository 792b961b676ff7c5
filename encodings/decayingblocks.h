// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "decayblocks.h"

#include <algorithm>

namespace encodings {

/// exp of `exponents`, but not so small that the product of three, in float of two, becomes one of the slow
/// denormal numbers.
template <typename Scalar>
Eigen::Array<Scalar, Eigen::Dynamic, 1> decayFactors(const Eigen::ArrayXd& exponents)
{
    constexpr double smallest = sizeof(Scalar) == sizeof(double) ? -200.0 : -40.0;
    return exponents.max(smallest).template cast<Scalar>().exp();
}

/// The sum over pairs, each with a decay of its own, for many neighbouring distances, as DecayBlocks. With z
/// = logDecay + i frequency, the value at start + o is the real part of sum w exp(z start) exp(z o): angle
/// addition with a complex angle. Blocks ahead of and behind a centre are not mirror images here, so that
/// this takes twice the multiplications of DecayBlocks.
class DecayingBlocks {
public:
    DecayingBlocks(
        const Eigen::ArrayXd& frequencies, const PairWeights& weights, double step, Eigen::Index count)
        : m_frequencies(frequencies)
        , m_weights(weights)
        , m_length(std::clamp<Eigen::Index>(std::lround(std::sqrt(static_cast<double>(count))), 1, 256))
        , m_blocks(std::min((count + m_length - 1) / m_length,
              std::clamp<Eigen::Index>(32768 / std::max<Eigen::Index>(frequencies.size(), 1), 32, 64)))
        , m_values(m_length * m_blocks)
    {
        fillDecaying(step, m_length, m_offsets);
        fillDecaying(static_cast<double>(m_length) * step, m_blocks, m_starts);
        m_cosWeights.resize(m_blocks, frequencies.size());
        m_sinWeights.resize(m_blocks, frequencies.size());
    }

    Eigen::Index size() const { return m_values.size(); }

    /// As DecayBlocks::values; `first` is at least 0.
    const Eigen::ArrayXd& values(double first, Eigen::Index count)
    {
        const Eigen::Index blocks = (count + m_length - 1) / m_length;
        const Eigen::ArrayXd sizes = decayFactors<double>(first * m_weights.logDecay);
        for (Eigen::Index pair = 0; pair < m_frequencies.size(); ++pair) {
            turnWeights(m_weights, pair, sizes[pair] * phasor(first, m_frequencies[pair]), m_starts, blocks,
                m_cosWeights, m_sinWeights);
        }
        Eigen::Map<Eigen::MatrixXd> sums(m_values.data(), m_length, blocks);
        sums.noalias() = m_offsets.cos.matrix() * m_cosWeights.topRows(blocks).transpose();
        sums.noalias() += m_offsets.sin.matrix() * m_sinWeights.topRows(blocks).transpose();
        return m_values;
    }

private:
    /// Real and imaginary part of exp(z o) for offsets 0, step, ... Shapes: (count, pairs).
    void fillDecaying(double step, Eigen::Index count, CosSinTable& table) const
    {
        fillCosSinTable(m_frequencies, 0.0, step, count, table);
        const Eigen::ArrayXd offsets
            = step * Eigen::ArrayXd::LinSpaced(count, 0.0, static_cast<double>(count - 1));
        for (Eigen::Index pair = 0; pair < m_frequencies.size(); ++pair) {
            const Eigen::ArrayXd sizes = decayFactors<double>(m_weights.logDecay[pair] * offsets);
            table.cos.col(pair) *= sizes;
            table.sin.col(pair) *= sizes;
        }
    }

    const Eigen::ArrayXd& m_frequencies;
    const PairWeights& m_weights;
    const Eigen::Index m_length;
    const Eigen::Index m_blocks;
    CosSinTable m_offsets;
    CosSinTable m_starts;
    Eigen::MatrixXd m_cosWeights;
    Eigen::MatrixXd m_sinWeights;
    Eigen::ArrayXd m_values;
};

} // namespace encodings
