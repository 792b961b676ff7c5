// SPDX-License-Identifier: GPL-3.0-or-later
// The worked example below the strips.
#include "layoutpainter.h"

#include "layoutview.h"
#include "plotframe.h"

#include <algorithm>

using Eigen::Index;
using encodings::ChannelLayout;

namespace {

/// Channels whose values the example writes: all of up to eight, else four from the start of each half, so
/// that the partners of most are among them.
std::vector<Index> exampleChannels(const HeadChannels& head)
{
    std::vector<Index> channels;
    const bool few = head.count <= 8 || head.pairs() <= 4;
    for (Index i = 0; i < std::min<Index>(few ? 8 : 4, head.count); ++i)
        channels.push_back(i);
    for (Index i = 0; !few && i < 4; ++i)
        channels.push_back(head.pairs() + i);
    return channels;
}

QString permutationWords()
{
    return LayoutView::tr(
        "The two layouts differ by a fixed permutation of the channels: fine when the model was "
        "trained so, wrong when weights come from the other layout. Interleaved: original LLaMA, "
        "GPT-J, DeepSeek's own code, ggml NORMAL. Half: Hugging Face, GPT-NeoX, gpt-oss, ggml "
        "NEOX.");
}

} // namespace

double LayoutPainter::exampleHeight() const
{
    const double words = m_metrics
                             .boundingRect(QRectF(0, 0, m_rect.width() - 16.0, 1e4),
                                 Qt::TextWordWrap | Qt::AlignLeft, permutationWords())
                             .height();
    return rowHeight() * (3.0 + static_cast<double>(m_chart.layouts.size())) + words + 12.0;
}

QString LayoutPainter::exampleTitle() const
{
    const HeadChannels& head = m_chart.heads.front();
    const auto& rotary = std::get<encodings::Rotary>(head.series->scheme.mechanism);
    QString title = LayoutView::tr("%1 turns x = 1, 2, 3, … by position %2")
                        .arg(nameOf(*head.series), shown(m_chart.position));
    if (rotary.gain != 1.0 || rotary.decay.size() > 0)
        title += LayoutView::tr(" (the turn alone)");
    const auto written = static_cast<Index>(exampleChannels(head).size());
    if (written < head.count)
        title
            += LayoutView::tr(": %1 of %2 channels").arg(written).arg(shown(static_cast<double>(head.count)));
    return title;
}

void LayoutPainter::paintExample(const QRectF& box)
{
    const HeadChannels& head = m_chart.heads.front();
    const std::vector<Index> channels = exampleChannels(head);
    const double line = rowHeight();
    double y = box.top();
    text(QRectF(box.left(), y, box.width(), line), Qt::AlignLeft | Qt::AlignVCenter, exampleTitle(),
        m_theme.text);
    y += line;

    const double names = m_metrics.horizontalAdvance(layoutName(ChannelLayout::Interleaved)) + 16.0;
    const double width = std::min(
        130.0, (box.width() - names) / static_cast<double>(std::max<std::size_t>(1, channels.size())));
    const double room = width - 8.0;
    const int digits = room >= m_metrics.horizontalAdvance(QStringLiteral("−0.0000000")) ? 6
        : room >= m_metrics.horizontalAdvance(QStringLiteral("−0.00000"))                ? 4
                                                                                         : 2;
    const auto row = [&](const QString& name, const QColor& color, auto wordOf) {
        text(QRectF(box.left(), y, names, line), Qt::AlignLeft | Qt::AlignVCenter, name, color);
        for (std::size_t i = 0; i < channels.size(); ++i) {
            const QRectF cell(box.left() + names + static_cast<double>(i) * width, y, width, line);
            text(cell.adjusted(0, 0, -6, 0), Qt::AlignRight | Qt::AlignVCenter, wordOf(channels[i]), color);
        }
        y += line;
    };
    row(LayoutView::tr("channel"), m_theme.mutedText,
        [](Index channel) { return shown(static_cast<double>(channel)); });
    row(QStringLiteral("x"), m_theme.text,
        [](Index channel) { return shown(static_cast<double>(channel + 1)); });
    for (std::size_t i = 0; i < m_chart.layouts.size(); ++i) {
        const ChannelLayout layout = m_chart.layouts[i];
        row(layoutName(layout), m_theme.text,
            [&](Index channel) { return shown(m_chart.examples[i][channel], digits); });
        for (std::size_t column = 0; column < channels.size(); ++column) {
            const Index pair = head.pairOf(layout, channels[column]);
            const double left = box.left() + names + static_cast<double>(column) * width;
            if (pair >= 0)
                m_painter.fillRect(
                    QRectF(left + 10.0, y - 3.0, width - 16.0, 2.0), pairColor(pair, head.pairs()));
        }
    }
    text(QRectF(QPointF(box.left(), y + 4.0), box.bottomRight()), Qt::AlignLeft | Qt::TextWordWrap,
        permutationWords(), m_theme.mutedText);
}
