// SPDX-License-Identifier: GPL-3.0-or-later
#include "overridesdialog.h"

#include "coretext.h"
#include "seriesedits.h"
#include "theme.h"

#include "encodings/parametererror.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

using encodings::Group;
using encodings::Parameter;

namespace {

constexpr int keyRole = Qt::UserRole;

QString nameOf(const Parameter& parameter)
{
    const QString symbol = QString::fromStdString(parameter.symbol);
    return symbol.isEmpty() ? coreText(parameter.label)
                            : coreText(parameter.label) + QLatin1Char(' ') + symbol;
}

} // namespace

OverridesDialog::OverridesDialog(const encodings::State& state, std::size_t index, QWidget* parent)
    : QDialog(parent)
    , m_state(state)
    , m_index(index)
    , m_parameters(encodings::parametersOf(state.series.at(index)))
    , m_current(encodings::resolved(m_parameters, encodings::valuesOf(state, state.series.at(index))))
    , m_table(new QTableWidget(0, 2, this))
    , m_add(new QComboBox(this))
    , m_remove(new QPushButton(tr("Remove"), this))
    , m_problem(new QLabel(this))
{
    const encodings::Series& series = state.series.at(index);
    setWindowTitle(tr("Own values of %1").arg(QString::fromStdString(series.label)));
    auto* explanation
        = new QLabel(tr("These replace the values of the sliders for this series alone."), this);
    explanation->setWordWrap(true);

    m_table->setHorizontalHeaderLabels({ tr("Parameter"), tr("Value") });
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->verticalHeader()->hide();
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    for (const Parameter& parameter : m_parameters) {
        if (series.overrides.contains(parameter.key))
            addRow(parameter, series.overrides.at(parameter.key));
    }

    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    const Theme theme = Theme::of(palette());
    QPalette warning;
    warning.setColor(
        QPalette::WindowText, theme.ground.lightness() < 128 ? theme.unseen : theme.unseen.darker(125));
    m_problem->setPalette(warning);

    m_add->setAccessibleName(tr("Add an own value"));
    fillChoices();
    connect(m_add, &QComboBox::activated, this, [this](int choice) {
        const std::string key = m_add->itemData(choice).toString().toStdString();
        if (const Parameter* parameter = encodings::findParameter(m_parameters, key)) {
            addRow(*parameter, m_current.at(key));
            m_table->editItem(m_table->item(m_table->rowCount() - 1, 1));
        }
        fillChoices();
    });
    connect(m_remove, &QPushButton::clicked, this, &OverridesDialog::removeRow);

    auto* edits = new QHBoxLayout;
    edits->addWidget(m_add, 1);
    edits->addWidget(m_remove);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &OverridesDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &OverridesDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(8);
    column->addWidget(explanation);
    column->addWidget(m_table, 1);
    column->addLayout(edits);
    column->addWidget(m_problem);
    column->addWidget(buttons);
    resize(360, 320);
}

void OverridesDialog::addRow(const Parameter& parameter, const encodings::Value& value)
{
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    auto* name = new QTableWidgetItem(nameOf(parameter));
    name->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    name->setData(keyRole, QString::fromStdString(parameter.key));
    name->setToolTip(QStringLiteral("<p>%1</p>").arg(coreText(parameter.help).toHtmlEscaped()));
    auto* text = new QTableWidgetItem(QString::fromStdString(encodings::formatValue(parameter, value)));
    text->setToolTip(tr("Allowed: %1").arg(coreText(encodings::allowedValues(parameter))));
    m_table->setItem(row, 0, name);
    m_table->setItem(row, 1, text);
    m_table->setCurrentItem(text);
    m_remove->setEnabled(true);
}

void OverridesDialog::removeRow()
{
    if (m_table->currentRow() >= 0)
        m_table->removeRow(m_table->currentRow());
    m_problem->hide();
    fillChoices();
}

bool OverridesDialog::hasRow(const std::string& key) const
{
    for (int row = 0; row < m_table->rowCount(); ++row) {
        if (m_table->item(row, 0)->data(keyRole).toString().toStdString() == key)
            return true;
    }
    return false;
}

void OverridesDialog::fillChoices()
{
    m_add->clear();
    m_add->addItem(tr("Add a value…"));
    for (const Parameter& parameter : m_parameters) {
        // What is looked at is one for all series.
        const bool own = parameter.group == Group::Model || parameter.group == Group::Extension
            || parameter.group == Group::Encoding;
        if (own && !hasRow(parameter.key))
            m_add->addItem(nameOf(parameter), QString::fromStdString(parameter.key));
    }
    m_remove->setEnabled(m_table->rowCount() > 0);
}

void OverridesDialog::showProblem(const QString& sentence)
{
    m_problem->setText(sentence);
    m_problem->show();
}

void OverridesDialog::accept()
{
    // A value that is still being typed counts.
    m_table->setCurrentItem(nullptr);
    encodings::Values values;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const std::string key = m_table->item(row, 0)->data(keyRole).toString().toStdString();
        const Parameter* parameter = encodings::findParameter(m_parameters, key);
        QString text = m_table->item(row, 1)->text().trimmed();
        if (parameter->kind == encodings::Kind::File && !text.isEmpty()
            && text != QString::fromStdString(parameter->automaticWord))
            text = QFileInfo(text).absoluteFilePath();
        try {
            values.set(key, encodings::parseValue(*parameter, text.toStdString()));
        } catch (const encodings::ParameterError& error) {
            showProblem(tr("%1: allowed is %2.").arg(nameOf(*parameter), coreText(error.allowed())));
            return;
        }
    }
    if (const auto reason = seriesedits::refusal(seriesedits::withOverrides(m_state, m_index, values))) {
        showProblem(coreText(*reason));
        return;
    }
    m_overrides = values;
    QDialog::accept();
}
