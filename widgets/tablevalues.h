// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/scheme.h"

/// Which pair a dimension of a table belongs to, and with which of its two values.
struct TableDimension {
    Eigen::Index pair = 0;
    bool sine = false;
};

/// Dimension `dimension` of a scheme with `pairs` pairs, in its own order. Rotary: what a vector of ones in
/// the first place of every pair becomes, cosine then sine.
TableDimension tableDimension(const encodings::Scheme& scheme, Eigen::Index pairs, Eigen::Index dimension);

/// Dimensions of the scheme's table: of the vectors that it adds, or two for every pair that turns.
Eigen::Index tableDimensions(const encodings::Scheme& scheme);

/// (dimensions) values at a token; NaN where its position has none.
Eigen::ArrayXd tableValues(const encodings::Scheme& scheme, double token);

/// Whether the values are sines and cosines of evenly spaced ids, whose means have a closed form.
bool hasClosedForm(const encodings::Scheme& scheme);

/// Tokens by which the angles of evenly spaced ids are ahead of those of token times frequency (SHAPE).
double tokenShift(const encodings::Scheme& scheme);

/// First token whose position lies beyond the last row of a table; infinity where there is none such or ids
/// are uneven.
double tableEnd(const encodings::Scheme& scheme);

/// What a colour scale has to reach: 1 for cosines, else a round number from the largest value at some tokens
/// of `first` .. `last` on.
double tableExtent(const encodings::Scheme& scheme, double first, double last);
