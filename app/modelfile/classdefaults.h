// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

/// What the public class of a model family uses where its file says nothing. Only families whose defaults are
/// published in the source of their configuration class stand here.
struct ClassDefaults {
    double base = 10000.0;
    double rotaryFraction = 1.0; ///< part of the head that turns
    std::optional<double> headDimension {}; ///< where it is not hidden size / heads
    std::optional<double> rotaryDimension {}; ///< where it is a number of its own
};

/// Defaults of `modelType` (the file's `model_type`), or nullptr: nothing is assumed about other families.
const ClassDefaults* classDefaults(const QString& modelType);
