// SPDX-License-Identifier: GPL-3.0-or-later
#include "value.h"

#include <stdexcept>

namespace encodings {

const Value& Values::at(std::string_view key) const
{
    const auto found = m_values.find(key);
    if (found == m_values.end())
        throw std::out_of_range("no value for key " + std::string(key));
    return found->second;
}

void Values::erase(std::string_view key)
{
    const auto found = m_values.find(key);
    if (found != m_values.end())
        m_values.erase(found);
}

void Values::merge(const Values& others)
{
    for (const auto& [key, value] : others)
        m_values.insert_or_assign(key, value);
}

} // namespace encodings
