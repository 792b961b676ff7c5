// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// Wavelengths rounded to whole positions, after any scaling: Wang et al., arXiv 2403.00071.
Encoding resonance();

} // namespace encodings
