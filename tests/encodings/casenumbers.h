// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "closeness.h"

#include <Eigen/Core>

#include <QJsonArray>
#include <QJsonObject>

/// The numbers of a case's array.
inline Eigen::ArrayXd arrayOf(const QJsonValue& value)
{
    const QJsonArray numbers = value.toArray();
    return Eigen::ArrayXd::NullaryExpr(
        numbers.size(), [&](Eigen::Index i) { return numbers[static_cast<int>(i)].toDouble(); });
}

/// Those of an array of arrays, one to a row.
inline Eigen::MatrixXd matrixOf(const QJsonValue& value)
{
    const QJsonArray rows = value.toArray();
    Eigen::MatrixXd matrix(rows.size(), rows.isEmpty() ? 0 : rows[0].toArray().size());
    for (Eigen::Index row = 0; row < matrix.rows(); ++row)
        matrix.row(row) = arrayOf(rows[static_cast<int>(row)]).matrix().transpose();
    return matrix;
}

/// Whether all numbers agree as isClose has it, or within the case's own tolerance where it comes from
/// float32.
inline bool areClose(const Eigen::ArrayXd& found, const Eigen::ArrayXd& expected, double tolerance = 0.0)
{
    if (found.size() != expected.size())
        return false;
    for (Eigen::Index i = 0; i < found.size(); ++i) {
        if (!isClose(found[i], expected[i]) && !(std::abs(found[i] - expected[i]) <= tolerance))
            return false;
    }
    return true;
}
