// SPDX-License-Identifier: GPL-3.0-or-later
#include "regularfile.h"

#include "modelfileerror.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("RegularFile", text); }

} // namespace

void openRegularFile(QFile& file, const QString& expected, QIODevice::OpenMode mode)
{
    const QString path = file.fileName();
    if (path.isEmpty())
        throw ModelFileError("\"\"", {}, tr("this is not the name of a file"));
    const QFileInfo info(path);
    if (!info.exists())
        throw ModelFileError(path, {}, tr("there is no such file"));
    if (info.isDir())
        throw ModelFileError(path, {}, tr("this is a folder; %1 is expected").arg(expected));
    if (!info.isFile())
        throw ModelFileError(path, {}, tr("this is not a regular file; %1 is expected").arg(expected));
    if (!file.open(mode))
        throw ModelFileError(path, {}, tr("the file cannot be opened (%1)").arg(file.errorString()));
}
