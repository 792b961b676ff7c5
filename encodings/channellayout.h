// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <utility>

namespace encodings {

/// Which channels of a query or key turn together.
enum class ChannelLayout {
    Interleaved, ///< (2i, 2i + 1): original LLaMA, GPT-J, DeepSeek's own code, ggml NORMAL
    Half ///< (i, i + d/2): Hugging Face, GPT-NeoX, gpt-oss, ggml NEOX
};

/// The two channels of a pair: the ones that become x cos - y sin and y cos + x sin. `pairs` of them turn.
std::pair<Eigen::Index, Eigen::Index> channelsOfPair(
    ChannelLayout layout, Eigen::Index pair, Eigen::Index pairs);

/// The pair of a channel; -1 from channel 2 x pairs on: those pass unturned.
Eigen::Index pairOfChannel(ChannelLayout layout, Eigen::Index channel, Eigen::Index pairs);

/// `vector` (head dimension, at least 2 x pairs) with each pair turned by position times its frequency
/// (pairs, radians per position); channels beyond the pairs as they were.
Eigen::ArrayXd turned(
    ChannelLayout layout, const Eigen::ArrayXd& vector, const Eigen::ArrayXd& frequencies, double position);

} // namespace encodings
