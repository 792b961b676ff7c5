// SPDX-License-Identifier: GPL-3.0-or-later
#include "wholefile.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QSaveFile>

#include <cerrno>
#include <cstring>

QString replaceFile(const QString& path, const std::function<bool(QIODevice&)>& write)
{
    const QFileInfo existing(path);
    if (existing.exists() && !existing.isFile())
        return QCoreApplication::translate("WholeFile", "it is not a file");
    QSaveFile file(path);
    errno = 0;
    // Unbuffered: Qt 6.4 commits a file that was cut when its buffer could not be written.
    if (file.open(QIODevice::WriteOnly | QIODevice::Unbuffered) && write(file) && file.commit())
        return {};
    const int systemError = errno;
    const bool unknown = file.errorString() == QFile().errorString();
    return unknown && systemError != 0 ? QString::fromLocal8Bit(std::strerror(systemError))
                                       : file.errorString();
}
