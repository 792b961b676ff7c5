// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "biassource.h"
#include "evaluationchart.h"

/// How far the quantities of Evaluation are worked out.
struct EvaluationWork {
    /// Lengths that resolution and fit look at, tokens of the toy and of the receptive field.
    static constexpr double longestSums = 8192.0;
    static constexpr double mostToyTokens = 2048.0;
    static constexpr double mostSeenTokens = 1048576.0;

    double target = 0.0; ///< the longest length of the scene
    bool pending = false; ///< what takes long is left out
    std::stop_token stop {};

    double longest = std::min(target, longestSums);
    double tokens = std::min(target, mostToyTokens);
};

/// One quantity of one series; see EvaluationChart.
namespace evaluationitems {

using Source = std::shared_ptr<const BiasSource>;

/// Sum of cos(r theta) over pairs, with xPos's decay, r as the mechanism sees it.
EvaluationItem expectation(const Source& source, const EvaluationWork& work);
EvaluationItem resolution(const Source& source, const EvaluationWork& work);
EvaluationItem receptiveField(const Source& source, const EvaluationWork& work);
EvaluationItem cumulated(const Source& source, const EvaluationWork& work);
EvaluationItem logFit(const Source& source, const EvaluationWork& work);

} // namespace evaluationitems
