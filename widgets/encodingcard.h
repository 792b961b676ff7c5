// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QWidget>

class QLabel;
class QScrollArea;
class QVBoxLayout;

/// Explanation of the subject (the first series): name, what it does, formula with today's numbers, symbols,
/// citation, and why a series cannot be drawn.
class EncodingCard : public QWidget {
    Q_OBJECT

public:
    explicit EncodingCard(QWidget* parent = nullptr);

    void setState(const encodings::State& state);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void showState();
    void updateColours();
    QLabel* addLabel(const char* name, int spaceAbove);

    encodings::State m_state;
    bool m_hasState = false;
    QScrollArea* m_scroll;
    QWidget* m_content;
    QVBoxLayout* m_column;
    QLabel* m_problems;
    QLabel* m_heading;
    QLabel* m_kind; ///< family and how honest the picture is
    QLabel* m_about;
    QLabel* m_shorter; ///< a scale below 1
    QLabel* m_formula;
    QLabel* m_symbols;
    QLabel* m_model;
    QLabel* m_citation;
};
