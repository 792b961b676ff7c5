// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/channellayout.h"
#include "encodings/rope.h"

#include "closeness.h"
#include "warnings.h"

#include <QTest>

using namespace encodings;
using Eigen::ArrayXd;
using Eigen::Index;

namespace {

ArrayXd counting(Index count) { return ArrayXd::LinSpaced(count, 1.0, static_cast<double>(count)); }

/// Half a unit of the last of six printed decimals.
bool agrees(const ArrayXd& found, std::initializer_list<double> expected)
{
    Index at = 0;
    for (const double value : expected) {
        if (std::abs(found[at++] - value) > 0.5e-6)
            return false;
    }
    return at == found.size();
}

} // namespace

class ChannelLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void fourChannels()
    {
        const ArrayXd frequencies = geometricFrequencies(10000.0, 4);
        // Cases of EleutherAI/gpt-neox#834 and its kin: x = 1, 2, 3, 4 at position 1.
        QVERIFY(agrees(turned(ChannelLayout::Interleaved, counting(4), frequencies, 1.0),
            { -1.142640, 1.922076, 2.959851, 4.029800 }));
        QVERIFY(agrees(turned(ChannelLayout::Half, counting(4), frequencies, 1.0),
            { -1.984111, 1.959901, 2.462378, 4.019800 }));
    }

    void eightChannels()
    {
        // vLLM's ApplyRotaryEmb.forward_static, run for x = 1 .. 8, base 10000, position 3.
        const double interleaved[] = { -1.27223251272018, -1.8388649851410237, 1.6839286407314598,
            4.707906576486443, 4.817777167529964, 6.147277703506403, 6.975968536023609, 8.020963968527013 };
        const double half[] = { -1.6955925368997815, 0.13755173828317435, 2.7886815998294927,
            3.975982036013484, -4.8088424749423595, 6.323059348076315, 7.086836736850399, 8.011963982027009 };
        const ArrayXd frequencies = geometricFrequencies(10000.0, 8);
        const ArrayXd first = turned(ChannelLayout::Interleaved, counting(8), frequencies, 3.0);
        const ArrayXd second = turned(ChannelLayout::Half, counting(8), frequencies, 3.0);
        for (Index channel = 0; channel < 8; ++channel) {
            QVERIFY(isClose(first[channel], interleaved[channel]));
            QVERIFY(isClose(second[channel], half[channel]));
        }
    }

    void layoutsDifferByAPermutation()
    {
        // half(x[perm]) = interleaved(x)[perm], perm = 0, 2, 4, ..., 1, 3, 5, ...
        const ArrayXd frequencies = geometricFrequencies(500000.0, 12);
        const ArrayXd vector = counting(12).sin();
        ArrayXd permuted(12);
        ArrayXd expected(12);
        const ArrayXd interleaved = turned(ChannelLayout::Interleaved, vector, frequencies, 1234.0);
        for (Index at = 0; at < 12; ++at) {
            const Index from = at < 6 ? 2 * at : 2 * (at - 6) + 1;
            permuted[at] = vector[from];
            expected[at] = interleaved[from];
        }
        const ArrayXd half = turned(ChannelLayout::Half, permuted, frequencies, 1234.0);
        for (Index at = 0; at < 12; ++at)
            QVERIFY(isClose(half[at], expected[at]));
    }

    void partialRotary_data()
    {
        QTest::addColumn<int>("head");
        QTest::addColumn<int>("turning");
        QTest::newRow("GPT-NeoX-20B: 96 x 0.25") << 96 << 24;
        QTest::newRow("Phi-2: 80 x 0.4") << 80 << 32;
    }
    void partialRotary()
    {
        QFETCH(int, head);
        QFETCH(int, turning);
        const ArrayXd frequencies = geometricFrequencies(10000.0, turning);
        const Index pairs = frequencies.size();
        for (const ChannelLayout layout : { ChannelLayout::Interleaved, ChannelLayout::Half }) {
            const ArrayXd result = turned(layout, counting(head), frequencies, 7.0);
            for (Index channel = 0; channel < head; ++channel) {
                const Index pair = pairOfChannel(layout, channel, pairs);
                QCOMPARE(pair >= 0, channel < turning);
                if (pair < 0) {
                    QCOMPARE(result[channel], static_cast<double>(channel + 1));
                    continue;
                }
                const auto [first, second] = channelsOfPair(layout, pair, pairs);
                QVERIFY(channel == first || channel == second);
                QCOMPARE(second - first, layout == ChannelLayout::Half ? Index(turning / 2) : Index(1));
            }
        }
    }
};

QTEST_GUILESS_MAIN(ChannelLayoutTest)
#include "channellayouttest.moc"
