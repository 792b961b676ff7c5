// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/parameter.h"

#include <QWidget>

class NumberSlider;
class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QToolButton;
class ValueBox;

/// Label, slider and box (or list, switch, text, file) of one parameter. A view of a value: it shows what setValue
/// says and asks for another value with edited, but never keeps one by itself.
class ParameterControl : public QWidget {
    Q_OBJECT

public:
    explicit ParameterControl(const encodings::Parameter& parameter, QWidget* parent = nullptr);

    const encodings::Parameter& parameter() const { return m_parameter; }
    /// `value` as in the state (may be Automatic), `resolved` all values with Automatic replaced.
    void setValue(const encodings::Value& value, const encodings::Values& resolved);
    /// Says below the row why the last edit was refused. What was typed stays; the next change clears it.
    void showProblem(const QString& sentence);

    /// Width that the label needs, px; a panel gives all its controls the widest.
    int labelWidth() const;
    void setLabelWidth(int width);

signals:
    void edited(const encodings::Value& next, quint64 gesture);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void addNumber(QHBoxLayout& row);
    void addText(QHBoxLayout& row);
    void addFile(QHBoxLayout& row);
    void addChoice(QHBoxLayout& row);
    void addSwitch(QHBoxLayout& row);
    void addBox(QHBoxLayout& row, int stretch);
    void hideProblem();
    void describe();
    void showValue(bool again);
    void showText();
    QString readable(const encodings::Value& value) const;
    void ask(const encodings::Value& next, quint64 gesture);
    void askText(const QString& text);
    void askFile();
    void askAutomatic(bool automatic);
    void askNumber(double next, quint64 gesture);
    void askDefault(quint64 gesture);
    void updateFont();
    void updateColours();

    encodings::Parameter m_parameter;
    encodings::Value m_value; ///< as in the state
    encodings::Value m_resolved; ///< what it stands for
    encodings::Values m_all;
    bool m_hasValue = false;

    QWidget* m_name;
    QLabel* m_label;
    QLabel* m_symbol;
    QLabel* m_problem;
    NumberSlider* m_slider = nullptr;
    ValueBox* m_box = nullptr;
    QComboBox* m_choice = nullptr;
    QCheckBox* m_switch = nullptr;
    QToolButton* m_open = nullptr;
};
