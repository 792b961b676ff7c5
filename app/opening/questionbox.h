// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "openedmodel.h"

#include <QWidget>

class QButtonGroup;
class QLabel;
class QLineEdit;

/// One open question: the sentence, the likely answers, and a box for another number.
class QuestionBox : public QWidget {
    Q_OBJECT

public:
    /// `chosen` is the answer to begin with; empty: the likeliest.
    QuestionBox(const OpenQuestion& question, const QString& chosen, QWidget* parent);

    const OpenQuestion& question() const { return m_question; }
    /// The answer as on the command line; nothing while what is typed is not allowed.
    std::optional<QString> answer() const;

signals:
    void changed();

private:
    void showProblem();

    OpenQuestion m_question;
    QButtonGroup* m_choices;
    QLineEdit* m_other = nullptr;
    QLabel* m_problem;
};
