// SPDX-License-Identifier: GPL-3.0-or-later
#include "besidescaling.h"

#include <QCoreApplication>
#include <QVariant>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("BesideScaling", text); }

/// Multimodal RoPE turns each pair by one of several position ids, which are equal for text.
void addSections(const ConfigSection& config, const RopeBlock& block, GroupNotes& notes, ModelLayers& layers)
{
    const auto has = [](const std::optional<ConfigSection>& section, const char* key) {
        return section && section->has(key);
    };
    const ConfigSection* holder = nullptr;
    QString key;
    for (const char* name : { "mrope_section", "xdrope_section" }) {
        if (!holder && has(block.section, name)) {
            holder = &*block.section;
            key = name;
        }
    }
    if (!holder && config.has("mrope_section")) {
        holder = &config;
        key = "mrope_section";
    }
    const QString asText
        = tr("for text its position ids are equal, and the frequencies are those of plain RoPE");
    if (!holder) {
        if (block.mrope)
            notes.warn(tr("multimodal RoPE without mrope_section: %1").arg(asText));
        return;
    }
    const auto sections = holder->numbers(key);
    double sum = 0.0;
    for (const double section : *sections)
        sum += section;
    if (layers.rotaryDimension && sum * 2 != *layers.rotaryDimension) {
        holder->refuse(key,
            tr("%1 does not add up to the %2 pairs of the rotary dimension %3")
                .arg(asWritten(holder->value(key)), asWritten(*layers.rotaryDimension / 2),
                    asWritten(*layers.rotaryDimension)));
    }
    const bool alternating = holder->isTrue("mrope_interleaved");
    layers.model.encodings.emplace_back("mrope");
    layers.model.values.set("mrope_section", *sections);
    layers.model.values.set("mrope_interleaved", alternating);
    notes.origin("mrope_section",
        tr("file: %1 %2 (pairs per axis, %3); %4")
            .arg(holder->fullKey(key), asWritten(holder->value(key)),
                alternating ? tr("axes alternate") : tr("one axis after the other"), asText));
    if (!layers.rotaryDimension) {
        notes.ask({ "dimension",
            tr("The rotary dimension is not in the file; %1 adds up to %2 pairs, which makes it %3.")
                .arg(holder->fullKey(key), asWritten(sum), asWritten(sum * 2)),
            { asWritten(sum * 2) }, true });
    }
}

void addLogN(const ConfigSection& config, GroupNotes& notes, ModelLayers& layers)
{
    const bool classDefault = modelType(config) == "qwen" && !config.has("use_logn_attn");
    if (!config.isTrue("use_logn_attn") && !classDefault)
        return;
    layers.model.encodings.emplace_back("log-n");
    notes.origin("log_n",
        tr("%1: queries beyond the trained length are multiplied by ln(position) / ln(trained length)")
            .arg(classDefault ? tr("class default: use_logn_attn is true")
                              : tr("file: %1").arg(config.fullKey("use_logn_attn"))));
}

/// Ministral 3's factor on queries, which begins at the trained length.
void addQueryScaling(const RopeBlock& block, GroupNotes& notes, ModelLayers& layers)
{
    const std::optional<FoundNumber> weight
        = block.section ? block.section->number("llama_4_scaling_beta") : std::nullopt;
    if (!weight || weight->value == 0.0)
        return;
    if (!layers.trainedLength) {
        notes.warn(tr("%1 is %2, but the trained length that it counts by is not in the file: no factor on "
                      "queries is drawn")
                       .arg(weight->key, asWritten(weight->value)));
        return;
    }
    layers.model.encodings.emplace_back("log-n");
    layers.model.values.set("log_n_rule", std::string("ministral3"));
    layers.model.values.set("attn_scale", weight->value);
    layers.model.values.set("floor_scale", *layers.trainedLength);
    notes.origin("log_n",
        tr("file: %1 %2: queries are multiplied by 1 + %2 ln(1 + floor(position / trained length))")
            .arg(weight->key, asWritten(weight->value)));
}

} // namespace

void readBesideScaling(
    const ConfigSection& config, const RopeBlock& block, GroupNotes& notes, ModelLayers& layers)
{
    addSections(config, block, notes, layers);
    addLogN(config, notes, layers);
    addQueryScaling(block, notes, layers);
}

void warnOfTemperature(const ConfigSection& config, GroupNotes& notes)
{
    const QString key = "attn_temperature_tuning";
    const bool written = config.has(key);
    // The class turns it on; the first files wrote 4 for true.
    if (!(written ? config.value(key).toVariant().toBool() : modelType(config) == "llama4_text"))
        return;
    const auto numberOr = [&](const char* name, double classDefault) {
        const auto found = config.number(name);
        return asWritten(found ? found->value : classDefault);
    };
    notes.warn(tr("%1: the layers without rotation multiply queries by 1 + %2 ln(1 + floor((position + 1) / "
                  "%3)) (attn_scale, floor_scale); these layers are not drawn")
                   .arg(written ? tr("%1 is %2").arg(config.fullKey(key), asWritten(config.value(key)))
                                : tr("class default: %1 is true").arg(key),
                       numberOr("attn_scale", 0.1), numberOr("floor_scale", 8192)));
}
