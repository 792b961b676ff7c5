// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ggufscaling.h"

/// Reads the head dimension of `group`, or says why it is not known. `sliding`: the keys of layers with a
/// sliding window count first.
void readGgufHeadDimension(GgufKeys& keys, std::optional<double> heads, bool sliding, GgufGroup& group);

/// Reads rotary dimension and base of `group`, whose head dimension is known if it can be, with llama.cpp's
/// defaults where the file does not state them.
void readGgufRotation(GgufKeys& keys, const GgufArchitecture& architecture, bool sliding, GgufGroup& group);
