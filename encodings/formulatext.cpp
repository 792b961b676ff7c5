// SPDX-License-Identifier: GPL-3.0-or-later
#include "formulatext.h"

#include <algorithm>

namespace encodings {

Eigen::Index shownPair(const Values& values, Eigen::Index pairs)
{
    return std::min<Eigen::Index>(values.integer("pair"), pairs - 1);
}

FormulaLine frequencyLine(
    const std::string& symbols, const Values& values, void (*apply)(const Values&, Scheme&))
{
    Scheme scheme;
    apply(values, scheme);
    const Eigen::ArrayXd frequencies = scheme.frequencies();
    const Eigen::Index pair = shownPair(values, frequencies.size());
    const std::string index = "<sub>" + displayNumber(static_cast<double>(pair)) + "</sub>";
    const double trained = scheme.trainedFrequencies[pair];
    std::string numbers = "θ′" + index + " = " + displayNumber(frequencies[pair]);
    if (trained != 0.0)
        numbers += " = " + displayNumber(frequencies[pair] / trained) + " θ" + index;
    return { symbols, numbers };
}

FormulaLine gainLine(const std::string& symbols, double gain)
{
    std::string numbers = "A = " + displayNumber(gain);
    if (gain != 1.0)
        numbers += ", scores × A² = " + displayNumber(gain * gain);
    return { symbols, numbers };
}

} // namespace encodings
