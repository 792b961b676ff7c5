// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "layoutchart.h"

#include <QFontMetricsF>

#include <functional>

class QCPAxis;
class QCPPainter;

/// Paints LayoutView's strips of channels, one for each head and layout, and the worked example below them;
/// what has no room is left out, the example first.
class LayoutPainter {
public:
    LayoutPainter(QCPPainter& painter, const QRectF& rect, const QCPAxis& x, const LayoutChart& chart);

    void paint();

    /// Colour of a pair from the fastest, bright, to the slowest, dark.
    static QColor pairColor(Eigen::Index pair, Eigen::Index pairs);
    static QColor axisColor(const Theme& theme, int axis);

private:
    /// Strips that are drawn, and the height of each in px.
    struct Plan {
        std::size_t heads = 0;
        double strip = 0.0;
        double nameRow = 0.0;
        double example = 0.0; ///< 0: no room
    };
    /// One strip: its colour for each channel, invalid for one that passes unturned, and what is written in
    /// its cells.
    struct Strip {
        QString title;
        Eigen::Index count = 0;
        std::function<QColor(Eigen::Index channel)> color;
        std::function<QString(Eigen::Index channel)> word;
        std::pair<Eigen::Index, Eigen::Index> emphasised { -1, -1 };
    };

    Plan plan() const;
    /// What is left out when this many heads are drawn, with or without the example.
    QString notes(std::size_t heads, bool example) const;
    double stripsOf(const HeadChannels& head) const;
    Strip layoutStrip(const HeadChannels& head, encodings::ChannelLayout layout) const;
    Strip axesStrip(const HeadChannels& head) const;

    /// The series of a head, each after a square in its colour.
    void paintNames(const HeadChannels& head, const QRectF& row);
    void paintStrip(const Strip& strip, double top, double height);
    void paintCells(const Strip& strip, const QRectF& row);
    void paintWords(const Strip& strip, const QRectF& row);
    void paintEmphasis(const Strip& strip, const QRectF& row, double arc);
    void paintTicks(double top);
    void paintExample(const QRectF& box);
    void text(const QRectF& box, int flags, const QString& words, const QColor& color);

    QString exampleTitle() const;
    double exampleHeight() const;
    double rowHeight() const { return 1.25 * m_metrics.height(); }
    /// Left edge of a channel's cell.
    double edge(double channel) const;
    /// The part of a cell, or of a run of them, that is in the picture.
    QRectF cells(const QRectF& row, double first, double end) const;

    QCPPainter& m_painter;
    const QRectF m_rect;
    const QCPAxis& m_x;
    const LayoutChart& m_chart;
    const Theme& m_theme;
    QFontMetricsF m_metrics;
    double m_cell; ///< width in px
};
