// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace encodings {

/// "1 number", "2 numbers": a count with what is counted, whose plural takes an s.
inline std::string countedNoun(std::size_t count, const std::string& noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

} // namespace encodings
