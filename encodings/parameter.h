// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "numbertext.h"
#include "value.h"

#include <span>

namespace encodings {

enum class Kind {
    Number,
    Integer,
    EvenInteger,
    Choice,
    Switch,
    List, ///< list of whole numbers, in the order given
    NumberList, ///< list of numbers, in the order given
    Range, ///< two whole numbers, FROM:TO, both included
    File ///< path of a file of numbers
};

/// Where a parameter stands in the interface.
enum class Group { Model, Extension, LookAt, View, Encoding };

/// Everything that is known about one parameter. Slider, number box, validation, command line, loading of
/// explorations and tooltips all read this record and nothing else.
struct Parameter {
    std::string key; ///< as on the command line and in files
    std::string label; ///< as in the interface
    std::string symbol; ///< as in formulas, or empty
    std::string help; ///< one sentence, with the unit
    Kind kind = Kind::Number;
    Group group = Group::LookAt;
    std::string owner; ///< id of the only view or encoding that reads it; empty: shared by all
    Value defaultValue;

    double minimum = 0.0; ///< smallest value accepted (each element, for lists)
    double maximum = 0.0; ///< largest value accepted
    double sliderMinimum = 0.0;
    double sliderMaximum = 0.0;
    bool logarithmic = false; ///< slider scale
    /// Replaces sliderMaximum where it follows from other values (the last pair, the target length).
    double (*sliderTop)(const Values& resolved) = nullptr;

    std::vector<std::string>
        choices {}; ///< Kind::Choice: all words; other kinds: words accepted beside numbers
    std::string automaticWord {}; ///< how Automatic is written ("auto", "follow"); empty: not accepted
    /// What Automatic stands for, from values whose earlier parameters are resolved already. nullptr: readers
    /// of the value handle Automatic themselves.
    Value (*automatic)(const Values& resolved) = nullptr;
};

/// The shared parameters, in the order in which they are shown and resolved.
std::span<const Parameter> sharedParameters();

/// Whether values are lists of any number of numbers.
bool isList(const Parameter& parameter);

/// Whether `value` has the kind and lies in the range of `parameter`.
bool accepts(const Parameter& parameter, const Value& value);

/// Parameters with key `key` in `parameters`, or nullptr.
const Parameter* findParameter(std::span<const Parameter> parameters, std::string_view key);

/// The first of `parameters` with this key that accepts `value`, else the first with this key, or nullptr.
/// Encodings may mean different things by one key.
const Parameter* findParameter(
    std::span<const Parameter> parameters, std::string_view key, const Value& value);

/// Reads a value as written on the command line: `1e6`, `0x10`, `0,8,40`, `FROM:TO`, `true`, a word of the
/// parameter. Never depends on the locale. Throws ParameterError.
Value parseValue(const Parameter& parameter, std::string_view text);

/// Writes a value so that parseValue reads the same value again.
std::string formatValue(const Parameter& parameter, const Value& value);

/// Throws ParameterError unless `value` has the kind and lies in the range of `parameter`.
void validateValue(const Parameter& parameter, const Value& value);

/// What a value may be, in words and in the form that parseValue reads: "an even whole number from 2 to
/// 65536".
std::string allowedValues(const Parameter& parameter);

} // namespace encodings
