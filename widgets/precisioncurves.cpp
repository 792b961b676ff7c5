// SPDX-License-Identifier: GPL-3.0-or-later
#include "precisioncurves.h"

#include "chosenpairs.h"

#include <qcustomplot.h>
#include <QtConcurrent>

#include <algorithm>
#include <cmath>
#include <limits>

using Eigen::ArrayXd;
using Eigen::ArrayXi;
using Eigen::Index;

PrecisionSeries::PrecisionSeries(const encodings::SceneSeries& shown)
    : series(&shown)
{
    const ArrayXd all = shown.scheme.frequencies();
    for (const int pair : chosenPairs(shown)) {
        if (pair < all.size())
            pairs.push_back(pair);
    }
    frequencies = all(pairs);
}

ArrayXd PrecisionSeries::largest(
    encodings::FloatFormat format, AngleError error, const ArrayXd& positions, ArrayXi* worst) const
{
    ArrayXd largest = ArrayXd::Constant(positions.size(), std::numeric_limits<double>::quiet_NaN());
    if (worst)
        *worst = ArrayXi::Zero(positions.size());
    encodings::AngleErrors errors;
    for (Index pair = 0; pair < frequencies.size(); ++pair) {
        encodings::fillAngleErrors(format, frequencies[pair], positions, errors);
        const ArrayXd& sizes = error == AngleError::Cosine ? errors.cosine : errors.phase;
        for (Index i = 0; i < positions.size(); ++i) {
            const double size = std::abs(sizes[i]);
            if (size <= largest[i] || std::isnan(size))
                continue;
            largest[i] = size;
            if (worst)
                (*worst)[i] = static_cast<int>(pair);
        }
    }
    return largest;
}

PrecisionSeries PrecisionSeries::thinnedTo(std::size_t most) const
{
    PrecisionSeries thinned = *this;
    if (pairs.size() <= most)
        return thinned;
    thinned.pairs.clear();
    std::vector<Index> places;
    for (std::size_t i = 0; i < most; ++i) {
        const std::size_t place = i * (pairs.size() - 1) / (most - 1);
        places.push_back(static_cast<Index>(place));
        thinned.pairs.push_back(pairs[place]);
    }
    thinned.frequencies = frequencies(places);
    return thinned;
}

PositionColumns::PositionColumns(const QCPAxis& x, const QRectF& rect)
{
    constexpr double goldenRatio = 0.6180339887498949;
    std::vector<double> all;
    double next = std::max(1.0, std::ceil(x.range().lower));
    double shift = 0.0;
    for (double left = rect.left(); left < rect.right(); left += width) {
        const double right = std::min(left + width, rect.right());
        const double last
            = right < rect.right() ? std::ceil(x.pixelToCoord(right)) - 1.0 : std::floor(x.range().upper);
        const double count = last - next + 1.0;
        if (!(count >= 1.0))
            continue;
        starts.push_back(static_cast<Index>(all.size()));
        px.push_back(count == 1.0 ? x.coordToPixel(next) : (left + right) / 2.0);
        const double looked = std::min<double>(count, samples);
        sampled = sampled || looked < count;
        for (double sample = 0.0; sample < looked; ++sample) {
            // Even steps could meet only numbers that a format has.
            shift = looked < count ? std::fmod(shift + goldenRatio, 1.0) : 0.0;
            all.push_back(next + std::floor((sample + shift) * count / looked));
        }
        next = last + 1.0;
    }
    starts.push_back(static_cast<Index>(all.size()));
    positions = Eigen::Map<const ArrayXd>(all.data(), static_cast<Index>(all.size()));
}

void PrecisionCurves::update(const std::vector<PrecisionSeries>& series,
    const std::vector<encodings::FloatFormat>& formats, AngleError error, const QCPAxis& x,
    const QRectF& rect)
{
    std::vector<double> key { x.range().lower, x.range().upper, rect.left(), rect.right(),
        static_cast<double>(error) };
    for (const encodings::FloatFormat format : formats)
        key.push_back(static_cast<double>(format));
    for (const PrecisionSeries& one : series) {
        key.push_back(-1.0);
        key.insert(key.end(), one.frequencies.begin(), one.frequencies.end());
    }
    if (key == m_key)
        return;
    m_key = std::move(key);
    m_columns = PositionColumns(x, rect);
    m_formats = formats.size();
    struct Asked {
        PrecisionSeries series;
        encodings::FloatFormat format;
    };
    std::vector<Asked> all;
    for (const PrecisionSeries& one : series) {
        for (const encodings::FloatFormat format : formats)
            all.push_back({ one.thinnedTo(mostPairs), format });
    }
    m_values = QtConcurrent::blockingMapped<std::vector<ArrayXd>>(all, [&](const Asked& asked) {
        const ArrayXd errors = asked.series.largest(asked.format, error, m_columns.positions);
        ArrayXd values(static_cast<Index>(m_columns.px.size()));
        for (Index column = 0; column < values.size(); ++column) {
            const Index start = m_columns.starts[static_cast<std::size_t>(column)];
            const Index end = m_columns.starts[static_cast<std::size_t>(column + 1)];
            values[column] = errors.segment(start, end - start).maxCoeff<Eigen::PropagateNumbers>();
        }
        return values;
    });
}
