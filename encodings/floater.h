// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// A trajectory through the embedding space: Liu et al., arXiv 2003.09229.
Encoding floater();

} // namespace encodings
