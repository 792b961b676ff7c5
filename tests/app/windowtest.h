// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/mainwindow.h"
#include "warnings.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

/// What tests of the window share: a folder for its files and settings, a window, the last problem told.
class WindowTest : public QObject {
protected:
    /// An empty folder, with the settings of the program: not those of the person who runs the tests.
    void startAnew()
    {
        failOnWarnings();
        m_folder = std::make_unique<QTemporaryDir>();
        QCoreApplication::setOrganizationName("Encoding Explorer");
        QCoreApplication::setApplicationName("Encoding Explorer");
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder->filePath("settings"));
        m_problem.clear();
    }

    /// Opens a window that tells its problems to `m_problem`.
    void openWindow(Dialogs dialogs)
    {
        m_window = std::make_unique<MainWindow>(encodings::defaultState());
        dialogs.tellProblem = [this](const QString& sentence) { m_problem = sentence; };
        m_window->files().setDialogs(dialogs);
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    QString write(const QString& name, const QByteArray& text) const
    {
        QDir(m_folder->path()).mkpath(QFileInfo(name).path());
        QFile file(m_folder->filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("the temporary folder cannot be written");
        return file.fileName();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;
    QString m_problem;
};
