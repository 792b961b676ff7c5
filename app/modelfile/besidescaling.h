// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ropeblock.h"

/// Reads what stands beside a scaling: sections for several axes (M-RoPE), log-n scaling, and factors on
/// queries that are only warned of. Appends encodings and values to layers.model; notes "mrope_section" and
/// "log_n". Throws ModelFileError for sections that do not add up to the pairs.
void readBesideScaling(
    const ConfigSection& config, const RopeBlock& block, GroupNotes& notes, ModelLayers& layers);

/// Warns where queries of layers without rotation are multiplied by a factor that grows with the position
/// (Llama4TextAttention in huggingface/transformers, modeling_llama4.py).
void warnOfTemperature(const ConfigSection& config, GroupNotes& notes);
