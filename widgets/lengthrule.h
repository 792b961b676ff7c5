// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/scene.h"

/// How the frequencies of a series follow the current length.
enum class LengthRule {
    None, ///< the same at every length
    Follows, ///< change little by little (dynamic NTK)
    Switches ///< change at once beyond the trained length (LongRoPE's two lists)
};

/// From the frequencies at the trained length, one position beyond it and far beyond it.
LengthRule lengthRuleOf(const encodings::SceneSeries& series);
