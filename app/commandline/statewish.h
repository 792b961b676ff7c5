// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commandline.h"

#include "encodings/state.h"

/// The state that `wish` asks for: exploration, model, encodings, series and settings are applied in this
/// order. Valid when it returns. Throws Failure, and ParameterError for a value that is not allowed.
encodings::State stateFromWish(const StateWish& wish);

/// `state` with the settings (KEY=VALUE, LABEL.KEY=VALUE) applied; what was not set explicitly and no longer
/// fits (a pair beyond a smaller dimension) is brought back into its limits.
encodings::State withSettings(encodings::State state, const QStringList& settings);
