// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "filenumbers.h"

#include <QJsonObject>
#include <QSet>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

/// A number with the key that gave it.
struct FoundNumber {
    double value = 0.0;
    QString key; ///< with the objects around it: `text_config.rope_theta`
};

/// One object of a configuration, which knows where it stands so that every sentence can name the whole key.
/// A key with the value null counts as absent, as it does in Python's configurations.
class ConfigSection {
public:
    ConfigSection(QString path, QJsonObject object, QString prefix = {});

    const QString& path() const { return m_path; }
    const QJsonObject& object() const { return m_object; }
    /// What stands at `key`, as it is.
    QJsonValue value(const QString& key) const;
    /// `key` with the objects around it.
    QString fullKey(const QString& key) const { return m_prefix + key; }

    bool has(const QString& key) const;
    /// The number at `key`, or nothing. Throws ModelFileError for any other type and for Infinity and NaN.
    std::optional<FoundNumber> number(const QString& key) const;
    /// Like number; throws for a number with a fraction or below 1 too.
    std::optional<FoundNumber> count(const QString& key) const;
    /// The first of `keys` that is there.
    std::optional<FoundNumber> firstNumber(const QStringList& keys) const;
    std::optional<FoundNumber> firstCount(const QStringList& keys) const;
    /// The list of numbers at `key`, or nothing. Throws ModelFileError for any other type and for an empty
    /// list.
    std::optional<std::vector<double>> numbers(const QString& key) const;
    /// The switch at `key`, or nothing. Throws ModelFileError for any other type.
    std::optional<bool> flag(const QString& key) const;
    /// True only for true.
    bool isTrue(const QString& key) const { return value(key) == QJsonValue(true); }
    /// True only for false that is written in the file.
    bool isFalse(const QString& key) const { return value(key) == QJsonValue(false); }
    /// The text at `key`, or an empty one.
    QString text(const QString& key) const { return value(key).toString(); }
    /// The object at `key`, or nothing when there is none.
    std::optional<ConfigSection> section(const QString& key) const;

    /// Full keys of this object, and of the objects inside it that were opened, which no one has asked for.
    QStringList unusedKeys() const;

    /// Throws ModelFileError about `key`.
    [[noreturn]] void refuse(const QString& key, const QString& problem) const;
    /// Throws ModelFileError about `fileKey`, a full key, unless the parameter `parameterKey` accepts
    /// `value`.
    void requireAllowed(const char* parameterKey, double value, const QString& fileKey) const;

private:
    QString m_path;
    QJsonObject m_object;
    QString m_prefix;
    std::shared_ptr<QSet<QString>> m_asked = std::make_shared<QSet<QString>>(); ///< full keys
};

/// `value` as it is written in a configuration, shortened where it is long.
QString asWritten(const QJsonValue& value);
