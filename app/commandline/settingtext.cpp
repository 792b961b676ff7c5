// SPDX-License-Identifier: GPL-3.0-or-later
#include "settingtext.h"

#include "failure.h"

#include "app/modelfile/configsection.h"
#include "app/modelfile/modelfileerror.h"
#include "app/valuejson.h"
#include "encodings/parametererror.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

using namespace encodings;

namespace {

QString tr(const char* text) { return QCoreApplication::translate("CommandLine", text); }

constexpr qint64 largestList = 64 * 1024 * 1024;

/// Refuses `held`, which stands in line `line` of the file at `path`.
[[noreturn]] void refuseLine(
    const Parameter& parameter, const QString& path, qsizetype line, const QString& held)
{
    const auto text = [](double number) { return QString::fromStdString(formatNumber(number)); };
    throw Failure(Failure::File,
        tr("%1: line %2 holds %3; allowed: %4 from %5 to %6, one a line, or a JSON array of them")
            .arg(path, QString::number(line), onOneLine(held),
                parameter.kind == Kind::List ? tr("whole numbers") : tr("numbers"), text(parameter.minimum),
                text(parameter.maximum)));
}

QByteArray readList(const QString& path)
{
    QFile file(path);
    if (QFileInfo info(path); info.exists() && !info.isFile())
        throw Failure(Failure::File, tr("%1 is not a regular file").arg(path));
    if (!file.open(QIODevice::ReadOnly))
        throw Failure(Failure::File, tr("%1 cannot be read: %2").arg(path, file.errorString()));
    if (file.size() > largestList)
        throw Failure(Failure::File,
            tr("%1 is too large for a list; allowed: %2 MiB").arg(path, QString::number(largestList >> 20)));
    return file.readAll();
}

Numbers numbersOfLines(const Parameter& parameter, const QString& path, const QByteArray& text)
{
    Numbers numbers;
    qsizetype number = 0;
    for (const QByteArray& untrimmed : text.split('\n')) {
        ++number;
        const QByteArray line = untrimmed.trimmed();
        if (line.isEmpty())
            continue;
        Value value;
        try {
            value = parseValue(parameter, line.toStdString());
        } catch (const ParameterError&) {
            value = {};
        }
        const auto* found = std::get_if<Numbers>(&value);
        if (!found) // words such as all are for the command line
            refuseLine(parameter, path, number, QString::fromUtf8(line));
        numbers.insert(numbers.end(), found->begin(), found->end());
    }
    return numbers;
}

Numbers numbersOfArray(const Parameter& parameter, const QString& path, const QByteArray& text)
{
    QJsonParseError error;
    const QJsonArray array = QJsonDocument::fromJson(text, &error).array();
    if (error.error != QJsonParseError::NoError) {
        const qsizetype line = text.left(error.offset).count('\n') + 1;
        throw Failure(Failure::File,
            tr("%1: line %2 is not part of a JSON array: %3")
                .arg(path, QString::number(line), error.errorString()));
    }
    Numbers numbers;
    qsizetype start
        = text.indexOf('[') + 1; // of the element: those before it are numbers, which hold no comma
    for (const QJsonValue& element : array) {
        try {
            valueFromJson(parameter, QJsonArray { element });
        } catch (const ParameterError&) {
            while (QByteArrayView(" \t\r\n").contains(text.at(start)))
                ++start;
            refuseLine(parameter, path, text.left(start).count('\n') + 1, asWritten(element));
        }
        numbers.push_back(element.toDouble());
        start = text.indexOf(',', start) + 1;
    }
    return numbers;
}

Value listFromFile(const Parameter& parameter, const QString& path)
{
    const QByteArray text = readList(path);
    const bool isArray = text.trimmed().startsWith('[');
    const Numbers numbers
        = isArray ? numbersOfArray(parameter, path, text) : numbersOfLines(parameter, path, text);
    if (numbers.empty())
        throw Failure(
            Failure::File, tr("%1 holds no numbers; allowed: one number a line, or a JSON array").arg(path));
    return numbers;
}

QString knownKeys(std::span<const Parameter> parameters)
{
    QStringList keys;
    for (const Parameter& parameter : parameters)
        keys.append(QString::fromStdString(parameter.key));
    keys.removeDuplicates();
    return keys.join(", ");
}

/// The first parameter with this key that can be `text`, else the first with this key, or nullptr: encodings
/// may mean different things by one key.
const Parameter* parameterThatReads(
    std::span<const Parameter> parameters, const std::string& key, const std::string& text)
{
    for (const Parameter& parameter : parameters) {
        if (parameter.key != key)
            continue;
        try {
            parseValue(parameter, text);
            return &parameter;
        } catch (const ParameterError&) {
            continue;
        }
    }
    return findParameter(parameters, key);
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
    if (parts.encodings.contains(':') || head.endsWith(':')) {
        throw Failure(Failure::Usage,
            tr("--series: \"%1\" lacks key=value after the colon; allowed: "
               "ID[+ID...][@MODEL[#LAYERS]][:key=value,...]")
                .arg(text));
    }
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

Value settingValue(
    std::span<const Parameter> parameters, const QString& key, const QString& text, const QString& option)
{
    const Parameter* parameter = parameterThatReads(parameters, key.toStdString(), text.toStdString());
    if (!parameter) {
        const QString problem = findParameter(sharedParameters(), key.toStdString())
            ? tr("%1: \"%2\" is set for all series at once; allowed here: %3")
            : tr("%1: unknown key \"%2\"; allowed: %3");
        throw Failure(Failure::Usage, problem.arg(option, key, knownKeys(parameters)));
    }
    try {
        if (isList(*parameter) && text == "@")
            throw ParameterError(key.toStdString(), "@", "@FILE, or " + allowedValues(*parameter));
        if (isList(*parameter) && text.startsWith('@'))
            return listFromFile(*parameter, text.mid(1));
        const Value value = parseValue(*parameter, text.toStdString());
        if (parameter->kind == Kind::File && std::holds_alternative<std::string>(value))
            return QFileInfo(text).absoluteFilePath().toStdString();
        return value;
    } catch (const ParameterError& error) {
        throw Failure(Failure::Usage,
            tr("%1: %2 cannot be \"%3\"; allowed: %4")
                .arg(option, key, text, QString::fromStdString(error.allowed())));
    }
}
