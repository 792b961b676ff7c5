// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// Positions shifted by one number for a whole sequence: Kiyono et al., arXiv 2109.05644.
Encoding shape();

} // namespace encodings
