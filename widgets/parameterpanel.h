// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QWidget>

class ParameterControl;
class QLabel;
class QScrollArea;
class QVBoxLayout;

/// All parameters, grouped: model, extension, look at, and the own ones of the encodings in use. A view of
/// the state; empty until it has one.
class ParameterPanel : public QWidget {
    Q_OBJECT

public:
    explicit ParameterPanel(QWidget* parent = nullptr);

    void setState(const encodings::State& state);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void edited(const encodings::State& next, quint64 gesture);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build(const std::vector<std::string>& encodingsInUse);
    void addGroup(const QString& title, const std::vector<encodings::Parameter>& parameters);
    void ask(ParameterControl* control, const encodings::Value& value, quint64 gesture);
    void alignLabels();
    void updateColours();

    encodings::State m_state;
    bool m_hasState = false;
    std::vector<std::string> m_encodings; ///< whose parameters are shown
    std::vector<encodings::Parameter> m_parameters; ///< the shared ones and theirs
    std::vector<ParameterControl*> m_controls;
    QLabel* m_note = nullptr; ///< what of the subject is not shown here
    std::vector<QLabel*> m_headings;
    std::vector<QWidget*> m_lines;
    QScrollArea* m_scroll;
    QWidget* m_content = nullptr;
    QVBoxLayout* m_column = nullptr;
};
