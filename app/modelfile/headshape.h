// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layergroups.h"
#include "ropeblock.h"

/// Heads and how much of them turns, for one group of layers. Absent: not in the file.
struct HeadShape {
    std::optional<double> heads;
    std::optional<double> headDimension;
    QString headKey; ///< the key that the head dimension comes from
    std::optional<double> rotaryDimension;
    bool mla = false; ///< a part of the head of its own turns (qk_rope_head_dim)
};

/// The names that configurations give the width of the model.
QStringList widthKeys();

/// Number of heads and head dimension, for any kind of encoding; notes "heads" and "head_dim". Throws
/// ModelFileError for numbers that cannot be.
HeadShape readHeads(
    const ConfigSection& config, const LayerGroup& group, const ClassDefaults* defaults, GroupNotes& notes);

/// Adds how much of the head turns; notes "rotary_dim". Throws ModelFileError for an odd dimension and for
/// more than the head.
void readRotaryDimension(HeadShape& shape, const ConfigSection& config, const RopeBlock& block,
    const ClassDefaults* defaults, GroupNotes& notes);
