// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

#include <span>

namespace encodings {

/// Axis of every pair: runs of pairs in the order of `sections` (Qwen2-VL), or alternating (Qwen3-VL), where
/// pairs left over follow time, or, as ggml has it, the fourth axis. `sections` add up to `pairs`. Shape:
/// (pairs).
Eigen::ArrayXi mropeAxes(std::span<const double> sections, Eigen::Index pairs, bool interleaved, bool ggml);

/// M-RoPE: pairs turned by time, height or width. Qwen2-VL, arXiv 2409.12191.
Encoding mrope();

} // namespace encodings
