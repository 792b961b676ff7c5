// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// A number with all its digits, as JSON has them: "0.25", "1000000".
QString asWritten(double number);

/// Why the shared parameter `parameterKey` does not accept `value`, with what is allowed; empty when it does.
QString whyNotAllowed(const char* parameterKey, double value);
