// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

class QIODevice;

/// Replaces the file at `path` whole or not at all: what stood there stays until everything that `write` has
/// written is on the disk. `write` returns false to give up. Returns why it failed, or an empty text.
QString replaceFile(const QString& path, const std::function<bool(QIODevice&)>& write);
