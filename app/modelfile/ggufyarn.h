// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ggufscaling.h"

/// Fills in YaRN as llama.cpp hands it to ggml: encodings, ramp, attention factor and, for DeepSeek's
/// classes, the factor on the scores (llama-context.cpp after pull request 17945, deepseek2.cpp). `factor` is
/// the scale, `attnFactor` the file's rope.scaling.attn_factor.
void readGgufYarn(
    GgufKeys& keys, const GgufArchitecture& architecture, double factor, double attnFactor, GgufGroup& group);
