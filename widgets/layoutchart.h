// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme.h"

#include "encodings/channellayout.h"
#include "encodings/scene.h"

#include <QString>

#include <memory>
#include <vector>

/// The channels of one head of a series that turns them.
struct HeadChannels {
    const encodings::SceneSeries* series = nullptr;
    Eigen::ArrayXd frequencies; ///< (pairs), radians per position
    Eigen::ArrayXi axes; ///< (pairs) or empty
    Eigen::Index count = 0; ///< of the head, at least two for each pair
    std::vector<const encodings::SceneSeries*> alike; ///< further series that one picture serves

    /// Nothing for a series whose mechanism is not rotary.
    static std::vector<HeadChannels> of(const encodings::Scene& scene);
    /// Each picture once: series whose channels look the same are `alike` to the first of them.
    static std::vector<HeadChannels> distinct(const encodings::Scene& scene);

    /// As many channels and pairs, the same pairs standing still, the same axes.
    bool looksLike(const HeadChannels& other) const;
    Eigen::Index pairs() const { return frequencies.size(); }
    /// -1 for a channel that passes unturned.
    Eigen::Index pairOf(encodings::ChannelLayout layout, Eigen::Index channel) const
    {
        return encodings::pairOfChannel(layout, channel, pairs());
    }
    /// The other channel of the same pair.
    Eigen::Index partnerOf(encodings::ChannelLayout layout, Eigen::Index channel) const;
    /// The vector 1, 2, 3, ... turned by `position`, pairs by their frequencies alone. Shape: (count).
    Eigen::ArrayXd turned(encodings::ChannelLayout layout, double position) const;
};

/// Everything that a paint of LayoutView reads.
struct LayoutChart {
    static constexpr std::size_t mostHeads = 3;

    std::shared_ptr<const encodings::Scene> scene;
    Theme theme;
    std::vector<encodings::ChannelLayout> layouts; ///< shown
    std::vector<HeadChannels> heads; ///< those that turn, each picture once
    Eigen::Index widest = 0; ///< channels of the widest head
    double position = 0.0;
    /// Turned vectors of the first head, one for each of `layouts`.
    std::vector<Eigen::ArrayXd> examples;

    LayoutChart(std::shared_ptr<const encodings::Scene> shownScene, const Theme& shownTheme);

    Eigen::Index pairLookedAt(const HeadChannels& head) const;
    /// Series of all heads from the one at `first` on.
    std::size_t seriesFrom(std::size_t first) const;
};

/// "interleaved", "half", translated.
QString layoutName(encodings::ChannelLayout layout);

/// Name of a position axis of M-RoPE: 0 time, 1 height, 2 width, 3 a further one.
QString axisName(int axis);
