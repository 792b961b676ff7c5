// SPDX-License-Identifier: GPL-3.0-or-later
#include "filenumbers.h"

#include "encodings/parametererror.h"
#include "encodings/state.h"

#include <QCoreApplication>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("FileNumbers", text); }

} // namespace

QString asWritten(double number) { return QString::fromStdString(encodings::formatNumber(number)); }

QString whyNotAllowed(const char* parameterKey, double value)
{
    const encodings::Parameter* parameter
        = encodings::findParameter(encodings::sharedParameters(), parameterKey);
    try {
        if (parameter != nullptr)
            encodings::validateValue(*parameter, value);
    } catch (const encodings::ParameterError& error) {
        return tr("%1 cannot be used; allowed: %2")
            .arg(asWritten(value), QString::fromStdString(error.allowed()));
    }
    return {};
}
