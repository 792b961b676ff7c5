// SPDX-License-Identifier: GPL-3.0-or-later
#include "layoutview.h"

#include "applicability.h"
#include "counted.h"
#include "layoutpainter.h"
#include "plotframe.h"

#include <algorithm>
#include <cmath>
#include <limits>

using Eigen::Index;
using encodings::ChannelLayout;
using encodings::Scene;
using encodings::SceneSeries;

namespace {

QString readoutOf(const HeadChannels& head, Index channel, double position)
{
    const QString name = nameOf(*head.series);
    if (channel >= head.count)
        return {};
    if (channel >= 2 * head.pairs())
        return LayoutView::tr("%1: passes unturned").arg(name);
    QStringList parts;
    for (const ChannelLayout layout : { ChannelLayout::Interleaved, ChannelLayout::Half }) {
        const Index pair = head.pairOf(layout, channel);
        QString part = LayoutView::tr("%1 pair %2 with channel %3, %4 rad per position")
                           .arg(layoutName(layout))
                           .arg(pair)
                           .arg(head.partnerOf(layout, channel))
                           .arg(shown(head.frequencies[pair], 4));
        if (head.axes.size() > 0)
            part += LayoutView::tr(" of %1").arg(axisName(head.axes[pair]));
        part += LayoutView::tr(", %1 becomes %2")
                    .arg(shown(static_cast<double>(channel + 1)),
                        shown(head.turned(layout, position)[channel]));
        parts << part;
    }
    return LayoutView::tr("%1: %2").arg(name, parts.join(QStringLiteral("; ")));
}

} // namespace

QString LayoutView::whyNot(const encodings::SceneSeries& series) const { return whyNoRotation(series); }

void LayoutView::draw(QCustomPlot& plot, std::shared_ptr<const Scene> scene, const Look& look)
{
    const auto chart = std::make_shared<const LayoutChart>(std::move(scene), look.theme);
    // The strips, with their own numbers, stand above the example; nothing is left for axes to say.
    for (QCPAxis* axis : plot.axisRect()->axes())
        axis->setVisible(false);
    plot.axisRect()->setMinimumMargins(QMargins(8, 4, 8, 2));
    plot.xAxis->grid()->setVisible(false);
    plot.yAxis->grid()->setVisible(false);
    plot.yAxis->setRange(0.0, 1.0);
    plot.xAxis->setRange(-0.5, std::max<double>(1.0, static_cast<double>(chart->widest)) - 0.5);
    const QCPAxis* const x = plot.xAxis;
    addPainted(plot, [chart, x](QCPPainter& painter, const QRectF& rect) {
        LayoutPainter(painter, rect, *x, *chart).paint();
    });

    const auto square = [](const QString& text, const QColor& color) {
        return LegendEntry { text, color, {}, 's' };
    };
    QList<LegendEntry> legend { square(tr("pair 0, fastest"), LayoutPainter::pairColor(0, 2)) };
    const Index last = chart->heads.front().pairs() - 1;
    if (last > 0)
        legend << square(chart->heads.size() > 1 ? tr("slowest pair") : tr("pair %1, slowest").arg(last),
            LayoutPainter::pairColor(1, 2));
    int axes = 0;
    for (const HeadChannels& head : chart->heads)
        axes = std::max(axes, head.axes.size() > 0 ? head.axes.maxCoeff() + 1 : 0);
    for (int axis = 0; axis < axes; ++axis)
        legend << square(axisName(axis), LayoutPainter::axisColor(look.theme, axis));
    setLegend(plot, legend);
}

QString LayoutView::caption(const Scene& scene) const
{
    const std::vector<HeadChannels> heads = HeadChannels::of(scene);
    const HeadChannels& head = heads.front();
    const Index pair = std::min(static_cast<Index>(scene.values.integer("pair")), head.pairs() - 1);
    const Index turned = 2 * (head.frequencies > 0.0).count();
    const Index passing = head.count - turned;
    const QString turning = shown(static_cast<double>(turned));
    const QString who = passing > 0
        ? tr("%1 turns %2 of %3 channels and lets %4 pass")
              .arg(nameOf(*head.series), turning, shown(static_cast<double>(head.count)),
                  shown(static_cast<double>(passing)))
        : tr("%1 turns all %2 channels").arg(nameOf(*head.series), turning);
    const auto channels = [&](ChannelLayout layout) {
        const auto [first, second] = encodings::channelsOfPair(layout, pair, head.pairs());
        return tr("%1 and %2").arg(first).arg(second);
    };
    return tr("%1; pair %2, %3 radians per position, is channels %4 interleaved, but %5 in the half layout.")
        .arg(who)
        .arg(pair)
        .arg(shown(head.frequencies[pair], 4), channels(ChannelLayout::Interleaved),
            channels(ChannelLayout::Half));
}

QString LayoutView::readout(const Scene& scene, double x, double) const
{
    const double channel = std::round(x);
    if (!(channel >= 0.0))
        return {};
    QStringList parts;
    for (const HeadChannels& head : HeadChannels::of(scene)) {
        const QString part = readoutOf(head, static_cast<Index>(channel), scene.values.number("position"));
        if (!part.isEmpty())
            parts << part;
    }
    return parts.isEmpty() ? QString()
                           : tr("channel %1, %2").arg(shown(channel), parts.join(QStringLiteral("   ")));
}

CsvTable LayoutView::csv(std::shared_ptr<const Scene> scene) const
{
    struct Columns {
        Index first = 0; ///< of those of this head
        HeadChannels head;
        Eigen::ArrayXd interleaved;
        Eigen::ArrayXd half;
    };
    CsvTable table;
    table.rowName = "channel";
    const double position = scene->values.number("position");
    const ChannelLayout axisLayout = scene->values.text("layout_shown") == "interleaved"
        ? ChannelLayout::Interleaved
        : ChannelLayout::Half;
    std::vector<HeadChannels> heads = HeadChannels::of(*scene);
    auto next = heads.begin();
    std::vector<Columns> filled;
    Index widest = 1;
    for (const SceneSeries& series : scene->series) {
        const auto first = static_cast<Index>(table.columns.size());
        for (const char* name : { ".pair_interleaved", ".pair_half", ".interleaved", ".half" })
            table.columns.push_back(series.label + name);
        if (next == heads.end() || next->series != &series)
            continue;
        const HeadChannels& head = *next++;
        if (head.axes.size() > 0)
            table.columns.push_back(series.label + ".axis");
        widest = std::max(widest, head.count);
        filled.push_back({ first, head, head.turned(ChannelLayout::Interleaved, position),
            head.turned(ChannelLayout::Half, position) });
    }
    table.rows = { 0.0, static_cast<double>(widest - 1), 1.0 };
    table.highestRow = table.rows.last;
    table.fill = [scene, filled, axisLayout, columnCount = static_cast<Index>(table.columns.size())](
                     double first, double step, Index count, Eigen::ArrayXXd& values) {
        values.setConstant(count, columnCount, std::numeric_limits<double>::quiet_NaN());
        for (const auto& [column, head, interleaved, half] : filled) {
            for (Index row = 0; row < count; ++row) {
                const double at = first + step * static_cast<double>(row);
                if (!(at >= 0.0 && at < static_cast<double>(head.count)) || at != std::floor(at))
                    continue;
                const auto channel = static_cast<Index>(at);
                if (channel < 2 * head.pairs()) {
                    values(row, column)
                        = static_cast<double>(head.pairOf(ChannelLayout::Interleaved, channel));
                    values(row, column + 1) = static_cast<double>(head.pairOf(ChannelLayout::Half, channel));
                    if (head.axes.size() > 0)
                        values(row, column + 4) = head.axes[head.pairOf(axisLayout, channel)];
                }
                values(row, column + 2) = interleaved[channel];
                values(row, column + 3) = half[channel];
            }
        }
    };
    return table;
}
