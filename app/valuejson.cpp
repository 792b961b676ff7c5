// SPDX-License-Identifier: GPL-3.0-or-later
#include "valuejson.h"

#include "encodings/parametererror.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace encodings;

namespace {

std::string written(const QJsonValue& json)
{
    const QByteArray text = QJsonDocument(QJsonArray { json }).toJson(QJsonDocument::Compact);
    const QString inside = QString::fromUtf8(text.mid(1, text.size() - 2));
    return (inside.size() > 60 ? inside.left(60) + "…" : inside).toStdString();
}

} // namespace

QJsonValue valueToJson(const Parameter& parameter, const Value& value)
{
    if (const auto* number = std::get_if<double>(&value))
        return *number;
    if (const auto* on = std::get_if<bool>(&value))
        return *on;
    if (const auto* numbers = std::get_if<Numbers>(&value)) {
        QJsonArray array;
        for (const double number : *numbers)
            array.append(number);
        return array;
    }
    return QString::fromStdString(formatValue(parameter, value));
}

Value valueFromJson(const Parameter& parameter, const QJsonValue& json)
{
    const auto refuse = [&] { throw ParameterError(parameter.key, written(json), allowedValues(parameter)); };
    Value value;
    if (json.isDouble()) {
        value = json.toDouble();
    } else if (json.isBool()) {
        value = json.toBool();
    } else if (json.isString()) {
        const std::string word = json.toString().toStdString();
        if (parameter.automaticWord.empty() || word != parameter.automaticWord)
            value = word;
    } else if (json.isArray()) {
        Numbers numbers;
        for (const QJsonValue& element : json.toArray()) {
            if (!element.isDouble())
                refuse();
            numbers.push_back(element.toDouble());
        }
        value = numbers;
    } else {
        refuse();
    }
    try {
        validateValue(parameter, value);
    } catch (const ParameterError&) {
        refuse();
    }
    return value;
}
