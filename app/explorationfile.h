// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QByteArray>
#include <QString>

#include <stdexcept>

/// An exploration that cannot be read or written. One sentence: the file, the key, what is wrong and what is
/// allowed.
class ExplorationError : public std::runtime_error {
public:
    /// `key` as a path into the file (`series[1].overrides.base`), or empty for the file as a whole.
    ExplorationError(const QString& path, const QString& key, const QString& problem);

    const QString& key() const { return m_key; }
    QString message() const { return QString::fromUtf8(what()); }

private:
    QString m_key;
};

/// The exploration as text: JSON with a version, numbers exact.
QByteArray explorationText(const encodings::State& state);
/// Reads such a text; `path` is for the sentence of ExplorationError. Shared values that are missing take
/// their default.
encodings::State parseExploration(const QByteArray& text, const QString& path);

/// Writes the exploration whole or not at all. Throws ExplorationError.
void writeExploration(const encodings::State& state, const QString& path);
/// Throws ExplorationError.
encodings::State readExploration(const QString& path);

/// Whether the file at `path` says that it is an exploration; false too for what cannot be read.
bool isExploration(const QString& path);
