// SPDX-License-Identifier: GPL-3.0-or-later
#include "rowtable.h"

#include "seeded.h"

#include <cmath>
#include <limits>
#include <mutex>
#include <unordered_map>

namespace encodings {

using Eigen::ArrayXd;
using Eigen::Index;

namespace {

constexpr std::size_t mostKept = std::size_t { 1 } << 20;

} // namespace

struct RowTable::Kept {
    std::mutex mutex;
    std::unordered_map<std::int64_t, Eigen::VectorXd> rows;
};

RowTable::RowTable(std::uint64_t seed, std::uint64_t number, Index dimension)
    : m_seed(seed)
    , m_number(number)
    , m_dimension(dimension)
    , m_kept(std::make_shared<Kept>())
{
}

RowTable::RowTable(const Eigen::MatrixXd& rows)
    : m_dimension(rows.cols())
    , m_kept(std::make_shared<Kept>())
{
    for (Index i = 0; i < rows.rows(); ++i)
        m_kept->rows.emplace(i, rows.row(i).transpose());
}

Eigen::VectorXd RowTable::row(std::int64_t index) const
{
    {
        const std::lock_guard lock(m_kept->mutex);
        if (const auto found = m_kept->rows.find(index); found != m_kept->rows.end())
            return found->second;
    }
    const auto size = static_cast<std::uint64_t>(m_dimension);
    Eigen::VectorXd drawn = seededNormals(
        m_seed, TableStream + m_number, static_cast<std::uint64_t>(index) * size, m_dimension);
    const std::lock_guard lock(m_kept->mutex);
    if (m_kept->rows.size() * size < mostKept)
        m_kept->rows.emplace(index, drawn);
    return drawn;
}

Eigen::MatrixXd RowTable::rows(std::int64_t first, Index count) const
{
    Eigen::MatrixXd all(count, m_dimension);
    for (Index i = 0; i < count; ++i)
        all.row(i) = row(first + i).transpose();
    return all;
}

ArrayXd RowTable::products(const Eigen::VectorXd& vector, const ArrayXd& indices) const
{
    std::unordered_map<std::int64_t, double> known;
    return indices.unaryExpr([&](double index) {
        if (std::isnan(index))
            return index;
        const auto [place, isNew] = known.try_emplace(static_cast<std::int64_t>(index));
        if (isNew)
            place->second = row(place->first).dot(vector);
        return place->second;
    });
}

ArrayXd RowTable::productsByColumn(const Eigen::MatrixXd& vectors, const ArrayXd& indices) const
{
    return ArrayXd::NullaryExpr(indices.size(), [&](Index i) {
        return std::isnan(indices[i]) ? indices[i]
                                      : row(static_cast<std::int64_t>(indices[i])).dot(vectors.col(i));
    });
}

} // namespace encodings
