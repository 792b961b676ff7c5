// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// A table with a row for every position: BERT, arXiv 1810.04805; GPT-2.
Encoding learned();

} // namespace encodings
