// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// Distances that stop growing: Su, kexue.fm 9708.
Encoding rerope();

/// Distances that grow more slowly beyond a window: Su, kexue.fm 9708 and 9731.
Encoding leakyRerope();

} // namespace encodings
