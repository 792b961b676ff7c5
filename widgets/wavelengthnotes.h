// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "wavelengthchart.h"

/// Where training ends: tinted and hatched.
void drawWavelengthGround(QCPPainter& painter, const WavelengthChart& chart, const WavelengthPixels& pixels);

/// Lines at the trained and target lengths and at the pair looked at, and their names where no value lies
/// under them.
void drawWavelengthNotes(QCPPainter& painter, const WavelengthChart& chart, const WavelengthPixels& pixels);
