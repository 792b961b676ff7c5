// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// No position encoding: Haviv et al., arXiv 2203.16634; Kazemnejad et al., arXiv 2305.19466.
Encoding nope();

} // namespace encodings
