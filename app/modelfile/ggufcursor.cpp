// SPDX-License-Identifier: GPL-3.0-or-later
#include "ggufcursor.h"

#include "modelfileerror.h"

#include <QCoreApplication>

#include <algorithm>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("GgufCursor", text); }

} // namespace

GgufCursor::GgufCursor(QString path, quint64 size, GgufBytes bytes)
    : m_path(std::move(path))
    , m_size(size)
    , m_bytes(std::move(bytes))
    , m_limit(longestHeader)
{
}

void GgufCursor::refuse(const QString& problem) const
{
    const QString byte = tr("byte %1").arg(m_position);
    throw ModelFileError(m_path, m_place.isEmpty() ? byte : m_place + ", " + byte, problem);
}

void GgufCursor::jump(quint64 position)
{
    m_position = std::min(position, m_size);
    m_limit = m_size;
}

void GgufCursor::skip(quint64 count)
{
    if (count > remaining())
        refuse(tr("%1 bytes should follow, but the file ends after %2").arg(count).arg(remaining()));
    m_position += count;
    if (m_position > m_limit) {
        refuse(tr("the part before the tensors is longer than %1 MB, which no real file needs")
                   .arg(longestHeader / (1024 * 1024)));
    }
}

const char* GgufCursor::take(qint64 count)
{
    const quint64 start = m_position;
    skip(static_cast<quint64>(count));
    if (start < m_bufferStart || m_position > m_bufferStart + static_cast<quint64>(m_buffer.size())) {
        const quint64 wanted = std::min<quint64>(bufferSize, m_size - start);
        m_buffer.resize(static_cast<qsizetype>(wanted));
        m_bufferStart = start;
        const qint64 got = m_bytes(start, m_buffer.data(), m_buffer.size());
        m_buffer.truncate(std::max<qint64>(got, 0));
        if (m_buffer.size() < count) {
            m_position = start;
            refuse(tr("the file cannot be read to its end; it may have been shortened meanwhile"));
        }
    }
    return m_buffer.constData() + (start - m_bufferStart);
}

QByteArray GgufCursor::text(qint64 kept)
{
    const quint64 length = number<quint64>();
    if (length > remaining()) {
        refuse(
            tr("a text of %1 bytes should follow, but the file ends after %2").arg(length).arg(remaining()));
    }
    const qint64 copied = static_cast<qint64>(std::min<quint64>(length, std::min(kept, bufferSize)));
    const QByteArray bytes(take(copied), copied);
    skip(length - static_cast<quint64>(copied));
    return bytes;
}

void GgufCursor::requireRoom(quint64 count, quint64 smallest, const QString& things) const
{
    if (count > remaining() / smallest) {
        refuse(tr("%1 %2 should follow, more than fit into the %3 bytes that are left")
                   .arg(count)
                   .arg(things)
                   .arg(remaining()));
    }
}
