// SPDX-License-Identifier: GPL-3.0-or-later
#include "questionsdialog.h"

#include "questionbox.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

QuestionsDialog::QuestionsDialog(
    const OpenedModel& opened, const std::vector<OpenQuestion>& questions, QWidget* parent)
    : QDialog(parent)
    , m_before(opened.answers())
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel))
{
    setWindowTitle(tr("What %1 does not say").arg(opened.file().name));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(16);
    for (const OpenQuestion& question : questions) {
        const auto given = m_before.find(question.setting());
        const QString chosen = given != m_before.end() ? given->second : opened.assumed(question);
        auto* box = new QuestionBox(question, chosen, this);
        connect(box, &QuestionBox::changed, this, &QuestionsDialog::showComplete);
        m_boxes.push_back(box);
        column->addWidget(box);
    }
    column->addStretch(1);
    column->addWidget(m_buttons);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    setMinimumWidth(fontMetrics().averageCharWidth() * 64); // sentences wrap, and not at every word
    showComplete();
}

Answers QuestionsDialog::answers() const
{
    Answers answers = m_before;
    for (const QuestionBox* box : m_boxes) {
        if (const auto answer = box->answer(); answer && box->isEnabled())
            answers[box->question().setting()] = *answer;
    }
    return answers;
}

void QuestionsDialog::showComplete()
{
    const auto encoding = std::find_if(m_boxes.begin(), m_boxes.end(),
        [](const QuestionBox* box) { return box->question().setting() == "encoding"; });
    for (QuestionBox* box : m_boxes) {
        box->setEnabled(encoding == m_boxes.end()
            || countsFor(box->question(), (*encoding)->answer().value_or(QString())));
    }
    m_buttons->button(QDialogButtonBox::Ok)
        ->setEnabled(std::all_of(m_boxes.begin(), m_boxes.end(),
            [](const QuestionBox* box) { return !box->isEnabled() || box->answer().has_value(); }));
}
