// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// Alpha of dynamic NTK for a sequence of `length` tokens: k T/L - (k - 1) beyond L, else 1. emozilla, June
/// 2023; Hugging Face rope_type dynamic.
double dynamicAlpha(double scale, double length, double trainedLength);

/// Alpha of the first Qwen, in steps 1, 3, 7, 15 ...: max(2^ceil(log2(T/L) + 1) - 1, 1).
double steppedAlpha(double length, double trainedLength);

/// Dynamic NTK.
Encoding dynamicNtk();

} // namespace encodings
