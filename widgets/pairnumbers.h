// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/scene.h"

#include <Eigen/Core>

#include <cmath>
#include <numbers>

/// What follows for every pair of a series from its frequencies, its trained length and its scale. Arrays of
/// shape (pairs); empty for a series without pairs.
struct PairNumbers {
    Eigen::ArrayXd frequency; ///< radians per position
    Eigen::ArrayXd wavelength; ///< positions per turn
    Eigen::ArrayXd turns; ///< inside the trained length
    Eigen::ArrayXd ratio; ///< to the trained frequency
    Eigen::ArrayXd reach; ///< largest angle at the target length against the largest in training
    Eigen::ArrayXd trainedTurns; ///< inside the trained length, as in training

    explicit PairNumbers(const encodings::SceneSeries& series)
        : frequency(series.scheme.frequencies())
    {
        const Eigen::ArrayXd& known = series.scheme.trainedFrequencies;
        const Eigen::ArrayXd trained = known.size() == frequency.size() ? known : frequency;
        wavelength = 2.0 * std::numbers::pi / frequency;
        turns = series.trainedLength() * frequency / (2.0 * std::numbers::pi);
        trainedTurns = series.trainedLength() * trained / (2.0 * std::numbers::pi);
        // A pair that turned never, then or now, has changed nothing.
        ratio = (trained == 0.0 && frequency == 0.0).select(1.0, frequency / trained);
        reach = (trained == 0.0).select(1.0, series.values.number("scale") * ratio);
    }

    Eigen::Index count() const { return frequency.size(); }
    bool finishesTurn(Eigen::Index pair) const { return trainedTurns[pair] >= 1.0; }
    /// The target length brings angles that training never met. Rounding of a reach that is 1 by design must
    /// not count.
    bool meetsUnseen(Eigen::Index pair) const { return !finishesTurn(pair) && reach[pair] > 1.0 + 1e-9; }

    /// In training.
    Eigen::Index neverFinishing() const { return (trainedTurns < 1.0).count(); }
    /// Inside the trained length, as the series turns them now.
    Eigen::Index neverFinishingNow() const { return (turns < 1.0).count(); }

    /// count() when every pair finishes a turn.
    Eigen::Index firstNeverFinishing() const
    {
        Eigen::Index pair = 0;
        while (pair < count() && finishesTurn(pair))
            ++pair;
        return pair;
    }

    Eigen::Index unseen() const
    {
        Eigen::Index found = 0;
        for (Eigen::Index pair = 0; pair < count(); ++pair)
            found += meetsUnseen(pair);
        return found;
    }
};
