// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "headshape.h"

/// Reads lengths and scaling of one group of layers into `layers`: type, factor, trained and context length,
/// and the encodings with their own values in layers.model. `layers` holds base and rotary dimension already,
/// where the file says them. Notes "factor", "trained_length", "context_length", "extended_length",
/// "attention_factor" and "logit_factor", warns of what contradicts itself, and asks for what is missing.
/// Throws ModelFileError for numbers that cannot be.
void readScaling(const ConfigSection& config, const LayerGroup& group, const RopeBlock& block,
    const HeadShape& shape, GroupNotes& notes, ModelLayers& layers);
