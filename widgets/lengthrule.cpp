// SPDX-License-Identifier: GPL-3.0-or-later
#include "lengthrule.h"

#include "encodings/parametererror.h"

#include <algorithm>

namespace {

/// The largest relative difference.
double difference(const Eigen::ArrayXd& one, const Eigen::ArrayXd& other)
{
    return one.size() == 0 || one.size() != other.size()
        ? 0.0
        : (one - other).abs().cwiseQuotient(one.abs().max(1e-300)).maxCoeff();
}

} // namespace

LengthRule lengthRuleOf(const encodings::SceneSeries& series)
{
    if (!series.values.contains("current_length"))
        return LengthRule::None;
    const auto frequenciesAt = [&series](double length) {
        encodings::Values values = series.values;
        values.set("current_length", length);
        return encodings::combine(series.encodings, values).frequencies();
    };
    const double length = series.trainedLength();
    const double scale = std::max(1.0, series.values.number("scale"));
    try {
        const Eigen::ArrayXd trained = frequenciesAt(length);
        // What a base that grows with the length can change by, for one position.
        const double step = std::max(1e-3, 4.0 * scale / length);
        if (difference(trained, frequenciesAt(length + 1.0)) > step)
            return LengthRule::Switches;
        const double current = series.values.number("current_length");
        const bool follows = difference(trained, frequenciesAt(std::max(current, 2.0 * length))) > 1e-9;
        return follows ? LengthRule::Follows : LengthRule::None;
    } catch (const encodings::ParameterError&) {
        // Drawn at its own length only.
        return LengthRule::None;
    }
}
