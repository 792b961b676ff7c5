// SPDX-License-Identifier: GPL-3.0-or-later
#include "ropeblock.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("RopeBlock", text); }

const QStringList& knownTypes()
{
    static const QStringList types { "default", "linear", "dynamic", "yarn", "longrope", "llama3",
        "proportional", "ntk", "mrope", "su", "deepseek_yarn", "xdrope" };
    return types;
}

/// The objects that may hold the block, in the order in which Hugging Face looks.
std::vector<std::pair<ConfigSection, QString>> placesOf(const ConfigSection& config)
{
    std::vector<std::pair<ConfigSection, QString>> places { { config, "rope_scaling" },
        { config, "rope_parameters" } };
    if (const auto attention = config.section("attn_config")) // MPT
        places.emplace_back(*attention, "rope_hf_config");
    return places;
}

/// The encoding that draws `type`, for the answers of a question.
QString encodingOf(const QString& type)
{
    static const std::map<QString, QString> ids { { "linear", "pi" }, { "dynamic", "dynamic-ntk" },
        { "yarn", "yarn" }, { "deepseek_yarn", "yarn" }, { "longrope", "longrope" }, { "su", "longrope" },
        { "llama3", "llama3" }, { "proportional", "proportional" }, { "ntk", "ntk-fixed" } };
    const auto found = ids.find(type);
    return found == ids.end() ? "rope" : found->second;
}

void readType(RopeBlock& block, GroupNotes& notes)
{
    const ConfigSection& section = *block.section;
    const QString key = section.has("rope_type") ? "rope_type" : "type";
    if (!section.has(key)) {
        notes.origin("scaling", tr("no type in the file: unscaled, as the class reads it"));
        if (section.has("factor")) {
            notes.warn(tr("%1 has no type beside it, so it changes nothing: no scaling is assumed; "
                          "rope_type would say which scaling it belongs to")
                           .arg(section.fullKey("factor")));
        }
        return;
    }
    if (!section.value(key).isString()) {
        section.refuse(key,
            tr("%1 is not a text; a type such as \"default\", \"linear\" or \"yarn\" is expected")
                .arg(asWritten(section.value(key))));
    }
    block.type = section.text(key);
    if (block.type == "no_scaling") // MPT
        block.type = "default";
    notes.fromFile("scaling", { 0.0, section.fullKey(key) });
    if (!knownTypes().contains(block.type)) {
        section.refuse(
            key, tr("\"%1\" is not known; known types: %2").arg(block.type, knownTypes().join(", ")));
    }
    const QString other = section.text("type");
    if (key == "rope_type" && !other.isEmpty() && other != block.type && other != "mrope") {
        notes.warn(tr("%1 is \"%2\" and %3 is \"%4\": rope_type is used, as in today's transformers; some "
                      "older versions took type")
                       .arg(section.fullKey("rope_type"), block.type, section.fullKey("type"), other));
        notes.ask({ "encoding",
            tr("The file names two scalings, rope_type \"%1\" and type \"%2\". Which one counts?")
                .arg(block.type, other),
            { encodingOf(block.type), encodingOf(other) }, false });
    }
}

} // namespace

std::optional<ConfigSection> findBlock(
    const ConfigSection& config, const ClassDefaults* defaults, QStringList& warnings)
{
    std::optional<ConfigSection> found;
    QString foundKey;
    for (const auto& [holder, key] : placesOf(config)) {
        if (!holder.has(key))
            continue;
        const auto block = holder.section(key);
        if (!block) {
            warnings.append(tr("%1 is %2, not an object: no scaling is assumed")
                                .arg(holder.fullKey(key), asWritten(holder.value(key))));
            continue;
        }
        if (found && !block->object().isEmpty() && found->object() != block->object()) {
            warnings.append(
                tr("%1 differs from %2: %2 is used, as in transformers").arg(holder.fullKey(key), foundKey));
        }
        if (!found || found->object().isEmpty()) {
            found = block;
            foundKey = holder.fullKey(key);
        }
    }
    if (!found && defaults != nullptr && !defaults->ropeParameters.isEmpty()) {
        return ConfigSection(config.path(),
            QJsonDocument::fromJson(defaults->ropeParameters.toUtf8()).object(),
            "class default: rope_parameters.");
    }
    return found;
}

QStringList groupsInside(const ConfigSection& block)
{
    QStringList names;
    for (const QString& key : block.object().keys()) {
        if (block.object().value(key).isObject())
            names.append(key);
    }
    std::stable_sort(names.begin(), names.end(), [](const QString& one, const QString& other) {
        return one == "full_attention" && other != "full_attention";
    });
    return names;
}

RopeBlock readRopeBlock(const std::optional<ConfigSection>& section, GroupNotes& notes)
{
    RopeBlock block;
    block.section = section;
    if (!section) {
        notes.origin("scaling", tr("no scaling in the file"));
        return block;
    }
    // A factor in quotation marks is what goes wrong first, whatever the type makes of it.
    for (const char* key :
        { "factor", "rope_theta", "original_max_position_embeddings", "partial_rotary_factor" })
        section->number(key);
    readType(block, notes);
    block.mrope = block.type == "mrope" || block.type == "xdrope" || section->has("mrope_section")
        || section->has("xdrope_section");
    if (block.type == "mrope") // what the sections scale is nothing
        block.type = "default";
    const bool typed = section->has("rope_type") || section->has("type");
    if (block.type == "default" && section->has("factor") && typed)
        notes.warn(tr("%1 changes nothing: the type says unscaled").arg(section->fullKey("factor")));
    if (section->has("alpha") && block.type != "dynamic" && block.type != "xdrope") {
        notes.warn(tr("%1 changes nothing with type \"%2\"").arg(section->fullKey("alpha"), block.type));
    }
    return block;
}

std::optional<FoundNumber> agreedNumber(const RopeBlock& block, const ConfigSection& config,
    const QString& name, const QStringList& keys, GroupNotes& notes)
{
    std::optional<FoundNumber> used;
    const auto look = [&](const ConfigSection& section) {
        for (const QString& key : keys) {
            const auto found = section.number(key);
            if (found && !used) {
                used = found;
            } else if (found && found->value != used->value) {
                notes.warnOfChoice(name,
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
