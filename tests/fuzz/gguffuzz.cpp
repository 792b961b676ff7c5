// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/modelfile/ggufreader.h"
#include "app/modelfile/modelfileerror.h"

#include "drawn.h"

#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto* text = reinterpret_cast<const char*>(data);
    const auto length = static_cast<qsizetype>(size);
    try {
        drawEveryGroup(ggufFromBytes(QByteArrayView(text, length), QStringLiteral("fuzz.gguf")));
    } catch (const ModelFileError&) {
        return 0;
    }
    return 0;
}
