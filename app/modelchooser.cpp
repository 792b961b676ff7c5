// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelchooser.h"

#include "modellist.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QFocusEvent>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QWheelEvent>

#include <algorithm>

namespace {

constexpr int indexRole = Qt::UserRole + 1; ///< place in listedModels()
constexpr int openFile = -1;

} // namespace

bool differsFromModel(const encodings::State& state)
{
    const auto& values = state.model.values;
    return std::any_of(values.begin(), values.end(), [&](const auto& entry) {
        return !state.values.contains(entry.first) || !(state.values.at(entry.first) == entry.second);
    });
}

ModelChooser::ModelChooser(QWidget* parent)
    : QComboBox(parent)
{
    setEditable(true);
    setInsertPolicy(NoInsert);
    setMaxVisibleItems(24);
    setMinimumContentsLength(24);
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    setAccessibleName(tr("Model"));
    setToolTip(tr("Model: type to search, or choose"));
    lineEdit()->setPlaceholderText(tr("Search models"));
    connect(this, &QComboBox::activated, this, &ModelChooser::choose);
    connect(lineEdit(), &QLineEdit::returnPressed, this, &ModelChooser::chooseTyped);
}

void ModelChooser::setState(const encodings::State& state, const QString& name)
{
    m_model = state.model;
    m_name = name.isEmpty() ? QString::fromStdString(m_model.name) : name;
    const bool isDrawn = std::any_of(state.series.begin(), state.series.end(),
        [](const encodings::Series& series) { return !series.model.has_value(); });
    m_changed = isDrawn && differsFromModel(state);
    if (!isSearching() || !hasFocus())
        showName();
}

void ModelChooser::showName()
{
    setCurrentIndex(findText(m_name)); // else leaving the field would choose it again
    m_shownName = m_changed ? tr("%1, changed").arg(m_name) : m_name;
    setEditText(m_shownName);
    lineEdit()->setCursorPosition(0);
    setToolTip(tr("Model: type to search, or choose\n%1").arg(QString::fromStdString(m_model.source)));
}

void ModelChooser::fill()
{
    if (m_filled)
        return;
    m_filled = true;
    auto* items = new QStandardItemModel(this);
    const auto addRow = [&](const QString& text, int index) {
        auto* item = new QStandardItem(text);
        item->setData(index, indexRole);
        items->appendRow(item);
        return item;
    };
    addRow(tr("Open model…"), openFile);
    QString group;
    const std::vector<ListedModel>& models = listedModels();
    for (std::size_t i = 0; i < models.size(); ++i) {
        if (models[i].group != group) {
            group = models[i].group;
            QStandardItem* heading = addRow(group, 0);
            heading->setFlags(Qt::NoItemFlags);
            QFont bold = font();
            bold.setBold(true);
            heading->setFont(bold);
        }
        QStandardItem* item = addRow(QString::fromStdString(models[i].model.name), static_cast<int>(i));
        item->setToolTip(QString::fromStdString(models[i].model.source));
    }
    const QSignalBlocker blocker(this);
    setModel(items);
    completer()->setCompletionMode(QCompleter::PopupCompletion);
    completer()->setFilterMode(Qt::MatchContains);
    completer()->setCaseSensitivity(Qt::CaseInsensitive);
    showName();
}

void ModelChooser::showPopup()
{
    fill();
    QComboBox::showPopup();
}

void ModelChooser::choose(int row)
{
    const QModelIndex item = model()->index(row, modelColumn());
    if (!item.isValid() || !item.flags().testFlag(Qt::ItemIsEnabled))
        return showName();
    const int index = item.data(indexRole).toInt();
    showName(); // the state decides
    if (index == openFile)
        emit openRequested();
    else
        emit modelChosen(listedModels().at(static_cast<std::size_t>(index)).model);
}

/// Return takes the model with the name that stands there, or the first one that holds what was typed.
void ModelChooser::chooseTyped()
{
    const QString typed = currentText().trimmed();
    if (!isSearching() || typed.isEmpty())
        return showName();
    for (const Qt::MatchFlags match :
        { Qt::MatchFlags(Qt::MatchFixedString), Qt::MatchFlags(Qt::MatchContains) }) {
        for (const QModelIndex& item :
            model()->match(model()->index(0, modelColumn()), Qt::DisplayRole, typed, -1, match)) {
            if (item.flags().testFlag(Qt::ItemIsEnabled))
                return choose(item.row());
        }
    }
    showName();
}

void ModelChooser::focusInEvent(QFocusEvent* event)
{
    fill();
    QComboBox::focusInEvent(event);
    if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        lineEdit()->selectAll();
}

void ModelChooser::focusOutEvent(QFocusEvent* event)
{
    QComboBox::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason)
        showName();
}

/// A wheel over the tool bar must not change the model unseen.
void ModelChooser::wheelEvent(QWheelEvent* event) { event->ignore(); }
