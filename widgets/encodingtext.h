// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme.h"

#include "encodings/encoding.h"

#include <QString>

/// What the record of an encoding says, as text for people.

/// `html` in the theme's quieter colour.
QString muted(const QString& html, const Theme& theme);

/// What is trained, and what stands in for it here.
QString honestLabel(encodings::Trainable trainable);

/// The citation with its arXiv number as a link.
QString citationHtml(const std::string& citation);

/// The formulas of the encodings one below the other, each with the numbers of `values` put in.
QString formulaHtml(
    const std::vector<const encodings::Encoding*>& used, const encodings::Values& values, const Theme& theme);
