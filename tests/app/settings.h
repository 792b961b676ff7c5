// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QSettings>
#include <QTemporaryDir>

/// The settings of the program, in a file of `folder`: not those of the person who runs the tests.
inline void keepSettingsIn(const QTemporaryDir& folder)
{
    QCoreApplication::setOrganizationName("Encoding Explorer");
    QCoreApplication::setApplicationName("Encoding Explorer");
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.filePath("settings"));
}
