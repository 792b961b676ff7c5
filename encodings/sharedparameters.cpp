// SPDX-License-Identifier: GPL-3.0-or-later
#include "digits.h"
#include "scalingparameters.h"
#include "viewoptions.h"

#include <algorithm>
#include <cmath>

namespace encodings {

namespace {

constexpr double largestExactInteger = 9007199254740992.0; // 2^53

Value headDimensionOf(const Values& resolved) { return resolved.number("dimension"); }

Value alphaOf(const Values& resolved) { return resolved.number("scale"); }

/// The target length, k L. Microsoft's code of LongRoPE is static unless asked for a length: it then stands
/// at the length that its list was searched for.
Value currentLength(const Values& resolved)
{
    const char* const key = "max_positions";
    if (resolved.text("convention") == "microsoft" && resolved.contains(key) && !resolved.isAutomatic(key))
        return resolved.number(key);
    return targetLength(resolved);
}

double pairCount(const Values& resolved) { return std::floor(resolved.number("dimension") / 2); }

/// The fastest pair, one a quarter of the way, the chosen one and the slowest.
Value representativePairs(const Values& resolved)
{
    const double last = pairCount(resolved) - 1;
    Numbers pairs { 0.0, std::floor(pairCount(resolved) / 4), std::min(resolved.number("pair"), last), last };
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

Value digitsOfTrainedLength(const Values& resolved)
{
    return static_cast<double>(
        digitCount(resolved.number("trained_length") - 1, resolved.integer("digit_base")));
}

Value baseForTargetLength(const Values& resolved)
{
    const double target
        = std::max(2.0, std::ceil(resolved.number("scale") * resolved.number("trained_length")));
    const double smallest
        = static_cast<double>(smallestBase(target, static_cast<int>(resolved.integer("digits"))));
    return std::max(smallest, resolved.number("digit_base"));
}

double lastPair(const Values& resolved) { return pairCount(resolved) - 1; }

double lastTargetPosition(const Values& resolved)
{
    return std::max(1.0, std::ceil(resolved.number("scale") * resolved.number("trained_length")) - 1);
}

std::vector<Parameter> makeSharedParameters()
{
    return {
        { .key = "base",
            .label = "base",
            .symbol = "b",
            .help = "rope_theta: a larger base makes every pair but the first turn more slowly.",
            .kind = Kind::Number,
            .group = Group::Model,
            .owner = {},
            .defaultValue = 10000.0,
            .minimum = 1,
            .maximum = 1e30,
            .sliderMinimum = 2,
            .sliderMaximum = 1e9,
            .logarithmic = true },
        { .key = "dimension",
            .label = "dimension",
            .symbol = "d",
            .help = "Number of dimensions that carry position: the rotary dimension, or the model width of "
                    "an additive table.",
            .kind = Kind::EvenInteger,
            .group = Group::Model,
            .owner = {},
            .defaultValue = 128.0,
            .minimum = 2,
            .maximum = 65536,
            .sliderMinimum = 2,
            .sliderMaximum = 8192,
            .logarithmic = true },
        { .key = "head_dimension",
            .label = "head dimension",
            .symbol = "",
            .help = "Dimensions of a head; those beyond the dimension above pass unturned.",
            .kind = Kind::Integer,
            .group = Group::Model,
            .owner = {},
            .defaultValue = Automatic {},
            .minimum = 2,
            .maximum = 65536,
            .sliderMinimum = 2,
            .sliderMaximum = 8192,
            .logarithmic = true,
            .automaticWord = "auto",
            .automatic = headDimensionOf },
        { .key = "trained_length",
            .label = "trained length",
            .symbol = "L",
            .help = "Context in which the model was trained, in positions.",
            .kind = Kind::Integer,
            .group = Group::Model,
            .owner = {},
            .defaultValue = 4096.0,
            .minimum = 1,
            .maximum = 1e9,
            .sliderMinimum = 128,
            .sliderMaximum = 1048576,
            .logarithmic = true },
        { .key = "heads",
            .label = "heads",
            .symbol = "H",
            .help = "Number of attention heads.",
            .kind = Kind::Integer,
            .group = Group::Model,
            .owner = {},
            .defaultValue = 32.0,
            .minimum = 1,
            .maximum = 4096,
            .sliderMinimum = 1,
            .sliderMaximum = 128 },
        { .key = "scale",
            .label = "scale",
            .symbol = "k",
            .help = "How many times longer the context becomes: the target length is k L. Below 1 the "
                    "context becomes shorter.",
            .kind = Kind::Number,
            .group = Group::Extension,
            .owner = {},
            .defaultValue = 1.0,
            .minimum = 1e-3,
            .maximum = 1e6,
            .sliderMinimum = 1,
            .sliderMaximum = 1024,
            .logarithmic = true },
        { .key = "alpha",
            .label = "alpha",
            .symbol = "α",
            .help
            = "NTK-aware factor: the slowest pair turns alpha times slower. Follows the scale unless set.",
            .kind = Kind::Number,
            .group = Group::Extension,
            .owner = {},
            .defaultValue = Automatic {},
            .minimum = 1e-3,
            .maximum = 1e9,
            .sliderMinimum = 1,
            .sliderMaximum = 1024,
            .logarithmic = true,
            .automaticWord = "follow",
            .automatic = alphaOf },
        { .key = "convention",
            .label = "convention",
            .symbol = "",
            .help
            = "Whose rules count where programs disagree: Hugging Face (newest, or November 2025), vLLM, "
              "ggml (llama.cpp), YaRN's repository, DeepSeek, gpt-oss, Microsoft.",
            .kind = Kind::Choice,
            .group = Group::Extension,
            .owner = {},
            .defaultValue = std::string("hf"),
            .choices = { "hf", "hf-2025-11", "vllm", "ggml", "yarn", "deepseek", "gpt-oss", "microsoft" } },
        { .key = "current_length",
            .label = "current length",
            .symbol = "T",
            .help
            = "Tokens seen so far, which dynamic scalings and LongRoPE go by; follow: the target length.",
            .kind = Kind::Number,
            .group = Group::Extension,
            .owner = {},
            .defaultValue = Automatic {},
            .minimum = 1,
            .maximum = 1e12,
            .sliderMinimum = 1,
            .sliderMaximum = 1048576,
            .logarithmic = true,
            .automaticWord = "follow",
            .automatic = currentLength },
        { .key = "position",
            .label = "position",
            .symbol = "n",
            .help = "The position looked at: the number in Digits, the marker elsewhere.",
            .kind = Kind::Integer,
            .group = Group::LookAt,
            .owner = {},
            .defaultValue = 1749.0,
            .minimum = 0,
            .maximum = 1e12,
            .sliderMinimum = 0,
            .sliderMaximum = 4095,
            .sliderTop = lastTargetPosition },
        { .key = "pair",
            .label = "pair",
            .symbol = "i",
            .help = "The pair looked at; pair 0 turns fastest.",
            .kind = Kind::Integer,
            .group = Group::LookAt,
            .owner = {},
            .defaultValue = 40.0,
            .minimum = 0,
            .maximum = 32767,
            .sliderMinimum = 0,
            .sliderMaximum = 63,
            .sliderTop = lastPair },
        { .key = "pairs",
            .label = "pairs drawn",
            .symbol = "",
            .help = "Pairs drawn in Curves: a list, all, or auto (fastest, a quarter of the way, the pair "
                    "looked at, slowest).",
            .kind = Kind::List,
            .group = Group::LookAt,
            .owner = {},
            .defaultValue = Automatic {},
            .minimum = 0,
            .maximum = 32767,
            .choices = { "all" },
            .automaticWord = "auto",
            .automatic = representativePairs },
        { .key = "digit_base",
            .label = "digit base",
            .symbol = "β",
            .help = "Base in which the position is written.",
            .kind = Kind::Integer,
            .group = Group::LookAt,
            .owner = {},
            .defaultValue = 10.0,
            .minimum = 2,
            .maximum = 1e6,
            .sliderMinimum = 2,
            .sliderMaximum = 64 },
        { .key = "digits",
            .label = "digits",
            .symbol = "",
            .help = "Digits that training used; auto: as many as the last trained position needs.",
            .kind = Kind::Integer,
            .group = Group::LookAt,
            .owner = {},
            .defaultValue = Automatic {},
            .minimum = 1,
            .maximum = 48,
            .sliderMinimum = 1,
            .sliderMaximum = 12,
            .automaticWord = "auto",
            .automatic = digitsOfTrainedLength },
        { .key = "converted_base",
            .label = "converted base",
            .symbol = "",
            .help = "Larger base of the third way; auto: the smallest, from the digit base on, whose digits "
                    "reach the target length.",
            .kind = Kind::Integer,
            .group = Group::LookAt,
            .owner = {},
            .defaultValue = Automatic {},
            .minimum = 2,
            .maximum = 1e12,
            .sliderMinimum = 2,
            .sliderMaximum = 64,
            .automaticWord = "auto",
            .automatic = baseForTargetLength },
        { .key = "range",
            .label = "range shown",
            .symbol = "",
            .help = "First and last position or distance shown; auto: up to the target length.",
            .kind = Kind::Range,
            .group = Group::LookAt,
            .owner = {},
            .defaultValue = Automatic {},
            .minimum = -1e12,
            .maximum = 1e12,
            .automaticWord = "auto" },
        { .key = "seed",
            .label = "seed",
            .symbol = "",
            .help = "Seed of the random query and key and of sampled positions.",
            .kind = Kind::Integer,
            .group = Group::LookAt,
            .owner = {},
            .defaultValue = 1.0,
            .minimum = 0,
            .maximum = largestExactInteger,
            .sliderMinimum = 0,
            .sliderMaximum = 100 },
        { .key = "query",
            .label = "query",
            .symbol = "m",
            .help = "Position of the query whose keys are looked at; last: the last of the target length.",
            .kind = Kind::Integer,
            .group = Group::LookAt,
            .owner = {},
            .defaultValue = Automatic {},
            .minimum = 0,
            .maximum = 1e12,
            .sliderMinimum = 0,
            .sliderMaximum = 4095,
            .sliderTop = lastTargetPosition,
            .automaticWord = "last",
            .automatic = [](const Values& resolved) { return Value(lastTargetPosition(resolved)); } },
        { .key = "head",
            .label = "head",
            .symbol = "h",
            .help = "The head looked at, counted from 1.",
            .kind = Kind::Integer,
            .group = Group::LookAt,
            .owner = {},
            .defaultValue = 1.0,
            .minimum = 1,
            .maximum = 4096,
            .sliderMinimum = 1,
            .sliderMaximum = 32,
            .sliderTop = [](const Values& resolved) { return resolved.number("heads"); } },
        { .key = "layers",
            .label = "layers",
            .symbol = "R",
            .help = "Layers that the receptive field and the cumulated weight reach through.",
            .kind = Kind::Integer,
            .group = Group::LookAt,
            .owner = {},
            .defaultValue = 4.0,
            .minimum = 1,
            .maximum = 1000,
            .sliderMinimum = 1,
            .sliderMaximum = 64 },
        { .key = "causal",
            .label = "causal",
            .symbol = "",
            .help = "Whether a query sees no later keys; auto: as in the encoding's own model.",
            .kind = Kind::Choice,
            .group = Group::LookAt,
            .owner = {},
            .defaultValue = std::string("auto"),
            .choices = { "auto", "true", "false" } },
    };
}

} // namespace

std::span<const Parameter> sharedParameters()
{
    static const std::vector<Parameter> parameters = [] {
        std::vector<Parameter> all = makeSharedParameters();
        const std::vector<Parameter> options = viewOptions();
        all.insert(all.end(), options.begin(), options.end());
        return all;
    }();
    return parameters;
}

} // namespace encodings
