// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/arrayfile.h"

#include <cstdint>
#include <sstream>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    std::istringstream stream(bytes);
    try {
        const Eigen::MatrixXd table
            = bytes.starts_with('\x93') ? encodings::readNpy(stream) : encodings::readCsv(stream);
        if (table.size() == 0 || !table.allFinite())
            __builtin_trap();
    } catch (const std::runtime_error&) {
        return 0;
    }
    return 0;
}
