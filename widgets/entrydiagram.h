// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/encoding.h"

#include <QColor>
#include <QFont>
#include <QRectF>
#include <QString>

class QPainter;

/// A small Transformer block: where an encoding enters it, from position ids to the temperature of the
/// scores. Entered places are filled, the others outlined.
namespace entrydiagram {

/// Every place, in the order in which a token passes them.
const std::vector<encodings::Entry>& places();

/// Width of a diagram of this height, in px.
double widthFor(double height);

/// Draws at the left of `rect`, over its whole height or as much as its width allows.
void draw(QPainter& painter, const QRectF& rect, const std::vector<encodings::Entry>& enters,
    const QColor& filled, const QColor& outline);

/// The same over the whole width, with the name of every place below it: those entered in `text`, the
/// others in `quiet`.
void drawNamed(QPainter& painter, const QRectF& rect, const std::vector<encodings::Entry>& enters,
    const QColor& filled, const QColor& outline, const QColor& text, const QColor& quiet);

/// Least width of drawNamed with `font`, in px.
double namedWidth(const QFont& font);

/// "query and key, score".
QString wordsOf(const std::vector<encodings::Entry>& enters);

} // namespace entrydiagram
