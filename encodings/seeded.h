// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>

namespace encodings {

// Random numbers that are functions of seed, stream and index: the same on every machine, in any order, with
// nothing stored. A stream is one use of a seed; numbers of two streams are unrelated.

/// Evenly distributed in 0 .. 1, both excluded.
double seededUniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

/// Gaussian, mean 0, variance 1.
double seededNormal(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

/// seededNormal for `count` indices from `first` on. Shape: (count).
Eigen::ArrayXd seededNormals(
    std::uint64_t seed, std::uint64_t stream, std::uint64_t first, Eigen::Index count);

/// The content of `token`: (dimension) Gaussian numbers of `stream`, QueryStream or KeyStream, for a head
/// from 0.
Eigen::VectorXd contentVector(
    std::uint64_t seed, std::uint64_t stream, Eigen::Index head, double token, Eigen::Index dimension);

/// The uses of a seed.
enum Stream : std::uint64_t {
    QueryStream = 1, ///< plus 2 x head
    KeyStream = 2, ///< plus 2 x head
    TableStream = 1 << 20, ///< plus the number of the table, where an encoding has several
    PositionStream = 1 << 21
};

} // namespace encodings
