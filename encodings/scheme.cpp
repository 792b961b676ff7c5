// SPDX-License-Identifier: GPL-3.0-or-later
#include "scheme.h"

namespace encodings {

Eigen::ArrayXd Scheme::frequencies() const
{
    if (const auto* table = std::get_if<AdditiveTable>(&mechanism))
        return positionRate * table->frequencies;
    if (const auto* rotary = std::get_if<Rotary>(&mechanism))
        return positionRate * rotary->frequencies;
    return {};
}

double Scheme::attentionFactor() const
{
    const auto* rotary = std::get_if<Rotary>(&mechanism);
    return rotary ? rotary->gain : 1.0;
}

} // namespace encodings
