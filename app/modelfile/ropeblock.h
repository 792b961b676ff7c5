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

/// The first number that the block, then the configuration, hold under one of `keys`; others that differ are
/// added to `warnings`.
std::optional<FoundNumber> agreedNumber(
    const RopeBlock& block, const ConfigSection& config, const QStringList& keys, QStringList& warnings);

/// Multimodal RoPE turns each pair by one of three position ids, which are equal for text: a warning says
/// that it is shown so. Throws ModelFileError for sections that do not fit the rotary dimension or stand
/// beside a scaling.
void requireFittingSections(
    const RopeBlock& block, const ConfigSection& config, double rotaryDimension, QStringList& warnings);
