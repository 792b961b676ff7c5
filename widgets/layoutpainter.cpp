// SPDX-License-Identifier: GPL-3.0-or-later
#include "layoutpainter.h"

#include "layoutview.h"
#include "marks.h"
#include "plotframe.h"
#include "viridis.h"

#include <algorithm>
#include <cmath>
#include <numbers>

using Eigen::Index;
using encodings::ChannelLayout;

namespace {

constexpr double tallestStrip = 220.0;

} // namespace

LayoutPainter::LayoutPainter(
    QCPPainter& painter, const QRectF& rect, const QCPAxis& x, const LayoutChart& chart)
    : m_painter(painter)
    , m_rect(rect)
    , m_x(x)
    , m_chart(chart)
    , m_theme(chart.theme)
    , m_metrics(chart.theme.font(0.9))
    , m_cell(std::abs(x.coordToPixel(1.0) - x.coordToPixel(0.0)))
{
}

QColor LayoutPainter::pairColor(Index pair, Index pairs)
{
    const double slow = pairs < 2 ? 0.0 : static_cast<double>(pair) / static_cast<double>(pairs - 1);
    return viridis(0.95 - 0.87 * slow);
}

QColor LayoutPainter::axisColor(const Theme& theme, int axis)
{
    return theme.series(static_cast<std::size_t>(3 + axis));
}

double LayoutPainter::edge(double channel) const { return m_x.coordToPixel(channel - 0.5); }

QRectF LayoutPainter::cells(const QRectF& row, double first, double end) const
{
    return QRectF(QPointF(std::max(m_rect.left(), edge(first)), row.top()),
        QPointF(std::min(m_rect.right(), edge(end)), row.bottom()));
}

void LayoutPainter::text(const QRectF& box, int flags, const QString& words, const QColor& color)
{
    m_painter.setPen(color);
    m_painter.setFont(m_theme.font(0.9));
    m_painter.drawText(box, flags,
        flags & Qt::TextWordWrap ? words : m_metrics.elidedText(words, Qt::ElideRight, box.width()));
}

double LayoutPainter::stripsOf(const HeadChannels& head) const
{
    return static_cast<double>(m_chart.layouts.size()) + (head.axes.size() > 0 ? 1.0 : 0.0);
}

QString LayoutPainter::notes(std::size_t heads, bool example) const
{
    QStringList notes;
    if (m_cell < 1.0)
        notes << LayoutView::tr("cells are narrower than a pixel: each pixel shows one of %1 channels")
                     .arg(shown(std::ceil(1.0 / m_cell)));
    if (heads < m_chart.heads.size())
        notes << LayoutView::tr("%1 more series not shown").arg(m_chart.seriesFrom(heads));
    if (!example)
        notes << LayoutView::tr("no room for the worked example");
    return notes.join(QStringLiteral("; "));
}

LayoutPainter::Plan LayoutPainter::plan() const
{
    const double least = m_metrics.height() + 14.0;
    const double example = exampleHeight();
    Plan best;
    for (std::size_t heads = std::min(m_chart.heads.size(), LayoutChart::mostHeads); heads > 0; --heads) {
        double strips = 0.0;
        for (std::size_t i = 0; i < heads; ++i)
            strips += stripsOf(m_chart.heads[i]);
        best.heads = heads;
        best.nameRow = m_chart.seriesFrom(0) > 1 ? rowHeight() : 0.0;
        const auto room = [&](double below) {
            const double noteRow = notes(heads, below > 0.0).isEmpty() ? 0.0 : rowHeight();
            return m_rect.height() - rowHeight() - noteRow - 4.0 - static_cast<double>(heads) * best.nameRow
                - below;
        };
        best.example = room(example) >= strips * least ? example : 0.0;
        best.strip = std::min(tallestStrip, room(best.example) / strips);
        if (best.strip >= least)
            break;
    }
    return best;
}

LayoutPainter::Strip LayoutPainter::layoutStrip(const HeadChannels& head, ChannelLayout layout) const
{
    const Index pair = m_chart.pairLookedAt(head);
    const auto channels = encodings::channelsOfPair(layout, pair, head.pairs());
    const QString rule = layout == ChannelLayout::Interleaved ? LayoutView::tr("interleaved (2i, 2i + 1)")
                                                              : LayoutView::tr("half (i, i + d/2)");
    Strip strip;
    strip.title = LayoutView::tr("%1: pair %2 is channels %3 and %4")
                      .arg(rule)
                      .arg(pair)
                      .arg(channels.first)
                      .arg(channels.second);
    strip.count = head.count;
    strip.emphasised = channels;
    strip.color = [&head, layout](Index channel) {
        const Index own = head.pairOf(layout, channel);
        return own < 0 || head.frequencies[own] == 0.0 ? QColor() : pairColor(own, head.pairs());
    };
    strip.word = [&head, layout](Index channel) {
        const Index own = head.pairOf(layout, channel);
        return own < 0 ? QString() : QString::number(own);
    };
    return strip;
}

LayoutPainter::Strip LayoutPainter::axesStrip(const HeadChannels& head) const
{
    const ChannelLayout layout = m_chart.layouts.back();
    QStringList names;
    for (int axis = 0; axis <= head.axes.maxCoeff(); ++axis)
        names << axisName(axis);
    Strip strip;
    strip.title = LayoutView::tr("position that turns each channel (%1; %2): for text all are equal")
                      .arg(names.join(QStringLiteral(", ")), layoutName(layout));
    strip.count = head.count;
    strip.color = [this, &head, layout](Index channel) {
        const Index pair = head.pairOf(layout, channel);
        return pair < 0 ? QColor() : axisColor(m_theme, head.axes[pair]);
    };
    strip.word = [&head, layout](Index channel) {
        const Index pair = head.pairOf(layout, channel);
        return pair < 0 ? QString() : axisName(head.axes[pair]).left(1);
    };
    return strip;
}

void LayoutPainter::paintCells(const Strip& strip, const QRectF& row)
{
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.fillRect(cells(row, 0.0, static_cast<double>(strip.count)), m_theme.panel);
    const double last = static_cast<double>(strip.count - 1);
    const double gap = m_cell >= 6.0 ? 0.5 : 0.0;
    // Where cells are narrower than a px, each px shows the one at its middle.
    const double step = std::max(1.0, 1.0 / m_cell);
    const double from = std::max(0.0, std::floor(m_x.range().lower + 0.5));
    for (double start = from; start <= std::min(last, m_x.range().upper + 0.5); start += step) {
        const QColor color = strip.color(static_cast<Index>(std::min(last, std::floor(start + step / 2.0))));
        const QRectF cell = cells(row, start, std::min(last + 1.0, start + step));
        if (cell.width() <= 0.0)
            continue;
        if (color.isValid())
            m_painter.fillRect(cell.adjusted(gap, 0, -gap, 0), color);
    }
    // Runs of channels that pass unturned.
    for (double start = from; start <= last;) {
        double end = start;
        while (end <= last && !strip.color(static_cast<Index>(end)).isValid())
            ++end;
        const QRectF run = cells(row, start, end);
        if (end > start && run.width() > 0.0) {
            drawHatch(m_painter, run, m_theme.hairline);
            const QString words = LayoutView::tr("pass through unturned");
            if (run.height() > m_metrics.height() + 2.0)
                drawNote(m_painter, m_theme, run, Qt::AlignCenter, words);
        }
        start = end + 1.0;
    }
    m_painter.setRenderHint(QPainter::Antialiasing, false);
    m_painter.setPen(QPen(m_theme.hairline, 0));
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawRect(cells(row, 0.0, static_cast<double>(strip.count)));
}

void LayoutPainter::paintWords(const Strip& strip, const QRectF& row)
{
    const double widest = m_metrics.horizontalAdvance(strip.word(strip.count - 1) + QLatin1Char('0'));
    if (m_cell < std::max(widest, m_metrics.horizontalAdvance(QStringLiteral("000")))
        || row.height() < m_metrics.height())
        return;
    m_painter.setFont(m_theme.font(0.9));
    for (Index channel = 0; channel < strip.count; ++channel) {
        const QRectF cell = cells(row, static_cast<double>(channel), static_cast<double>(channel + 1));
        const QColor color = strip.color(channel);
        if (cell.width() < m_cell - 1.0 || !color.isValid())
            continue;
        const double bright = 0.299 * color.red() + 0.587 * color.green() + 0.114 * color.blue();
        m_painter.setPen(bright > 128.0 ? Qt::black : Qt::white);
        m_painter.drawText(cell, Qt::AlignCenter, strip.word(channel));
    }
}

void LayoutPainter::paintEmphasis(const Strip& strip, const QRectF& row, double arc)
{
    const auto [first, second] = strip.emphasised;
    if (first < 0)
        return;
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setBrush(Qt::NoBrush);
    for (const Index channel : { first, second }) {
        const QRectF cell = cells(row, static_cast<double>(channel), static_cast<double>(channel + 1));
        if (cell.width() <= 0.0)
            continue;
        // A line of either kind stands out from light and dark cells.
        for (const auto& [color, more] : { std::pair(m_theme.ground, 2.0), std::pair(m_theme.text, 0.0) }) {
            m_painter.setPen(QPen(color, (m_cell >= 6.0 ? 2.0 : 1.0) + more));
            if (m_cell >= 6.0)
                m_painter.drawRect(cell.adjusted(1, 0, -1, 0));
            else
                m_painter.drawLine(
                    QLineF(cell.center().x(), row.top() - 3.0, cell.center().x(), row.bottom()));
        }
    }
    const double from = edge(static_cast<double>(first) + 0.5);
    const double to = edge(static_cast<double>(second) + 0.5);
    if (arc < 6.0 || to - from < 6.0)
        return;
    m_painter.setPen(QPen(m_theme.text, 1.5));
    constexpr int parts = 64;
    QPolygonF line;
    for (int part = 0; part <= parts; ++part) {
        const double angle = std::numbers::pi * part / parts;
        const QPointF at((from + to) / 2.0 - (to - from) / 2.0 * std::cos(angle),
            row.top() - 2.0 - (arc - 4.0) * std::sin(angle));
        if (at.x() >= m_rect.left() && at.x() <= m_rect.right())
            line << at;
    }
    m_painter.drawPolyline(line);
}

void LayoutPainter::paintNames(const HeadChannels& head, const QRectF& row)
{
    std::vector<const encodings::SceneSeries*> all { head.series };
    all.insert(all.end(), head.alike.begin(), head.alike.end());
    constexpr double square = 15.0;
    constexpr double gap = 14.0;
    double needed = 0.0;
    for (const encodings::SceneSeries* one : all)
        needed += square + m_metrics.horizontalAdvance(nameOf(*one)) + 1.0 + gap;
    // Each gets the same share where they have no room for all that is written.
    const double most = needed <= row.width() + gap
        ? row.width()
        : row.width() / static_cast<double>(all.size()) - square - gap;
    double left = row.left() + 1.0;
    for (const encodings::SceneSeries* one : all) {
        m_painter.fillRect(QRectF(left, row.top() + 4.0, 9.0, 9.0), m_theme.series(one->index));
        left += square;
        const double own = std::min(m_metrics.horizontalAdvance(nameOf(*one)) + 1.0, most);
        if (own > 0.0)
            text(QRectF(left, row.top(), own, row.height()), Qt::AlignLeft | Qt::AlignVCenter, nameOf(*one),
                m_theme.text);
        left += std::max(0.0, own) + gap;
    }
}

void LayoutPainter::paintStrip(const Strip& strip, double top, double height)
{
    const double title = m_metrics.height() + 2.0;
    text(QRectF(m_rect.left(), top, m_rect.width(), title), Qt::AlignLeft | Qt::AlignVCenter, strip.title,
        m_theme.text);
    const double room = height - title - 4.0;
    const bool arc = strip.emphasised.first >= 0 && room >= 24.0;
    const double cell = arc ? 0.6 * room : room;
    const QRectF row(m_rect.left(), top + title + room - cell, m_rect.width(), cell);
    paintCells(strip, row);
    paintWords(strip, row);
    paintEmphasis(strip, row, room - cell);
}

void LayoutPainter::paintTicks(double top)
{
    const double apart = m_metrics.horizontalAdvance(QStringLiteral("00,000")) + 8.0;
    const double step = std::exp2(std::ceil(std::log2(std::max(1.0, apart / m_cell))));
    const QColor color = m_theme.mutedText;
    const double first = std::max(0.0, std::ceil(m_x.range().lower / step) * step);
    double free = m_rect.left();
    for (double channel = first;
         channel <= std::min(m_x.range().upper, static_cast<double>(m_chart.widest - 1)); channel += step) {
        const QString words
            = channel == first ? LayoutView::tr("channel %1").arg(shown(channel)) : shown(channel);
        const double width = m_metrics.horizontalAdvance(words) + 4.0;
        const double left = std::max(m_rect.left(), edge(channel + 0.5) - width / 2.0);
        if (left < free || left + width > m_rect.right() + 2.0)
            continue;
        free = left + width;
        text(QRectF(left, top, width, rowHeight()), Qt::AlignCenter, words, color);
    }
}

void LayoutPainter::paint()
{
    const Plan plan = this->plan();
    double y = m_rect.top();
    for (std::size_t i = 0; i < plan.heads; ++i) {
        const HeadChannels& head = m_chart.heads[i];
        if (plan.nameRow > 0.0) {
            paintNames(head, QRectF(m_rect.left(), y, m_rect.width(), plan.nameRow));
            y += plan.nameRow;
        }
        for (const ChannelLayout layout : m_chart.layouts) {
            paintStrip(layoutStrip(head, layout), y, plan.strip);
            y += plan.strip;
        }
        if (head.axes.size() > 0) {
            paintStrip(axesStrip(head), y, plan.strip);
            y += plan.strip;
        }
    }
    paintTicks(y);
    y += rowHeight();
    const QString note = notes(plan.heads, plan.example > 0.0);
    if (!note.isEmpty()) {
        text(QRectF(m_rect.left(), y, m_rect.width(), rowHeight()), Qt::AlignRight | Qt::AlignVCenter, note,
            m_theme.mutedText);
        y += rowHeight();
    }
    if (plan.example > 0.0)
        paintExample(QRectF(QPointF(m_rect.left(), y + 4.0), m_rect.bottomRight()));
}
