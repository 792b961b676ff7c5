// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// How T5 cuts distances into buckets.
struct T5Buckets {
    std::int64_t count = 32;
    double maxDistance = 128;
    bool bidirectional = false;

    /// Buckets of one direction.
    std::int64_t perDirection() const { return bidirectional ? count / 2 : count; }
    /// From this distance on buckets hold more and more distances each.
    std::int64_t exact() const { return perDirection() / 2; }

    friend bool operator==(const T5Buckets&, const T5Buckets&) = default;
};

/// Throws ParameterError that names one of the two keys where no buckets come of the numbers: fewer than 2 in
/// a direction, or a largest distance that the exact buckets reach.
void requireBuckets(const T5Buckets& buckets, const char* countKey, const char* distanceKey);

/// The bucket of a distance query - key, of which the whole part counts. Without later keys these share
/// bucket 0; bidirectional, they have the second half of the buckets. As Hugging Face's
/// T5Attention._relative_position_bucket; Raffel et al., arXiv 1910.10683.
std::int64_t t5Bucket(double distance, const T5Buckets& buckets);

/// (buckets of one direction) the first distance of each, for keys before the query. NaN where a bucket holds
/// none.
Eigen::ArrayXd t5FirstDistances(const T5Buckets& buckets);

/// Raffel et al., arXiv 1910.10683.
Encoding t5();

} // namespace encodings
