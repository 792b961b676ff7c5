// SPDX-License-Identifier: GPL-3.0-or-later
#include "questionbox.h"

#include "encodings/parametererror.h"
#include "widgets/coretext.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRadioButton>
#include <QVBoxLayout>

namespace {

constexpr int indent = 8;

} // namespace

QuestionBox::QuestionBox(const OpenQuestion& question, const QString& chosen, QWidget* parent)
    : QWidget(parent)
    , m_question(question)
    , m_choices(new QButtonGroup(this))
    , m_problem(new QLabel)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    auto* sentence = new QLabel(question.sentence());
    sentence->setTextFormat(Qt::PlainText);
    sentence->setWordWrap(true);
    column->addWidget(sentence);
    auto* choices = new QVBoxLayout;
    choices->setContentsMargins(indent, 0, 0, 0);
    choices->setSpacing(4);
    column->addLayout(choices);

    int number = 0;
    for (const QString& answer : question.answers) {
        auto* choice = new QRadioButton(answerInWords(question, answer));
        choice->setObjectName(question.setting() + '=' + answer);
        m_choices->addButton(choice, number++);
        choices->addWidget(choice);
        choice->setChecked(answer == chosen || number == 1);
    }
    if (const encodings::Parameter* parameter = parameterOf(question)) {
        auto* row = new QHBoxLayout;
        auto* other = new QRadioButton(tr("Another value:"));
        m_choices->addButton(other, number);
        m_other = new QLineEdit;
        m_other->setObjectName(question.setting());
        m_other->setFixedWidth(m_other->fontMetrics().averageCharWidth() * 16);
        m_other->setAccessibleName(tr("Another value"));
        m_other->setToolTip(coreText(parameter->help));
        if (number == 0 || (!chosen.isEmpty() && !question.answers.contains(chosen))) {
            other->setChecked(true);
            m_other->setText(chosen);
        }
        row->addWidget(other);
        row->addWidget(m_other);
        row->addStretch(1);
        choices->addLayout(row);
        connect(m_other, &QLineEdit::textEdited, other, [other] { other->setChecked(true); });
        connect(m_other, &QLineEdit::textChanged, this, &QuestionBox::showProblem);
        connect(other, &QRadioButton::clicked, m_other, [this] { m_other->setFocus(); });
    }
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setContentsMargins(indent, 0, 0, 0);
    m_problem->hide();
    column->addWidget(m_problem);
    connect(m_choices, &QButtonGroup::idToggled, this, &QuestionBox::showProblem);
    showProblem();
}

std::optional<QString> QuestionBox::answer() const
{
    const int choice = m_choices->checkedId();
    if (choice >= 0 && choice < m_question.answers.size())
        return m_question.answers.at(choice);
    const encodings::Parameter* parameter = parameterOf(m_question);
    if (!m_other || !parameter)
        return std::nullopt;
    const QString text = m_other->text().trimmed();
    try {
        encodings::parseValue(*parameter, text.toStdString());
    } catch (const encodings::ParameterError&) {
        return std::nullopt;
    }
    return text;
}

void QuestionBox::showProblem()
{
    const encodings::Parameter* parameter = parameterOf(m_question);
    const bool wrong = !answer() && parameter && m_other && !m_other->text().isEmpty();
    if (wrong)
        m_problem->setText(
            tr("Allowed: %1").arg(QString::fromStdString(encodings::allowedValues(*parameter))));
    m_problem->setVisible(wrong);
    emit changed();
}
