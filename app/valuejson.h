// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/parameter.h"

#include <QJsonValue>

/// A value as JSON: numbers and lists as they are, exactly; Automatic as the parameter's word.
QJsonValue valueToJson(const encodings::Parameter& parameter, const encodings::Value& value);

/// The value that `json` stands for. Throws ParameterError for the wrong kind and for what is out of range.
encodings::Value valueFromJson(const encodings::Parameter& parameter, const QJsonValue& json);
