// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QDialog>
#include <QProcess>
#include <QTemporaryDir>

class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
struct ViewInfo;

/// *Export view…*: type, size, theme, ground and file of a picture or table. The program itself writes it in
/// a second process, so that the window stays usable and Cancel can stop it; the file is replaced whole or
/// not at all.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    ExportDialog(const encodings::State& state, const ViewInfo& view, QWidget* parent = nullptr);
    ~ExportDialog() override;

    /// The program that is run with `export ...`; this very one unless set.
    void setProgram(const QString& program) { m_program = program; }
    void setFile(const QString& file);
    bool isBusy() const { return m_process.state() != QProcess::NotRunning; }

    /// Arguments of the program for what the dialog says; `exploration` is the file that holds the state.
    QStringList arguments(const QString& exploration) const;

signals:
    /// The file at `path` has been written.
    void written(const QString& path);

public slots:
    /// Writes the file; asks first when that would replace one that nobody agreed to replace.
    void startExport();
    /// Stops a running export, or closes the dialog.
    void reject() override;

private:
    void build(const ViewInfo& view);
    void connectControls();
    void typeChanged();
    void unitChanged();
    void browse();
    void suggestFile();
    void askToReplace();
    void run();
    void finished(int exitCode, QProcess::ExitStatus status);
    void showProblem(const QString& sentence);
    void setBusy(bool busy);
    QString ending() const;

    encodings::State m_state;
    QString m_view;
    QString m_program;
    QProcess m_process;
    QTemporaryDir m_folder;
    bool m_cancelled = false;
    QString m_unit;
    QString m_suggested; ///< the file's name while nobody has chosen one
    QString m_replaceable; ///< may be replaced: the person said so

    QWidget* m_form;
    QComboBox* m_type;
    QWidget* m_sizeRow;
    QDoubleSpinBox* m_width;
    QDoubleSpinBox* m_height;
    QComboBox* m_units;
    QDoubleSpinBox* m_dpi;
    QComboBox* m_theme;
    QComboBox* m_background;
    QLineEdit* m_file;
    QPushButton* m_browse;
    QLabel* m_problem;
    QProgressBar* m_progress;
    QDialogButtonBox* m_buttons;
};
