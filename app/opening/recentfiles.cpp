// SPDX-License-Identifier: GPL-3.0-or-later
#include "recentfiles.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>

namespace {

const char* const recentKey = "recent";
constexpr qsizetype longest = 60;

} // namespace

QStringList RecentFiles::paths() const { return QSettings().value(recentKey).toStringList().mid(0, most); }

void RecentFiles::add(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList all = paths();
    all.removeAll(absolute);
    all.prepend(absolute);
    QSettings().setValue(recentKey, all.mid(0, most));
}

void RecentFiles::remove(const QString& path)
{
    QStringList all = paths();
    all.removeAll(path);
    QSettings().setValue(recentKey, all);
}

void RecentFiles::clear() { QSettings().remove(recentKey); }

QString shortPath(const QString& path)
{
    const QString home = QDir::homePath();
    QString text = home.size() > 1 && path.startsWith(home + '/') ? '~' + path.mid(home.size()) : path;
    if (text.size() <= longest)
        return text;
    const QString end = text.right(longest * 2 / 3);
    return text.left(longest / 3) + QStringLiteral("…") + end.mid(std::max<qsizetype>(0, end.indexOf('/')));
}
