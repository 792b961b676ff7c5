// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// Far distances between groups of tokens: Jin et al., arXiv 2401.01325.
Encoding selfExtend();

} // namespace encodings
