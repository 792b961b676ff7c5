// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QList>
#include <QPolygonF>

#include <functional>

class QPainter;

/// A curve as the painter sees it at one x (px): its value there and its range over half a pen width to both
/// sides, as y in px. top <= middle <= bottom.
struct OutlinePoint {
    double x = 0.0;
    double top = 0.0;
    double middle = 0.0;
    double bottom = 0.0;
};

/// Fills the outline that a round pen of `width` px would leave along the curve. No stroking: a curve that
/// turns a thousand times per pixel costs what a straight line costs, at any pen width, on screen, in PNG,
/// PDF and SVG alike. `dash`: dash and gap lengths in px along x, empty for solid.
void fillOutline(QPainter& painter, const QList<OutlinePoint>& points, const QColor& color, double width,
    const QList<double>& dash = {});

/// Distance in px between two points of an outline: one device pixel on screen and in images, half a px in
/// PDF and SVG.
double outlineStep(const QPainter& painter);
