// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme.h"

#include "encodings/scene.h"

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

/// A phase difference that no score notices: radians.
inline constexpr double smallPhase = 0.1;

/// What a scaling changes in one series. Arrays of shape (pairs).
struct PhaseNumbers {
    Eigen::ArrayXd ratio; ///< frequency to the unscaled one; 0 for a pair that turns no more
    Eigen::ArrayXd phase; ///< angle at the position minus the unscaled one, radians
    double attentionFactor = 1.0;
    double logitFactor = 1.0;
    double temperature = 1.0; ///< of the query at the position
    Eigen::Index still = 0; ///< pairs that never turned
    Eigen::Index stopped = 0; ///< pairs that turn no more

    PhaseNumbers(const encodings::SceneSeries& series, double position)
        : attentionFactor(series.scheme.attentionFactor())
        , logitFactor(series.scheme.logitFactor)
        , temperature(series.scheme.temperature ? series.scheme.temperature(position) : 1.0)
    {
        const Eigen::ArrayXd frequency = series.scheme.frequencies();
        const Eigen::ArrayXd& known = series.scheme.trainedFrequencies;
        const Eigen::ArrayXd unscaled = known.size() == frequency.size() ? known : frequency;
        still = (unscaled == 0.0).count();
        stopped = (unscaled != 0.0 && frequency == 0.0).count();
        // A pair that never turned has changed nothing.
        ratio = (unscaled == 0.0).select(1.0, frequency / unscaled);
        // Rounding of a frequency that is meant to be unchanged is no phase, however far the position.
        phase = ((ratio - 1.0).abs() < 1e-12).select(0.0, position * (frequency - unscaled));
    }

    Eigen::Index count() const { return ratio.size(); }
    Eigen::Index smaller() const { return (phase.abs() < smallPhase).count(); }
    Eigen::Index beyondHalfTurn() const { return (phase.abs() > std::numbers::pi).count(); }
    bool unchanged() const { return (ratio - 1.0).abs().maxCoeff() < 1e-12; }
};

/// Everything that a paint of PhaseView reads. Two panes share one vertical axis: phases from 0 to 1, ratios
/// one pane and one heading higher.
struct PhaseChart {
    std::shared_ptr<const encodings::Scene> scene;
    std::vector<PhaseNumbers> numbers; ///< one for each series
    double position = 0.0;
    Theme theme;
    Eigen::Index pairs = 0; ///< of the widest series
    double heading = 0.15; ///< height of a pane's heading, in heights of a pane

    PhaseChart(std::shared_ptr<const encodings::Scene> shownScene, const Theme& shownTheme)
        : scene(std::move(shownScene))
        , position(scene->values.number("position"))
        , theme(shownTheme)
    {
        for (const encodings::SceneSeries& series : scene->series) {
            numbers.emplace_back(series, position);
            pairs = std::max(pairs, numbers.back().count());
        }
        double lowestRatio = 1.0;
        double highestRatio = 1.0;
        for (const PhaseNumbers& one : numbers) {
            if (one.count() == 0)
                continue;
            // A pair that turns no more lies at the bottom of any scale.
            lowestRatio = std::min(lowestRatio, (one.ratio > 0.0).select(one.ratio, 1.0).minCoeff());
            highestRatio = std::max(highestRatio, one.ratio.maxCoeff());
            m_lowPhase = std::min(m_lowPhase, symmetric(one.phase.minCoeff()) - 0.4);
            m_highPhase = std::max(m_highPhase, symmetric(one.phase.maxCoeff()) + 0.4);
        }
        logarithmicRatio = lowestRatio < 0.1 || highestRatio > 10.0;
        m_lowRatio = logarithmicRatio ? std::log10(lowestRatio) - 0.15 : 0.0;
        m_highRatio = logarithmicRatio ? std::log10(highestRatio) + 0.15 : 1.06 * highestRatio;
    }

    bool logarithmicRatio = false;

    /// Height on the vertical axis.
    double ofRatio(double ratio) const
    {
        const double at = logarithmicRatio ? std::log10(ratio) : ratio;
        return 1.0 + heading + std::max(0.0, (at - m_lowRatio) / (m_highRatio - m_lowRatio));
    }
    double ofPhase(double phase) const
    {
        return (symmetric(phase) - m_lowPhase) / (m_highPhase - m_lowPhase);
    }
    Eigen::ArrayXd ofRatios(const PhaseNumbers& one) const
    {
        return one.ratio.unaryExpr([this](double ratio) { return ofRatio(ratio); });
    }
    Eigen::ArrayXd ofPhases(const PhaseNumbers& one) const
    {
        return one.phase.unaryExpr([this](double phase) { return ofPhase(phase); });
    }
    double top() const { return 2.0 + 2.0 * heading; }

    char marker(std::size_t series) const { return "ds*"[series % 3]; }

private:
    /// Evenly up to smallPhase, decade by decade beyond.
    static double symmetric(double phase)
    {
        const double size = std::abs(phase) / smallPhase;
        return std::copysign(size <= 1.0 ? size : 1.0 + std::log10(size), phase);
    }

    double m_lowPhase = -1.6;
    double m_highPhase = 1.6;
    double m_lowRatio = 0.0;
    double m_highRatio = 1.0;
};
