// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "t5.h"

namespace encodings {

/// (keys) rows of TUPE-R's table: T5's bidirectional buckets of key - query, and with `untied` a bin of their
/// own for the first token, [CLS], as key and then as query: one past the last bucket, and half of them,
/// which no other distance has. As guolinke/TUPE. `query` and `keys`: position ids.
Eigen::ArrayXd tupeBuckets(const T5Buckets& buckets, bool untied, double query, const Eigen::ArrayXd& keys,
    const Eigen::ArrayXd& distances);

/// Ke et al., Rethinking Positional Encoding in Language Pre-training, arXiv 2006.15595.
Encoding tupe();

} // namespace encodings
