// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/scene.h"

#include <Eigen/Core>

#include <cmath>
#include <numbers>

/// What follows for every pair of a series from its frequencies, its trained length and its scale. Arrays of
/// shape (pairs); empty for a series without pairs.
struct PairNumbers {
    Eigen::ArrayXd frequency; ///< radians per position; 0 for a pair that stands still
    Eigen::ArrayXd trainedFrequency; ///< before any extension
    Eigen::ArrayXd wavelength; ///< positions per turn; infinite for a pair that stands still
    Eigen::ArrayXd turns; ///< inside the trained length
    Eigen::ArrayXd ratio; ///< to the trained frequency
    Eigen::ArrayXd reach; ///< largest angle at the target length against the largest in training
    Eigen::ArrayXd trainedTurns; ///< inside the trained length, as in training

    explicit PairNumbers(const encodings::SceneSeries& series)
        : frequency(series.scheme.frequencies())
    {
        const Eigen::ArrayXd& known = series.scheme.trainedFrequencies;
        trainedFrequency = known.size() == frequency.size() ? known : frequency;
        wavelength = 2.0 * std::numbers::pi / frequency;
        turns = series.trainedLength() * frequency / (2.0 * std::numbers::pi);
        trainedTurns = series.trainedLength() * trainedFrequency / (2.0 * std::numbers::pi);
        // A pair that turned never, then or now, has changed nothing.
        ratio = (trainedFrequency == 0.0 && frequency == 0.0).select(1.0, frequency / trainedFrequency);
        reach = (trainedFrequency == 0.0).select(1.0, series.values.number("scale") * ratio);
    }

    Eigen::Index count() const { return frequency.size(); }
    /// Never turns, or not any more.
    bool stands(Eigen::Index pair) const { return frequency[pair] == 0.0; }
    /// In training; a pair that stood still then has no turn to finish.
    bool neverFinishes(Eigen::Index pair) const
    {
        return trainedTurns[pair] > 0.0 && trainedTurns[pair] < 1.0;
    }
    /// The target length brings angles that training never met. Rounding of a reach that is 1 by design must
    /// not count.
    bool meetsUnseen(Eigen::Index pair) const { return neverFinishes(pair) && reach[pair] > 1.0 + 1e-9; }
    /// Every pair turns as in training.
    bool unchanged() const { return ((ratio - 1.0).abs() <= 1e-9).all(); }

    Eigen::Index standing() const { return (frequency == 0.0).count(); }
    /// Pairs that turned in training.
    Eigen::Index turned() const { return (trainedFrequency > 0.0).count(); }
    /// In training.
    Eigen::Index neverFinishing() const { return (trainedTurns > 0.0 && trainedTurns < 1.0).count(); }
    /// Inside the trained length, as the series turns them now.
    Eigen::Index neverFinishingNow() const { return (turns > 0.0 && turns < 1.0).count(); }

    Eigen::Index unseen() const
    {
        Eigen::Index found = 0;
        for (Eigen::Index pair = 0; pair < count(); ++pair)
            found += meetsUnseen(pair);
        return found;
    }
};
