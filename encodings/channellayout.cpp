// SPDX-License-Identifier: GPL-3.0-or-later
#include "channellayout.h"

#include "cosine.h"

namespace encodings {

std::pair<Eigen::Index, Eigen::Index> channelsOfPair(
    ChannelLayout layout, Eigen::Index pair, Eigen::Index pairs)
{
    if (layout == ChannelLayout::Interleaved)
        return { 2 * pair, 2 * pair + 1 };
    return { pair, pair + pairs };
}

Eigen::Index pairOfChannel(ChannelLayout layout, Eigen::Index channel, Eigen::Index pairs)
{
    if (channel >= 2 * pairs)
        return -1;
    return layout == ChannelLayout::Interleaved ? channel / 2 : channel % pairs;
}

Eigen::ArrayXd turned(
    ChannelLayout layout, const Eigen::ArrayXd& vector, const Eigen::ArrayXd& frequencies, double position)
{
    Eigen::ArrayXd result = vector;
    for (Eigen::Index pair = 0; pair < frequencies.size(); ++pair) {
        const auto [first, second] = channelsOfPair(layout, pair, frequencies.size());
        const std::complex<double> product
            = std::complex<double>(vector[first], vector[second]) * phasor(position, frequencies[pair]);
        result[first] = product.real();
        result[second] = product.imag();
    }
    return result;
}

} // namespace encodings
