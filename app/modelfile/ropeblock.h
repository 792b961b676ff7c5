// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classdefaults.h"
#include "groupnotes.h"

/// The object `rope_scaling` or `rope_parameters` of a configuration, for one group of layers.
struct RopeBlock {
    std::optional<ConfigSection> section; ///< nothing: the file has no such object
    QString type = "default"; ///< as Hugging Face calls it: "default", "linear", "yarn", "su" ...
    bool mrope = false; ///< sections for several axes, equal for text
};

/// The block of the whole configuration: `rope_scaling`, else `rope_parameters`, else what the class fills
/// in. What is odd is added to `warnings`.
std::optional<ConfigSection> findBlock(
    const ConfigSection& config, const ClassDefaults* defaults, QStringList& warnings);

/// The objects inside `block`, by name, where it holds one for each group of layers; full attention first.
QStringList groupsInside(const ConfigSection& block);

/// Reads the type of `section`, for old files (`type`) and new ones (`rope_type`). Notes where it comes from
/// under "scaling", and what is odd. Throws ModelFileError for a type that no one knows.
RopeBlock readRopeBlock(const std::optional<ConfigSection>& section, GroupNotes& notes);

/// The first number that the block, then the configuration, hold under one of `keys`, for what is called
/// `name`; others that differ are warned of.
std::optional<FoundNumber> agreedNumber(const RopeBlock& block, const ConfigSection& config,
    const QString& name, const QStringList& keys, GroupNotes& notes);
