// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "configsection.h"

#include <QString>

#include <optional>

/// What the public class of a model family uses where its file says nothing. Only families whose defaults are
/// published in the source of their configuration class stand here.
struct ClassDefaults {
    double base = 10000.0;
    double rotaryFraction = 1.0; ///< part of the head that turns
    std::optional<double> headDimension {}; ///< where it is not hidden size / heads
    std::optional<double> globalHeadDimension {}; ///< where layers with the whole context have larger heads
    std::optional<double> rotaryDimension {}; ///< where it is a number of its own
    std::optional<double> localBase {}; ///< where layers with a sliding window have a base of their own
    int globalEvery = 0; ///< every so many layers one sees the whole context; 0: not of this kind
    bool globalFirst = false; ///< counted from layer 0 (else the last of every so many)
    bool scalesGlobalOnly = false; ///< a scaling leaves layers with a sliding window alone
    int unturnedEvery = 0; ///< every so many layers one has no rotation; 0: all turn
    /// The rope_parameters that the class fills in, as JSON text, or empty.
    QString ropeParameters {};
};

/// Defaults of `modelType` (the file's `model_type`), or nullptr: nothing is assumed about other families.
const ClassDefaults* classDefaults(const QString& modelType);

/// The model_type of `config`, or, where it has none, the one that its architectures name
/// ("BertForMaskedLM": bert).
QString modelType(const ConfigSection& config);
