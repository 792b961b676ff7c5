// SPDX-License-Identifier: GPL-3.0-or-later
#include "seeded.h"

#include "cleanregisters.h"

#include <cmath>
#include <numbers>

namespace encodings {

namespace {

/// Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators (SplitMix64), its finaliser.
std::uint64_t mixed(std::uint64_t bits)
{
    bits += 0x9E3779B97F4A7C15U;
    bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9U;
    bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBU;
    return bits ^ (bits >> 31U);
}

std::uint64_t key(std::uint64_t seed, std::uint64_t stream) { return mixed(mixed(seed) ^ stream); }

double uniform(std::uint64_t bits) { return (static_cast<double>(bits >> 12U) + 0.5) * 0x1p-52; }

/// Box and Muller: one of two numbers, so that each index has its own.
double normal(std::uint64_t streamKey, std::uint64_t index)
{
    const double radius = std::sqrt(-2.0 * std::log(uniform(mixed(streamKey ^ (2 * index)))));
    return radius * std::cos(2.0 * std::numbers::pi * uniform(mixed(streamKey ^ (2 * index + 1))));
}

} // namespace

double seededUniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t index)
{
    return uniform(mixed(key(seed, stream) ^ index));
}

double seededNormal(std::uint64_t seed, std::uint64_t stream, std::uint64_t index)
{
    return normal(key(seed, stream), index);
}

Eigen::ArrayXd seededNormals(
    std::uint64_t seed, std::uint64_t stream, std::uint64_t first, Eigen::Index count)
{
    cleanRegisters();
    const std::uint64_t streamKey = key(seed, stream);
    return Eigen::ArrayXd::NullaryExpr(
        count, [&](Eigen::Index i) { return normal(streamKey, first + static_cast<std::uint64_t>(i)); });
}

Eigen::VectorXd contentVector(
    std::uint64_t seed, std::uint64_t stream, Eigen::Index head, double token, Eigen::Index dimension)
{
    const auto size = static_cast<std::uint64_t>(dimension);
    return seededNormals(seed, stream + 2 * static_cast<std::uint64_t>(head),
        static_cast<std::uint64_t>(token) * size, dimension)
        .matrix();
}

} // namespace encodings
