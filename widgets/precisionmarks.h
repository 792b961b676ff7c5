// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plotframe.h"

#include <Eigen/Core>

#include <vector>

/// A position from which a format tells less, or nothing.
struct Landmark {
    double position = 0.0;
    QString words;
    bool dashed = false;
};

void paintLandmarkLines(QCPPainter& painter, const QRectF& rect, const QCPAxis& x, const Theme& theme,
    const std::vector<Landmark>& found);

/// The words of the lines, above each other where they would touch, up from `bottom` (px); none without room.
void paintLandmarkWords(QCPPainter& painter, const QRectF& rect, const QCPAxis& x, const Theme& theme,
    const std::vector<Landmark>& found, double bottom);

/// Paints errors from one column to the next, as the outline of a pen, and the markers of their format. Zeros
/// and what lies outside `rect` are gaps.
class ErrorCurvePainter {
public:
    /// Px between the markers.
    static constexpr double markerDistance = 64.0;

    ErrorCurvePainter(QCPPainter& painter, const QRectF& rect, const Theme& theme, const QColor& color,
        const QList<double>& dash, char marker, double firstMarker)
        : m_painter(painter)
        , m_rect(rect)
        , m_theme(theme)
        , m_color(color)
        , m_dash(dash)
        , m_marker(marker)
        , m_nextMarker(firstMarker)
    {
    }

    /// Shapes: (columns).
    void paint(const std::vector<double>& px, const Eigen::ArrayXd& values, const QCPAxis& y);

private:
    void finishRun();

    QCPPainter& m_painter;
    const QRectF& m_rect;
    const Theme& m_theme;
    QColor m_color;
    QList<double> m_dash;
    char m_marker;
    double m_nextMarker;
    QPolygonF m_run;
};
