// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <optional>
#include <stop_token>

namespace encodings {

/// The first distance m of 0 .. limit - 1 where sum over pairs of cos(m theta_i) is negative, by more than
/// rounding (mean below -1e-11). Nothing where there is none, or when `stop` is requested. `frequencies`:
/// (pairs), radians per position. Cost: pairs x the distance found.
std::optional<std::int64_t> firstNegativeDistance(
    const Eigen::ArrayXd& frequencies, std::int64_t limit, std::stop_token stop = {});

/// The longest length that baseBound serves in bounded time: 2^20, fewer for more than 64 pairs.
std::int64_t longestBoundLength(Eigen::Index dimension);

/// The lowest base of dimension d whose sum of cos(m b^(-2i/d)) is not negative at any distance below
/// `length`: Men et al., Base of RoPE Bounds Context Length, arXiv 2405.14591; kexue.fm 10122. Which bases
/// serve is no monotone question, so bases are scanned upwards, in steps of 0.05 % (wider for more than 512
/// pairs), and the edge found is refined; a gap narrower than a step can be missed. The scan begins where the
/// first negative distance reaches a quarter of the length. Nothing where no base up to 1e30 serves, or when
/// `stop` is requested. Expects 1 <= length <= longestBoundLength.
std::optional<double> baseBound(Eigen::Index dimension, std::int64_t length, std::stop_token stop = {});

/// Roughly that base, for the frame of a picture: a power law through the scans of dimension 128 for lengths
/// 1,024 and 131,072.
double roughBaseBound(double length);
/// The length for which roughBaseBound gives this base.
double roughLengthOf(double base);

} // namespace encodings
