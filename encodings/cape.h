// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// Positions shifted and scaled at random in training: Likhomanenko et al., arXiv 2106.03143.
Encoding cape();

} // namespace encodings
