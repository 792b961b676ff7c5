// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "lateworker.h"

#include "encodings/cosine.h"

#include <Eigen/Core>

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

/// The whole distances of one column of pixels.
struct DistanceColumn {
    double first = 0.0;
    double last = 0.0;

    double count() const { return last - first + 1.0; }
    friend bool operator==(const DistanceColumn&, const DistanceColumn&) = default;
};

/// from .. to in `wanted` columns that are even on the axis; those without a whole distance are left out.
/// On a logarithmic axis, from above 0.
std::vector<DistanceColumn> distanceColumns(double from, double to, bool logarithmic, int wanted);

/// Something to be drawn against whole distances, positions or lengths.
struct DistanceFunction {
    /// (distances) values; NaN where there is none. May be called from any thread.
    std::function<Eigen::ArrayXd(const Eigen::ArrayXd& distances)> at;
    /// Differs from distance to distance, like the content of keys: only some are drawn.
    bool scattered = false;
};

/// A function as drawn: for every column its lowest and highest value; NaN where there is none.
struct DistanceCurve {
    std::vector<DistanceColumn> columns; ///< those asked for, or fewer
    std::vector<encodings::Interval> ranges;
    bool rippled = false; ///< goes up and down inside columns
    /// Distances looked at in each column; 0: all, or both ends and some between where nothing ripples.
    int samples = 0;

    bool hasEveryDistance() const;
};

/// The curve of a function, in full.
DistanceCurve distanceCurve(const DistanceFunction& function, const std::vector<DistanceColumn>& columns);

/// Lowest and highest value of all functions at some distances of every column, 0 among them, with a little
/// room for the axis; -1 .. 1 where all values are 0.
encodings::Interval valueRange(
    const std::vector<DistanceFunction>& functions, const std::vector<DistanceColumn>& columns);

struct DistanceAnswer {
    std::vector<DistanceCurve> curves; ///< one for each function
    bool pending = false; ///< better ones are being worked out
};

/// Curves of the functions of a picture, for its columns of pixels. What takes longer than a part of a frame
/// comes from fewer columns at once, and in full from a worker thread. Share by std::make_shared.
class DistanceCurves : public std::enable_shared_from_this<DistanceCurves> {
public:
    using Functions = std::shared_ptr<const std::vector<DistanceFunction>>;

    /// Distances looked at in a column where values ripple and it has too many for all of them.
    static constexpr int rippleSamples = 64;
    /// Distances drawn of a scattered function.
    static constexpr std::size_t mostScattered = 192;

    /// With `exactNow` nothing is left to the worker.
    DistanceAnswer answer(const Functions& functions, const std::vector<DistanceColumn>& columns,
        bool exactNow, const std::function<void()>& repaint);

private:
    /// What can be had in a part of a frame.
    static DistanceAnswer atOnce(
        const std::vector<DistanceFunction>& functions, const std::vector<DistanceColumn>& columns);
    void startWorker(const std::function<void()>& repaint);

    std::mutex m_mutex;
    Functions m_functions; ///< of the last paint
    std::vector<DistanceColumn> m_columns;
    DistanceAnswer m_answer; ///< for these
    LateWorker m_worker;
};
