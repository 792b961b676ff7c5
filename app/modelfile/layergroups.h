// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "classdefaults.h"
#include "configsection.h"

/// Layers that share one rule, and where their numbers stand.
struct LayerGroup {
    QString name = "all";
    QString which; ///< the layers in words, or empty
    bool turns = true;
    QString whyNot; ///< for layers that do not turn: what says so
    std::optional<ConfigSection> block; ///< rope_scaling or rope_parameters, where it is about these layers
    QStringList baseKeys; ///< outside the block
    std::optional<double> defaultBase; ///< of the class
    QStringList headKeys; ///< before those of all layers
    std::optional<double> defaultHead; ///< of the class, where it is not that of all layers
    bool plainCosines = false; ///< the class leaves cosines and sines as they are under YaRN
};

/// Every key under which the base of all layers stands.
QStringList baseKeys();

/// The groups of layers of `config`, the one that sees the whole context first. What is odd is added to
/// `warnings`.
std::vector<LayerGroup> layerGroups(
    const ConfigSection& config, const ClassDefaults* defaults, QStringList& warnings);
