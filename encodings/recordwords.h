// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encoding.h"

namespace encodings {

/// The words of lists and tables for what a record says about its encoding: "fixed", "slider" ...
std::string wordOf(Trainable trainable);
/// "absolute", "relative", "neither".
std::string wordOf(Refers refers);
/// "position ids", "embedding", "query and key", "score", "mask", "temperature".
std::string wordOf(Entry entry);

/// Encodings that stand together in menus and lists.
struct Family {
    std::string name;
    std::vector<const Encoding*> encodings;
};

/// Every encoding by family, both in the order of allEncodings().
std::vector<Family> allFamilies();

} // namespace encodings
