// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

/// Device pixels per px; drawings get twice as many as a screen would.
inline double pixelsPerPx(const QCPPainter& painter)
{
    if (painter.modes().testFlag(QCPPainter::pmVectorized))
        return 2.0;
    return std::max(1.0, std::abs(painter.transform().m11()) * painter.device()->devicePixelRatioF());
}

/// `rect` (px) with its edges on device pixels, so that an image there is copied and not blended.
inline QRectF onDevicePixels(const QRectF& rect, double scale)
{
    const auto edge = [scale](double px) { return std::round(px * scale) / scale; };
    return { QPointF(edge(rect.left()), edge(rect.top())), QPointF(edge(rect.right()), edge(rect.bottom())) };
}
