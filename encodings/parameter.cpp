// SPDX-License-Identifier: GPL-3.0-or-later
#include "parameter.h"

#include "numbertext.h"
#include "parametererror.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace encodings {

namespace {

bool isWhole(double number) { return std::floor(number) == number; }

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

} // namespace

bool isList(const Parameter& parameter)
{
    return parameter.kind == Kind::List || parameter.kind == Kind::NumberList;
}

bool accepts(const Parameter& parameter, const Value& value)
{
    if (std::holds_alternative<Automatic>(value))
        return !parameter.automaticWord.empty();
    if (const auto* word = std::get_if<std::string>(&value))
        return isChoice(parameter, *word) || (parameter.kind == Kind::File && !word->empty());
    switch (parameter.kind) {
    case Kind::Choice:
    case Kind::File:
        return false;
    case Kind::Switch:
        return std::holds_alternative<bool>(value);
    case Kind::List:
    case Kind::NumberList:
    case Kind::Range: {
        const auto* numbers = std::get_if<Numbers>(&value);
        if (!numbers || numbers->empty())
            return false;
        if (parameter.kind == Kind::Range && (numbers->size() != 2 || !(numbers->front() < numbers->back())))
            return false;
        return std::all_of(
            numbers->begin(), numbers->end(), [&](double number) { return numberFits(parameter, number); });
    }
    default:
        return std::holds_alternative<double>(value) && numberFits(parameter, std::get<double>(value));
    }
}

const Parameter* findParameter(std::span<const Parameter> parameters, std::string_view key)
{
    const auto found = std::find_if(parameters.begin(), parameters.end(),
        [&](const Parameter& parameter) { return parameter.key == key; });
    return found == parameters.end() ? nullptr : &*found;
}

const Parameter* findParameter(
    std::span<const Parameter> parameters, std::string_view key, const Value& value)
{
    const auto found = std::find_if(parameters.begin(), parameters.end(),
        [&](const Parameter& parameter) { return parameter.key == key && accepts(parameter, value); });
    return found == parameters.end() ? findParameter(parameters, key) : &*found;
}

Value parseValue(const Parameter& parameter, std::string_view text)
{
    Value value;
    if (!parameter.automaticWord.empty() && text == parameter.automaticWord)
        value = Automatic {};
    else if (isChoice(parameter, text) || parameter.kind == Kind::File)
        value = std::string(text);
    else if (parameter.kind == Kind::Choice)
        refuse(parameter, text);
    else if (parameter.kind == Kind::Switch && (text == "true" || text == "false"))
        value = text == "true";
    else if (isList(parameter))
        value = parseNumbers(parameter, text, ',');
    else if (parameter.kind == Kind::Range)
        value = parseNumbers(parameter, text, ':');
    else
        value = parseNumber(parameter, text, text);
    if (!accepts(parameter, value))
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
    if (!accepts(parameter, value))
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
    case Kind::NumberList:
        text = "numbers from " + limits + ", separated by commas";
        break;
    case Kind::Range:
        text = "FROM:TO, two whole numbers from " + limits + ", the first smaller than the second";
        break;
    case Kind::File:
        text = "the path of a .npy or .csv file";
        break;
    }
    for (const std::string& word : parameter.choices)
        text += ", or " + word;
    if (!parameter.automaticWord.empty())
        text += ", or " + parameter.automaticWord;
    return text;
}

} // namespace encodings
