// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// The additive table of Vaswani et al., arXiv 1706.03762, section 3.5, in its three orders.
Encoding sinusoidal();

} // namespace encodings
