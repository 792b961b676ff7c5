// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "configsection.h"

/// "read today: ...", the second half of every sentence that refuses something else.
QString readToday();

/// Throws ModelFileError unless `config` says, or its class is known to mean, rotary position embedding:
/// ALiBi, T5's buckets, DeBERTa, learned tables and no encoding are named; a file that says nothing is told
/// so.
void requireRope(const ConfigSection& config);

/// Throws ModelFileError when the layers of `config` do not all turn alike: layers without RoPE, a base
/// beside `base`, a second head dimension. `scaled`: the file has a scaling, which second bases are known to
/// be exempt from.
void requireEqualLayers(const ConfigSection& config, const std::optional<FoundNumber>& base, bool scaled);

/// One sentence for each kind of layer that turns nothing because it has no attention.
QStringList otherLayers(const ConfigSection& config);
