// SPDX-License-Identifier: GPL-3.0-or-later
#include "rotarypart.h"

#include "parametererror.h"

namespace encodings {

Rotary& rotaryPart(Scheme& scheme, const std::string& id)
{
    auto* rotary = std::get_if<Rotary>(&scheme.mechanism);
    if (!rotary)
        throw ParameterError("encoding", id, "beside it an encoding that turns pairs, such as rope");
    return *rotary;
}

} // namespace encodings
