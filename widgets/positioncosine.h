// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plotframe.h"

#include "encodings/cosine.h"

#include <optional>

/// The pair looked at, as one series turns it.
struct PairOfSeries {
    double frequency = 0.0; ///< radians per position
    double trainedFrequency = 0.0; ///< radians per position, in training

    double ratio() const { return frequency / trainedFrequency; }
};

std::optional<PairOfSeries> pairOf(const encodings::Scene& scene, const encodings::SceneSeries& series);

/// The series whose cosine is drawn: the first that turns the pair looked at; null where none does.
const encodings::SceneSeries* cosineSeries(const encodings::Scene& scene);

/// All series were trained with the cosine of `owner`, over the same positions.
bool allShareCosine(const encodings::Scene& scene, const encodings::SceneSeries& owner);

/// Cosines of the pair looked at over the positions shown: a slow pair leaves most of -1..1 empty.
encodings::Interval shownCosines(const encodings::Scene& scene);

/// The cosine and its samples: seeded positions as training met them, and where every series that shares the
/// cosine puts positions beyond.
void paintCosine(QCPPainter& painter, const encodings::Scene& scene, const Theme& theme, const QCPAxis& x,
    const QCPAxis& y, const QRectF& rect);
