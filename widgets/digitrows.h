// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "digitways.h"
#include "theme.h"

#include <QRectF>

class QCPPainter;

/// Draws the three ways of writing a position one under the other, place under place, at the top of `rect`.
/// Returns the bottom of what was drawn.
double drawDigitRows(QCPPainter& painter, const Theme& theme, const QRectF& rect, const DigitWays& ways);
