// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "parameter.h"

namespace encodings {

/// The options of the views, Group::View: each is read by its owner alone.
std::vector<Parameter> viewOptions();

} // namespace encodings
