// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gguffile.h"

#include <QSet>

#include <optional>

/// The metadata of a GGUF file with the prefix of its architecture (`llama.rope.freq_base`), which remembers
/// what was asked for and names the whole key in every sentence. Throws ModelFileError for a value of another
/// type than asked for.
class GgufKeys {
public:
    GgufKeys(QString path, const GgufFile& file);

    const QString& path() const { return m_path; }
    const QString& architecture() const { return m_architecture; }
    const GgufFile& file() const { return m_file; }

    /// `key` behind the name of the architecture.
    QString full(const QString& key) const { return m_architecture + u'.' + key; }
    bool has(const QString& key) const { return m_file.metadata.contains(full(key)); }
    /// True when a key that the architecture prefixes begins with `start`.
    bool hasAny(const QString& start) const;

    /// A finite number, or nothing where the key is missing.
    std::optional<double> number(const QString& key);
    /// A whole number from 1 on.
    std::optional<double> count(const QString& key);
    /// The numbers of a list; one where a number stands in its place.
    std::optional<std::vector<double>> numbers(const QString& key);
    std::optional<bool> flag(const QString& key);
    /// A text, or an empty one. `wholeKey` has its prefix already.
    QString text(const QString& wholeKey);

    /// Throws ModelFileError about `key`.
    [[noreturn]] void refuse(const QString& key, const QString& problem) const;
    /// Throws unless the parameter `parameterKey` accepts `value`, which comes from `key`.
    void requireAllowed(const char* parameterKey, double value, const QString& key) const;

    /// The keys that nothing asked for, but for those of the tokenizer.
    QStringList unused() const;

private:
    const GgufValue* find(const QString& wholeKey);
    [[noreturn]] void refuseType(
        const QString& wholeKey, const GgufValue& value, const QString& expected) const;

    QString m_path;
    const GgufFile& m_file;
    QString m_architecture;
    QSet<QString> m_used;
};
