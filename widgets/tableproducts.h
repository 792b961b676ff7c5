// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/scene.h"

#include <memory>

/// Inner products of what an additive encoding adds at two tokens, of the vectors themselves or of q = W_q p
/// and k = W_k p with Gaussian matrices of variance 1/d, drawn from the seed. Keeps the series.
class TableProducts {
public:
    /// Rows of W_q and W_k at most: as many as a large head has.
    static constexpr Eigen::Index mostRows = 512;

    TableProducts(const encodings::SceneSeries& series, bool projected);

    Eigen::Index dimension() const { return m_dimension; }
    /// Rows of the projections, or the dimension where there are none.
    Eigen::Index rows() const { return m_projected ? std::min(mostRows, m_dimension) : m_dimension; }

    /// (queries, keys); NaN where one has no vector. With `cosines` divided by the lengths of both.
    Eigen::ArrayXXd at(const Eigen::ArrayXd& queries, const Eigen::ArrayXd& keys, bool cosines) const;
    /// About how many nanoseconds at() takes.
    double cost(double queries, double keys) const;

private:
    struct Projections;
    struct Known;

    Eigen::MatrixXd vectors(const Eigen::ArrayXd& tokens, bool ofKeys) const;

    const encodings::SceneSeries& m_series;
    Eigen::Index m_dimension;
    bool m_projected;
    std::shared_ptr<Projections> m_projections; ///< drawn when they are first needed
    std::shared_ptr<Known> m_known;
};
