// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// What llama.cpp does with the positions of one architecture where the file does not say. Every rule is the
/// one of its source: llama_model_rope_type and the load_arch_hparams of the architecture.
struct GgufArchitecture {
    /// Which dimensions make a pair.
    enum class Layout {
        Interleaved, ///< 2i and 2i + 1 (LLAMA_ROPE_TYPE_NORM)
        Halves, ///< i and i + d/2 (LLAMA_ROPE_TYPE_NEOX)
        None ///< no rotation
    };
    /// What tells groups of layers apart.
    enum class Groups {
        None, ///< all layers alike, unless the file has numbers of its own for sliding layers
        OwnBase, ///< layers with a sliding window have a base of their own and no scaling
        NoRotation ///< layers without a sliding window, or every n-th, have no rotation
    };

    QString kind = "rope"; ///< as ModelFile::kind
    Layout layout = Layout::Interleaved;
    Groups groups = Groups::None;
    int period = 0; ///< every so many layers one is of the other group; 0: only the file tells
    bool otherFirst = false; ///< the other one is the first of the period, not the last
    bool needsWindow = false; ///< the groups are there only where the file states a sliding window
    bool interleavedAxes = false; ///< M-RoPE deals its axes out in turn (LLAMA_ROPE_TYPE_IMROPE)
    /// yarn_log_multiplier is mscale_all_dim times this; 0: the key is not read.
    double logMultiplier = 0.0;
    bool scalesScores = false; ///< multiplies the scores too, as DeepSeek's MLA does
};

/// The rules of `name` (the file's general.architecture), or nullptr: nothing is assumed about others.
const GgufArchitecture* ggufArchitecture(const QString& name);

/// The base that llama.cpp uses where the file has none, and for the sliding layers of Groups::OwnBase.
inline constexpr double ggufDefaultBase = 10000.0;
