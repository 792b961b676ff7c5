// SPDX-License-Identifier: GPL-3.0-or-later
#include "document.h"

#include "editname.h"

#include <QUndoCommand>

/// One step of undo: the state before and after a gesture.
class EditCommand : public QUndoCommand {
public:
    EditCommand(Document& document, const encodings::State& after, quint64 gesture, const QString& text)
        : QUndoCommand(text)
        , m_document(document)
        , m_before(document.state())
        , m_after(after)
        , m_gesture(gesture)
    {
    }

    void undo() override { m_document.setState(m_before); }
    void redo() override { m_document.setState(m_after); }

    int id() const override { return 1; }

    /// QUndoStack asks only when the step below is not the saved one.
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto& next = static_cast<const EditCommand&>(*other);
        if (m_gesture == 0 || next.m_gesture != m_gesture)
            return false;
        m_after = next.m_after;
        setObsolete(m_after == m_before); // the hand went back to where it came from
        return true;
    }

private:
    Document& m_document;
    encodings::State m_before;
    encodings::State m_after;
    quint64 m_gesture;
};

Document::Document(encodings::State state, QObject* parent)
    : QObject(parent)
    , m_state(std::move(state))
{
    m_undoStack.setUndoLimit(1000);
    connect(
        &m_undoStack, &QUndoStack::cleanChanged, this, [this](bool clean) { emit modifiedChanged(!clean); });
}

void Document::edit(const encodings::State& next, quint64 gesture, const QString& text)
{
    if (next == m_state)
        return;
    m_undoStack.push(new EditCommand(*this, next, gesture, text.isEmpty() ? editName(m_state, next) : text));
}

void Document::reset(const encodings::State& state, const QString& path)
{
    m_undoStack.clear();
    m_undoStack.setClean();
    m_path = path;
    emit pathChanged(m_path);
    setState(state);
}

void Document::setSaved(const QString& path)
{
    m_undoStack.setClean();
    m_path = path;
    emit pathChanged(m_path);
}

void Document::setState(const encodings::State& state)
{
    if (state == m_state)
        return;
    m_state = state;
    emit changed(m_state);
}
