// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scheme.h"

#include <string>

namespace encodings {

/// The rotation that the encoding `id` changes. Throws ParameterError when `scheme` turns nothing.
Rotary& rotaryPart(Scheme& scheme, const std::string& id);

} // namespace encodings
