// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "digitways.h"
#include "theme.h"

#include <QRectF>

class QCPPainter;

/// Draws the three ways of writing a position one under the other, place under place, at the top of `rect`.
/// Where room is short, words give way, then headers and names; `below` is the height wanted below the rows,
/// kept before words and headers. Returns the bottom of what was drawn: the top of `rect` where nothing fits.
double drawDigitRows(
    QCPPainter& painter, const Theme& theme, const QRectF& rect, const DigitWays& ways, double below);
