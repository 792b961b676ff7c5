// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QStringList>

/// The model that `text` (NAME or FILE, with #LAYERS after it or not) asks for; without #LAYERS the first
/// group of layers that turns. `option` is named in the sentence of Failure: Usage for an unknown name or
/// layer group, File for a file that cannot be read or that leaves open what drawing needs. `answered`: keys
/// that are set elsewhere, and "encoding" where the encoding is, so that the file need not say them.
encodings::Model modelFromWish(const QString& text, const QString& option, const QStringList& answered = {});

/// The model in the file at `path`: that of its first group of layers that turns. Throws Failure (File).
encodings::Model modelFromFile(const QString& path);
