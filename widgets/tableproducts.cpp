// SPDX-License-Identifier: GPL-3.0-or-later
#include "tableproducts.h"

#include "tablevalues.h"

#include "encodings/seeded.h"

#include <cmath>
#include <mutex>

using Eigen::ArrayXd;
using Eigen::ArrayXXd;
using Eigen::Index;
using Eigen::MatrixXd;

namespace {

// Beside the tables that encodings draw themselves.
constexpr std::uint64_t queryProjection = encodings::TableStream + 1000;
constexpr std::uint64_t keyProjection = encodings::TableStream + 1001;

MatrixXd gaussians(std::uint64_t seed, std::uint64_t stream, Index rows, Index columns)
{
    const ArrayXd numbers = encodings::seededNormals(seed, stream, 0, rows * columns);
    return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
               numbers.data(), rows, columns)
        / std::sqrt(static_cast<double>(columns));
}

} // namespace

struct TableProducts::Projections {
    std::once_flag drawn;
    MatrixXd query;
    MatrixXd key;
};

/// Vectors of the keys asked for last: rows come block by block, with the same keys.
struct TableProducts::Known {
    std::mutex mutex;
    ArrayXd keys;
    std::shared_ptr<const MatrixXd> vectors;
};

TableProducts::TableProducts(const encodings::SceneSeries& series, bool projected)
    : m_series(series)
    , m_dimension(tableDimensions(series.scheme))
    , m_projected(projected)
    , m_projections(std::make_shared<Projections>())
    , m_known(std::make_shared<Known>())
{
}

MatrixXd TableProducts::vectors(const ArrayXd& tokens, bool ofKeys) const
{
    MatrixXd all(m_dimension, tokens.size());
    for (Index i = 0; i < tokens.size(); ++i)
        all.col(i) = tableValues(m_series.scheme, tokens[i]).matrix();
    if (!m_projected)
        return all;
    std::call_once(m_projections->drawn, [this] {
        const auto seed = static_cast<std::uint64_t>(m_series.values.number("seed"));
        m_projections->query = gaussians(seed, queryProjection, rows(), m_dimension);
        m_projections->key = gaussians(seed, keyProjection, rows(), m_dimension);
    });
    return (ofKeys ? m_projections->key : m_projections->query) * all;
}

ArrayXXd TableProducts::at(const ArrayXd& queries, const ArrayXd& keys, bool cosines) const
{
    std::shared_ptr<const MatrixXd> right;
    {
        const std::lock_guard lock(m_known->mutex);
        if (!m_known->vectors || m_known->keys.size() != keys.size() || (m_known->keys != keys).any()) {
            m_known->vectors = std::make_shared<const MatrixXd>(vectors(keys, true));
            m_known->keys = keys;
        }
        right = m_known->vectors;
    }
    const MatrixXd left = vectors(queries, false);
    // Without the tokens that have no vector: the product must not spread their NaN.
    const auto zeroed = [](const MatrixXd& from) {
        return from.unaryExpr([](double value) { return std::isnan(value) ? 0.0 : value; }).eval();
    };
    ArrayXXd products = (zeroed(left).transpose() * zeroed(*right)).array();
    const ArrayXd leftNorms = left.colwise().norm().transpose();
    const ArrayXd rightNorms = right->colwise().norm().transpose();
    for (Index key = 0; key < keys.size(); ++key) {
        const ArrayXd norms = leftNorms * rightNorms[key];
        if (cosines)
            products.col(key) /= norms;
        else
            products.col(key) = norms.isNaN().select(norms, products.col(key));
    }
    return products;
}

double TableProducts::cost(double queries, double keys) const
{
    const auto dimension = static_cast<double>(m_dimension);
    const auto projected = static_cast<double>(rows());
    double cost = (queries + keys) * dimension * 25.0 + queries * keys * projected * 0.6;
    if (m_projected)
        cost += projected * dimension * (50.0 + (queries + keys) * 0.6);
    return cost;
}
