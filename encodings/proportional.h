// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// p-RoPE: Barbero et al., arXiv 2410.06205; Hugging Face rope_type proportional (Gemma 4).
Encoding proportional();

} // namespace encodings
