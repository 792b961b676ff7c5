// SPDX-License-Identifier: GPL-3.0-or-later
#include "basebound.h"

#include "decayblocks.h"
#include "rope.h"

#include <algorithm>
#include <cmath>

namespace encodings {

namespace {

using Eigen::ArrayXd;
using Eigen::Index;

constexpr double rounding = 1e-11;
constexpr double highestBase = 1e30;
/// Distances that are looked at together: few are wasted where the first of them is negative already.
constexpr std::int64_t together = 4096;
/// Bases from one step of the first, wide scan to the next.
constexpr double wideStep = 1.1;

bool isNegative(double mean) { return mean < -rounding; }

/// Tells whether a base serves a length. Neighbouring bases have their negative distances close together:
/// those of the last base that failed are looked at first.
class Bases {
public:
    Bases(Index dimension, std::int64_t length, double step, std::stop_token stop)
        : m_dimension(dimension)
        , m_length(length)
        , m_reach(std::max<std::int64_t>(16, std::llround(2.0 * step * static_cast<double>(length))))
        , m_weights(onesWeights(dimension / 2))
        , m_stop(std::move(stop))
    {
    }

    bool serves(double base)
    {
        const ArrayXd frequencies = geometricFrequencies(base, m_dimension);
        if (m_witness > 0 && lowestIsNegative(frequencies, m_witness - m_reach, m_witness + m_reach))
            return false;
        // The negative distances of a base that almost serves lie at the far end.
        DecayBlocks blocks(frequencies, m_weights, 1.0, std::min(m_length, together));
        for (std::int64_t end = m_length; end > 0 && !m_stop.stop_requested(); end -= blocks.size()) {
            const std::int64_t first = std::max<std::int64_t>(0, end - blocks.size());
            const auto values = blocks.values(static_cast<double>(first), end - first).head(end - first);
            Index lowest = 0;
            if (isNegative(values.minCoeff(&lowest))) {
                m_witness = first + lowest;
                return false;
            }
        }
        return !m_stop.stop_requested();
    }

private:
    bool lowestIsNegative(const ArrayXd& frequencies, std::int64_t from, std::int64_t to)
    {
        from = std::max<std::int64_t>(from, 0);
        to = std::min(to, m_length);
        if (from >= to)
            return false;
        Index lowest = 0;
        const ArrayXd values = decay(frequencies, m_weights, static_cast<double>(from), 1.0, to - from);
        if (!isNegative(values.minCoeff(&lowest)))
            return false;
        m_witness = from + lowest;
        return true;
    }

    const Index m_dimension;
    const std::int64_t m_length;
    const std::int64_t m_reach;
    const PairWeights m_weights;
    const std::stop_token m_stop;
    std::int64_t m_witness = 0; ///< a negative distance of the last base that failed
};

} // namespace

std::optional<std::int64_t> firstNegativeDistance(
    const ArrayXd& frequencies, std::int64_t limit, std::stop_token stop)
{
    if (frequencies.size() == 0 || limit < 1)
        return {};
    const PairWeights weights = onesWeights(frequencies.size());
    DecayBlocks blocks(frequencies, weights, 1.0, std::min(limit, together));
    for (std::int64_t first = 0; first < limit && !stop.stop_requested(); first += blocks.size()) {
        const Index count = std::min<std::int64_t>(blocks.size(), limit - first);
        const ArrayXd& values = blocks.values(static_cast<double>(first), count);
        for (Index at = 0; at < count; ++at) {
            if (isNegative(values[at]))
                return first + at;
        }
    }
    return {};
}

std::int64_t longestBoundLength(Index dimension)
{
    constexpr std::int64_t longest = 1 << 20;
    return std::min(longest, 64 * longest / std::max<std::int64_t>(dimension / 2, 1));
}

std::optional<double> baseBound(Index dimension, std::int64_t length, std::stop_token stop)
{
    const double step = 5e-4 * std::max(1.0, static_cast<double>(dimension) / 1024.0);
    Bases bases(dimension, length, step, stop);
    if (bases.serves(1.0))
        return 1.0;
    if (dimension == 2) // a single pair turns by one radian, whatever the base
        return {};

    double start = 1.0;
    while (firstNegativeDistance(geometricFrequencies(start * wideStep, dimension), length / 4, stop)) {
        start *= wideStep;
        if (start > highestBase)
            return {};
    }
    double failing = start;
    for (double base = start; base <= highestBase && !stop.stop_requested();
         base *= 1.0 + (base < 100.0 * start ? step : 50.0 * step)) {
        if (!bases.serves(base)) {
            failing = base;
            continue;
        }
        double serving = base;
        while (serving / failing > 1.0 + 1e-7 && !stop.stop_requested()) {
            const double middle = std::sqrt(failing * serving);
            (bases.serves(middle) ? serving : failing) = middle;
        }
        return stop.stop_requested() ? std::optional<double>() : serving;
    }
    return {};
}

namespace {

constexpr double knownLength = 1024.0;
constexpr double knownBase = 4294.0;
constexpr double knownPower = 1.45;

} // namespace

double roughBaseBound(double length) { return knownBase * std::pow(length / knownLength, knownPower); }

double roughLengthOf(double base) { return knownLength * std::pow(base / knownBase, 1.0 / knownPower); }

} // namespace encodings
