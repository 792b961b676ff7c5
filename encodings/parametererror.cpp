// SPDX-License-Identifier: GPL-3.0-or-later
#include "parametererror.h"

#include <utility>

namespace encodings {

ParameterError::ParameterError(std::string parameter, std::string value, std::string allowed)
    : std::runtime_error(parameter + " cannot be " + value + "; allowed: " + allowed)
    , m_parameter(std::move(parameter))
    , m_value(std::move(value))
    , m_allowed(std::move(allowed))
{
}

} // namespace encodings
