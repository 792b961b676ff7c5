// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs.h"

#include <QObject>
#include <QStringList>

class Document;

/// New, open and save, with their questions. What fails leaves the exploration as it was and says why.
class FileCommands : public QObject {
    Q_OBJECT

public:
    FileCommands(Document& document, Dialogs dialogs, QObject* parent = nullptr);

    void setDialogs(Dialogs dialogs) { m_dialogs = std::move(dialogs); }
    const Dialogs& dialogs() const { return m_dialogs; }

    void startAnew();
    void open();
    void openModel();
    /// Opens a saved exploration, or takes the numbers of a model file as one step of undo.
    void openPath(const QString& path);
    bool save();
    bool saveAs();
    /// True when nothing would be lost, or the person agrees.
    bool mayDiscard();

    /// Files opened and saved last, newest first, kept in the settings.
    QStringList recent() const;
    /// How the exploration is called in titles and questions.
    QString name() const;

private:
    void openExploration(const QString& path);
    void takeModel(const QString& path);
    bool write(const QString& path);
    void remember(const QString& path);

    Document& m_document;
    Dialogs m_dialogs;
};
