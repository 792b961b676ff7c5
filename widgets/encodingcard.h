// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QVBoxLayout;

/// Explanation of the subject (the first series): name, what it does, formula with today's numbers, symbols,
/// citation, and why a series cannot be drawn.
class EncodingCard : public QWidget {
    Q_OBJECT

public:
    explicit EncodingCard(QWidget* parent = nullptr);

    /// Shown a moment later: laying out formulas takes longer than a frame of a slider in motion may.
    void setState(const encodings::State& state);
    /// What is due is shown now.
    void showNow();

    QSize sizeHint() const override { return { 300, 260 }; }
    QSize minimumSizeHint() const override { return { 200, 80 }; }

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void schedule();
    void updateColours();
    QLabel* addLabel(const char* name, int spaceAbove);

    encodings::State m_state;
    bool m_hasState = false;
    QTimer m_due;
    QWidget* m_content = nullptr; ///< built when first shown
    QVBoxLayout* m_column = nullptr;
    QLabel* m_problems = nullptr;
    QLabel* m_heading = nullptr;
    QLabel* m_kind = nullptr; ///< family and how honest the picture is
    QLabel* m_about = nullptr;
    QLabel* m_shorter = nullptr; ///< a scale below 1
    QLabel* m_formula = nullptr;
    QLabel* m_symbols = nullptr;
    QLabel* m_model = nullptr;
    QLabel* m_citation = nullptr;
};
