// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// A wave for every dimension of a word: Wang et al., arXiv 1912.12333.
Encoding complexWords();

} // namespace encodings
