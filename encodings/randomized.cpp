// SPDX-License-Identifier: GPL-3.0-or-later
#include "randomized.h"

#include "parametererror.h"
#include "recent.h"
#include "scalingparameters.h"
#include "seeded.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace encodings {

namespace {

constexpr double longestDraw = 131072; // a few milliseconds
constexpr double examplesRange = 2048; // of the released example

double currentLength(const Values& resolved) { return std::ceil(resolved.number("current_length")); }

Value rangeOf(const Values& resolved) { return std::max(examplesRange, 4 * currentLength(resolved)); }

/// `count` of 0 .. range - 1, each set equally likely, in order.
Numbers sortedDraw(std::uint64_t seed, double count, double range)
{
    Numbers drawn;
    drawn.reserve(static_cast<std::size_t>(count));
    std::uint64_t index = 0;
    const auto next = [&] { return seededUniform(seed, PositionStream, index++); };
    // Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S.
    if (range <= 4 * count) {
        for (double value = 0; static_cast<double>(drawn.size()) < count; ++value) {
            if (next() * (range - value) < count - static_cast<double>(drawn.size()))
                drawn.push_back(value);
        }
        return drawn;
    }
    while (static_cast<double>(drawn.size()) < count) {
        const auto known = static_cast<std::ptrdiff_t>(drawn.size());
        for (auto missing = static_cast<std::ptrdiff_t>(count) - known; missing > 0; --missing)
            drawn.push_back(std::floor(next() * range));
        std::sort(drawn.begin() + known, drawn.end());
        std::inplace_merge(drawn.begin(), drawn.begin() + known, drawn.end());
        drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
    }
    return drawn;
}

std::shared_ptr<const Numbers> givenIds(const Values& values)
{
    Numbers ids = values.numbers("drawn");
    std::sort(ids.begin(), ids.end());
    if (std::adjacent_find(ids.begin(), ids.end()) != ids.end())
        throw ParameterError("drawn", "an id twice", "distinct ids");
    if (ids.back() >= values.number("L_max"))
        throw ParameterError(
            "drawn", displayNumber(ids.back()), "ids below L_max = " + displayNumber(values.number("L_max")));
    return std::make_shared<const Numbers>(std::move(ids));
}

std::shared_ptr<const Numbers> idsOf(const Values& values)
{
    if (!values.isAutomatic("drawn"))
        return givenIds(values);
    const double count = currentLength(values);
    const double range = values.number("L_max");
    if (count > range)
        throw ParameterError("L_max", displayNumber(range),
            "at least the current_length, " + displayNumber(count) + ": every token has an id of its own");
    if (count > longestDraw)
        throw ParameterError("current_length", displayNumber(count),
            "at most " + displayNumber(longestDraw) + " tokens with randomized positions");
    using Key = std::tuple<std::uint64_t, double, double>;
    static Recent<Key, const Numbers> recent;
    const Key key { static_cast<std::uint64_t>(values.number("seed")), count, range };
    return recent.at(
        key, [&] { return std::make_shared<const Numbers>(sortedDraw(std::get<0>(key), count, range)); });
}

void apply(const Values& values, Scheme& scheme)
{
    scheme.positionIds = [ids = idsOf(values)](double token) {
        return token >= 0.0 && token < static_cast<double>(ids->size())
            ? (*ids)[static_cast<std::size_t>(token)]
            : std::numeric_limits<double>::quiet_NaN();
    };
}

std::vector<FormulaLine> formula(const Values& values)
{
    const std::shared_ptr<const Numbers> ids = idsOf(values);
    const auto count = static_cast<double>(ids->size());
    const double range = values.number("L_max");
    return { { "ids: n distinct numbers of 0 .. M − 1, sorted",
                 "n = " + displayNumber(count) + ", M = " + displayNumber(range) },
        { "mean of id(m) = (m + 1)(M + 1)/(n + 1) − 1",
            "a step of " + displayNumber((range + 1) / (count + 1)) + " on average; here "
                + displayNumber(ids->front()) + " to " + displayNumber(ids->back()) } };
}

} // namespace

Encoding randomized()
{
    const std::string id = "randomized";
    Parameter range = ownOptionalInteger(id, "L_max", "range of ids",
        "Ids are drawn below this; auto: 2048, or four times the current length where that is more.",
        { 1, 1e12 }, { 1, 65536 }, rangeOf);
    range.symbol = "M";
    range.logarithmic = true;
    Parameter drawn = ownOptionalInteger(id, "drawn", "ids drawn",
        "The ids themselves, in any order; auto: as many as the current length, from the seed.", { 0, 1e12 },
        {});
    drawn.kind = Kind::List;
    return { .id = id,
        .name = "Randomized",
        .year = 2023,
        .family = "position scheme",
        .trainable = Trainable::Fixed,
        .citation = "Ruoss et al., Randomized Positional Encodings, arXiv 2305.16843",
        .about = "Tokens get sorted random ids from a range much longer than the text, so that ids of longer "
                 "texts have been seen in training. The released code draws at evaluation too, one draw per "
                 "batch. The paper counts from 1, the code from 0. Drawn for up to 131,072 tokens.",
        .refers = Refers::Absolute,
        .enters = { Entry::PositionIds },
        .extrapolation = "up to M tokens on ids seen in training",
        .parts = { Part::Positions },
        .completedBy = "rope",
        .parameters = { std::move(range), std::move(drawn) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
