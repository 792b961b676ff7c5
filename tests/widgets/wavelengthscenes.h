// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/csv.h"

#include "encodings/scene.h"

#include <memory>

/// d 128, base 10000, L 4096, with one series for each id.
inline encodings::State stateOf(std::initializer_list<const char*> ids, double scale)
{
    encodings::State state = encodings::defaultState();
    state.series.clear();
    for (const char* id : ids)
        state.series.push_back({ .label = id, .encodings = { id } });
    state.values.set("scale", scale);
    return state;
}

inline std::shared_ptr<const encodings::Scene> sceneOf(const encodings::State& state)
{
    encodings::validate(state);
    return std::make_shared<const encodings::Scene>(encodings::makeScene(state));
}

inline Eigen::ArrayXXd allRows(const CsvTable& table)
{
    Eigen::ArrayXXd values;
    table.fill(table.rows.first, table.rows.step, table.rows.count(), values);
    return values;
}
