// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

/// The scheme of `ids` for the default state with some values replaced.
inline encodings::Scheme schemeOf(const std::vector<std::string>& ids, const encodings::Values& changed = {})
{
    encodings::State state = encodings::defaultState();
    state.values.merge(changed);
    const encodings::Series series { "series", ids };
    return combine(ids, resolved(parametersOf(series), valuesOf(state, series)));
}
