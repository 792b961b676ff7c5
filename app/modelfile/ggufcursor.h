// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <cstring>
#include <functional>

/// Copies up to `size` bytes from `offset` on to `to`, and says how many; fewer only where the bytes end or
/// cannot be read.
using GgufBytes = std::function<qint64(quint64 offset, char* to, qint64 size)>;

/// Walks through the front part of a GGUF file. Every length is compared with what is left before anything is
/// read, and nothing is held but one buffer of fixed size. The bytes are copied, not mapped: a mapped file
/// that another program shortens ends this one (SIGBUS).
class GgufCursor {
public:
    /// The front part of a real file holds some megabytes: the texts of a vocabulary.
    static constexpr quint64 longestHeader = 256 * 1024 * 1024;
    /// No more is read at once.
    static constexpr qint64 bufferSize = 64 * 1024;

    GgufCursor(QString path, quint64 size, GgufBytes bytes);

    const QString& path() const { return m_path; }
    quint64 position() const { return m_position; }
    quint64 remaining() const { return m_size - m_position; }
    /// Goes anywhere inside the file; from then on the limit of the header does not count.
    void jump(quint64 position);

    /// What is being read, for messages: a key or "tensor 3".
    void setPlace(const QString& place) { m_place = place; }
    /// Throws ModelFileError about the place and the byte.
    [[noreturn]] void refuse(const QString& problem) const;

    /// A number as it lies in the file, little-endian.
    template <typename Number> Number number()
    {
        Number value;
        std::memcpy(&value, take(sizeof(Number)), sizeof(Number)); // the machines of this program: x86, ARM
        return value;
    }
    /// The first bytes, at most `kept`, of a text, and moves behind all of it.
    QByteArray text(qint64 kept);
    void skip(quint64 count);
    /// Throws unless `count` things of at least `smallest` bytes can still follow.
    void requireRoom(quint64 count, quint64 smallest, const QString& things) const;

private:
    const char* take(qint64 count);

    QString m_path;
    QString m_place;
    quint64 m_size;
    GgufBytes m_bytes;
    quint64 m_position = 0;
    quint64 m_limit;
    QByteArray m_buffer;
    quint64 m_bufferStart = 0;
};
