// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

#include <string>

/// Names and sentences of the core (labels, help, what an encoding does), translated where a translation has
/// them.
inline QString coreText(const std::string& text)
{
    return QCoreApplication::translate("encodings", text.c_str());
}
