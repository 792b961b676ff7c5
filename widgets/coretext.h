// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/numbertext.h"
#include "encodings/scene.h"

#include <QCoreApplication>
#include <QString>

#include <string>

/// Names and sentences of the core (labels, help, what an encoding does), translated where a translation has
/// them.
inline QString coreText(const std::string& text)
{
    return QCoreApplication::translate("encodings", text.c_str());
}

/// displayNumber of the core.
inline QString shown(double number, int significant = 6)
{
    return QString::fromStdString(encodings::displayNumber(number, significant));
}

inline QString nameOf(const encodings::SceneSeries& series) { return QString::fromStdString(series.name); }
