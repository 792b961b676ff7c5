// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "opening/openedmodel.h"

#include <QMessageBox>
#include <QString>

#include <functional>

class QWidget;

/// The questions that the window asks; replaceable, so that tests can answer.
struct Dialogs {
    /// Shows one sentence about something that failed.
    std::function<void(const QString& sentence)> tellProblem;
    /// Save, Discard or Cancel.
    std::function<QMessageBox::StandardButton(const QString& name)> askToSave;
    /// Files to read, or none.
    std::function<QStringList(const QString& title, const QString& filter)> filesToOpen;
    /// Answers to `questions` about the file, and those given before; nothing: cancelled.
    std::function<std::optional<Answers>(
        const OpenedModel& opened, const std::vector<OpenQuestion>& questions)>
        askQuestions;
    /// A file to write, or empty; see askFileToSave().
    std::function<QString(
        const QString& title, const QString& suggestion, const QString& filter, const QString& ending)>
        fileToSave;
};

/// A file to write, or empty. A name without an ending gets `ending` before the dialog asks whether a file
/// may be replaced.
QString askFileToSave(QWidget* parent, const QString& title, const QString& suggestion, const QString& filter,
    const QString& ending);

/// The real ones, modal to `window`.
Dialogs standardDialogs(QWidget* window);
