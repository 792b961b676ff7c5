// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QString>

/// The model that `text` (NAME or FILE, with #LAYERS after it or not) asks for. `option` is named in the
/// sentence of Failure: Usage for an unknown name or layer group, File for a file that cannot be read.
encodings::Model modelFromWish(const QString& text, const QString& option);

/// The model in the file at `path`. Throws Failure (File).
encodings::Model modelFromFile(const QString& path);
