// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QStringList>

#include <map>
#include <optional>
#include <vector>

/// What a model file says about one group of layers. What it does not say is absent.
struct ModelLayers {
    QString name = "all"; ///< "all", the file's name of the group ("sliding_attention"), "rope", "nope"
    QString which; ///< the layers of the group in words, where the file tells ("3, 7, 11, ..."), or empty
    bool turns = true; ///< false: these layers have no rotation
    std::optional<double> headDimension;
    std::optional<double> rotaryDimension;
    std::optional<double> base;
    QString scaling = "default"; ///< the type as Hugging Face writes it: "default", "linear", "yarn" ...
    std::optional<double> factor;
    std::optional<double> trainedLength; ///< positions
    std::optional<double> contextLength; ///< positions
    /// Ready to be drawn; lacks what the file does not say. No encodings: cannot be drawn.
    encodings::Model model;
};

/// Something that the file does not say and that a person can decide.
struct OpenQuestion {
    QString key; ///< key of the parameter that the answer sets, or "encoding"
    QString question; ///< one sentence: what is missing, and what speaks for which answer
    QStringList answers; ///< values of the key as on the command line, the likeliest first
    bool needed = false; ///< nothing can be drawn without an answer
    QString group {}; ///< the group of layers that it is about; empty: all that turn

    bool concerns(const ModelLayers& layers) const { return group.isEmpty() || group == layers.name; }
    /// The key with the group before it where it is about one: "trained_length", "full_attention.base".
    QString setting() const { return group.isEmpty() ? key : group + '.' + key; }
    /// The question as people read it, with the layers that it is about.
    QString sentence() const;
};

/// What a model file says, where each number comes from, and the models to draw.
struct ModelFile {
    QString path;
    QString name;
    QString kind = "rope"; ///< "rope", "learned", "alibi", "t5", "deberta", "none" or "unknown"
    std::vector<ModelLayers> layers; ///< at least one; more than one where groups of layers differ
    /// By name as `inspect` prints it (base, head_dim, rotary_dim, scaling, factor, trained_length,
    /// context_length, heads, attention_factor, logit_factor), or "GROUP.name" where groups differ:
    /// "file: KEY", "derived: ...", "class default: ...", or why the number is absent.
    std::map<QString, QString> origins;
    QStringList warnings;
    /// Those of `warnings` that say which number is used, by its name as in `origins`: untrue once another is
    /// set.
    std::map<QString, QStringList> choices;
    std::vector<OpenQuestion> questions;
    QStringList unusedKeys; ///< keys of the file that no picture here needs

    /// The group of this name, or nullptr. Local and global layers are found by the names that files give
    /// them too, sliding_attention and full_attention, and the other way round.
    const ModelLayers* group(const QString& groupName) const;
};

/// Reads a `config.json` or a GGUF file, told apart by its first bytes. Throws ModelFileError, which names
/// the place, for what cannot be read or contradicts itself. A file of another kind than RoPE is read: its
/// kind says so, and its layers hold no model to draw.
ModelFile readModelFile(const QString& path);

/// Reads a `config.json` from bytes; `path` names them.
ModelFile parseModelFile(const QString& path, const QByteArray& bytes);
