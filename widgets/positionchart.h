// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plotframe.h"

// The picture of Positions where number lines do not do: token against position id, or against the distance
// at which the query looked at sees it.

void drawPositionChart(
    QCustomPlot& plot, const std::shared_ptr<const encodings::Scene>& scene, const Theme& theme);

/// What the ids and distances of every series reach, against the trained length.
QString positionChartCaption(const encodings::Scene& scene);

/// Ids and distances of a token.
QString positionChartReadout(const encodings::Scene& scene, double token);
