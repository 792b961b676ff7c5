// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wavelengthchart.h"

#include <qcustomplot.h>

/// Gives the pair axis three rows of ticks: the pair, and its wavelength and turns inside the trained length
/// as the subject learned them. A low plot keeps the first row only.
void addPairRows(QCustomPlot& plot, std::shared_ptr<const WavelengthChart> chart);

/// Above the axes, in rows: where pairs are unchanged, blended or interpolated, and where they never finished
/// a turn in training. Names that do not fit are left out; a low plot has no rows.
void addPairRegions(QCustomPlot& plot, std::shared_ptr<const WavelengthChart> chart);
