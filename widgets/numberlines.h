// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "marks.h"
#include "plotframe.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

/// The positions of one series on a line: trained ones, ones beyond, ones brought back between the trained ones.
struct NumberLine {
    QString name;
    QColor color;
    double trainedLength = 0.0;
    double targetLength = 0.0;
    double rate = 1.0; ///< id of token m is rate * m

    bool longer() const { return targetLength > trainedLength; }
    bool mapped() const { return longer() && rate != 1.0; }
};

/// Paints number lines below each other; what is marked follows the pixels, never the length.
class NumberLinePainter {
public:
    NumberLinePainter(QCPPainter& painter, const Theme& theme, const QCPAxis& axis)
        : m_painter(painter)
        , m_theme(theme)
        , m_axis(axis)
        , m_first(std::max(0.0, axis.range().lower))
        , m_last(axis.range().upper)
        , m_pxPerPosition(std::abs(axis.coordToPixel(1.0) - axis.coordToPixel(0.0)))
        // A power of two meets the lengths of real models.
        , m_step(std::max(1.0, std::exp2(std::ceil(std::log2(14.0 / std::max(1e-300, m_pxPerPosition))))))
    {
    }

    void paint(const QList<NumberLine>& lines, const QRectF& zone)
    {
        constexpr double mappedShare = 1.7;
        constexpr double smallestShare = 11.0;
        double shares = 0.0;
        qsizetype fitting = 0;
        for (const NumberLine& line : lines) {
            const double share = line.mapped() ? mappedShare : 1.0;
            if (fitting > 0 && zone.height() / (shares + share) < smallestShare)
                break;
            shares += share;
            ++fitting;
        }
        const double textHeight = QFontMetricsF(m_theme.font(0.85)).height();
        const double unit = std::min(zone.height() / shares, 3.2 * textHeight);
        double top = zone.top();
        for (qsizetype i = 0; i < fitting; ++i) {
            const double height = unit * (lines[i].mapped() ? mappedShare : 1.0);
            paintLine(lines[i], QRectF(zone.left(), top, zone.width(), height), textHeight);
            top += height;
        }
        if (fitting < lines.size()) {
            drawNote(m_painter, m_theme, zone, Qt::AlignRight | Qt::AlignBottom,
                     QCoreApplication::translate("PositionsView", "%1 more series: no room for their lines")
                         .arg(lines.size() - fitting));
        }
    }

private:
    double pixel(double position) const { return m_axis.coordToPixel(position); }
    bool visible(double position) const { return position >= m_first && position <= m_last; }

    void paintLine(const NumberLine& line, const QRectF& row, double textHeight)
    {
        const bool labelAbove = row.height() >= textHeight + (line.mapped() ? 22.0 : 12.0);
        const double bottom = row.bottom() - 7.0;
        const double top = row.top() + (labelAbove ? textHeight + 1.0 : 3.0);
        if (line.mapped())
            paintMapped(line, row, std::min(top, bottom - 8.0), bottom);
        else
            paintKept(line, row, bottom);
        const QFont font = m_theme.font(0.85);
        const double width = QFontMetricsF(font).horizontalAdvance(line.name) + 10.0;
        if (labelAbove) {
            m_painter.setFont(font);
            m_painter.setPen(m_theme.text);
            m_painter.drawText(QRectF(row.left() + 4, row.top(), width, textHeight), Qt::AlignLeft | Qt::AlignVCenter, line.name);
        } else {
            drawNote(m_painter, m_theme, QRectF(row.right() - width - 8, bottom - textHeight / 2 - 4, width + 8, textHeight + 8),
                     Qt::AlignRight | Qt::AlignVCenter, line.name);
        }
    }

    void paintTrack(const NumberLine& line, const QRectF& row, double y, double length)
    {
        m_painter.setPen(QPen(line.color, 1.0));
        m_painter.drawLine(QLineF(std::clamp(pixel(0.0), row.left(), row.right()), y,
                                  std::clamp(pixel(length), row.left(), row.right()), y));
    }

    void paintTrained(const NumberLine& line, double y)
    {
        for (double at = std::ceil(m_first / m_step) * m_step; at < line.trainedLength && at <= m_last; at += m_step)
            drawMark(m_painter, QPointF(pixel(at), y), 'd', markSize, m_theme.trained);
    }

    /// Ids as they come: unseen beyond the trained length.
    void paintKept(const NumberLine& line, const QRectF& row, double y)
    {
        paintTrack(line, row, y, std::max(line.targetLength, line.trainedLength));
        paintTrained(line, y);
        for (double at = std::ceil(std::max(line.trainedLength, m_first) / m_step) * m_step;
             at < line.targetLength && at <= m_last; at += m_step)
            drawMark(m_painter, QPointF(pixel(at), y), 'o', markSize, m_theme.unseen);
    }

    /// Tokens above, their ids below, joined by thin lines.
    void paintMapped(const NumberLine& line, const QRectF& row, double tokens, double ids)
    {
        paintTrack(line, row, tokens, line.targetLength);
        paintTrack(line, row, ids, line.trainedLength);
        const double step = m_step > 1.0
            ? std::max(1.0, std::round(m_step / line.rate))
            : std::max(1.0, std::ceil(7.0 / (m_pxPerPosition * line.rate)));
        // Half a step aside, ids stand between the trained dots instead of on them.
        const double start = m_step > 1.0 ? std::floor(step / 2) : 0.0;
        const double from = std::min(m_first, m_first / line.rate);
        const double to = std::min(line.targetLength - 1.0, std::max(m_last, m_last / line.rate));
        const double firstToken = start + std::max(0.0, std::ceil((from - start) / step)) * step;
        QColor faint = m_theme.mutedText;
        faint.setAlphaF(0.45F);
        for (double token = firstToken; token <= to; token += step) {
            m_painter.setPen(QPen(faint, 0));
            paintConnector(QLineF(pixel(token), tokens, pixel(token * line.rate), ids), row);
            if (visible(token))
                m_painter.drawLine(QLineF(pixel(token), tokens - 2.5, pixel(token), tokens + 2.5));
        }
        paintTrained(line, ids);
        for (double token = firstToken; token <= to; token += step) {
            const double id = token * line.rate;
            const bool unseen = id >= line.trainedLength;
            if (visible(id))
                drawMark(m_painter, QPointF(pixel(id), ids), unseen ? 'o' : '*', markSize, unseen ? m_theme.unseen : m_theme.interpolated);
        }
    }

    /// Cut at the left and right edge: SVG does not clip.
    void paintConnector(const QLineF& line, const QRectF& row)
    {
        const double width = line.dx();
        double from = 0.0;
        double to = 1.0;
        if (std::abs(width) > 1e-9) {
            const double atLeft = (row.left() - line.x1()) / width;
            const double atRight = (row.right() - line.x1()) / width;
            from = std::max(from, std::min(atLeft, atRight));
            to = std::min(to, std::max(atLeft, atRight));
        } else if (line.x1() < row.left() || line.x1() > row.right()) {
            return;
        }
        if (from < to)
            m_painter.drawLine(QLineF(line.pointAt(from), line.pointAt(to)));
    }

    static constexpr double markSize = 6.0;
    QCPPainter& m_painter;
    const Theme& m_theme;
    const QCPAxis& m_axis;
    double m_first;
    double m_last;
    double m_pxPerPosition;
    double m_step; ///< positions from one dot to the next
};
