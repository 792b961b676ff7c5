// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "distancecurves.h"

#include "encodings/scene.h"

#include <QString>

#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

/// What is drawn of one series, or why nothing is.
struct EvaluationItem {
    const encodings::SceneSeries* series = nullptr;
    QString who; ///< name, and the head where that matters
    QString whyNot {}; ///< to follow "... is not drawn: "; empty where it is
    DistanceFunction function {};
    DistanceFunction fit {}; ///< a second curve, dashed; nothing where there is none
    std::optional<double> mark {}; ///< an x to be marked on the curve
    QString fact {}; ///< its number of today, in a few words, for the legend
    QString told {}; ///< the same in more words, for the caption

    bool isDrawn() const { return whyNot.isEmpty(); }
};

/// A quantity of Evaluation for a scene, ready to be drawn.
struct EvaluationChart {
    std::shared_ptr<const encodings::Scene> scene;
    std::string rowName; ///< first column of the CSV
    std::string columnName; ///< "LABEL.NAME" of the others
    std::vector<EvaluationItem> items; ///< one for each series, in order
    std::pair<double, double> range; ///< of the x axis
    bool logarithmic = false; ///< the x axis
    bool shares = false; ///< y goes from 0 to 1
    bool isDistance = true; ///< x can be compared with the trained length
    QString xLabel;
    QString yLabel;
    QString about; ///< what is told beside the numbers: definition, limits

    /// Lowest and highest value in `range`, with some room.
    encodings::Interval valueRange() const;
};

/// Why the quantity that `series` asks for does not apply to it, as View::whyNot says it.
QString whyNoQuantity(const encodings::SceneSeries& series);

/// The chart of the quantity that the scene asks for. Of no use once `stop` has been requested.
std::shared_ptr<const EvaluationChart> evaluationChart(
    const std::shared_ptr<const encodings::Scene>& scene, std::stop_token stop = {});

/// Whether the chart takes longer than a part of a frame.
bool isLongWork(const encodings::Scene& scene);

/// The same axes and names without curves, while those are worked out.
std::shared_ptr<const EvaluationChart> pendingChart(const std::shared_ptr<const encodings::Scene>& scene);
