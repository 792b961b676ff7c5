// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "openedmodel.h"

#include <QComboBox>

/// The groups of layers of the shared model's file: one is drawn, or all are overlaid. A view of the state.
class LayerPicker : public QComboBox {
    Q_OBJECT

public:
    explicit LayerPicker(QWidget* parent = nullptr);

    /// `opened` is the file of the shared model of `state`, or nullptr.
    void showGroups(const OpenedModel* opened, const encodings::State& state);
    /// Whether there is anything to pick.
    bool isNeeded() const { return count() > 0; }

signals:
    void groupChosen(const QString& name);
    void allChosen();

protected:
    void wheelEvent(QWheelEvent* event) override;

private:
    void addGroup(const OpenedModel& opened, const ModelLayers& group);
    void choose(int row);

    int m_shown = -1;
};
