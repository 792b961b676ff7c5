// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// Chunks of a short text at the positions of a long one: Zhu et al., arXiv 2309.10400.
Encoding pose();

} // namespace encodings
