// SPDX-License-Identifier: GPL-3.0-or-later
#include "layoutchart.h"

#include <QCoreApplication>

#include <algorithm>

using Eigen::Index;
using encodings::ChannelLayout;

std::vector<HeadChannels> HeadChannels::of(const encodings::Scene& scene)
{
    std::vector<HeadChannels> heads;
    for (const encodings::SceneSeries& series : scene.series) {
        const auto* rotary = std::get_if<encodings::Rotary>(&series.scheme.mechanism);
        if (!rotary || rotary->frequencies.size() == 0)
            continue;
        HeadChannels head { &series, series.scheme.frequencies(), rotary->axes, 0, {} };
        head.count = std::max(2 * head.pairs(), static_cast<Index>(series.values.integer("head_dimension")));
        heads.push_back(std::move(head));
    }
    return heads;
}

std::vector<HeadChannels> HeadChannels::distinct(const encodings::Scene& scene)
{
    std::vector<HeadChannels> heads;
    for (HeadChannels& head : of(scene)) {
        const auto found = std::find_if(
            heads.begin(), heads.end(), [&head](const HeadChannels& other) { return other.looksLike(head); });
        if (found == heads.end())
            heads.push_back(std::move(head));
        else
            found->alike.push_back(head.series);
    }
    return heads;
}

bool HeadChannels::looksLike(const HeadChannels& other) const
{
    return count == other.count && pairs() == other.pairs()
        && ((frequencies == 0.0) == (other.frequencies == 0.0)).all() && axes.size() == other.axes.size()
        && (axes == other.axes).all();
}

Index HeadChannels::partnerOf(ChannelLayout layout, Index channel) const
{
    const auto [first, second] = encodings::channelsOfPair(layout, pairOf(layout, channel), pairs());
    return channel == first ? second : first;
}

Eigen::ArrayXd HeadChannels::turned(ChannelLayout layout, double position) const
{
    return encodings::turned(
        layout, Eigen::ArrayXd::LinSpaced(count, 1.0, static_cast<double>(count)), frequencies, position);
}

LayoutChart::LayoutChart(std::shared_ptr<const encodings::Scene> shownScene, const Theme& shownTheme)
    : scene(std::move(shownScene))
    , theme(shownTheme)
    , heads(HeadChannels::distinct(*scene))
    , position(scene->values.number("position"))
{
    const std::string& word = scene->values.text("layout_shown");
    if (word != "half")
        layouts.push_back(ChannelLayout::Interleaved);
    if (word != "interleaved")
        layouts.push_back(ChannelLayout::Half);
    for (const HeadChannels& head : heads)
        widest = std::max(widest, head.count);
    for (const ChannelLayout layout : layouts)
        examples.push_back(heads.front().turned(layout, position));
}

Index LayoutChart::pairLookedAt(const HeadChannels& head) const
{
    return std::min(static_cast<Index>(scene->values.integer("pair")), head.pairs() - 1);
}

std::size_t LayoutChart::seriesFrom(std::size_t first) const
{
    std::size_t count = 0;
    for (std::size_t i = first; i < heads.size(); ++i)
        count += 1 + heads[i].alike.size();
    return count;
}

QString layoutName(ChannelLayout layout)
{
    return layout == ChannelLayout::Interleaved ? QCoreApplication::translate("LayoutView", "interleaved")
                                                : QCoreApplication::translate("LayoutView", "half");
}

QString axisName(int axis)
{
    switch (axis) {
    case 0:
        return QCoreApplication::translate("LayoutView", "time");
    case 1:
        return QCoreApplication::translate("LayoutView", "height");
    case 2:
        return QCoreApplication::translate("LayoutView", "width");
    default:
        return QCoreApplication::translate("LayoutView", "further axis");
    }
}
