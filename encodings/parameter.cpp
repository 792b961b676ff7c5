// SPDX-License-Identifier: GPL-3.0-or-later
#include "parameter.h"

#include "digits.h"
#include "parametererror.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace encodings {

namespace {

constexpr double largestExactInteger = 9007199254740992.0; // 2^53

Value headDimensionOf(const Values& resolved)
{
    return resolved.number("dimension");
}

Value alphaOf(const Values& resolved)
{
    return resolved.number("scale");
}

double pairCount(const Values& resolved)
{
    return std::floor(resolved.number("dimension") / 2);
}

/// The fastest pair, one a quarter of the way, the chosen one and the slowest.
Value representativePairs(const Values& resolved)
{
    const double last = pairCount(resolved) - 1;
    Numbers pairs { 0.0, std::floor(pairCount(resolved) / 4), std::min(resolved.number("pair"), last), last };
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

Value digitsOfTrainedLength(const Values& resolved)
{
    return static_cast<double>(digitCount(resolved.number("trained_length") - 1, resolved.integer("digit_base")));
}

Value baseForTargetLength(const Values& resolved)
{
    const double target = std::max(2.0, std::ceil(resolved.number("scale") * resolved.number("trained_length")));
    const double smallest = static_cast<double>(smallestBase(target, static_cast<int>(resolved.integer("digits"))));
    return std::max(smallest, resolved.number("digit_base"));
}

double lastPair(const Values& resolved)
{
    return pairCount(resolved) - 1;
}

double lastTargetPosition(const Values& resolved)
{
    return std::max(1.0, std::ceil(resolved.number("scale") * resolved.number("trained_length")) - 1);
}

std::vector<Parameter> makeSharedParameters()
{
    return {
        { .key = "base", .label = "base", .symbol = "b", .help = "rope_theta: a larger base makes every pair but the first turn more slowly.",
          .kind = Kind::Number, .group = Group::Model, .owner = {}, .defaultValue = 10000.0,
          .minimum = 1, .maximum = 1e30, .sliderMinimum = 2, .sliderMaximum = 1e9, .logarithmic = true },
        { .key = "dimension", .label = "dimension", .symbol = "d",
          .help = "Number of dimensions that carry position: the rotary dimension, or the model width of an additive table.",
          .kind = Kind::EvenInteger, .group = Group::Model, .owner = {}, .defaultValue = 128.0,
          .minimum = 2, .maximum = 65536, .sliderMinimum = 2, .sliderMaximum = 8192, .logarithmic = true },
        { .key = "head_dimension", .label = "head dimension", .symbol = "",
          .help = "Dimensions of a head; those beyond the dimension above pass unturned.",
          .kind = Kind::Integer, .group = Group::Model, .owner = {}, .defaultValue = Automatic {},
          .minimum = 2, .maximum = 65536, .sliderMinimum = 2, .sliderMaximum = 8192, .logarithmic = true,
          .automaticWord = "auto", .automatic = headDimensionOf },
        { .key = "trained_length", .label = "trained length", .symbol = "L", .help = "Context in which the model was trained, in positions.",
          .kind = Kind::Integer, .group = Group::Model, .owner = {}, .defaultValue = 4096.0,
          .minimum = 1, .maximum = 1e9, .sliderMinimum = 128, .sliderMaximum = 1048576, .logarithmic = true },
        { .key = "heads", .label = "heads", .symbol = "H", .help = "Number of attention heads.",
          .kind = Kind::Integer, .group = Group::Model, .owner = {}, .defaultValue = 32.0,
          .minimum = 1, .maximum = 4096, .sliderMinimum = 1, .sliderMaximum = 128 },
        { .key = "scale", .label = "scale", .symbol = "k",
          .help = "How many times longer the context becomes: the target length is k L. Below 1 the context becomes shorter.",
          .kind = Kind::Number, .group = Group::Extension, .owner = {}, .defaultValue = 1.0,
          .minimum = 1e-3, .maximum = 1e6, .sliderMinimum = 1, .sliderMaximum = 1024, .logarithmic = true },
        { .key = "alpha", .label = "alpha", .symbol = "α",
          .help = "NTK-aware factor: the slowest pair turns alpha times slower. Follows the scale unless set.",
          .kind = Kind::Number, .group = Group::Extension, .owner = {}, .defaultValue = Automatic {},
          .minimum = 1e-3, .maximum = 1e9, .sliderMinimum = 1, .sliderMaximum = 1024, .logarithmic = true,
          .automaticWord = "follow", .automatic = alphaOf },
        { .key = "position", .label = "position", .symbol = "n", .help = "The position looked at: the number in Digits, the marker elsewhere.",
          .kind = Kind::Integer, .group = Group::LookAt, .owner = {}, .defaultValue = 1749.0,
          .minimum = 0, .maximum = 1e12, .sliderMinimum = 0, .sliderMaximum = 4095, .sliderTop = lastTargetPosition },
        { .key = "pair", .label = "pair", .symbol = "i", .help = "The pair looked at; pair 0 turns fastest.",
          .kind = Kind::Integer, .group = Group::LookAt, .owner = {}, .defaultValue = 40.0,
          .minimum = 0, .maximum = 32767, .sliderMinimum = 0, .sliderMaximum = 63, .sliderTop = lastPair },
        { .key = "pairs", .label = "pairs drawn", .symbol = "",
          .help = "Pairs drawn in Curves: a list, all, or auto (fastest, a quarter of the way, the pair looked at, slowest).",
          .kind = Kind::List, .group = Group::LookAt, .owner = {}, .defaultValue = Automatic {},
          .minimum = 0, .maximum = 32767, .choices = { "all" }, .automaticWord = "auto", .automatic = representativePairs },
        { .key = "digit_base", .label = "digit base", .symbol = "β", .help = "Base in which the position is written.",
          .kind = Kind::Integer, .group = Group::LookAt, .owner = {}, .defaultValue = 10.0,
          .minimum = 2, .maximum = 1e6, .sliderMinimum = 2, .sliderMaximum = 64 },
        { .key = "digits", .label = "digits", .symbol = "",
          .help = "Digits that training used; auto: as many as the last trained position needs.",
          .kind = Kind::Integer, .group = Group::LookAt, .owner = {}, .defaultValue = Automatic {},
          .minimum = 1, .maximum = 48, .sliderMinimum = 1, .sliderMaximum = 12, .automaticWord = "auto", .automatic = digitsOfTrainedLength },
        { .key = "converted_base", .label = "converted base", .symbol = "",
          .help = "Larger base of the third way; auto: the smallest, from the digit base on, whose digits reach the target length.",
          .kind = Kind::Integer, .group = Group::LookAt, .owner = {}, .defaultValue = Automatic {},
          .minimum = 2, .maximum = 1e12, .sliderMinimum = 2, .sliderMaximum = 64, .automaticWord = "auto", .automatic = baseForTargetLength },
        { .key = "range", .label = "range shown", .symbol = "", .help = "First and last position or distance shown; auto: up to the target length.",
          .kind = Kind::Range, .group = Group::LookAt, .owner = {}, .defaultValue = Automatic {},
          .minimum = -1e12, .maximum = 1e12, .automaticWord = "auto" },
        { .key = "seed", .label = "seed", .symbol = "", .help = "Seed of the random query and key and of sampled positions.",
          .kind = Kind::Integer, .group = Group::LookAt, .owner = {}, .defaultValue = 1.0,
          .minimum = 0, .maximum = largestExactInteger, .sliderMinimum = 0, .sliderMaximum = 100 },
        { .key = "curve_parts", .label = "curves", .symbol = "", .help = "Cosine, sine or both; auto: both while one series is drawn.",
          .kind = Kind::Choice, .group = Group::View, .owner = "curves", .defaultValue = std::string("auto"),
          .choices = { "auto", "cos", "sin", "both" } },
        { .key = "decay_sums", .label = "sums", .symbol = "",
          .help = "Query and key of ones, random ones, RoFormer's bound, or all; auto: all while one series is drawn, else ones.",
          .kind = Kind::Choice, .group = Group::View, .owner = "decay", .defaultValue = std::string("auto"),
          .choices = { "auto", "ones", "random", "bound", "all" } },
        { .key = "wavelength_quantity", .label = "quantity", .symbol = "",
          .help = "Wavelength, turns inside the trained length, ratio to the unscaled frequency, or reach.",
          .kind = Kind::Choice, .group = Group::View, .owner = "wavelengths", .defaultValue = std::string("wavelength"),
          .choices = { "wavelength", "turns", "ratio", "reach" } },
    };
}

bool isWhole(double number)
{
    return std::floor(number) == number;
}

bool isChoice(const Parameter& parameter, std::string_view word)
{
    return std::find(parameter.choices.begin(), parameter.choices.end(), word) != parameter.choices.end();
}

[[noreturn]] void refuse(const Parameter& parameter, std::string_view text)
{
    throw ParameterError(parameter.key, std::string(text), allowedValues(parameter));
}

double parseNumber(const Parameter& parameter, std::string_view text, std::string_view whole)
{
    double number = 0.0;
    const char* const end = text.data() + text.size();
    std::from_chars_result result {};
    if (text.starts_with("0x") || text.starts_with("0X")) {
        unsigned long long integer = 0;
        result = std::from_chars(text.data() + 2, end, integer, 16);
        number = static_cast<double>(integer);
    } else {
        result = std::from_chars(text.data(), end, number);
    }
    if (text.empty() || result.ec != std::errc() || result.ptr != end || !std::isfinite(number))
        refuse(parameter, whole);
    return number;
}

Numbers parseNumbers(const Parameter& parameter, std::string_view text, char separator)
{
    Numbers numbers;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(separator, start), text.size());
        numbers.push_back(parseNumber(parameter, text.substr(start, end - start), text));
        start = end + 1;
    }
    return numbers;
}

std::string joined(const std::vector<std::string>& words, const char* separator)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : separator) + word;
    return text;
}

bool numberFits(const Parameter& parameter, double number)
{
    if (!(number >= parameter.minimum && number <= parameter.maximum))
        return false;
    switch (parameter.kind) {
    case Kind::EvenInteger:
        return isWhole(number / 2);
    case Kind::Integer:
    case Kind::List:
    case Kind::Range:
        return isWhole(number);
    default:
        return true;
    }
}

bool fits(const Parameter& parameter, const Value& value)
{
    if (std::holds_alternative<Automatic>(value))
        return !parameter.automaticWord.empty();
    if (const auto* word = std::get_if<std::string>(&value))
        return isChoice(parameter, *word);
    switch (parameter.kind) {
    case Kind::Choice:
        return false;
    case Kind::Switch:
        return std::holds_alternative<bool>(value);
    case Kind::List:
    case Kind::Range: {
        const auto* numbers = std::get_if<Numbers>(&value);
        if (!numbers || numbers->empty())
            return false;
        if (parameter.kind == Kind::Range && (numbers->size() != 2 || !(numbers->front() < numbers->back())))
            return false;
        return std::all_of(numbers->begin(), numbers->end(), [&](double number) { return numberFits(parameter, number); });
    }
    default:
        return std::holds_alternative<double>(value) && numberFits(parameter, std::get<double>(value));
    }
}

} // namespace

std::span<const Parameter> sharedParameters()
{
    static const std::vector<Parameter> parameters = makeSharedParameters();
    return parameters;
}

const Parameter* findParameter(std::span<const Parameter> parameters, std::string_view key)
{
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const Parameter& parameter) { return parameter.key == key; });
    return found == parameters.end() ? nullptr : &*found;
}

Value parseValue(const Parameter& parameter, std::string_view text)
{
    Value value;
    if (!parameter.automaticWord.empty() && text == parameter.automaticWord)
        value = Automatic {};
    else if (isChoice(parameter, text))
        value = std::string(text);
    else if (parameter.kind == Kind::Choice)
        refuse(parameter, text);
    else if (parameter.kind == Kind::Switch && (text == "true" || text == "false"))
        value = text == "true";
    else if (parameter.kind == Kind::List)
        value = parseNumbers(parameter, text, ',');
    else if (parameter.kind == Kind::Range)
        value = parseNumbers(parameter, text, ':');
    else
        value = parseNumber(parameter, text, text);
    if (!fits(parameter, value))
        refuse(parameter, text);
    return value;
}

std::string formatValue(const Parameter& parameter, const Value& value)
{
    if (std::holds_alternative<Automatic>(value))
        return parameter.automaticWord;
    if (const auto* word = std::get_if<std::string>(&value))
        return *word;
    if (const auto* on = std::get_if<bool>(&value))
        return *on ? "true" : "false";
    if (const auto* numbers = std::get_if<Numbers>(&value)) {
        std::vector<std::string> words;
        for (const double number : *numbers)
            words.push_back(formatNumber(number));
        return joined(words, parameter.kind == Kind::Range ? ":" : ",");
    }
    return formatNumber(std::get<double>(value));
}

void validateValue(const Parameter& parameter, const Value& value)
{
    if (!fits(parameter, value))
        refuse(parameter, formatValue(parameter, value));
}

std::string allowedValues(const Parameter& parameter)
{
    const std::string limits = formatNumber(parameter.minimum) + " to " + formatNumber(parameter.maximum);
    std::string text;
    switch (parameter.kind) {
    case Kind::Number:
        text = "a number from " + limits;
        break;
    case Kind::Integer:
        text = "a whole number from " + limits;
        break;
    case Kind::EvenInteger:
        text = "an even whole number from " + limits;
        break;
    case Kind::Choice:
        return joined(parameter.choices, ", ");
    case Kind::Switch:
        text = "true or false";
        break;
    case Kind::List:
        text = "whole numbers from " + limits + ", separated by commas";
        break;
    case Kind::Range:
        text = "FROM:TO, two whole numbers from " + limits + ", the first smaller than the second";
        break;
    }
    for (const std::string& word : parameter.choices)
        text += ", or " + word;
    if (!parameter.automaticWord.empty())
        text += ", or " + parameter.automaticWord;
    return text;
}

std::string formatNumber(double number)
{
    char buffer[64];
    const bool plain = isWhole(number) && std::abs(number) < 1e15;
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
    if (isWhole(number) && std::abs(number) < 1e15)
        significant = allDigits;
    char buffer[64];
    const std::to_chars_result general
        = std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::scientific, significant - 1);
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
        const std::to_chars_result fixed = std::to_chars(buffer, buffer + sizeof buffer, rounded, std::chars_format::fixed,
                                                         std::max(0, significant - 1 - exponent));
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
