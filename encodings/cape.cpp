// SPDX-License-Identifier: GPL-3.0-or-later
#include "cape.h"

#include "scalingparameters.h"
#include "seeded.h"

#include <cmath>

namespace encodings {

namespace {

/// Evenly distributed in -1 .. 1.
double signedUniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t index)
{
    return 2 * seededUniform(seed, stream, index) - 1;
}

double drawn(const Values& values, std::uint64_t index)
{
    return signedUniform(static_cast<std::uint64_t>(values.number("seed")), PositionStream, index);
}

Value globalShift(const Values& resolved) { return drawn(resolved, 0) * resolved.number("global_shift_max"); }

Value globalScale(const Values& resolved)
{
    return drawn(resolved, 1) * std::log(resolved.number("global_scale_max"));
}

/// The shift of each token alone, or nothing where there are none.
std::function<double(double)> localShifts(const Values& values)
{
    if (!values.isAutomatic("eps"))
        return [given = values.numbers("eps")](double token) {
            return token >= 0.0 && token < static_cast<double>(given.size())
                ? given[static_cast<std::size_t>(token)]
                : 0.0;
        };
    const double largest = values.number("local_shift_max");
    if (largest == 0.0)
        return {};
    return [largest, seed = static_cast<std::uint64_t>(values.number("seed"))](double token) {
        const auto index = static_cast<std::int64_t>(std::floor(token));
        return largest * signedUniform(seed, PositionStream + 1, static_cast<std::uint64_t>(index));
    };
}

double mean(const Values& values)
{
    return values.flag("normalize") ? (std::ceil(values.number("current_length")) - 1) / 2 : 0.0;
}

void apply(const Values& values, Scheme& scheme)
{
    const bool augmented = values.flag("augment");
    const double shift = (augmented ? values.number("Delta") : 0.0) - mean(values);
    const double rate
        = values.number("freq_scale") * (augmented ? std::exp(values.number("log_lambda")) : 1.0);
    if (const std::function<double(double)> local = augmented ? localShifts(values) : nullptr) {
        scheme.positionIds
            = [rate, shift, local](double token) { return (token + shift + local(token)) * rate; };
        return;
    }
    scheme.positionRate = rate;
    scheme.positionOffset = rate * shift;
}

std::vector<FormulaLine> formula(const Values& values)
{
    std::vector<FormulaLine> lines;
    if (values.flag("augment"))
        lines.push_back({ "id(m) = (m + Δ + ε<sub>m</sub>) λ",
            "Δ = " + displayNumber(values.number("Delta")) + ", |ε<sub>m</sub>| ≤ "
                + displayNumber(values.number("local_shift_max"))
                + ", λ = " + displayNumber(std::exp(values.number("log_lambda"))) });
    else
        lines.push_back({ "id(m) = m", "" });
    if (values.flag("normalize"))
        lines.push_back({ "m counts from −(n − 1)/2", "from " + displayNumber(-mean(values)) });
    if (values.number("freq_scale") != 1.0)
        lines.push_back({ "frequencies × f", "f = " + displayNumber(values.number("freq_scale")) });
    return lines;
}

} // namespace

Encoding cape()
{
    const std::string id = "cape";
    Parameter delta = ownOptionalNumber(id, "Delta", "global shift",
        "Added to all positions of the sequence; auto: drawn from the seed.", { -1e9, 1e9 }, { -60, 60 },
        globalShift);
    delta.symbol = "Δ";
    Parameter eps = ownOptionalNumber(id, "eps", "local shifts",
        "Added to tokens 0, 1, 2, ... alone, 0 beyond the list; auto: drawn from the seed.", { -1e9, 1e9 },
        {});
    eps.kind = Kind::NumberList;
    eps.symbol = "ε";
    Parameter lambda = ownOptionalNumber(id, "log_lambda", "log of global scale",
        "Natural logarithm of what shifted positions are multiplied by; auto: drawn from the seed.",
        { -10, 10 }, { -1, 1 }, globalScale);
    lambda.symbol = "ln λ";
    return { .id = id,
        .name = "CAPE",
        .year = 2021,
        .family = "absolute, position ids",
        .trainable = Trainable::Fixed,
        .citation = "Likhomanenko et al., CAPE, arXiv 2106.03143",
        .about
        = "Training moves the positions of a sinusoidal table: all by a random shift, each by a small "
          "one of its own, then all by a random scale. Evaluation leaves them. A local shift up to 0.5 "
          "keeps their order. The scale of the frequencies is counted with the ids here.",
        .refers = Refers::Absolute,
        .enters = { Entry::PositionIds },
        .extrapolation = "shifted and scaled positions were seen in training",
        .parts = { Part::Positions },
        .completedBy = "sinusoidal",
        .parameters
        = { ownSwitch(id, "augment", "augmentation", "Training moves positions; evaluation does not.", true),
            ownNumber(id, "global_shift_max", "largest global shift",
                "In positions: 5 for text, 60 for speech.", 5, { 0, 1e9 }, { 0, 60 }),
            ownNumber(id, "local_shift_max", "largest local shift", "In positions; 0.5 keeps the order.", 0.5,
                { 0, 1e9 }, { 0, 2 }),
            ownNumber(id, "global_scale_max", "largest global scale",
                "Positions are divided or multiplied by at most this.", 1.03, { 1, 1000 }, { 1, 2 }),
            ownNumber(id, "freq_scale", "frequency scale", "Multiplies every frequency: 30 for speech.", 1,
                { 1e-6, 1e6 }, { 1, 30 }),
            ownSwitch(
                id, "normalize", "normalize", "Subtracts the mean position of the current length.", false),
            std::move(delta), std::move(eps), std::move(lambda) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
