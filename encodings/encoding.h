// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameter.h"
#include "scheme.h"

namespace encodings {

/// The parts of a scheme; two encodings combine when they fill different parts.
/// Encodings are applied in this order.
enum class Part {
    Positions,
    Renumbering,
    Mechanism,
    Rounding,
    Decay,
    Axes,
    Distance,
    Visibility,
    Temperature
};

/// What an encoding tells attention about.
enum class Refers { Absolute, Relative, Neither };

/// Where an encoding enters a Transformer.
enum class Entry { PositionIds, Embedding, QueryAndKey, Score, Mask, Temperature };

/// How honest a picture of the encoding can be (labels of the interface).
enum class Trainable { Fixed, Slider, Untrained, Imported };

/// A formula with symbols, and the same with today's numbers.
struct FormulaLine {
    std::string symbols;
    std::string numbers;
};

/// One position encoding: its facts and one function from parameters to a scheme.
struct Encoding {
    std::string id;
    std::string name;
    int year = 0;
    std::string family;
    Trainable trainable = Trainable::Fixed;
    std::string citation;
    std::string about; ///< one or two sentences: what it does, and where conventions differ
    Refers refers = Refers::Relative;
    std::vector<Entry> enters;
    std::string extrapolation; ///< beyond the trained length, in a few words
    std::vector<Part> parts;
    std::string
        completedBy; ///< id of the encoding that fills the mechanism when no other of a combination does
    std::vector<Parameter> parameters;

    /// Fills this encoding's parts. Values are resolved and valid one by one; throws ParameterError where
    /// they do not go together (an odd dimension, NTK-aware scaling of two dimensions).
    void (*apply)(const Values& values, Scheme& scheme) = nullptr;
    /// The formula, as text with Unicode symbols and HTML <sub>, <sup>, with the numbers of `values` put in.
    std::vector<FormulaLine> (*formula)(const Values& values) = nullptr;
};

/// Every encoding, in the order of the lists.
std::span<const Encoding> allEncodings();

/// The encoding with this id. Throws ParameterError that lists the ids.
const Encoding& encodingById(std::string_view id);

/// The encodings that make a scheme: those named, and the one that completes them where none of them is a
/// mechanism. Throws ParameterError as encodingById.
std::vector<const Encoding*> completed(std::span<const std::string> ids);

/// The scheme of encodings combined. Throws ParameterError when two fill the same part, when one changes
/// distances and the other knows none, or as Encoding::apply does.
Scheme combine(std::span<const std::string> ids, const Values& resolved);

} // namespace encodings
