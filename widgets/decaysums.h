// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/decay.h"
#include "encodings/scene.h"

#include <algorithm>
#include <variant>
#include <vector>

/// What Decay draws for a series.
enum class DecaySum { Ones, Random, Bound };

inline std::vector<DecaySum> decaySumsOf(const encodings::Scene& scene)
{
    const std::string& word = scene.values.text("decay_sums");
    if (word == "all" || (word == "auto" && scene.series.size() == 1))
        return { DecaySum::Ones, DecaySum::Random, DecaySum::Bound };
    return { word == "random" ? DecaySum::Random : word == "bound" ? DecaySum::Bound : DecaySum::Ones };
}

/// Whether the scores decay with the distance by themselves, pair by pair (xPos). Such scores are for keys
/// before the query only, and RoFormer's bound, made of turning alone, does not bound them.
inline bool decaysItself(const encodings::SceneSeries& series)
{
    const auto* rotary = std::get_if<encodings::Rotary>(&series.scheme.mechanism);
    return rotary && rotary->decay.size() > 0;
}

/// Empty for RoFormer's bound.
inline encodings::PairWeights decayWeightsOf(const encodings::SceneSeries& series, DecaySum sum)
{
    const Eigen::Index pairs = series.scheme.trainedFrequencies.size();
    encodings::PairWeights weights;
    if (sum == DecaySum::Bound)
        return weights;
    weights = sum == DecaySum::Ones
        ? encodings::onesWeights(pairs)
        : encodings::randomWeights(pairs, static_cast<std::uint64_t>(series.values.integer("seed")));
    if (decaysItself(series)) {
        // Interpolated positions are nearer to each other for the decay as well.
        weights.logDecay
            = series.scheme.positionRate * std::get<encodings::Rotary>(series.scheme.mechanism).decay.log();
    }
    return weights;
}
