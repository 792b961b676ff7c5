// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>

#include <cstddef>

/// Colours and sizes of a picture. One colour per series and one meaning per region, in every theme.
struct Theme {
    enum class Name { Light, Dark, Projector, Print };

    QColor ground;
    QColor panel;
    QColor text;
    QColor mutedText; ///< axis numbers, notes: at least 4.5 : 1 on the ground
    QColor hairline; ///< axes, separators
    QColor grid;
    QColor beyond; ///< tint of what lies beyond the trained length
    QColor beyondHatch;
    QColor trained; ///< trained samples: filled dots
    QColor unseen; ///< samples never met in training: rings
    QColor interpolated; ///< interpolated samples: diamonds
    double textSize = 9.0; ///< points; titles 1.25 times, notes 0.9 times
    double lineWidth = 1.5; ///< px of a curve

    static Theme named(Name name);
    /// Light or Dark, whichever is nearer to the palette's window colour.
    static Theme of(const QPalette& palette);

    /// Colour of the series at `index` of the state: eight, safe for colour-blind eyes, then again from the
    /// start.
    QColor series(std::size_t index) const;
    /// Lengths of dash and gap in px, empty for a solid line: the second cue beside colour.
    static QList<double> seriesDash(std::size_t index);

    /// `color` mixed with the ground: the same series, something beside its main curve. 0: the colour, 1: the
    /// ground.
    QColor towardsGround(const QColor& color, double part) const;

    QFont font(double factor = 1.0) const;
    /// Palette for widgets in this theme.
    QPalette palette() const;
};
