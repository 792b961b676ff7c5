// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <memory>

namespace encodings {

/// A table of vectors: given ones, or Gaussian rows (mean 0, variance 1) as a function of the seed,
/// untrained. Those are drawn when they are asked for, and kept up to 2^20 numbers. May be used from several
/// threads; copies share what is kept.
class RowTable {
public:
    /// `number` of the table, where an encoding has several; rows of `dimension` numbers.
    RowTable(std::uint64_t seed, std::uint64_t number, Eigen::Index dimension);

    /// The rows of this table, (rows, dimension).
    explicit RowTable(const Eigen::MatrixXd& rows);

    Eigen::Index dimension() const { return m_dimension; }
    /// (dimension); `index` from 0.
    Eigen::VectorXd row(std::int64_t index) const;
    /// (count, dimension) rows from `first` on.
    Eigen::MatrixXd rows(std::int64_t first, Eigen::Index count) const;
    /// (indices) inner products of `vector` and the rows; NaN at NaN.
    Eigen::ArrayXd products(const Eigen::VectorXd& vector, const Eigen::ArrayXd& indices) const;
    /// (indices) inner products of column i of `vectors` and row indices[i]; NaN at NaN.
    Eigen::ArrayXd productsByColumn(const Eigen::MatrixXd& vectors, const Eigen::ArrayXd& indices) const;

private:
    struct Kept;

    std::uint64_t m_seed = 0;
    std::uint64_t m_number = 0;
    Eigen::Index m_dimension;
    std::shared_ptr<Kept> m_kept;
};

} // namespace encodings
