// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

class QFontMetrics;

/// What people type: thousands separated as they are shown, a real minus sign.
std::string typedNumber(QString text);

/// A whole number as it is, others with six digits, or the most that fit; large numbers become powers of ten.
QString fittedNumber(double number, const QFontMetrics& metrics, int width);
