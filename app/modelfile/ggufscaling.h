// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ggufarchitecture.h"
#include "ggufkeys.h"
#include "modelfile.h"

/// One group of layers while it is read, with what is said about its numbers.
struct GgufGroup {
    ModelLayers layers;
    std::map<QString, QString> origins; ///< by name, without the group
    std::map<QString, QStringList> choices; ///< as ModelFile::choices, without the group
    QStringList warnings;
    std::vector<OpenQuestion> questions;
};

/// Reads how `group`, whose base, dimensions and context length are known, is scaled, and makes it ready to
/// be drawn: encodings, their values, the trained length. The rules are those of llama.cpp
/// (llama-context.cpp, llama-model.cpp); the tensors of divisors count for groups of `hasFactors` only.
/// `isScaled` false: the group takes no part in the scaling of the file.
void readGgufScaling(
    GgufKeys& keys, const GgufArchitecture& architecture, bool isScaled, bool hasFactors, GgufGroup& group);
