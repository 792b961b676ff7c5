// SPDX-License-Identifier: GPL-3.0-or-later
#include "scorevalues.h"

#include "tableproducts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using Eigen::ArrayXd;
using Eigen::ArrayXXd;
using Eigen::Index;
using encodings::Scheme;
using encodings::ScoreTerm;

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr double unseen = -std::numeric_limits<double>::infinity();

constexpr double mostKeysByDistance = 262144;
constexpr double mostKeysByCell = 16384;
// Keys of a longer row: all of the first and of the nearest, and some of those between.
constexpr double firstKeys = 1024;
constexpr double nearestKeys = 8192;
constexpr double keysBetween = 2048;

ScoreQuantity quantityOf(const Scheme& scheme)
{
    if (std::holds_alternative<ScoreTerm>(scheme.mechanism))
        return ScoreQuantity::Position;
    if (scheme.distance || scheme.renumbered)
        return ScoreQuantity::Distance;
    return scheme.visible ? ScoreQuantity::Visible : ScoreQuantity::Weights;
}

bool isBias(const Scheme& scheme)
{
    const auto* term = std::get_if<ScoreTerm>(&scheme.mechanism);
    return term && term->kind == ScoreTerm::Kind::Bias;
}

/// What the scores of a query are multiplied by; a bias is added afterwards.
double factorOf(const Scheme& scheme, double query)
{
    if (isBias(scheme))
        return 1.0;
    return scheme.logitFactor * (scheme.temperature ? scheme.temperature(query) : 1.0);
}

bool sameStep(const ArrayXd& queries, const ArrayXd& keys)
{
    const auto step = [](const ArrayXd& tokens) { return tokens[1] - tokens[0]; };
    const auto even = [&](const ArrayXd& tokens) {
        const Index last = tokens.size() - 1;
        return ((tokens.tail(last) - tokens.head(last)) == step(tokens)).all();
    };
    return queries.size() > 1 && keys.size() > 1 && step(queries) == step(keys) && even(queries)
        && even(keys);
}

/// ln of the sum of exp; minus infinity where every one is.
double logOfSum(const ArrayXd& logits, const ArrayXd& counts)
{
    const double highest = logits.size() > 0 ? logits.maxCoeff() : unseen;
    return highest == unseen ? unseen : highest + std::log(((logits - highest).exp() * counts).sum());
}

} // namespace

/// What position gives at whole distances, before the query's factor; minus infinity for none.
struct ScoreValues::ByDistance {
    double first = 0.0;
    ArrayXd values;

    Index indexOf(double distance) const { return static_cast<Index>(distance - first); }
};

struct ScoreValues::KeyList {
    ArrayXd keys;
    ArrayXd counts; ///< keys that each stands for
};

ScoreQuantity scoreQuantity(const encodings::Scene& scene)
{
    const std::string& word = scene.values.text("scores_quantity");
    if (word == "position")
        return ScoreQuantity::Position;
    if (word == "distance")
        return ScoreQuantity::Distance;
    if (word == "visible")
        return ScoreQuantity::Visible;
    const bool alike = word == "auto"
        && std::all_of(scene.series.begin(), scene.series.end(), [&](const encodings::SceneSeries& series) {
               return quantityOf(series.scheme) == quantityOf(scene.series.front().scheme);
           });
    return alike ? quantityOf(scene.series.front().scheme) : ScoreQuantity::Weights;
}

ScoreValues::ScoreValues(const encodings::SceneSeries& series, ScoreQuantity quantity)
    : m_series(series)
    , m_quantity(quantity)
    , m_attention(series.scheme, series.values)
    , m_sums(series.scheme, series.values)
    , m_head(std::min<Index>(series.values.integer("head"), m_attention.heads()) - 1)
    , m_lastKey(std::ceil(std::max(series.targetLength(), series.trainedLength())) - 1.0)
{
    if (std::holds_alternative<encodings::AdditiveRows>(series.scheme.mechanism))
        m_products = std::make_unique<TableProducts>(series, false);
}

ScoreValues::~ScoreValues() = default;

bool ScoreValues::byDistance() const
{
    return m_attention.followsFromDifference()
        && (m_quantity != ScoreQuantity::Weights
            || m_attention.contentUsed() != encodings::ContentUsed::Seeded);
}

bool ScoreValues::sees(double query, double key) const
{
    const Scheme& scheme = m_series.scheme;
    return query >= 0.0 && key >= 0.0 && key < keysOf(query) && scheme.isVisible(query, key)
        && !(scheme.renumbered && std::isnan(scheme.renumbered(query, key)));
}

double ScoreValues::keysOf(double query) const
{
    // Only a softmax that sees later keys has to know where the text ends.
    if (m_series.scheme.causal)
        return query + 1.0;
    return m_quantity == ScoreQuantity::Weights ? std::max(query, m_lastKey) + 1.0
                                                : std::numeric_limits<double>::infinity();
}

double ScoreValues::mostKeysCounted() const { return byDistance() ? mostKeysByDistance : mostKeysByCell; }

ArrayXd ScoreValues::positionRow(double query, const ArrayXd& keys) const
{
    // Later keys may have no value at all.
    const Index seen = m_series.scheme.causal ? (keys <= query).count() : keys.size();
    ArrayXd row = ArrayXd::Constant(keys.size(), nothing);
    if (seen > 0)
        row.head(seen) = m_attention.positionPart(m_head, query, keys.head(seen));
    return row;
}

ArrayXXd ScoreValues::positionRows(const ArrayXd& queries, const ArrayXd& keys) const
{
    if (m_products)
        return m_products->at(queries, keys, false) / std::sqrt(static_cast<double>(m_products->dimension()));
    ArrayXXd rows(queries.size(), keys.size());
    if (!byDistance() || !sameStep(queries, keys)) {
        for (Index row = 0; row < queries.size(); ++row)
            rows.row(row) = positionRow(queries[row], keys).transpose();
        return rows;
    }
    // One value for each diagonal, seen from the last query.
    const Index diagonals = queries.size() + keys.size() - 1;
    const double step = keys[1] - keys[0];
    const double last = queries[queries.size() - 1];
    const double lowest = keys[0];
    const ArrayXd values = positionRow(
        last, lowest + step * ArrayXd::LinSpaced(diagonals, 0.0, static_cast<double>(diagonals - 1)));
    for (Index row = 0; row < queries.size(); ++row)
        rows.row(row) = values.segment(queries.size() - 1 - row, keys.size()).transpose();
    return rows;
}

ArrayXXd ScoreValues::logitRows(const ArrayXd& queries, const ArrayXd& keys) const
{
    ArrayXXd rows(queries.size(), keys.size());
    if (m_products)
        rows = positionRows(queries, keys);
    for (Index row = 0; row < queries.size(); ++row) {
        const double query = queries[row];
        if (m_products)
            rows.row(row) *= factorOf(m_series.scheme, query);
        else
            rows.row(row) = m_sums.logits(m_head, query, keys).transpose();
        for (Index key = 0; key < keys.size(); ++key) {
            if (std::isnan(rows(row, key)) || !sees(query, keys[key]))
                rows(row, key) = unseen;
        }
    }
    return rows;
}

ScoreValues::KeyList ScoreValues::keyList(double query) const
{
    const double keys = keysOf(query);
    const double nearest = std::max(firstKeys, query + 1.0 - nearestKeys);
    KeyList list;
    std::vector<double> tokens;
    std::vector<double> counts;
    const auto add = [&](double from, double to, double step) {
        for (double key = from; key < to; key += step) {
            tokens.push_back(key);
            counts.push_back(std::min(step, to - key));
        }
    };
    add(0.0, std::min(firstKeys, keys), 1.0);
    add(firstKeys, nearest, std::max(1.0, std::ceil((nearest - firstKeys) / keysBetween)));
    const double after = std::min(keys, query + nearestKeys);
    add(nearest, after, 1.0);
    add(after, keys, std::max(1.0, std::ceil((keys - after) / keysBetween)));
    list.keys = Eigen::Map<const ArrayXd>(tokens.data(), static_cast<Index>(tokens.size()));
    list.counts = Eigen::Map<const ArrayXd>(counts.data(), static_cast<Index>(counts.size()));
    return list;
}

ArrayXXd ScoreValues::weights(const ArrayXd& queries, const ArrayXd& keys) const
{
    const Index last = queries.size() - 1;
    const double longest = std::max(keysOf(queries[last]), keysOf(queries[0]));
    ArrayXXd weights(queries.size(), keys.size());
    const auto fill = [&](Index row, double sum, const auto& logitOf) {
        for (Index key = 0; key < keys.size(); ++key)
            weights(row, key) = sees(queries[row], keys[key]) ? std::exp(logitOf(row, key) - sum) : nothing;
    };
    if (longest > mostKeysCounted()) {
        const ArrayXXd logits = logitRows(queries, keys);
        for (Index row = 0; row < queries.size(); ++row) {
            const KeyList list = keyList(queries[row]);
            const ArrayXd all = logitRows(queries.segment(row, 1), list.keys).row(0).transpose();
            fill(row, logOfSum(all, list.counts), [&](Index at, Index key) { return logits(at, key); });
        }
        return weights;
    }
    const ArrayXd all = ArrayXd::LinSpaced(static_cast<Index>(longest), 0.0, longest - 1.0);
    if (!byDistance()) {
        const ArrayXXd logits = logitRows(queries, all);
        for (Index row = 0; row < queries.size(); ++row) {
            const ArrayXd own = logits.row(row).transpose();
            fill(row, logOfSum(own, ArrayXd::Ones(own.size())),
                [&](Index at, Index key) { return logits(at, static_cast<Index>(keys[key])); });
        }
        return weights;
    }
    ByDistance known;
    known.first = m_series.scheme.causal ? 0.0 : 1.0 - longest;
    const ArrayXd away = known.first
        + ArrayXd::LinSpaced(
            static_cast<Index>(queries[last] - known.first) + 1, 0.0, queries[last] - known.first);
    known.values
        = m_sums.positionPart(m_head, queries[last], queries[last] - away).unaryExpr([](double value) {
              return std::isnan(value) ? unseen : value;
          });
    for (Index row = 0; row < queries.size(); ++row) {
        const double query = queries[row];
        const double factor = factorOf(m_series.scheme, query);
        const auto count = static_cast<Index>(keysOf(query));
        ArrayXd own = known.values.segment(known.indexOf(query) - count + 1, count).reverse() * factor;
        if (m_series.scheme.visible) {
            for (Index key = 0; key < count; ++key) {
                if (!m_series.scheme.visible(query, static_cast<double>(key)))
                    own[key] = unseen;
            }
        }
        fill(row, logOfSum(own, ArrayXd::Ones(count)),
            [&](Index, Index key) { return own[static_cast<Index>(keys[key])]; });
    }
    return weights;
}

ArrayXXd ScoreValues::at(const ArrayXd& queries, const ArrayXd& keys) const
{
    const Index negative = (queries < 0.0).count();
    ArrayXXd values = ArrayXXd::Constant(queries.size(), keys.size(), nothing);
    const ArrayXd tokens = queries.tail(queries.size() - negative);
    if (tokens.size() == 0 || keys.size() == 0)
        return values;
    auto rows = values.bottomRows(tokens.size());
    if (m_quantity == ScoreQuantity::Weights)
        rows = weights(tokens, keys);
    else if (m_quantity == ScoreQuantity::Position)
        rows = positionRows(tokens, keys);
    else if (m_quantity == ScoreQuantity::Visible)
        rows.setOnes();
    else
        for (Index row = 0; row < tokens.size(); ++row)
            rows.row(row) = m_attention.distances(tokens[row], keys).transpose();
    for (Index row = 0; row < tokens.size(); ++row) {
        for (Index key = 0; key < keys.size(); ++key) {
            if (!sees(tokens[row], keys[key]))
                rows(row, key) = nothing;
        }
    }
    return values;
}

double ScoreValues::perCell() const
{
    const Scheme& scheme = m_series.scheme;
    if (m_quantity == ScoreQuantity::Distance || m_quantity == ScoreQuantity::Visible)
        return 30.0;
    if (std::holds_alternative<ScoreTerm>(scheme.mechanism))
        return 100.0
            + (m_attention.contentUsed() == encodings::ContentUsed::Seeded
                    ? 3.0 * static_cast<double>(m_series.values.integer("head_dimension"))
                    : 0.0);
    return 20.0 + 12.0 * static_cast<double>(scheme.frequencies().size());
}

double ScoreValues::cost(double queries, double keys) const
{
    const Scheme& scheme = m_series.scheme;
    const bool sums = m_quantity == ScoreQuantity::Weights;
    // A row that is summed exactly, or the keys that stand for it.
    const double whole = std::min(mostKeysCounted(), m_lastKey + 1.0);
    double cost = queries * keys * 15.0;
    if (m_products && (sums || m_quantity == ScoreQuantity::Position))
        return cost + m_products->cost(queries, sums ? whole : keys);
    if (!byDistance() || (sums && m_lastKey >= mostKeysCounted())) {
        cost += queries * (sums ? std::min(whole, firstKeys + nearestKeys + keysBetween) : keys) * perCell();
        if (m_attention.contentUsed() == encodings::ContentUsed::Seeded)
            cost += (queries + (sums ? whole : keys)) * 25.0
                * static_cast<double>(m_series.values.integer("head_dimension"));
        return cost;
    }
    const auto pairs = static_cast<double>(scheme.frequencies().size());
    cost += (sums ? whole : queries + keys) * (4.0 + 2.0 * pairs);
    return cost + (sums ? queries * whole * (scheme.visible ? 8.0 : 3.0) : 0.0);
}
