// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "groupnotes.h"

#include "encodings/value.h"

/// Which position encoding a configuration says, and what says so.
struct PositionKind {
    QString kind = "rope"; ///< as ModelFile::kind
    QString origin {}; ///< "file: KEY", "class: ...", or why it is not known
    QStringList warnings {}; ///< what a person should know about it
    std::vector<std::pair<QString, QString>> details {}; ///< further origins, by name
    encodings::Values numbers {}; ///< keys of the encoding's parameters
    QString vectorsByDistance {}; ///< position_embedding_type where it is about those: "relative_key"
    QStringList answers {}; ///< encodings that it may be, the likeliest first, where it is not known
    QString hint {}; ///< what speaks for which answer
};

/// Decides by the keys of `config`, then by its class; "unknown" where neither says.
PositionKind positionKind(const ConfigSection& config);

/// One sentence for each kind of layer that turns nothing because it has no attention.
QStringList otherLayers(const ConfigSection& config);
