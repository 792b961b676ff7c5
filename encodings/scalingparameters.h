// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameter.h"

namespace encodings {

// Parameters that several scalings of RoPE have in common, under the keys of Hugging Face's rope_parameters.
// `owner` is the id of the encoding.

/// A number of an encoding.
Parameter ownNumber(std::string owner, std::string key, std::string label, std::string help,
    double defaultValue, std::pair<double, double> limits, std::pair<double, double> slider);
/// A number of an encoding that is computed ("auto") unless given. `automatic` as Parameter::automatic.
Parameter ownOptionalNumber(std::string owner, std::string key, std::string label, std::string help,
    std::pair<double, double> limits, std::pair<double, double> slider,
    Value (*automatic)(const Values& resolved) = nullptr);
/// As ownNumber and ownOptionalNumber, for whole numbers.
Parameter ownInteger(std::string owner, std::string key, std::string label, std::string help,
    double defaultValue, std::pair<double, double> limits, std::pair<double, double> slider);
Parameter ownOptionalInteger(std::string owner, std::string key, std::string label, std::string help,
    std::pair<double, double> limits, std::pair<double, double> slider,
    Value (*automatic)(const Values& resolved) = nullptr);
Parameter ownSwitch(
    std::string owner, std::string key, std::string label, std::string help, bool defaultValue);
Parameter ownChoice(std::string owner, std::string key, std::string label, std::string help,
    std::vector<std::string> choices); ///< the first is the default
/// A list of positive factors, one for each pair, that stands in its default unless given.
Parameter ownFactors(std::string owner, std::string key, std::string label, std::string help);

// Rules for Parameter::automatic.

/// scale x trained length, in positions
Value targetLength(const Values& resolved);
Value trainedLength(const Values& resolved);

/// max_position_embeddings; auto: scale x trained length.
Parameter maxPositions(std::string owner);
/// Turns inside the trained length from which a pair stays as it is.
Parameter betaFast(std::string owner);
/// Turns inside the trained length up to which a pair is interpolated in full.
Parameter betaSlow(std::string owner);
/// The final factor on cosines and sines.
Parameter attentionFactor(std::string owner);

} // namespace encodings
