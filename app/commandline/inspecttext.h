// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/modelfile/modelfile.h"

/// One group of layers, with what --set changes, and what follows from its numbers.
struct Inspected {
    ModelLayers layers;
    std::optional<encodings::State> state; ///< nothing: the group cannot be drawn
    std::optional<double> attentionFactor;
    std::optional<double> logitFactor;
    std::vector<double> frequencies; ///< per pair; empty where they cannot be known
    std::vector<double> longFrequencies; ///< LongRoPE beyond the trained length; empty for others
};

/// What `inspect` prints for people: every number with where it comes from, then warnings, open questions and
/// the keys that are not used.
QString inspectText(const ModelFile& file, const std::vector<Inspected>& groups);
