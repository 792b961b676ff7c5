// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QWidget>

/// The series as a row of chips in their colours: click shows or hides, the menu renames, moves, sets encodings, model and own
/// values, removes; + adds one. A view of the state.
class SeriesBar : public QWidget {
    Q_OBJECT

public:
    explicit SeriesBar(QWidget* parent = nullptr);

    /// Models that a series of its own can use, beside the shared one.
    void setModels(const std::vector<encodings::Model>& models);
    void setState(const encodings::State& state);

signals:
    void edited(const encodings::State& next, quint64 gesture);
};
