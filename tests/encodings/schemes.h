// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

/// The resolved values of `ids` for the default state with some values replaced.
inline encodings::Values resolvedValuesOf(
    const std::vector<std::string>& ids, const encodings::Values& changed = {})
{
    encodings::State state = encodings::defaultState();
    state.values.merge(changed);
    const encodings::Series series { "series", ids };
    return resolved(parametersOf(series), valuesOf(state, series));
}

/// Their scheme.
inline encodings::Scheme schemeOf(const std::vector<std::string>& ids, const encodings::Values& changed = {})
{
    return combine(ids, resolvedValuesOf(ids, changed));
}
