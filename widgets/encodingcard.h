// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QWidget>

/// Explanation of the subject (the first series): name, what it does, formula with today's numbers, symbols, citation, and why
/// a series cannot be drawn.
class EncodingCard : public QWidget {
    Q_OBJECT

public:
    explicit EncodingCard(QWidget* parent = nullptr);

    void setState(const encodings::State& state);
};
