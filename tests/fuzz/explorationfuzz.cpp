// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/explorationfile.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray text
        = QByteArray::fromRawData(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    try {
        const encodings::State state = parseExploration(text, QStringLiteral("fuzz"));
        // What was read is written and read again as the same.
        if (parseExploration(explorationText(state), QStringLiteral("fuzz")) != state)
            std::abort();
    } catch (const ExplorationError&) {
        return 0;
    }
    return 0;
}
