// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>

/// Opens `file` for reading if it is a regular file: a device or a pipe may never end. Throws ModelFileError,
/// with `expected` ("a GGUF file") for what is of another sort.
void openRegularFile(QFile& file, const QString& expected, QIODevice::OpenMode mode = QIODevice::ReadOnly);
