// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <cstring>
#include <utility>
#include <vector>

/// Writes small valid GGUF files (version 3, little-endian), byte by byte as the format's description has
/// them: github.com/ggml-org/ggml/blob/master/docs/gguf.md.
class GgufWriter {
public:
    enum Type : quint32 {
        UInt8,
        Int8,
        UInt16,
        Int16,
        UInt32,
        Int32,
        Float32,
        Bool,
        Text,
        List,
        UInt64,
        Int64,
        Float64
    };
    enum TensorType : quint32 { F32 = 0, F16 = 1, Q8_0 = 8, BF16 = 30 };

    explicit GgufWriter(const QByteArray& architecture = "llama", quint32 version = 3)
        : m_version(version)
    {
        text("general.architecture", architecture);
    }

    template <typename Number> static QByteArray bytesOf(Number number)
    {
        QByteArray bytes(sizeof(Number), '\0');
        std::memcpy(bytes.data(), &number, sizeof(Number));
        return bytes;
    }
    static QByteArray textBytes(const QByteArray& text)
    {
        return bytesOf(static_cast<quint64>(text.size())) + text;
    }

    GgufWriter& raw(const QByteArray& key, quint32 type, const QByteArray& value)
    {
        m_metadata += textBytes(key) + bytesOf(type) + value;
        ++m_keys;
        return *this;
    }
    GgufWriter& text(const QByteArray& key, const QByteArray& value)
    {
        return raw(key, Text, textBytes(value));
    }
    GgufWriter& count(const QByteArray& key, quint32 value) { return raw(key, UInt32, bytesOf(value)); }
    GgufWriter& number(const QByteArray& key, float value) { return raw(key, Float32, bytesOf(value)); }
    GgufWriter& flag(const QByteArray& key, bool value)
    {
        return raw(key, Bool, QByteArray(1, value ? 1 : 0));
    }
    GgufWriter& counts(const QByteArray& key, const QList<qint32>& values)
    {
        QByteArray bytes = bytesOf<quint32>(Int32) + bytesOf(static_cast<quint64>(values.size()));
        for (const qint32 value : values)
            bytes += bytesOf(value);
        return raw(key, List, bytes);
    }
    GgufWriter& texts(const QByteArray& key, const QList<QByteArray>& values)
    {
        QByteArray bytes = bytesOf<quint32>(Text) + bytesOf(static_cast<quint64>(values.size()));
        for (const QByteArray& value : values)
            bytes += textBytes(value);
        return raw(key, List, bytes);
    }

    /// A tensor of one dimension whose data follow.
    GgufWriter& tensor(const QByteArray& name, const std::vector<float>& values)
    {
        QByteArray data;
        for (const float value : values)
            data += bytesOf(value);
        return tensor(name, { static_cast<quint64>(values.size()) }, F32, data);
    }
    GgufWriter& tensor(
        const QByteArray& name, const QList<quint64>& dimensions, quint32 type, const QByteArray& data)
    {
        while (m_data.size() % m_alignment != 0)
            m_data += '\0';
        return tensorAt(name, dimensions, type, static_cast<quint64>(m_data.size()), data);
    }
    /// A tensor that claims to stand at `offset`.
    GgufWriter& tensorAt(const QByteArray& name, const QList<quint64>& dimensions, quint32 type,
        quint64 offset, const QByteArray& data = {})
    {
        m_table += textBytes(name) + bytesOf(static_cast<quint32>(dimensions.size()));
        for (const quint64 dimension : dimensions)
            m_table += bytesOf(dimension);
        m_table += bytesOf(type) + bytesOf(offset);
        m_data += data;
        ++m_tensors;
        return *this;
    }
    /// general.alignment, before any tensor.
    GgufWriter& alignment(quint32 bytes)
    {
        m_alignment = bytes;
        return count("general.alignment", bytes);
    }

    QByteArray bytes() const
    {
        QByteArray file
            = "GGUF" + bytesOf(m_version) + bytesOf(m_tensors) + bytesOf(m_keys) + m_metadata + m_table;
        while (m_tensors > 0 && file.size() % m_alignment != 0)
            file += '\0';
        return file + m_data;
    }

private:
    quint32 m_version;
    quint64 m_keys = 0;
    quint64 m_tensors = 0;
    qsizetype m_alignment = 32;
    QByteArray m_metadata;
    QByteArray m_table;
    QByteArray m_data;
};
