// SPDX-License-Identifier: GPL-3.0-or-later
#include "numbertext.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace encodings {

std::string formatNumber(double number)
{
    char buffer[64];
    const bool plain = std::floor(number) == number && std::abs(number) < 1e15;
    const std::to_chars_result result = plain
        ? std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::fixed, 0)
        : std::to_chars(buffer, buffer + sizeof buffer, number);
    return std::string(buffer, result.ptr);
}

std::string displayNumber(double number, int significant)
{
    if (!std::isfinite(number))
        return std::isnan(number) ? "not a number" : number > 0 ? "∞" : "−∞";
    constexpr int allDigits = 15;
    if (std::floor(number) == number && std::abs(number) < 1e15)
        significant = allDigits;
    char buffer[64];
    const std::to_chars_result general = std::to_chars(
        buffer, buffer + sizeof buffer, number, std::chars_format::scientific, significant - 1);
    const std::string scientific(buffer, general.ptr);
    const std::size_t letter = scientific.find('e');
    const int exponent = std::stoi(scientific.substr(letter + 1));
    const auto withoutZeros = [](std::string text) {
        if (text.find('.') == std::string::npos)
            return text;
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.')
            text.pop_back();
        return text;
    };
    std::string digits;
    if (number != 0.0 && (exponent < -4 || exponent > 14)) {
        digits = withoutZeros(scientific.substr(0, letter));
        static const char* const superscripts[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
        std::string power = exponent < 0 ? "⁻" : "";
        for (const char digit : std::to_string(std::abs(exponent)))
            power += superscripts[digit - '0'];
        const bool one = digits == "1" || digits == "-1";
        digits = (one ? digits.substr(0, digits.size() - 1) : digits + " × ") + "10" + power;
    } else {
        const double rounded = std::stod(scientific);
        const std::to_chars_result fixed = std::to_chars(buffer, buffer + sizeof buffer, rounded,
            std::chars_format::fixed, std::max(0, significant - 1 - exponent));
        digits = withoutZeros(std::string(buffer, fixed.ptr));
        const std::size_t firstDigit = digits.starts_with('-') ? 1 : 0;
        for (std::size_t place = std::min(digits.find('.'), digits.size()); place > firstDigit + 3;)
            digits.insert(place -= 3, ",");
    }
    if (digits.starts_with('-'))
        digits.replace(0, 1, "−");
    return digits;
}

} // namespace encodings
