// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

/// The files opened and saved last, newest first, kept in the settings.
class RecentFiles {
public:
    /// So many are kept.
    static constexpr int most = 10;

    QStringList paths() const;
    /// `path` becomes the newest.
    void add(const QString& path);
    void remove(const QString& path);
    void clear();
};

/// `path` as menus show it: with ~ for the home folder, and the middle left out where it is long.
QString shortPath(const QString& path);
