// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/parameter.h"

#include <QWidget>

/// Label, slider and box (or list, switch, text) of one parameter. A view of a value: it shows what setValue says and asks
/// for another value with edited, but never keeps one by itself.
class ParameterControl : public QWidget {
    Q_OBJECT

public:
    explicit ParameterControl(const encodings::Parameter& parameter, QWidget* parent = nullptr);

    const encodings::Parameter& parameter() const { return m_parameter; }
    /// `value` as in the state (may be Automatic), `resolved` all values with Automatic replaced.
    void setValue(const encodings::Value& value, const encodings::Values& resolved);

signals:
    void edited(const encodings::Value& next, quint64 gesture);

private:
    encodings::Parameter m_parameter;
};
