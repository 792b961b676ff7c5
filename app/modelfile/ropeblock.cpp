// SPDX-License-Identifier: GPL-3.0-or-later
#include "ropeblock.h"

#include "positionkind.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <cmath>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("RopeBlock", text); }

/// The words of a block that groups of layers share, or the block itself when it has no groups.
ConfigSection oneGroup(const ConfigSection& block)
{
    std::optional<QString> first;
    for (const QString& name : block.object().keys()) {
        if (!block.object().value(name).isObject())
            continue;
        if (first && block.object().value(name) != block.object().value(*first)) {
            block.refuse(name,
                tr("%1 differs from %2 %3; groups of layers with rules of their own are not read yet; read "
                   "today: one rule for all layers")
                    .arg(asWritten(block.object().value(name)), block.fullKey(*first),
                        asWritten(block.object().value(*first))));
        }
        if (!first)
            first = name;
    }
    return first ? *block.section(*first) : block;
}

std::optional<ConfigSection> findBlock(const ConfigSection& config, QStringList& warnings)
{
    std::optional<ConfigSection> found;
    QString foundKey;
    for (const char* key : { "rope_scaling", "rope_parameters" }) {
        if (!config.has(key))
            continue;
        const auto block = config.section(key);
        if (!block) {
            warnings.append(tr("%1 is %2, not an object: no scaling is assumed")
                                .arg(config.fullKey(key), asWritten(config.object().value(key))));
            continue;
        }
        const ConfigSection group = oneGroup(*block);
        if (found && found->object() != group.object()) {
            config.refuse(key,
                tr("this object differs from %1, so the file does not say which one counts; one of them, or "
                   "two equal ones, are read")
                    .arg(foundKey));
        }
        found = group;
        foundKey = config.fullKey(key);
    }
    return found;
}

QString meaningOf(const QString& type, const ConfigSection& block)
{
    if (type == "yarn" || type == "deepseek_yarn")
        return tr("YaRN");
    if (type == "dynamic")
        return block.has("alpha") ? tr("NTK-aware scaling with a fixed alpha") : tr("dynamic NTK scaling");
    if (type == "llama3")
        return tr("Llama 3's scaling by wavelength");
    if (type == "longrope" || type == "su")
        return tr("LongRoPE");
    if (type == "proportional")
        return tr("proportional RoPE");
    if (type.startsWith("ntk"))
        return tr("NTK-aware scaling");
    return tr("a scaling that is not known here");
}

} // namespace

RopeBlock readRopeBlock(const ConfigSection& config, QStringList& warnings)
{
    RopeBlock block;
    block.section = findBlock(config, warnings);
    if (!block.section) {
        block.typeOrigin = tr("no scaling in the file");
        return block;
    }
    const ConfigSection& section = *block.section;
    // A factor in quotation marks is what goes wrong first, whatever the type makes of it.
    for (const char* key :
        { "factor", "rope_theta", "original_max_position_embeddings", "partial_rotary_factor" })
        section.number(key);

    QString key = section.has("rope_type") ? "rope_type" : "type";
    if (!section.has(key)) {
        block.typeOrigin = tr("no type in the file: unscaled, as the class reads it");
        if (section.has("factor"))
            warnings.append(tr("%1 has no type beside it, so it changes nothing: no scaling is assumed")
                                .arg(section.fullKey("factor")));
    } else {
        if (!section.object().value(key).isString())
            section.refuse(key,
                tr("%1 is not a text; \"default\" or \"linear\" is expected")
                    .arg(asWritten(section.object().value(key))));
        block.type = section.text(key);
        block.typeOrigin = tr("file: %1").arg(section.fullKey(key));
        const QString other = section.text("type");
        if (!other.isEmpty() && other != block.type && other != "mrope") {
            warnings.append(
                tr("%1 is \"%2\" and %3 is \"%4\": rope_type is used")
                    .arg(section.fullKey("rope_type"), block.type, section.fullKey("type"), other));
        }
    }
    block.mrope = block.type == "mrope" || section.has("mrope_section");
    if (block.type == "mrope") // what the sections scale is nothing
        block.type = "default";
    if (block.type != "default" && block.type != "linear") {
        section.refuse(key,
            tr("\"%1\" means %2, which is not read yet; %3")
                .arg(block.type, meaningOf(block.type, section), readToday()));
    }
    if (block.type == "default" && section.has("factor") && section.has(key))
        warnings.append(tr("%1 changes nothing: the type says unscaled").arg(section.fullKey("factor")));
    if (section.has("alpha"))
        warnings.append(tr("%1 changes nothing with type \"%2\"").arg(section.fullKey("alpha"), block.type));
    return block;
}

std::optional<FoundNumber> agreedNumber(
    const RopeBlock& block, const ConfigSection& config, const QStringList& keys, QStringList& warnings)
{
    std::optional<FoundNumber> used;
    const auto look = [&](const ConfigSection& section) {
        for (const QString& key : keys) {
            const auto found = section.number(key);
            if (found && !used) {
                used = found;
            } else if (found && found->value != used->value) {
                warnings.append(
                    tr("%1 is %2 and %3 is %4: %1 is used")
                        .arg(used->key, asWritten(used->value), found->key, asWritten(found->value)));
            }
        }
    };
    if (block.section)
        look(*block.section);
    look(config);
    return used;
}

void requireFittingSections(
    const RopeBlock& block, const ConfigSection& config, double rotaryDimension, QStringList& warnings)
{
    const QString key = "mrope_section";
    const ConfigSection& holder = block.section && block.section->has(key) ? *block.section : config;
    if (!block.mrope && !holder.has(key))
        return;
    const QString asText
        = tr("multimodal RoPE is shown as it acts on text, where its position ids are equal");
    if (!holder.has(key)) {
        warnings.append(asText);
        return;
    }
    const QJsonValue sections = holder.object().value(key);
    if (block.type != "default") {
        holder.refuse(key,
            tr("%1 beside a scaling means multimodal RoPE that is scaled, which is not read yet; %2")
                .arg(asWritten(sections), readToday()));
    }
    double sum = 0.0;
    for (const QJsonValue& section : sections.toArray())
        sum += section.toDouble(std::nan(""));
    if (sum * 2 != rotaryDimension) {
        holder.refuse(key,
            tr("%1 does not add up to the %2 pairs of the rotary dimension %3")
                .arg(asWritten(sections), asWritten(rotaryDimension / 2), asWritten(rotaryDimension)));
    }
    warnings.append(holder.fullKey(key) + ": " + asText);
}
