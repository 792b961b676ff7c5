// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// Chi et al., KERPLE, arXiv 2205.09921: -r1 ln(1 + r2 r), and NeMo's form with three numbers.
Encoding kerpleLog();
/// The same paper: -r1 r^r2.
Encoding kerplePower();

} // namespace encodings
