// SPDX-License-Identifier: GPL-3.0-or-later
#include "tablevalues.h"

#include "roundnumber.h"

#include "encodings/cosine.h"

#include <algorithm>
#include <cmath>

using Eigen::ArrayXd;
using Eigen::Index;
using encodings::Scheme;

namespace {

/// Tokens and values that tell how far a table's values reach.
constexpr Index mostLookedAt = 64;
constexpr Index mostValues = 1 << 14;

const encodings::AdditiveRows* rowsOf(const Scheme& scheme)
{
    return std::get_if<encodings::AdditiveRows>(&scheme.mechanism);
}

/// (pairs), radians per position id.
ArrayXd frequenciesById(const Scheme& scheme)
{
    if (const auto* table = std::get_if<encodings::AdditiveTable>(&scheme.mechanism))
        return table->frequencies;
    const auto* rotary = std::get_if<encodings::Rotary>(&scheme.mechanism);
    return rotary ? rotary->frequencies : ArrayXd();
}

} // namespace

TableDimension tableDimension(const Scheme& scheme, Index pairs, Index dimension)
{
    const auto* additive = std::get_if<encodings::AdditiveTable>(&scheme.mechanism);
    if (!additive)
        return { dimension / 2, dimension % 2 == 1 };
    if (additive->order == encodings::TableOrder::Halves)
        return { dimension % pairs, dimension < pairs };
    return { dimension / 2, dimension % 2 == 0 };
}

Index tableDimensions(const Scheme& scheme)
{
    const auto* rows = rowsOf(scheme);
    return rows ? rows->dimension : 2 * scheme.frequencies().size();
}

ArrayXd tableValues(const Scheme& scheme, double token)
{
    const double id = scheme.id(token);
    const Index dimensions = tableDimensions(scheme);
    if (std::isnan(id))
        return ArrayXd::Constant(dimensions, std::numeric_limits<double>::quiet_NaN());
    if (const auto* rows = rowsOf(scheme))
        return rows->at(id);
    const ArrayXd frequencies = frequenciesById(scheme);
    Eigen::ArrayXcd turned(frequencies.size());
    for (Index pair = 0; pair < frequencies.size(); ++pair)
        turned[pair] = encodings::phasor(id, frequencies[pair]);
    return ArrayXd::NullaryExpr(dimensions, [&](Index dimension) {
        const TableDimension at = tableDimension(scheme, frequencies.size(), dimension);
        return at.sine ? turned[at.pair].imag() : turned[at.pair].real();
    });
}

bool hasClosedForm(const Scheme& scheme) { return scheme.hasEvenIds() && !rowsOf(scheme); }

double tokenShift(const Scheme& scheme) { return scheme.positionOffset / scheme.positionRate; }

double tableEnd(const Scheme& scheme)
{
    const auto* rows = rowsOf(scheme);
    if (!rows || !scheme.hasEvenIds())
        return std::numeric_limits<double>::infinity();
    // Between the last row and the next there is nothing either.
    return std::floor((rows->length - 1.0) / scheme.positionRate - tokenShift(scheme) + 1e-9) + 1.0;
}

double tableExtent(const Scheme& scheme, double first, double last)
{
    const auto* rows = rowsOf(scheme);
    if (!rows)
        return 1.0;
    const Index count = std::clamp<Index>(mostValues / std::max<Index>(1, rows->dimension), 2, mostLookedAt);
    const double end = std::max(first, std::min(last, tableEnd(scheme) - 1.0));
    double largest = 0.0;
    for (const double token : ArrayXd::LinSpaced(count, first, end)) {
        for (const double value : tableValues(scheme, std::floor(token))) {
            if (std::isfinite(value))
                largest = std::max(largest, std::abs(value));
        }
    }
    return largest > 0.0 ? roundUp(largest) : 1.0;
}
