// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "biaschart.h"
#include "plotframe.h"

/// Paints the curves of a chart, the numbers of the heads at their ends and what the picture leaves out.
class BiasPainter {
public:
    BiasPainter(QCPPainter& painter, const QRectF& rect, const Theme& theme, const BiasChart& chart);

    void paint(const QCPAxis& x, const QCPAxis& bias, const QCPAxis& factor, const DistanceAnswer& answer);

private:
    void paintNumber(const QCPAxis& x, const QCPAxis& y, const BiasTrace& trace, const DistanceCurve& curve);
    QString note(const DistanceAnswer& answer) const;

    QCPPainter& m_painter;
    const QRectF& m_rect;
    const Theme& m_theme;
    const BiasChart& m_chart;
    std::vector<QPointF> m_numbers; ///< where head numbers are painted
};
