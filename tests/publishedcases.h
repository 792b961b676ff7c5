// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

/// The cases of reference/values/encodings.json whose ids begin with `prefix`; none where the file is not
/// there.
inline QList<QJsonObject> publishedCases(const QString& prefix)
{
    QFile file(QStringLiteral(SHARED_FOLDER "/reference/values/encodings.json"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<QJsonObject> found;
    const QJsonArray cases = QJsonDocument::fromJson(file.readAll()).object().value("cases").toArray();
    for (const QJsonValue& one : cases) {
        if (one.toObject().value("id").toString().startsWith(prefix))
            found << one.toObject();
    }
    return found;
}
