// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// Attention to the last tokens alone: Beltagy et al., arXiv 2004.05150.
Encoding windowed();

} // namespace encodings
