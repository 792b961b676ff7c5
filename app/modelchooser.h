// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QComboBox>

/// The shared model: the program's list in groups, searched by typing, and a way to a file. A view of the
/// state; filled when it is first needed.
class ModelChooser : public QComboBox {
    Q_OBJECT

public:
    explicit ModelChooser(QWidget* parent = nullptr);

    /// `name` is what the model is called here, where that is not its own name.
    void setState(const encodings::State& state, const QString& name = {});
    /// Reads the list, when that has not been done.
    void fill();

    void showPopup() override;

signals:
    void modelChosen(const encodings::Model& model);
    void openRequested();

protected:
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void choose(int row);
    void chooseTyped();
    void showName();
    /// The text is not the model's name: typed, or put there by the list of completions.
    bool isSearching() const { return currentText() != m_shownName; }

    encodings::Model m_model;
    QString m_name; ///< of the model
    QString m_shownName; ///< the text while nothing is typed or picked
    bool m_changed = false;
    bool m_filled = false;
};

/// Whether the shared values are no longer those of the state's model.
bool differsFromModel(const encodings::State& state);
