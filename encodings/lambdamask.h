// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// First and last tokens, at bounded distances: Han et al., arXiv 2308.16137.
Encoding lambdaMask();

} // namespace encodings
