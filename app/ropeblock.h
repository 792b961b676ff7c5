// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "configsection.h"

/// The object `rope_scaling` or `rope_parameters` of a configuration.
struct RopeBlock {
    std::optional<ConfigSection> section; ///< nothing: the file has no such object
    QString type = "default"; ///< "default" or "linear"
    QString typeOrigin; ///< where the type comes from
    bool mrope = false; ///< sections for three axes, equal for text
};

/// Finds the block and its type, for old files (`type`) and new ones (`rope_type`, the base inside). Throws
/// ModelFileError for scalings that are not read yet and for blocks that differ by group of layers; what is
/// odd without being wrong is added to `warnings`.
RopeBlock readRopeBlock(const ConfigSection& config, QStringList& warnings);
