// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// sqrt(1 + ln scale / ln trained length), or 1 for scales up to 1: LongRoPE's attention factor
/// (arXiv 2402.13753; Hugging Face, policy "su" of Microsoft's code). Throws ParameterError for a trained
/// length of 1.
double longRopeAttentionFactor(double scale, double trainedLength);

/// LongRoPE, Phi-3's "su", and ggml's frequency factors. Ding et al., arXiv 2402.13753.
Encoding longRope();

} // namespace encodings
