// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "marks.h"
#include "plotframe.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

/// The positions of one series on a line: trained ones, ones beyond, ones brought back between the trained
/// ones.
struct NumberLine {
    QString name;
    QColor color;
    double trainedLength = 0.0;
    double targetLength = 0.0;
    double rate = 1.0; ///< id of token m is rate * m

    bool longer() const { return targetLength > trainedLength; }
    bool mapped() const { return longer() && rate != 1.0; }
    /// Height that the line wants, in heights of a line whose ids are kept.
    double share() const { return mapped() ? 1.7 : 1.0; }
};

/// Rows of the lines that have room in `zone`, and what is left below them where not all have.
struct NumberLineRows {
    QList<QRectF> rows;
    QRectF rest;

    NumberLineRows(const QList<NumberLine>& lines, const QRectF& zone, double restHeight)
    {
        double shares = fit(lines, zone.height());
        double height = zone.height();
        if (m_fitting < lines.size() && height > restHeight + smallestShare) {
            height -= restHeight;
            shares = fit(lines, height);
            rest = QRectF(zone.left(), zone.top() + height, zone.width(), restHeight);
        }
        double top = zone.top();
        for (qsizetype i = 0; i < m_fitting; ++i) {
            const double rowHeight = height / shares * lines[i].share();
            rows << QRectF(zone.left(), top, zone.width(), rowHeight);
            top += rowHeight;
        }
    }

private:
    /// Shares of the lines that have room.
    double fit(const QList<NumberLine>& lines, double height)
    {
        double shares = 0.0;
        m_fitting = 0;
        while (m_fitting < lines.size() && height / (shares + lines[m_fitting].share()) >= smallestShare)
            shares += lines[m_fitting++].share();
        return shares;
    }

    static constexpr double smallestShare = 11.0;
    qsizetype m_fitting = 0;
};

inline NumberLineRows numberLineRows(const QList<NumberLine>& lines, const QRectF& zone, const Theme& theme)
{
    return { lines, zone, QFontMetricsF(theme.font(0.9)).height() + 4.0 };
}

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
        , m_step(std::max(1.0, std::exp2(std::ceil(std::log2(12.0 / std::max(1e-300, m_pxPerPosition))))))
        , m_offset(std::floor(m_step / 2))
    {
    }

    void paint(const QList<NumberLine>& lines, const QRectF& zone)
    {
        const NumberLineRows placed = numberLineRows(lines, zone, m_theme);
        const QList<QRectF>& rows = placed.rows;
        const double textHeight = QFontMetricsF(m_theme.font(0.9)).height();
        for (qsizetype i = 0; i < rows.size(); ++i)
            paintLine(lines[i], rows[i], textHeight);
        if (!placed.rest.isEmpty()) {
            drawNote(m_painter, m_theme, placed.rest, Qt::AlignRight | Qt::AlignVCenter,
                QCoreApplication::translate("PositionsView", "no room for the lines of %1 more series")
                    .arg(lines.size() - rows.size()));
        }
    }

private:
    double pixel(double position) const { return m_axis.coordToPixel(position); }

    void paintLine(const NumberLine& line, const QRectF& row, double textHeight)
    {
        const bool labelAbove = row.height() >= textHeight + (line.mapped() ? 20.0 : 10.0);
        const double top = row.top() + (labelAbove ? textHeight : 0.0) + 5.0;
        // Room that is left over stays between the lines, not between a line and its name.
        const double bottom = line.mapped() ? std::max(top + 6.0, row.bottom() - 0.25 * textHeight - 4.0)
            : labelAbove                    ? std::min(top + 4.0, row.bottom() - 4.0)
                                            : row.center().y();
        if (line.mapped())
            paintMapped(line, row, top, bottom);
        else
            paintKept(line, row, bottom);
        const QString name = labelAbove && line.mapped()
            ? QCoreApplication::translate("PositionsView", "%1: tokens, and below them their ids")
                  .arg(line.name)
            : line.name;
        const QRectF room = labelAbove
            ? QRectF(row.left(), row.top() - 3.0, row.width(), textHeight + 6.0)
            : QRectF(row.left(), bottom - textHeight / 2 - 4.0, row.width(), textHeight + 8.0);
        drawNote(
            m_painter, m_theme, room, (labelAbove ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, name);
    }

    void paintTrack(const NumberLine& line, const QRectF& row, double y, double length)
    {
        m_painter.setPen(QPen(line.color, 1.0));
        m_painter.drawLine(QLineF(std::clamp(pixel(0.0), row.left(), row.right()), y,
            std::clamp(pixel(length), row.left(), row.right()), y));
    }

    /// First marked position from `from` on.
    double firstMark(double from) const
    {
        return m_offset + std::max(0.0, std::ceil((from - m_offset) / m_step)) * m_step;
    }

    void paintTrained(const NumberLine& line, double y)
    {
        for (double at = firstMark(m_first); at < line.trainedLength && at <= m_last; at += m_step)
            drawMark(m_painter, QPointF(pixel(at), y), 'd', markSize, m_theme.trained);
    }

    /// Ids as they come: unseen beyond the trained length.
    void paintKept(const NumberLine& line, const QRectF& row, double y)
    {
        paintTrack(line, row, y, std::max(line.targetLength, line.trainedLength));
        paintTrained(line, y);
        for (double at = firstMark(std::max(line.trainedLength, m_first));
             at < line.targetLength && at <= m_last; at += m_step)
            drawMark(m_painter, QPointF(pixel(at), y), 'o', markSize, m_theme.unseen);
    }

    /// Tokens above, their ids below, joined by thin lines.
    void paintMapped(const NumberLine& line, const QRectF& row, double tokens, double ids)
    {
        paintTrack(line, row, tokens, line.targetLength);
        paintTrack(line, row, ids, line.trainedLength);
        const double step = m_step > 1.0 ? std::max(1.0, std::round(m_step / line.rate))
                                         : std::max(1.0, std::ceil(7.0 / (m_pxPerPosition * line.rate)));
        // Dots stand half a step aside, so that these ids lie between them and not on them.
        const double from = m_step > 1.0 ? step : 0.0;
        const double to = line.targetLength - 1.0;
        QColor faint = m_theme.mutedText;
        faint.setAlphaF(0.45F);
        m_painter.setPen(QPen(faint, 0));
        // Only from tokens on screen: after a zoom, all others would come from beyond its edges.
        for (double token = std::ceil(std::max(from, m_first) / step) * step; token <= std::min(to, m_last);
             token += step) {
            paintConnector(QLineF(pixel(token), tokens, pixel(token * line.rate), ids), row);
            m_painter.drawLine(QLineF(pixel(token), tokens - 2.5, pixel(token), tokens + 2.5));
        }
        paintTrained(line, ids);
        for (double token = std::ceil(std::max(from, m_first / line.rate) / step) * step;
             token <= std::min(to, m_last / line.rate); token += step) {
            const double id = token * line.rate;
            const bool unseen = id >= line.trainedLength;
            drawMark(m_painter, QPointF(pixel(id), ids), unseen ? 'o' : '*', markSize,
                unseen ? m_theme.unseen : m_theme.interpolated);
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
    double m_offset; ///< position of the first dot: the lengths fall between dots, not on them
};
