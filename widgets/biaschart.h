// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "biassource.h"
#include "distancecurves.h"
#include "theme.h"

#include <memory>
#include <utility>

/// A head of a series.
struct BiasTrace {
    std::shared_ptr<const BiasSource> source;
    Eigen::Index head = 0;
    bool steps = false; ///< buckets, which all heads of a series share

    bool isLookedAt() const { return head == source->headLookedAt(); }
};

/// What a picture of the biases of a scene shows.
struct BiasChart {
    std::shared_ptr<const encodings::Scene> scene;
    std::vector<std::shared_ptr<const BiasSource>> sources; ///< one for each series, in order
    std::vector<BiasTrace> traces;
    DistanceCurves::Functions functions; ///< one for each trace
    bool logarithmic = false; ///< the distance axis
    bool everyHead = false; ///< not only the one looked at

    explicit BiasChart(std::shared_ptr<const encodings::Scene> shownScene);

    /// Distances shown, on either axis: the range of the state, or all distances up to the longest target, to
    /// later keys as well where a series sees them.
    std::pair<double, double> range() const;
    /// Distances shown on the axis of this chart: from 1 on where it is logarithmic.
    std::pair<double, double> axisRange() const;
    /// Heads that are left out of the picture.
    Eigen::Index headsLeft() const;
    /// Lowest and highest value at the distances shown, of multipliers or of all others, with some room.
    encodings::Interval valueRange(bool multipliers) const;
    bool any(bool multipliers) const;
};

/// The range of distances of a scene of biases.
std::pair<double, double> biasRange(const encodings::Scene& scene);

/// The colour of a head: that of the series, paler from head to head; the head looked at in full.
QColor headColor(const Theme& theme, const BiasTrace& trace);
