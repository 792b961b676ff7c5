// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QWidget>

/// All parameters, grouped: model, extension, look at, and the own ones of the encodings in use. A view of the state.
class ParameterPanel : public QWidget {
    Q_OBJECT

public:
    explicit ParameterPanel(QWidget* parent = nullptr);

    void setState(const encodings::State& state);

signals:
    void edited(const encodings::State& next, quint64 gesture);
};
