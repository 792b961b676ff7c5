// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/modelfile/modelfile.h"
#include "app/modelfile/modelfileerror.h"

#include <QFile>
#include <QTemporaryDir>

/// The message of the refusal, or an empty text when the file is read.
inline QString refusal(const QByteArray& json)
{
    try {
        parseModelFile("test.json", json);
    } catch (const ModelFileError& error) {
        return error.message();
    }
    return {};
}

inline QString write(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes)
{
    const QString path = folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
    return path;
}
