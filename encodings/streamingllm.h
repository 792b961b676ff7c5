// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// A rolling cache that keeps the first tokens: Xiao et al., arXiv 2309.17453.
Encoding streamingLlm();

} // namespace encodings
