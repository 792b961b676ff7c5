// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

// What the divisors of a tensor rope_freqs.weight mean: the file itself does not say.

/// The trained length of every published model with Llama 3's scaling, in positions.
inline constexpr double llama3Length = 8192.0;

/// True when `divisors`, one for each pair, are those of Llama 3's scaling from llama3Length by a factor
/// equal to the last of them (low_freq_factor 1, high_freq_factor 4; modeling_rope_utils.py, and llama.cpp's
/// converter, which writes them).
bool followLlama3(const std::vector<double>& divisors, double base);

/// Divisors of 1 for the first pairs and beyond all measure for the others stop those (Gemma 4): the number
/// of pairs that turn, or nothing for other divisors.
std::optional<std::size_t> pairsThatTurn(const std::vector<double>& divisors);
