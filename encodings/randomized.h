// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// Sorted random position ids: Ruoss et al., arXiv 2305.16843.
Encoding randomized();

} // namespace encodings
