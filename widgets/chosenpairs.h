// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/scene.h"

#include <vector>

/// The pairs that a series draws, in the order asked for; some may lie beyond those that it has.
inline std::vector<int> chosenPairs(const encodings::SceneSeries& series)
{
    std::vector<int> pairs;
    if (const auto* chosen = std::get_if<encodings::Numbers>(&series.values.at("pairs"))) {
        for (const double pair : *chosen)
            pairs.push_back(static_cast<int>(pair));
    } else {
        for (int pair = 0; pair < series.scheme.trainedFrequencies.size(); ++pair)
            pairs.push_back(pair);
    }
    return pairs;
}
