// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguffiles.h"
#include "modelfiles.h"

#include "app/modelfile/ggufreader.h"

using Encodings = std::vector<std::string>;

inline ModelFile read(const GgufWriter& writer) { return ggufFromBytes(writer.bytes(), "test.gguf"); }

/// A file of an architecture with a head of 128 and a context of 4096.
inline GgufWriter small(const QByteArray& architecture)
{
    GgufWriter writer(architecture);
    writer.count(architecture + ".context_length", 4096)
        .count(architecture + ".embedding_length", 4096)
        .count(architecture + ".attention.head_count", 32);
    return writer;
}
