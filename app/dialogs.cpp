// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs.h"

#include "opening/questionsdialog.h"

#include <QCoreApplication>
#include <QFileDialog>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Dialogs", text); }

} // namespace

QString askFileToSave(QWidget* parent, const QString& title, const QString& suggestion, const QString& filter,
    const QString& ending)
{
    QFileDialog dialog(parent, title, suggestion, filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(ending);
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

Dialogs standardDialogs(QWidget* window)
{
    Dialogs dialogs;
    dialogs.tellProblem = [window](const QString& sentence) {
        QMessageBox box(
            QMessageBox::NoIcon, QCoreApplication::applicationName(), sentence, QMessageBox::Ok, window);
        box.setTextFormat(Qt::PlainText);
        box.exec();
    };
    dialogs.askToSave = [window](const QString& name) {
        QMessageBox box(QMessageBox::NoIcon, QCoreApplication::applicationName(),
            tr("Save the changes to %1?").arg(name),
            QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window);
        box.setTextFormat(Qt::PlainText);
        box.setDefaultButton(QMessageBox::Save);
        return static_cast<QMessageBox::StandardButton>(box.exec());
    };
    dialogs.filesToOpen = [window](const QString& title, const QString& filter) {
        return QFileDialog::getOpenFileNames(window, title, QString(), filter);
    };
    dialogs.askQuestions = [window](const OpenedModel& opened, const std::vector<OpenQuestion>& questions) {
        QuestionsDialog dialog(opened, questions, window);
        return dialog.exec() == QDialog::Accepted ? std::optional(dialog.answers()) : std::nullopt;
    };
    dialogs.fileToSave
        = [window](const QString& title, const QString& suggestion, const QString& filter,
              const QString& ending) { return askFileToSave(window, title, suggestion, filter, ending); };
    return dialogs;
}
