// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace encodings {

/// "auto", "follow": the value is computed from other values (Parameter::automatic).
struct Automatic {
    friend bool operator==(Automatic, Automatic) { return true; }
};

using Numbers = std::vector<double>;

/// What a parameter can hold. Whole numbers are doubles without a fraction.
using Value = std::variant<Automatic, double, bool, std::string, Numbers>;

/// Values by parameter key. The getters throw std::out_of_range for a missing key and std::bad_variant_access
/// for another type: both are programming errors, since a state is validated before it is used.
class Values {
public:
    Values() = default;
    Values(std::initializer_list<std::pair<const std::string, Value>> values)
        : m_values(values)
    {
    }

    bool contains(std::string_view key) const { return m_values.find(key) != m_values.end(); }
    const Value& at(std::string_view key) const;
    double number(std::string_view key) const { return std::get<double>(at(key)); }
    std::int64_t integer(std::string_view key) const { return static_cast<std::int64_t>(number(key)); }
    bool flag(std::string_view key) const { return std::get<bool>(at(key)); }
    const std::string& text(std::string_view key) const { return std::get<std::string>(at(key)); }
    const Numbers& numbers(std::string_view key) const { return std::get<Numbers>(at(key)); }
    bool isAutomatic(std::string_view key) const { return std::holds_alternative<Automatic>(at(key)); }
    /// The number at `key`, or nothing where it is Automatic.
    std::optional<double> givenNumber(std::string_view key) const
    {
        return isAutomatic(key) ? std::nullopt : std::optional(number(key));
    }

    void set(std::string_view key, Value value)
    {
        m_values.insert_or_assign(std::string(key), std::move(value));
    }
    void erase(std::string_view key);
    /// Every value of `others` replaces the one here.
    void merge(const Values& others);

    bool empty() const { return m_values.empty(); }
    auto begin() const { return m_values.begin(); }
    auto end() const { return m_values.end(); }

    friend bool operator==(const Values&, const Values&) = default;

private:
    std::map<std::string, Value, std::less<>> m_values;
};

} // namespace encodings
