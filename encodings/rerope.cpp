// SPDX-License-Identifier: GPL-3.0-or-later
#include "rerope.h"

#include "scalingparameters.h"

#include <cmath>

namespace encodings {

namespace {

/// Distances beyond `window` grow by `slope`; mirrored for later keys.
std::function<double(double, double)> bentDistance(double window, double slope)
{
    return [window, slope](double query, double key) {
        const double far = std::abs(query - key);
        return far <= window ? query - key : std::copysign(window + (far - window) * slope, query - key);
    };
}

void apply(const Values& values, Scheme& scheme) { scheme.distance = bentDistance(values.number("w"), 0.0); }

void applyLeaky(const Values& values, Scheme& scheme)
{
    scheme.distance = bentDistance(values.number("w"), 1 / values.number("k"));
}

std::string windowText(const Values& values) { return "w = " + displayNumber(values.number("w")); }

std::vector<FormulaLine> formula(const Values& values)
{
    const double trained = values.number("trained_length");
    return { { "distance r → min(r, w)", windowText(values) },
        { "any length while w < L",
            values.number("w") < trained
                ? "L = " + displayNumber(trained)
                : "L = " + displayNumber(trained) + ": distances up to w are unseen" } };
}

std::vector<FormulaLine> leakyFormula(const Values& values)
{
    const double trained = values.number("trained_length");
    const double window = values.number("w");
    const double longest = window < trained ? (trained - window) * values.number("k") + window : trained;
    return { { "distance r → r, r < w; w + (r − w)/k beyond",
                 windowText(values) + ", k = " + displayNumber(values.number("k")) },
        { "length at most (L − w) k + w", displayNumber(longest) + " positions" } };
}

Parameter window(const std::string& id)
{
    Parameter parameter = ownNumber(id, "w", "window",
        "Distances below this stay, in positions; 512 in the released code.", 512, { 1, 1e12 }, { 1, 4096 });
    parameter.symbol = "w";
    parameter.logarithmic = true;
    return parameter;
}

Encoding record(const char* id, const char* name, const char* about, const char* extrapolation)
{
    return { .id = id,
        .name = name,
        .year = 2023,
        .family = "position scheme",
        .trainable = Trainable::Fixed,
        .citation = "Su, kexue.fm 9708; bojone/rerope",
        .about = about,
        .refers = Refers::Relative,
        .enters = { Entry::QueryAndKey },
        .extrapolation = extrapolation,
        .parts = { Part::Distance },
        .completedBy = "rope",
        .parameters = { window(id) },
        .apply = apply,
        .formula = formula };
}

} // namespace

Encoding rerope()
{
    return record("rerope", "ReRoPE",
        "Distances stop growing at the window, so that none is unseen; all farther keys look equally far. "
        "Needs "
        "two score matrices, with and without. The released code has w 512, its published results 1024.",
        "no distance beyond w, at any length");
}

Encoding leakyRerope()
{
    const std::string id = "leaky-rerope";
    Encoding encoding = record("leaky-rerope", "Leaky ReRoPE",
        "Distances beyond the window grow k times more slowly: near keys stay exact, far ones are "
        "interpolated. "
        "The released code has w 512 and k 16.",
        "distances are trained up to (L − w) k + w positions");
    Parameter slope = ownOptionalNumber(id, "k", "slowing",
        "How many times more slowly distances grow beyond the window; auto: the scale.", { 1e-3, 1e6 },
        { 1, 64 }, [](const Values& resolved) { return Value(resolved.number("scale")); });
    slope.symbol = "k";
    slope.logarithmic = true;
    encoding.parameters.push_back(std::move(slope));
    encoding.apply = applyLeaky;
    encoding.formula = leakyFormula;
    return encoding;
}

} // namespace encodings
