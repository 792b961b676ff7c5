// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/scene.h"

#include <QString>

/// Why the query and the key (tokens) have no value in a series, as a clause: "no position id is drawn for
/// the query at 9,000". For a pair that has none.
QString whyNoValue(const encodings::SceneSeries& series, double query, double key);

/// The same of the query looked at and its own key; empty where they have a value.
QString whyNoOwnValue(const encodings::SceneSeries& series);
