// SPDX-License-Identifier: GPL-3.0-or-later
#include "framerows.h"

#include "marks.h"
#include "outline.h"

namespace {

constexpr int wrapped = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
constexpr double largestShare = 0.3; // of the plot's height
constexpr int sampleWidth = 24;

} // namespace

void FrameRow::update(UpdatePhase phase)
{
    if (phase == upPreparation) {
        const QRect plot = mParentPlot->viewport();
        const int needed = neededHeight(plot.width());
        m_fits = needed > 0 && needed <= largestShare * plot.height();
        const int height = m_fits ? needed + 4 : 0;
        setMinimumSize(0, height);
        setMaximumSize(QWIDGETSIZE_MAX, height);
    }
    QCPLayoutElement::update(phase);
}

void FrameRow::draw(QCPPainter* painter)
{
    if (m_fits)
        paint(*painter);
}

TextRow::TextRow(QCustomPlot* plot, const QFont& font, const QColor& color)
    : FrameRow(plot)
    , m_font(font)
    , m_color(color)
{
}

int TextRow::neededHeight(int width) const
{
    if (m_text.isEmpty())
        return 0;
    return QFontMetrics(m_font)
        .boundingRect(QRect(0, 0, width - 2 * sideMargin, 10000), wrapped, m_text)
        .height();
}

void TextRow::paint(QCPPainter& painter) const
{
    painter.setFont(m_font);
    painter.setPen(m_color);
    painter.drawText(mRect.adjusted(sideMargin, 0, -sideMargin, 0), wrapped, m_text);
}

LegendRow::LegendRow(QCustomPlot* plot, const Theme& theme)
    : FrameRow(plot)
    , m_font(theme.font(0.9))
    , m_text(theme.text)
{
}

int LegendRow::neededHeight(int width) const { return m_entries.isEmpty() ? 0 : place(width, nullptr); }

void LegendRow::paint(QCPPainter& painter) const
{
    painter.setFont(m_font);
    place(mRect.width(), &painter);
}

/// Lays the entries out, painting them when there is a painter; returns the height taken.
int LegendRow::place(int width, QCPPainter* painter) const
{
    const QFontMetrics metrics(m_font);
    const int lineHeight = metrics.height() + 3;
    int x = sideMargin;
    int y = 0;
    for (const LegendEntry& entry : m_entries) {
        const int needed = sampleWidth + 6 + metrics.horizontalAdvance(entry.text);
        if (x > sideMargin && x + needed > width - sideMargin) {
            x = sideMargin;
            y += lineHeight;
        }
        if (painter)
            paintEntry(*painter, entry, QRectF(mRect.left() + x, mRect.top() + y, needed, lineHeight));
        x += needed + 16;
    }
    return y + lineHeight;
}

void LegendRow::paintEntry(QCPPainter& painter, const LegendEntry& entry, const QRectF& rect) const
{
    const double middle = rect.center().y();
    if (entry.marker) {
        painter.setRenderHint(QPainter::Antialiasing);
        drawMark(painter, QPointF(rect.left() + sampleWidth / 2.0, middle), entry.marker, 8.0, entry.color);
    } else {
        QList<OutlinePoint> line;
        for (int x = 0; x <= sampleWidth; ++x)
            line << OutlinePoint { rect.left() + x, middle, middle, middle };
        fillOutline(painter, line, entry.color, 2.0, entry.dash);
    }
    painter.setPen(m_text);
    painter.drawText(rect.adjusted(sampleWidth + 6, 0, 20, 0), Qt::AlignLeft | Qt::AlignVCenter, entry.text);
}
