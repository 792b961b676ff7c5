// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QObject>
#include <QPointer>

class FileCommands;
class LayerPicker;
class ModelDetailsDialog;
class ModelNotice;
class QAction;
class QToolBar;

/// What the window shows about the model files drawn: the picker of layers, the line about warnings, and all
/// that the files say.
class ModelFacts : public QObject {
    Q_OBJECT

public:
    ModelFacts(FileCommands& files, QWidget* window);

    /// Puts the picker of layers on `bar`.
    void addPicker(QToolBar& bar);
    ModelNotice* notice() const { return m_notice; }
    void showState(const encodings::State& state);
    /// The name of the file of the shared model, without the group that the picker names; empty: no such
    /// file.
    QString fileName() const { return m_fileName; }
    void showDetails();

private:
    void refresh();

    FileCommands& m_files;
    QWidget* m_window;
    encodings::State m_state;
    LayerPicker* m_picker;
    ModelNotice* m_notice;
    QAction* m_pickerAction = nullptr;
    QPointer<ModelDetailsDialog> m_details;
    QString m_fileName;
};
