// SPDX-License-Identifier: GPL-3.0-or-later
#include "configsection.h"

#include "jsontext.h"
#include "modelfileerror.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cmath>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("ConfigSection", text); }

} // namespace

ConfigSection::ConfigSection(QString path, QJsonObject object, QString prefix)
    : m_path(std::move(path))
    , m_object(std::move(object))
    , m_prefix(std::move(prefix))
{
}

QJsonValue ConfigSection::value(const QString& key) const
{
    m_asked->insert(fullKey(key));
    return m_object.value(key);
}

bool ConfigSection::has(const QString& key) const
{
    const QJsonValue there = value(key);
    return !there.isUndefined() && !there.isNull();
}

std::optional<FoundNumber> ConfigSection::number(const QString& key) const
{
    if (!has(key))
        return std::nullopt;
    const QJsonValue value = m_object.value(key);
    if (const QString word = nonFiniteWord(value); !word.isEmpty())
        refuse(key, tr("%1 cannot be used; a finite number is expected").arg(word));
    if (value.isArray())
        refuse(key, tr("%1 is a list; one number for all layers is expected").arg(asWritten(value)));
    if (!value.isDouble())
        refuse(key,
            tr("%1 is not a number; a number without quotation marks is expected").arg(asWritten(value)));
    return FoundNumber { value.toDouble(), fullKey(key) };
}

std::optional<FoundNumber> ConfigSection::count(const QString& key) const
{
    const std::optional<FoundNumber> found = number(key);
    if (found && (found->value < 1 || std::floor(found->value) != found->value))
        refuse(
            key, tr("%1 is not possible; a whole number from 1 up is expected").arg(asWritten(found->value)));
    return found;
}

std::optional<FoundNumber> ConfigSection::firstNumber(const QStringList& keys) const
{
    for (const QString& key : keys) {
        if (const auto found = number(key))
            return found;
    }
    return std::nullopt;
}

std::optional<FoundNumber> ConfigSection::firstCount(const QStringList& keys) const
{
    for (const QString& key : keys) {
        if (const auto found = count(key))
            return found;
    }
    return std::nullopt;
}

std::optional<std::vector<double>> ConfigSection::numbers(const QString& key) const
{
    if (!has(key))
        return std::nullopt;
    const QJsonValue list = value(key);
    std::vector<double> numbers;
    for (const QJsonValue& number : list.toArray()) {
        if (!number.isDouble())
            refuse(key, tr("%1 in the list is not a number; numbers are expected").arg(asWritten(number)));
        numbers.push_back(number.toDouble());
    }
    if (numbers.empty())
        refuse(key, tr("%1 cannot be used; a list of numbers is expected").arg(asWritten(list)));
    return numbers;
}

std::optional<bool> ConfigSection::flag(const QString& key) const
{
    if (!has(key))
        return std::nullopt;
    const QJsonValue there = value(key);
    if (!there.isBool())
        refuse(key, tr("%1 cannot be used; true or false is expected").arg(asWritten(there)));
    return there.toBool();
}

std::optional<ConfigSection> ConfigSection::section(const QString& key) const
{
    const QJsonValue there = value(key);
    if (!there.isObject())
        return std::nullopt;
    ConfigSection inside(m_path, there.toObject(), m_prefix + key + u'.');
    inside.m_asked = m_asked;
    return inside;
}

QStringList ConfigSection::unusedKeys() const
{
    QStringList unused;
    for (const QString& key : m_object.keys()) {
        const QString full = fullKey(key);
        if (!m_asked->contains(full)) {
            if (!m_object.value(key).isNull())
                unused.append(full);
            continue;
        }
        const bool opened = std::any_of(m_asked->begin(), m_asked->end(),
            [&](const QString& asked) { return asked.startsWith(full + '.'); });
        if (const auto inside = opened ? section(key) : std::nullopt)
            unused += inside->unusedKeys();
    }
    return unused;
}

void ConfigSection::refuse(const QString& key, const QString& problem) const
{
    throw ModelFileError(m_path, fullKey(key), problem);
}

void ConfigSection::requireAllowed(const char* parameterKey, double value, const QString& fileKey) const
{
    if (const QString why = whyNotAllowed(parameterKey, value); !why.isEmpty())
        throw ModelFileError(m_path, fileKey, why);
}

QString asWritten(const QJsonValue& value)
{
    if (value.isDouble())
        return asWritten(value.toDouble());
    // QJsonDocument writes lists and objects only
    QByteArray text = QJsonDocument(QJsonArray { value }).toJson(QJsonDocument::Compact);
    QString inside = QString::fromUtf8(text.sliced(1, text.size() - 2));
    constexpr qsizetype longest = 60;
    if (inside.size() > longest)
        inside = inside.left(longest) + u'…';
    return inside;
}
