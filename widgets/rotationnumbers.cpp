// SPDX-License-Identifier: GPL-3.0-or-later
#include "rotationnumbers.h"

#include "encodings/cosine.h"
#include "encodings/seeded.h"

#include <cmath>
#include <complex>

using Eigen::ArrayXd;
using Eigen::Index;
using encodings::AdditiveTable;
using encodings::Rotary;
using encodings::SceneSeries;
using encodings::Scheme;

namespace {

/// Row of an additive table. Shape: (2 pairs).
ArrayXd rowOf(const AdditiveTable& table, double id)
{
    const Index pairs = table.frequencies.size();
    ArrayXd row(2 * pairs);
    const bool halves = table.order == encodings::TableOrder::Halves;
    for (Index pair = 0; pair < pairs; ++pair) {
        const std::complex<double> turned = encodings::phasor(id, table.frequencies[pair]);
        row[halves ? pair : 2 * pair] = turned.imag();
        row[halves ? pairs + pair : 2 * pair + 1] = turned.real();
    }
    return row;
}

double rotatedProduct(const Scheme& scheme, const Rotary& rotary, double query, double key,
    const ArrayXd& queryVector, const ArrayXd& keyVector)
{
    const double distance = scheme.distanceOf(query, key);
    double sum = 0.0;
    for (Index pair = 0; pair < rotary.frequencies.size(); ++pair) {
        const double frequency = rotary.frequencies[pair];
        // Each turned where it stands, unless the mechanism goes by distances of its own.
        const std::complex<double> turn = scheme.distance
            ? encodings::phasor(distance, frequency)
            : encodings::phasor(scheme.idFor(query, query), frequency)
                * std::conj(encodings::phasor(scheme.idFor(query, key), frequency));
        const std::complex<double> one(queryVector[2 * pair], queryVector[2 * pair + 1]);
        const std::complex<double> other(keyVector[2 * pair], keyVector[2 * pair + 1]);
        const double decay = rotary.decay.size() > 0 ? std::pow(rotary.decay[pair], distance) : 1.0;
        sum += decay * (one * std::conj(other) * turn).real();
    }
    return rotary.gain * rotary.gain * sum;
}

} // namespace

ArrayXd pairFrequencies(const Scheme& scheme)
{
    if (const auto* rotary = std::get_if<Rotary>(&scheme.mechanism))
        return rotary->frequencies;
    const auto* table = std::get_if<AdditiveTable>(&scheme.mechanism);
    return table ? table->frequencies : ArrayXd();
}

TurnedPairs::TurnedPairs(const SceneSeries& series, double queryToken, double keyToken)
    : frequency(pairFrequencies(series.scheme))
    , query(series.scheme.idFor(queryToken, queryToken) * frequency)
    , key(series.scheme.idFor(queryToken, keyToken) * frequency)
    , difference(series.scheme.distanceOf(queryToken, keyToken) * frequency)
{
}

SentenceScore::SentenceScore(const SceneSeries& series, double query, double key)
{
    const Scheme& scheme = series.scheme;
    const Index dimension = 2 * pairFrequencies(scheme).size();
    const auto seed = static_cast<std::uint64_t>(series.values.number("seed"));
    const ArrayXd queryVector = encodings::seededNormals(seed, encodings::QueryStream, 0, dimension);
    const ArrayXd keyVector = encodings::seededNormals(seed, encodings::KeyStream, 0, dimension);
    const double factor = scheme.logitFactor * (scheme.temperature ? scheme.temperature(query) : 1.0)
        / std::sqrt(static_cast<double>(dimension));
    if (const auto* rotary = std::get_if<Rotary>(&scheme.mechanism)) {
        total = factor * rotatedProduct(scheme, *rotary, query, key, queryVector, keyVector);
    } else if (const auto* table = std::get_if<AdditiveTable>(&scheme.mechanism)) {
        const ArrayXd queryRow = rowOf(*table, scheme.idFor(query, query));
        const ArrayXd keyRow = rowOf(*table, scheme.idFor(query, key));
        terms = { factor * (queryVector * keyVector).sum(), factor * (queryVector * keyRow).sum(),
            factor * (queryRow * keyVector).sum(), factor * (queryRow * keyRow).sum() };
        total = (*terms)[0] + (*terms)[1] + (*terms)[2] + (*terms)[3];
    }
}

bool isSameScore(const SentenceScore& one, const SentenceScore& other)
{
    return std::abs(one.total - other.total) <= 1e-7 * (1.0 + std::abs(one.total));
}
