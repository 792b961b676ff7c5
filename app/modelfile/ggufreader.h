// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "modelfile.h"

#include <QByteArrayView>

/// What the GGUF file at `path` says about positions, read as llama.cpp reads it. Throws ModelFileError,
/// which names the key, tensor or byte. Of a model in several files the first is enough: it holds the
/// metadata.
ModelFile readGguf(const QString& path);

/// The same from bytes; `name` stands in messages.
ModelFile ggufFromBytes(QByteArrayView bytes, const QString& name);
