// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>

namespace encodings {

/// A value that cannot be used. Names the parameter (or kind of thing), the value as written, and what is
/// allowed.
class ParameterError : public std::runtime_error {
public:
    ParameterError(std::string parameter, std::string value, std::string allowed);

    const std::string& parameter() const { return m_parameter; }
    const std::string& value() const { return m_value; }
    const std::string& allowed() const { return m_allowed; }

private:
    std::string m_parameter;
    std::string m_value;
    std::string m_allowed;
};

} // namespace encodings
