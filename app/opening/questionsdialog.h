// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "openedmodel.h"

#include <QDialog>

class QDialogButtonBox;
class QuestionBox;

/// Asks what a model file does not say and drawing needs.
class QuestionsDialog : public QDialog {
    Q_OBJECT

public:
    QuestionsDialog(
        const OpenedModel& opened, const std::vector<OpenQuestion>& questions, QWidget* parent = nullptr);

    /// The answers given here, and those that the model had to other questions.
    Answers answers() const;

private:
    void showComplete();

    Answers m_before;
    std::vector<QuestionBox*> m_boxes;
    QDialogButtonBox* m_buttons;
};
