// SPDX-License-Identifier: GPL-3.0-or-later
#include "logn.h"

#include "scalingparameters.h"

#include <algorithm>
#include <cmath>

namespace encodings {

namespace {

/// Grows at every multiple of a length, by attn_scale and floor_scale.
bool isStepped(const std::string& rule) { return rule == "llama4" || rule == "ministral3"; }

std::function<double(double)> temperatureOf(const Values& values)
{
    const std::string& rule = values.text("log_n_rule");
    if (isStepped(rule)) {
        const double first = rule == "llama4" ? 1 : 0; // Llama 4 counts positions from 1
        return
            [first, scale = values.number("attn_scale"), floor = values.number("floor_scale")](
                double position) { return 1 + scale * std::log(1 + std::floor((position + first) / floor)); };
    }
    const double length = values.number("log_n_length");
    const double least = rule == "trained" ? 0.0 : 1.0;
    return [length, least](
               double position) { return std::max(least, std::log(position + 1) / std::log(length)); };
}

void apply(const Values& values, Scheme& scheme) { scheme.temperature = temperatureOf(values); }

std::vector<FormulaLine> formula(const Values& values)
{
    const std::string& rule = values.text("log_n_rule");
    const double position = values.number("position");
    return { { rule == "llama4"    ? "scores × 1 + a ln(1 + ⌊(m + 1) / f⌋)"
            : rule == "ministral3" ? "scores × 1 + a ln(1 + ⌊m / f⌋)"
            : rule == "trained"    ? "scores × ln(m + 1) / ln L"
                                   : "scores × max(1, ln(m + 1) / ln L)",
        "query at " + displayNumber(position) + ": × " + displayNumber(temperatureOf(values)(position)) } };
}

/// The logarithm of 1 divides nothing.
Value logNLength(const Values& resolved) { return std::max(2.0, resolved.number("trained_length")); }

} // namespace

Encoding logN()
{
    const std::string id = "log-n";
    Parameter rule = ownChoice(id, "log_n_rule", "rule",
        "clipped: never below 1, for models trained without; trained: ln n / ln L; llama4 and ministral3: "
        "steps "
        "at every multiple of a length.",
        { "clipped", "trained", "llama4", "ministral3" });
    Parameter length = ownOptionalNumber(id, "log_n_length", "log-n length",
        "Number of keys at which nothing changes; auto: the trained length (512 in the article).",
        { 2, 1e12 }, { 2, 1048576 }, logNLength);
    length.logarithmic = true;
    Parameter floor = ownNumber(id, "floor_scale", "floor scale", "Llama 4, Ministral 3: positions per step.",
        8192, { 1, 1e12 }, { 128, 1048576 });
    floor.logarithmic = true;
    return { .id = id,
        .name = "log-n",
        .year = 2021,
        .family = "temperature",
        .trainable = Trainable::Fixed,
        .citation = "Su, kexue.fm 8823; clipped as in bojone/rerope and Qwen; Llama 4's attn_scale",
        .about
        = "Multiplies the scores of a query by the logarithm of the number of keys that it sees, so "
          "that attention stays as sharp in longer contexts. Models trained without it use it beyond L "
          "only (clipped at 1); Llama 4 (on layers without RoPE) and Ministral 3 use rules of their own.",
        .refers = Refers::Neither,
        .enters = { Entry::Temperature },
        .extrapolation = "attention stays as sharp with more keys",
        .parts = { Part::Temperature },
        .completedBy = "rope",
        .parameters = { std::move(rule), std::move(length),
            ownNumber(id, "attn_scale", "attn scale", "Llama 4, Ministral 3: weight of the logarithm.", 0.1,
                { 0, 100 }, { 0, 1 }),
            std::move(floor) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
