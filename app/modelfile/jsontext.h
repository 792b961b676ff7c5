// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QStringList>

/// A JSON object as model files hold it: strict JSON, and what Python writes and reads beside it (a byte
/// order mark, bare Infinity, -Infinity and NaN, repeated keys of which the last counts).
struct JsonText {
    QJsonObject root;
    QStringList repeatedKeys; ///< keys that stand twice in one object
};

/// Largest model description that is read.
constexpr qint64 largestJsonText = 64 * 1024 * 1024;

/// Reads the file at `path`, never more than largestJsonText bytes of it. Throws ModelFileError for what is
/// no regular file, cannot be opened, is too large, or holds no JSON object.
JsonText readJsonText(const QString& path);

/// Parses `bytes`; `path` is for the sentence of ModelFileError.
JsonText parseJsonText(const QString& path, QByteArray bytes);

/// "Infinity", "-Infinity" or "NaN" when `value` stands for such a bare word; empty otherwise.
QString nonFiniteWord(const QJsonValue& value);
