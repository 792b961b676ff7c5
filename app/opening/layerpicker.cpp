// SPDX-License-Identifier: GPL-3.0-or-later
#include "layerpicker.h"

#include "modelorigins.h"

#include <QSignalBlocker>
#include <QStandardItemModel>
#include <QWheelEvent>

#include <algorithm>

namespace {

constexpr int nameRole = Qt::UserRole + 1; ///< no name: all groups

/// What the file says about a group that does not turn.
QString reasonOf(const ModelFile& file, const QString& group)
{
    const auto found = file.origins.find(originName(file, group, "rotary_dim"));
    return found == file.origins.end() ? QString() : found->second;
}

} // namespace

LayerPicker::LayerPicker(QWidget* parent)
    : QComboBox(parent)
{
    setSizeAdjustPolicy(AdjustToContents);
    setAccessibleName(tr("Layers"));
    connect(this, &QComboBox::activated, this, &LayerPicker::choose);
}

void LayerPicker::showGroups(const OpenedModel* opened, const encodings::State& state)
{
    const QSignalBlocker blocker(this);
    clear();
    m_shown = -1;
    const ModelLayers* shared = opened ? opened->groupOf(state.model) : nullptr;
    if (!shared || opened->file().layers.size() < 2)
        return;
    for (const ModelLayers& group : opened->file().layers) {
        if (&group == shared)
            m_shown = count();
        addGroup(*opened, group);
    }
    if (opened->models().size() > 1) {
        addItem(tr("All layers, overlaid"));
        setItemData(count() - 1, tr("A series for each group of layers that turns"), Qt::ToolTipRole);
        const auto ofFile = [&](const encodings::Series& series) {
            return series.model && opened->groupOf(*series.model) != nullptr;
        };
        if (std::count_if(state.series.begin(), state.series.end(), ofFile) > 1)
            m_shown = count() - 1;
    }
    setCurrentIndex(m_shown);
    setToolTip(tr("Layers of %1 that are drawn\n%2")
                   .arg(opened->file().name, itemData(m_shown, Qt::ToolTipRole).toString()));
}

void LayerPicker::addGroup(const OpenedModel& opened, const ModelLayers& group)
{
    const QString reason = opened.whyNot(group);
    addItem(
        reason.isEmpty() ? tr("%1 layers").arg(group.name) : tr("%1 layers (%2)").arg(group.name, reason));
    setItemData(count() - 1, group.name, nameRole);
    QStringList help;
    if (!group.which.isEmpty())
        help.append(group.which);
    if (!reason.isEmpty())
        help.append(reasonOf(opened.file(), group.name));
    setItemData(count() - 1, help.join('\n'), Qt::ToolTipRole);
    if (!reason.isEmpty())
        static_cast<QStandardItemModel*>(model())->item(count() - 1)->setEnabled(false);
}

void LayerPicker::choose(int row)
{
    const QString name = itemData(row, nameRole).toString();
    setCurrentIndex(m_shown); // the state decides
    if (row == m_shown)
        return;
    if (name.isEmpty())
        emit allChosen();
    else
        emit groupChosen(name);
}

/// A wheel over the tool bar must not change the model unseen.
void LayerPicker::wheelEvent(QWheelEvent* event) { event->ignore(); }
