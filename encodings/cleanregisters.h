// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace encodings {

/// Some libraries leave the upper halves of AVX registers in use. On Intel processors a loop that calls the
/// mathematical library, which has AVX code, is then ten times slower. Call before such loops.
inline void cleanRegisters()
{
#if defined(__x86_64__) && !defined(__AVX__)
    if (__builtin_cpu_supports("avx"))
        asm volatile("vzeroupper");
#endif
}

} // namespace encodings
