// SPDX-License-Identifier: GPL-3.0-or-later
#include "attention.h"

#include "decay.h"
#include "seeded.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <mutex>

namespace encodings {

using Eigen::ArrayXd;
using Eigen::Index;

namespace {

constexpr double none = -std::numeric_limits<double>::infinity();

ArrayXd idsFor(const Scheme& scheme, double query, const ArrayXd& tokens)
{
    return tokens.unaryExpr([&](double token) { return scheme.idFor(query, token); });
}

} // namespace

class Attention::LastKeys {
public:
    /// Column i is the vector of keys[i] in `head`, by `fill` unless it was asked for last.
    std::shared_ptr<const Eigen::MatrixXd> of(
        Index head, const ArrayXd& keys, const std::function<Eigen::MatrixXd()>& fill)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_vectors || m_head != head || m_keys.size() != keys.size() || (m_keys != keys).any()) {
            m_head = head;
            m_keys = keys;
            m_vectors = std::make_shared<const Eigen::MatrixXd>(fill());
        }
        return m_vectors;
    }

private:
    std::mutex m_mutex;
    Index m_head = 0;
    ArrayXd m_keys;
    std::shared_ptr<const Eigen::MatrixXd> m_vectors;
};

Attention::Attention(const Scheme& scheme, const Values& values)
    : m_scheme(scheme)
    , m_headDimension(values.integer("head_dimension"))
    , m_seed(static_cast<std::uint64_t>(values.number("seed")))
    , m_keyVectors(std::make_shared<LastKeys>())
    , m_turnedKeys(std::make_shared<LastKeys>())
{
}

ContentUsed Attention::contentUsed() const
{
    if (const auto* term = std::get_if<ScoreTerm>(&m_scheme.mechanism))
        return term->kind == ScoreTerm::Kind::Bias ? ContentUsed::None : ContentUsed::Seeded;
    if (std::holds_alternative<Rotary>(m_scheme.mechanism))
        return ContentUsed::Ones;
    return std::holds_alternative<std::monostate>(m_scheme.mechanism) ? ContentUsed::None
                                                                      : ContentUsed::Table;
}

Index Attention::heads() const
{
    const auto* term = std::get_if<ScoreTerm>(&m_scheme.mechanism);
    return term ? term->heads : 1;
}

bool Attention::followsFromDifference() const
{
    if (m_scheme.renumbered || !m_scheme.hasEvenIds() || !m_scheme.distanceOfDifference)
        return false;
    if (const auto* term = std::get_if<ScoreTerm>(&m_scheme.mechanism))
        return term->ofDistanceAlone && term->kind != ScoreTerm::Kind::Content;
    return !std::holds_alternative<AdditiveRows>(m_scheme.mechanism);
}

ArrayXd Attention::distances(double query, const ArrayXd& keys) const
{
    return keys.unaryExpr([&](double key) { return m_scheme.distanceOf(query, key); });
}

ArrayXd Attention::positionPart(Index head, double query, const ArrayXd& keys) const
{
    if (const auto* rotary = std::get_if<Rotary>(&m_scheme.mechanism))
        return ofRotation(*rotary, query, keys);
    if (const auto* table = std::get_if<AdditiveTable>(&m_scheme.mechanism)) {
        const PairWeights ones { ArrayXd::Ones(table->frequencies.size()),
            ArrayXd::Zero(table->frequencies.size()) };
        return sumOfTurns(table->frequencies, ones, query, keys)
            / std::sqrt(2.0 * static_cast<double>(table->frequencies.size()));
    }
    if (const auto* rows = std::get_if<AdditiveRows>(&m_scheme.mechanism))
        return ofRows(*rows, query, keys);
    if (const auto* term = std::get_if<ScoreTerm>(&m_scheme.mechanism))
        return ofTerm(*term, head, query, keys);
    return ArrayXd::Zero(keys.size());
}

ArrayXd Attention::logits(Index head, double query, const ArrayXd& keys) const
{
    ArrayXd logits = positionPart(head, query, keys);
    const auto* term = std::get_if<ScoreTerm>(&m_scheme.mechanism);
    if (contentUsed() == ContentUsed::Seeded) {
        const double factor
            = term->contentFactor.value_or(1.0 / std::sqrt(static_cast<double>(m_headDimension)));
        const ArrayXd content
            = factor * (keyVectors(head, keys)->transpose() * queryVector(head, query)).array();
        logits = term->kind == ScoreTerm::Kind::Multiplier ? (content.max(0.0) * logits).eval()
                                                           : (content + logits).eval();
    }
    // A bias is added after the query's scores have been multiplied.
    if (!term || term->kind != ScoreTerm::Kind::Bias)
        logits *= temperature(query);
    for (Index i = 0; i < keys.size(); ++i) {
        if (!m_scheme.isVisible(query, keys[i]) || std::isnan(logits[i]))
            logits[i] = none;
    }
    return logits;
}

ArrayXd Attention::ofTerm(const ScoreTerm& term, Index head, double query, const ArrayXd& keys) const
{
    const bool content = term.kind == ScoreTerm::Kind::Content;
    const Eigen::VectorXd queries = content ? queryVector(head, query) : Eigen::VectorXd();
    const auto vectors = content ? keyVectors(head, keys) : std::make_shared<const Eigen::MatrixXd>();
    const ArrayXd ids = idsFor(m_scheme, query, keys);
    const ArrayXd far = distances(query, keys);
    return term.at(head,
        { .query = query,
            .keys = keys,
            .queryId = m_scheme.idFor(query, query),
            .keyIds = ids,
            .distances = far,
            .queryVector = queries,
            .keyVectors = *vectors });
}

ArrayXd Attention::ofRotation(const Rotary& rotary, double query, const ArrayXd& keys) const
{
    const Index pairs = rotary.frequencies.size();
    PairWeights weights { ArrayXd::Constant(pairs, 2 * rotary.gain * rotary.gain), ArrayXd::Zero(pairs) };
    if (rotary.decay.size() > 0)
        weights.logDecay = rotary.decay.log();
    const double unturned = static_cast<double>(std::max<Index>(0, m_headDimension - 2 * pairs));
    return (sumOfTurns(rotary.frequencies, weights, query, keys) + unturned)
        / std::sqrt(static_cast<double>(std::max(m_headDimension, 2 * pairs)));
}

/// `weights` are in phase alone. Distances of uneven ids form no runs, but cos(a - b) is an inner product of
/// turned vectors.
ArrayXd Attention::sumOfTurns(
    const ArrayXd& frequencies, const PairWeights& weights, double query, const ArrayXd& keys) const
{
    constexpr Index mostKept = Index(1) << 24; // 128 MiB
    if (m_scheme.hasEvenIds() || m_scheme.distance || m_scheme.renumbered || weights.decays()
        || keys.size() * frequencies.size() > mostKept / 2)
        return decayAt(frequencies, weights, distances(query, keys));
    const auto turned = [&](double token) {
        const double id = m_scheme.id(token);
        Eigen::VectorXd vector(2 * frequencies.size());
        for (Index pair = 0; pair < frequencies.size(); ++pair) {
            const std::complex<double> turn = phasor(id, frequencies[pair]);
            vector.segment<2>(2 * pair) << turn.real(), turn.imag();
        }
        return vector;
    };
    const auto keyTurns = m_turnedKeys->of(0, keys, [&] {
        Eigen::MatrixXd vectors(2 * frequencies.size(), keys.size());
        for (Index i = 0; i < keys.size(); ++i)
            vectors.col(i) = turned(keys[i]);
        return vectors;
    });
    Eigen::VectorXd queryTurn = turned(query);
    for (Index pair = 0; pair < frequencies.size(); ++pair)
        queryTurn.segment<2>(2 * pair) *= weights.inPhase[pair];
    return (keyTurns->transpose() * queryTurn).array();
}

ArrayXd Attention::ofRows(const AdditiveRows& rows, double query, const ArrayXd& keys) const
{
    const Eigen::VectorXd own = rows.at(m_scheme.idFor(query, query)).matrix();
    return keys.unaryExpr([&](double key) { return rows.at(m_scheme.idFor(query, key)).matrix().dot(own); })
        / std::sqrt(static_cast<double>(rows.dimension));
}

std::shared_ptr<const Eigen::MatrixXd> Attention::keyVectors(Index head, const ArrayXd& keys) const
{
    return m_keyVectors->of(head, keys, [&] {
        Eigen::MatrixXd vectors(m_headDimension, keys.size());
        for (Index i = 0; i < keys.size(); ++i)
            vectors.col(i) = contentVector(m_seed, KeyStream, head, keys[i], m_headDimension);
        return vectors;
    });
}

Eigen::VectorXd Attention::queryVector(Index head, double query) const
{
    return contentVector(m_seed, QueryStream, head, query, m_headDimension);
}

double Attention::temperature(double query) const
{
    return m_scheme.logitFactor * (m_scheme.temperature ? m_scheme.temperature(query) : 1.0);
}

ArrayXd softmax(const ArrayXd& logits)
{
    const double highest = logits.size() > 0 ? logits.maxCoeff() : none;
    if (highest == none)
        return ArrayXd::Zero(logits.size());
    // Eigen's exp() of minus infinity is not quite 0.
    const ArrayXd powers = (logits == none).select(0.0, (logits - highest).exp());
    return powers / powers.sum();
}

double entropyOf(const ArrayXd& weights)
{
    return weights.unaryExpr([](double weight) { return weight > 0.0 ? -weight * std::log(weight) : 0.0; })
        .sum();
}

Index keysHolding(const ArrayXd& weights, double share)
{
    std::vector<double> sorted(weights.begin(), weights.end());
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    double sum = 0.0;
    Index count = 0;
    // Rounding must not ask for more keys than there are.
    for (const double weight : sorted) {
        if (sum >= share - 1e-12 || weight == 0.0)
            break;
        sum += weight;
        ++count;
    }
    return count;
}

} // namespace encodings
