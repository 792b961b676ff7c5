// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// The kind of a model file (ModelFile::kind) or an encoding's id, as part of a sentence.
QString kindInWords(const QString& kind);
