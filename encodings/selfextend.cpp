// SPDX-License-Identifier: GPL-3.0-or-later
#include "selfextend.h"

#include "parametererror.h"
#include "scalingparameters.h"

#include <cmath>

namespace encodings {

namespace {

/// Distance of a query from an earlier key (LongLM, which divides W by G exactly; the paper rounds down).
double groupedDistance(double query, double key, double group, double window)
{
    if (query - key < window)
        return query - key;
    return std::floor(query / group) - std::floor(key / group) + window - window / group;
}

void apply(const Values& values, Scheme& scheme)
{
    const double group = values.number("G");
    const double window = values.number("W");
    if (window < group)
        throw ParameterError(
            "G", displayNumber(group), "at most the neighbour window, W = " + displayNumber(window));
    scheme.distance = [group, window](double query, double key) {
        return query >= key ? groupedDistance(query, key, group, window)
                            : -groupedDistance(key, query, group, window);
    };
    scheme.distanceOfDifference = false;
}

std::vector<FormulaLine> formula(const Values& values)
{
    const double group = values.number("G");
    const double window = values.number("W");
    const double trained = values.number("trained_length");
    const double longest = window < trained ? (trained - window) * group + window : trained;
    return { { "distance i − j → i − j below W; ⌊i/G⌋ − ⌊j/G⌋ + W − W/G from W on",
                 "G = " + displayNumber(group) + ", W = " + displayNumber(window)
                     + ", W − W/G = " + displayNumber(window - window / group) },
        { "length at most (L − W) G + W", displayNumber(longest) + " positions" } };
}

} // namespace

Encoding selfExtend()
{
    const std::string id = "self-extend";
    Parameter group = ownInteger(id, "G", "group size",
        "Tokens that share a position beyond the window; 8 in the released code.", 8, { 1, 1e9 }, { 1, 64 });
    group.symbol = "G";
    Parameter window = ownInteger(id, "W", "neighbour window",
        "Distances below this stay, in positions; 1024 in the released code.", 1024, { 1, 1e12 },
        { 64, 4096 });
    window.symbol = "W";
    window.logarithmic = true;
    return { .id = id,
        .name = "Self-Extend",
        .year = 2024,
        .family = "position scheme",
        .trainable = Trainable::Fixed,
        .citation = "Jin et al., LLM Maybe LongLM: Self-Extend, arXiv 2401.01325",
        .about
        = "Near keys keep their distance, far ones the distance between groups of G tokens, so that equal "
          "distances differ by up to 1 with the query. The released code divides W by G exactly, as here; "
          "the paper rounds down.",
        .refers = Refers::Relative,
        .enters = { Entry::QueryAndKey },
        .extrapolation = "distances are trained up to (L − W) G + W positions",
        .parts = { Part::Distance },
        .completedBy = "rope",
        .parameters = { std::move(group), std::move(window) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
