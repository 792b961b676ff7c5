// SPDX-License-Identifier: GPL-3.0-or-later
#include "biaspainter.h"

#include "biasview.h"
#include "curvepainter.h"

#include <algorithm>
#include <cmath>

namespace {

CurveStyle styleOf(const BiasChart& chart, const BiasTrace& trace, const Theme& theme)
{
    const bool content = trace.source->isContent();
    return { headColor(theme, trace), dashOf(*chart.scene, trace.source->series()),
        theme.lineWidth
            * (content                   ? 0.5
                    : trace.isLookedAt() ? 1.3
                                         : 0.8),
        trace.steps, content };
}

} // namespace

BiasPainter::BiasPainter(QCPPainter& painter, const QRectF& rect, const Theme& theme, const BiasChart& chart)
    : m_painter(painter)
    , m_rect(rect)
    , m_theme(theme)
    , m_chart(chart)
{
}

void BiasPainter::paint(
    const QCPAxis& x, const QCPAxis& bias, const QCPAxis& factor, const DistanceAnswer& answer)
{
    const std::vector<BiasTrace>& traces = m_chart.traces;
    const auto axisOf = [&](const BiasTrace& trace) -> const QCPAxis& {
        return trace.source->isMultiplier() ? factor : bias;
    };
    m_painter.setRenderHint(QPainter::Antialiasing);
    // The heads looked at lie on top, that of the subject last; their numbers come first.
    for (const bool lookedAt : { false, true }) {
        for (std::size_t i = traces.size(); i-- > 0;) {
            if (traces[i].isLookedAt() == lookedAt)
                paintDistanceCurve(m_painter, m_rect, x, axisOf(traces[i]), answer.curves[i],
                    styleOf(m_chart, traces[i], m_theme));
        }
    }
    if (m_chart.everyHead) {
        for (const bool lookedAt : { true, false }) {
            for (std::size_t i = 0; i < traces.size(); ++i) {
                if (traces[i].isLookedAt() == lookedAt && traces[i].source->heads() > 1)
                    paintNumber(x, axisOf(traces[i]), traces[i], answer.curves[i]);
            }
        }
    }
    drawNote(m_painter, m_theme, m_rect, Qt::AlignRight | Qt::AlignBottom, note(answer));
}

void BiasPainter::paintNumber(
    const QCPAxis& x, const QCPAxis& y, const BiasTrace& trace, const DistanceCurve& curve)
{
    std::size_t end = curve.ranges.size();
    while (end > 0 && !std::isfinite(curve.ranges[end - 1].low))
        --end;
    if (end == 0)
        return;
    const encodings::Interval& last = curve.ranges[end - 1];
    const QFont font = m_theme.font(0.85);
    const QFontMetricsF metrics(font);
    const QString text = shown(static_cast<double>(trace.head + 1));
    const double width = metrics.horizontalAdvance(text) + 6.0;
    // Behind the end of the line, or over it where that is the edge.
    const QPointF place(std::min(x.coordToPixel(curve.columns[end - 1].last), m_rect.right() - width - 2.0),
        y.coordToPixel((last.low + last.high) / 2) - metrics.height() / 2);
    const auto near = [&](const QPointF& other) {
        return std::abs(other.y() - place.y()) < metrics.height() && std::abs(other.x() - place.x()) < width;
    };
    // The lowest row belongs to the note.
    if (place.y() < m_rect.top() || place.y() + 2.2 * metrics.height() > m_rect.bottom()
        || std::any_of(m_numbers.begin(), m_numbers.end(), near))
        return;
    m_numbers.push_back(place);
    const QRectF box(place, QSizeF(width, metrics.height()));
    QColor ground = m_theme.ground;
    ground.setAlphaF(0.85F);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(ground);
    m_painter.drawRect(box);
    m_painter.setFont(font);
    m_painter.setPen(trace.isLookedAt() ? m_theme.text : m_theme.mutedText);
    m_painter.drawText(box, Qt::AlignCenter, text);
}

QString BiasPainter::note(const DistanceAnswer& answer) const
{
    QStringList parts { rippleNote(answer.curves) };
    bool leftOut = false;
    for (std::size_t i = 0; i < answer.curves.size(); ++i)
        leftOut = leftOut || (m_chart.traces[i].source->isContent() && !answer.curves[i].hasEveryDistance());
    if (leftOut)
        parts << BiasView::tr("dots: some of the keys only");
    if (m_chart.headsLeft() > 0)
        parts << BiasView::tr("%1 more heads not drawn").arg(shown(static_cast<double>(m_chart.headsLeft())));
    parts.removeAll(QString());
    return parts.join(QStringLiteral("; "));
}
