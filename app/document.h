// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

/// The only owner of the exploration on screen: its state, its undo history and the file that it belongs to.
class Document : public QObject {
    Q_OBJECT

public:
    explicit Document(encodings::State state, QObject* parent = nullptr);

    const encodings::State& state() const { return m_state; }
    QUndoStack* undoStack() { return &m_undoStack; }

    /// The file of the exploration; empty before the first save.
    const QString& path() const { return m_path; }
    bool isModified() const { return !m_undoStack.isClean(); }

    /// Makes `next` the state, as one step of undo named `text`. Edits with the same gesture are one step; a
    /// gesture of 0 is never merged. An equal state makes no step and no signal.
    void edit(const encodings::State& next, quint64 gesture, const QString& text = {});

    /// Starts anew with `state`, without history. `path` is the file that it was read from, or empty.
    void reset(const encodings::State& state, const QString& path = {});
    /// The state now stands in the file `path`.
    void setSaved(const QString& path);

signals:
    void changed(const encodings::State& state);
    void pathChanged(const QString& path);
    void modifiedChanged(bool modified);

private:
    friend class EditCommand;
    void setState(const encodings::State& state);

    encodings::State m_state;
    QUndoStack m_undoStack;
    QString m_path;
};
