// SPDX-License-Identifier: GPL-3.0-or-later
#include "recordwords.h"

#include <algorithm>

namespace encodings {

std::string wordOf(Trainable trainable)
{
    switch (trainable) {
    case Trainable::Fixed:
        return "fixed";
    case Trainable::Slider:
        return "slider";
    case Trainable::Untrained:
        return "untrained";
    case Trainable::Imported:
        return "imported";
    }
    return {};
}

std::string wordOf(Refers refers)
{
    switch (refers) {
    case Refers::Absolute:
        return "absolute";
    case Refers::Relative:
        return "relative";
    case Refers::Neither:
        return "neither";
    }
    return {};
}

std::string wordOf(Entry entry)
{
    switch (entry) {
    case Entry::PositionIds:
        return "position ids";
    case Entry::Embedding:
        return "embedding";
    case Entry::QueryAndKey:
        return "query and key";
    case Entry::Score:
        return "score";
    case Entry::Mask:
        return "mask";
    case Entry::Temperature:
        return "temperature";
    }
    return {};
}

std::vector<Family> allFamilies()
{
    std::vector<Family> families;
    for (const Encoding& encoding : allEncodings()) {
        auto family = std::find_if(
            families.begin(), families.end(), [&](const Family& one) { return one.name == encoding.family; });
        if (family == families.end())
            family = families.insert(family, { encoding.family, {} });
        family->encodings.push_back(&encoding);
    }
    return families;
}

} // namespace encodings
