// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QStringList>

#include <map>
#include <optional>
#include <vector>

/// What a model file says about one group of layers. What it does not say is absent.
struct ModelLayers {
    QString name = "all";
    std::optional<double> headDimension;
    double rotaryDimension = 0.0;
    double base = 0.0;
    QString scaling = "default"; ///< "default" (unscaled) or "linear"
    std::optional<double> factor;
    std::optional<double> trainedLength; ///< positions
    std::optional<double> contextLength; ///< positions
    double attentionFactor = 1.0; ///< on cosines and sines
    double logitFactor = 1.0; ///< on the scores
};

/// What a model file says, where each number comes from, and the model to draw.
struct ModelFile {
    QString path;
    QString name;
    QString kind = "rope";
    std::vector<ModelLayers> layers; ///< one today: files whose layers differ are refused
    /// By name as `inspect` prints it (base, head_dim, rotary_dim, scaling, factor, trained_length,
    /// context_length, heads): "file: KEY", "derived: ...", "class default: ...", or why the number is
    /// absent.
    std::map<QString, QString> origins;
    QStringList warnings;
    /// Those of `warnings` that say which number is used, by its name as in `origins`: untrue once another is
    /// set.
    std::map<QString, QStringList> choices;
    encodings::Model model; ///< ready to be drawn; lacks what the file does not say
};

/// Reads the `config.json` at `path`. Throws ModelFileError, which names the key, for what cannot be read, is
/// not stated, or would be drawn wrongly: only RoPE, unscaled or scaled linearly and equal in all layers, is
/// read today.
ModelFile readModelFile(const QString& path);

/// Like readModelFile, from bytes already read; `path` names them.
ModelFile parseModelFile(const QString& path, const QByteArray& bytes);
