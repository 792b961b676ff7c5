// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QPushButton;
class QTableWidget;

/// The own values of one series: a table of parameter and value. Accepts only what the state allows.
class OverridesDialog : public QDialog {
    Q_OBJECT

public:
    OverridesDialog(const encodings::State& state, std::size_t index, QWidget* parent = nullptr);

    /// As accepted.
    const encodings::Values& overrides() const { return m_overrides; }

    void accept() override;

private:
    void addRow(const encodings::Parameter& parameter, const encodings::Value& value);
    void removeRow();
    void fillChoices();
    void showProblem(const QString& sentence);
    bool hasRow(const std::string& key) const;

    encodings::State m_state;
    std::size_t m_index;
    std::vector<encodings::Parameter> m_parameters;
    encodings::Values m_current; ///< what the series uses, resolved: where a new own value starts
    encodings::Values m_overrides;
    QTableWidget* m_table;
    QComboBox* m_add;
    QPushButton* m_remove;
    QLabel* m_problem;
};
