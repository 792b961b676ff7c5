// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/precision.h"
#include "encodings/scene.h"

#include <QRectF>

#include <vector>

class QCPAxis;

/// Which error of an angle is looked at.
enum class AngleError { Cosine, Phase };

/// What one series asks of the number formats.
struct PrecisionSeries {
    const encodings::SceneSeries* series = nullptr;
    std::vector<int> pairs; ///< the chosen ones that it has
    Eigen::ArrayXd frequencies; ///< of these; radians per position

    explicit PrecisionSeries(const encodings::SceneSeries& shown);

    /// The largest error over the pairs at each position, as a size; NaN where the format has no such angle.
    /// `worst`, if any, gets the place of the pair in `pairs`. Shapes: (positions).
    Eigen::ArrayXd largest(encodings::FloatFormat format, AngleError error, const Eigen::ArrayXd& positions,
        Eigen::ArrayXi* worst = nullptr) const;

    /// Of no more than `most` pairs, spread evenly.
    PrecisionSeries thinnedTo(std::size_t most) const;
};

/// The whole positions from 1 on that fall to each column of the picture: all of them, or a spread sample.
struct PositionColumns {
    static constexpr double width = 8.0; ///< px
    /// Where a column holds more positions, this many are looked at.
    static constexpr int samples = 128;

    std::vector<double> px; ///< of the position, or the middle of the column where it holds several
    std::vector<Eigen::Index> starts; ///< of each column in `positions`, and the end
    Eigen::ArrayXd positions;
    bool sampled = false;

    PositionColumns() = default;
    PositionColumns(const QCPAxis& x, const QRectF& rect);
};

/// Largest errors in every column, for series and formats; computed again only when something of it changes.
class PrecisionCurves {
public:
    /// More pairs than these are thinned.
    static constexpr std::size_t mostPairs = 64;

    void update(const std::vector<PrecisionSeries>& series,
        const std::vector<encodings::FloatFormat>& formats, AngleError error, const QCPAxis& x,
        const QRectF& rect);

    const PositionColumns& columns() const { return m_columns; }
    /// Shape: (columns).
    const Eigen::ArrayXd& of(std::size_t series, std::size_t format) const
    {
        return m_values[series * m_formats + format];
    }

private:
    std::vector<double> m_key;
    PositionColumns m_columns;
    std::size_t m_formats = 0;
    std::vector<Eigen::ArrayXd> m_values;
};
