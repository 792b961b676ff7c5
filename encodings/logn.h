// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// Scores multiplied by the logarithm of the number of keys: Su, kexue.fm 8823.
Encoding logN();

} // namespace encodings
