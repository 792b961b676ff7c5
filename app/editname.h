// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QString>

/// What changed from `before` to `after`, in a few words for the undo menu: "scale", "series", "model Qwen2
/// 7B".
QString editName(const encodings::State& before, const encodings::State& after);
