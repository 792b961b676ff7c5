// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// Slow pairs are held at one frequency or stopped: Giraffe, arXiv 2308.10882, Abacus.AI's code.
Encoding truncatedBasis();

/// Frequencies times (1 - j/(d/2))^power: Giraffe, arXiv 2308.10882, Abacus.AI's code.
Encoding powerBasis();

} // namespace encodings
