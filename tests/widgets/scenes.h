// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/scene.h"

#include <QImage>

#include <memory>

/// The default state with some values and its series replaced, ready to be drawn.
inline std::shared_ptr<const encodings::Scene> sceneWith(
    const encodings::Values& values, std::vector<encodings::Series> series = { { "rope", { "rope" } } })
{
    encodings::State state = encodings::defaultState();
    state.values.merge(values);
    state.series = std::move(series);
    encodings::validate(state);
    return std::make_shared<const encodings::Scene>(encodings::makeScene(state));
}

/// How many pixels have exactly this colour.
inline int pixelsOf(const QImage& image, const QColor& color)
{
    int found = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            found += image.pixelColor(x, y) == color;
    }
    return found;
}
