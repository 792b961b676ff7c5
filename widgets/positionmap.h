// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/scene.h"

/// What becomes of a token in a series: its position id or, where a mechanism changes distances or counts
/// places of a cache, the distance at which the query looked at sees it.
class PositionMap {
public:
    PositionMap(const encodings::Scene& scene, const encodings::SceneSeries& series);

    /// Even ids from 0 that pairs turn by: number lines and a cosine show these.
    bool isPlain() const;
    /// Values are distances from the query, not ids.
    bool isOfPairs() const { return m_scheme->distance || m_scheme->renumbered; }
    bool isRenumbered() const { return static_cast<bool>(m_scheme->renumbered); }
    /// Training too met ids that are shifted or not evenly spaced, wherever they lie.
    bool isTrainedSo() const { return m_scheme->positionIds || m_scheme->positionOffset != 0.0; }
    double query() const { return m_query; }

    /// NaN where a token has no value, is not kept or not seen.
    double at(double token) const;
    /// Place of a token in a cache that counts anew; NaN without.
    double placeOf(double token) const;

    /// Lowest and highest value over the tokens of the target length, and over how many of them, as far as a
    /// few thousand tell.
    struct Extent {
        double low = 0.0;
        double high = 0.0;
        double firstToken = 0.0; ///< with a value
        double lastToken = 0.0;
        bool any = false;
    };
    Extent extent() const;
    /// Position from which on a table has no rows; infinite for others.
    double end() const;

private:
    const encodings::SceneSeries* m_series;
    const encodings::Scheme* m_scheme;
    double m_query;
};

/// Whether a series of `scene` needs more than number lines: see PositionMap::isPlain.
bool needsPositionChart(const encodings::Scene& scene);
