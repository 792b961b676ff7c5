// SPDX-License-Identifier: GPL-3.0-or-later
#include "settingtext.h"

#include "failure.h"
#include "valuejson.h"

#include "encodings/parametererror.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

using namespace encodings;

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("CommandLine", text);
}

constexpr qint64 largestList = 64 * 1024 * 1024;

QByteArray readList(const QString& path)
{
    QFile file(path);
    if (QFileInfo info(path); info.exists() && !info.isFile())
        throw Failure(Failure::File, tr("%1 is not a regular file").arg(path));
    if (!file.open(QIODevice::ReadOnly))
        throw Failure(Failure::File, tr("%1 cannot be read: %2").arg(path, file.errorString()));
    if (file.size() > largestList)
        throw Failure(Failure::File, tr("%1 is too large for a list; allowed: %2 MiB").arg(path, QString::number(largestList >> 20)));
    return file.readAll().trimmed();
}

Value listFromFile(const Parameter& parameter, const QString& path)
{
    const QByteArray text = readList(path);
    if (text.startsWith('[')) {
        QJsonParseError error;
        const QJsonDocument json = QJsonDocument::fromJson(text, &error);
        if (error.error != QJsonParseError::NoError)
            throw Failure(Failure::File, tr("%1 is not a JSON array: %2").arg(path, error.errorString()));
        return valueFromJson(parameter, json.array());
    }
    QStringList numbers;
    for (const QByteArray& line : text.split('\n')) {
        if (!line.trimmed().isEmpty())
            numbers.append(QString::fromUtf8(line.trimmed()));
    }
    return parseValue(parameter, numbers.join(',').toStdString());
}

QString knownKeys(std::span<const Parameter> parameters)
{
    QStringList keys;
    for (const Parameter& parameter : parameters)
        keys.append(QString::fromStdString(parameter.key));
    keys.removeDuplicates();
    return keys.join(", ");
}

} // namespace

SeriesText splitSeries(const QString& text)
{
    static const QRegularExpression settingsStart(":(?=[A-Za-z_][A-Za-z0-9_]*=)");
    SeriesText parts;
    QString head = text;
    if (const QRegularExpressionMatch match = settingsStart.match(text); match.hasMatch()) {
        head = text.left(match.capturedStart());
        parts.settings = text.mid(match.capturedEnd());
    }
    const qsizetype at = head.indexOf('@');
    parts.encodings = head.left(at);
    if (at >= 0)
        parts.model = head.mid(at + 1).isNull() ? QString("") : head.mid(at + 1);
    return parts;
}

std::vector<std::pair<QString, QString>> splitSettings(const QString& text)
{
    static const QRegularExpression nextPair(",(?=[A-Za-z_][A-Za-z0-9_]*=)");
    std::vector<std::pair<QString, QString>> settings;
    if (text.isEmpty())
        return settings;
    for (const QString& setting : text.split(nextPair)) {
        const qsizetype equals = setting.indexOf('=');
        if (equals < 0)
            throw Failure(Failure::Usage, tr("--series: \"%1\" has no =; allowed: key=value").arg(setting));
        settings.emplace_back(setting.left(equals), setting.mid(equals + 1));
    }
    return settings;
}

Value settingValue(std::span<const Parameter> parameters, const QString& key, const QString& text, const QString& option)
{
    const Parameter* parameter = findParameter(parameters, key.toStdString());
    if (!parameter)
        throw Failure(Failure::Usage, tr("%1: unknown key \"%2\"; allowed: %3").arg(option, key, knownKeys(parameters)));
    try {
        if (parameter->kind == Kind::List && text.startsWith('@'))
            return listFromFile(*parameter, text.mid(1));
        return parseValue(*parameter, text.toStdString());
    } catch (const ParameterError& error) {
        throw Failure(Failure::Usage, tr("%1: %2 cannot be \"%3\"; allowed: %4")
                                          .arg(option, key, text, QString::fromStdString(error.allowed())));
    }
}
