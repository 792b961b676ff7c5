// SPDX-License-Identifier: GPL-3.0-or-later
#include "scalingparameters.h"

namespace encodings {

namespace {

Parameter own(std::string owner, std::string key, std::string label, std::string help)
{
    Parameter parameter;
    parameter.owner = std::move(owner);
    parameter.key = std::move(key);
    parameter.label = std::move(label);
    parameter.help = std::move(help);
    parameter.group = Group::Encoding;
    return parameter;
}

} // namespace

Parameter ownNumber(std::string owner, std::string key, std::string label, std::string help,
    double defaultValue, std::pair<double, double> limits, std::pair<double, double> slider)
{
    Parameter parameter = ownOptionalNumber(
        std::move(owner), std::move(key), std::move(label), std::move(help), limits, slider);
    parameter.defaultValue = defaultValue;
    parameter.automaticWord.clear();
    return parameter;
}

Parameter ownOptionalNumber(std::string owner, std::string key, std::string label, std::string help,
    std::pair<double, double> limits, std::pair<double, double> slider,
    Value (*automatic)(const Values& resolved))
{
    Parameter parameter = own(std::move(owner), std::move(key), std::move(label), std::move(help));
    parameter.kind = Kind::Number;
    parameter.defaultValue = Automatic {};
    parameter.minimum = limits.first;
    parameter.maximum = limits.second;
    parameter.sliderMinimum = slider.first;
    parameter.sliderMaximum = slider.second;
    parameter.automaticWord = "auto";
    parameter.automatic = automatic;
    return parameter;
}

Parameter ownInteger(std::string owner, std::string key, std::string label, std::string help,
    double defaultValue, std::pair<double, double> limits, std::pair<double, double> slider)
{
    Parameter parameter = ownNumber(
        std::move(owner), std::move(key), std::move(label), std::move(help), defaultValue, limits, slider);
    parameter.kind = Kind::Integer;
    return parameter;
}

Parameter ownOptionalInteger(std::string owner, std::string key, std::string label, std::string help,
    std::pair<double, double> limits, std::pair<double, double> slider,
    Value (*automatic)(const Values& resolved))
{
    Parameter parameter = ownOptionalNumber(
        std::move(owner), std::move(key), std::move(label), std::move(help), limits, slider, automatic);
    parameter.kind = Kind::Integer;
    return parameter;
}

Parameter ownSwitch(
    std::string owner, std::string key, std::string label, std::string help, bool defaultValue)
{
    Parameter parameter = own(std::move(owner), std::move(key), std::move(label), std::move(help));
    parameter.kind = Kind::Switch;
    parameter.defaultValue = defaultValue;
    return parameter;
}

Parameter ownChoice(
    std::string owner, std::string key, std::string label, std::string help, std::vector<std::string> choices)
{
    Parameter parameter = own(std::move(owner), std::move(key), std::move(label), std::move(help));
    parameter.kind = Kind::Choice;
    parameter.defaultValue = choices.front();
    parameter.choices = std::move(choices);
    return parameter;
}

Parameter ownFactors(std::string owner, std::string key, std::string label, std::string help)
{
    Parameter parameter = own(std::move(owner), std::move(key), std::move(label), std::move(help));
    parameter.kind = Kind::NumberList;
    parameter.defaultValue = Automatic {};
    parameter.minimum = 1e-6;
    parameter.maximum = 1e9;
    parameter.automaticWord = "auto";
    return parameter;
}

Value targetLength(const Values& resolved)
{
    return resolved.number("scale") * resolved.number("trained_length");
}

Value trainedLength(const Values& resolved) { return resolved.number("trained_length"); }

Parameter maxPositions(std::string owner)
{
    Parameter parameter = ownOptionalNumber(std::move(owner), "max_positions", "max positions",
        "max_position_embeddings of the file, in positions; auto: scale × trained length.", { 1, 1e12 },
        { 128, 1048576 }, targetLength);
    parameter.logarithmic = true;
    return parameter;
}

Parameter betaFast(std::string owner)
{
    Parameter parameter = ownNumber(std::move(owner), "beta_fast", "beta fast",
        "Pairs that make at least this many turns inside the trained length stay as they are.", 32,
        { 0, 1e9 }, { 1, 128 });
    parameter.symbol = "β";
    return parameter;
}

Parameter betaSlow(std::string owner)
{
    Parameter parameter = ownNumber(std::move(owner), "beta_slow", "beta slow",
        "Pairs that make at most this many turns inside the trained length are interpolated in full.", 1,
        { 0, 1e9 }, { 0.1, 32 });
    parameter.symbol = "α";
    return parameter;
}

Parameter attentionFactor(std::string owner)
{
    Parameter parameter = ownOptionalNumber(std::move(owner), "attention_factor", "attention factor",
        "Multiplies cosines and sines of queries and keys; auto: computed from the scale. 1 turns it off.",
        { 0, 1e6 }, { 0.5, 2 });
    parameter.symbol = "A";
    return parameter;
}

} // namespace encodings
