// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/modelfile/modelfile.h"
#include "encodings/parametererror.h"

/// Works out the angles of every group of layers, as opening the file would: what cannot be drawn is refused
/// by name.
inline void drawEveryGroup(const ModelFile& file)
{
    for (const ModelLayers& layers : file.layers) {
        if (layers.model.encodings.empty())
            continue;
        try {
            const encodings::State state = withModel(encodings::defaultState(), layers.model);
            encodings::validate(state);
            const encodings::Series& series = state.series.front();
            encodings::combine(series.encodings, resolved(parametersOf(series), valuesOf(state, series)));
        } catch (const encodings::ParameterError&) {
            continue;
        }
    }
}
