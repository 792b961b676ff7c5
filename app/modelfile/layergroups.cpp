// SPDX-License-Identifier: GPL-3.0-or-later
#include "layergroups.h"

#include "ropeblock.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <algorithm>
#include <functional>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("LayerGroups", text); }

/// Whether a layer, counted from 0, belongs to a group.
using Belongs = std::function<bool(int layer)>;

int layerCount(const ConfigSection& config)
{
    const auto count = config.firstCount(
        { "num_hidden_layers", "num_layers", "n_layer", "n_layers", "num_decoder_layers" });
    constexpr double most = 100000;
    return count ? static_cast<int>(std::min(count->value, most)) : 0;
}

/// "3, 7, 11, 15 ... 47 (12 of 48 layers)", or empty.
QString inWords(int count, const Belongs& belongs)
{
    QStringList layers;
    for (int layer = 0; layer < count; ++layer) {
        if (belongs(layer))
            layers.append(QString::number(layer));
    }
    if (layers.isEmpty())
        return {};
    constexpr qsizetype shown = 12;
    QString list = layers.join(", ");
    if (layers.size() > shown)
        list = layers.mid(0, 4).join(", ") + " ... " + layers.last();
    return tr("layers %1; %2 of %3").arg(list).arg(layers.size()).arg(count);
}

QStringList layerTypes(const ConfigSection& config)
{
    QStringList types;
    for (const QJsonValue& type : config.value("layer_types").toArray())
        types.append(type.toString());
    return types;
}

QString typedLayers(const ConfigSection& config, const QString& type)
{
    const QStringList types = layerTypes(config);
    return inWords(static_cast<int>(types.size()), [&](int layer) { return types.at(layer) == type; });
}

LayerGroup wholeGroup(const std::optional<ConfigSection>& block, const ClassDefaults* defaults)
{
    LayerGroup group;
    group.block = block;
    group.baseKeys = baseKeys();
    if (defaults != nullptr)
        group.defaultBase = defaults->base;
    return group;
}

bool isLocal(const QString& name)
{
    return name.startsWith("sliding") || name.startsWith("local") || name.startsWith("chunked");
}

QStringList localBaseKeys() { return { "rope_local_base_freq", "local_rope_theta", "swa_rope_theta" }; }

void describeLocal(LayerGroup& group, const ClassDefaults* defaults)
{
    group.baseKeys = localBaseKeys();
    group.headKeys = { "swa_head_dim" };
    if (defaults != nullptr && defaults->localBase)
        group.defaultBase = defaults->localBase;
}

void describeGlobal(LayerGroup& group, const ClassDefaults* defaults)
{
    group.headKeys = { "global_head_dim" };
    if (defaults != nullptr)
        group.defaultHead = defaults->globalHeadDimension;
}

/// One group for each object inside the block.
std::vector<LayerGroup> nestedGroups(const ConfigSection& config, const ConfigSection& block,
    const QStringList& names, const ClassDefaults* defaults)
{
    std::vector<LayerGroup> groups;
    for (const QString& name : names) {
        LayerGroup group = wholeGroup(block.section(name), defaults);
        group.name = name;
        group.which = typedLayers(config, name);
        if (isLocal(name))
            describeLocal(group, defaults);
        else
            describeGlobal(group, defaults);
        groups.push_back(std::move(group));
    }
    return groups;
}

/// How often a layer sees the whole context, by the file or the class; 0 where no one says.
int globalEvery(const ConfigSection& config, const ClassDefaults* defaults)
{
    for (const char* key :
        { "sliding_window_pattern", "_sliding_window_pattern", "global_attn_every_n_layers" }) {
        if (config.value(key).isDouble() && config.value(key).toDouble() >= 1)
            return static_cast<int>(config.count(key)->value);
    }
    return defaults == nullptr ? 0 : defaults->globalEvery;
}

/// Layers with a sliding window and a base of their own beside layers that see the whole context.
std::vector<LayerGroup> localAndGlobal(
    const ConfigSection& config, const std::optional<ConfigSection>& block, const ClassDefaults* defaults)
{
    LayerGroup global = wholeGroup(block, defaults);
    LayerGroup local = wholeGroup(std::nullopt, defaults);
    describeGlobal(global, defaults);
    describeLocal(local, defaults);
    if (defaults != nullptr && defaults->scalesGlobalOnly)
        local.baseKeys = baseKeys();
    const QStringList types = layerTypes(config);
    if (types.contains("full_attention") && types.contains("sliding_attention")) {
        global.name = "full_attention";
        local.name = "sliding_attention";
        global.which = typedLayers(config, global.name);
        local.which = typedLayers(config, local.name);
        return { global, local };
    }
    global.name = "global";
    local.name = "local";
    if (const int every = globalEvery(config, defaults); every > 0) {
        const bool first
            = (defaults != nullptr && defaults->globalFirst) || config.has("global_attn_every_n_layers");
        const int remainder = first ? 0 : every - 1;
        global.which = inWords(layerCount(config), [&](int layer) { return layer % every == remainder; });
        local.which = inWords(layerCount(config), [&](int layer) { return layer % every != remainder; });
    }
    return { global, local };
}

/// DeepSeek V4: layers that compress the keys have the scaling and a base of their own.
std::vector<LayerGroup> compressing(const std::optional<ConfigSection>& block, const ClassDefaults* defaults)
{
    LayerGroup plain = wholeGroup(std::nullopt, defaults);
    plain.name = "main";
    LayerGroup compress = wholeGroup(block, defaults);
    compress.name = "compress";
    compress.baseKeys = QStringList { "compress_rope_theta" };
    compress.plainCosines = true;
    return { plain, compress };
}

/// Which layers have no rotation, and what says so; no rule where all turn.
struct UnturnedLayers {
    Belongs belongs;
    QString why;
    int count = 0;
};

UnturnedLayers everyLast(int every, const QString& why, int count)
{
    return { [every](int layer) { return (layer + 1) % every == 0; }, why, count };
}

UnturnedLayers unturnedLayers(const ConfigSection& config, const ClassDefaults* defaults)
{
    const QJsonArray list = config.value("no_rope_layers").toArray();
    if (!list.isEmpty()) { // 1 means with RoPE, despite the name
        const auto unturned = [list](int layer) { return list.at(layer).toDouble() == 0.0; };
        const auto count = static_cast<int>(list.size());
        bool any = false;
        for (int layer = 0; layer < count; ++layer)
            any = any || unturned(layer);
        if (!any)
            return {};
        return { unturned,
            tr("file: %1 (1 means with RoPE, 0 without)").arg(config.fullKey("no_rope_layers")), count };
    }
    for (const char* key : { "no_rope_layer_interval", "nope_layer_interval" }) {
        const auto every = config.number(key);
        if (every && every->value >= 1) {
            return everyLast(static_cast<int>(every->value),
                tr("file: %1 %2").arg(every->key).arg(every->value), layerCount(config));
        }
    }
    if (defaults == nullptr || defaults->unturnedEvery == 0)
        return {};
    const QString type = modelType(config);
    if (type == "cohere2" || type == "exaone4") { // the layers that see the whole context
        if (type == "exaone4" && config.object().contains("sliding_window") && !config.has("sliding_window"))
            return {};
        const QStringList types = layerTypes(config);
        if (!types.isEmpty()) {
            return { [types](int layer) { return types.at(layer) == "full_attention"; },
                tr("class of %1: layers of full_attention (%2) have no rotation")
                    .arg(type, config.fullKey("layer_types")),
                static_cast<int>(types.size()) };
        }
        const QString pattern = config.text("sliding_window_pattern");
        const int every = !pattern.isEmpty() ? static_cast<int>(pattern.size())
                                             : std::max(1, globalEvery(config, defaults));
        if (config.has("sliding_window_pattern"))
            return everyLast(every,
                tr("class of %1: layers without a sliding window (%2) have no rotation")
                    .arg(type, config.fullKey("sliding_window_pattern")),
                layerCount(config));
    }
    return everyLast(defaults->unturnedEvery,
        tr("class default: every %1th layer has no rotation (no key in the file says otherwise)")
            .arg(defaults->unturnedEvery),
        layerCount(config));
}

/// A group of layers without rotation beside the one with it.
std::vector<LayerGroup> withUnturned(LayerGroup turning, const UnturnedLayers& unturned)
{
    LayerGroup still;
    still.name = "nope";
    still.turns = false;
    still.whyNot = unturned.why;
    still.which = inWords(unturned.count, unturned.belongs);
    turning.name = "rope";
    turning.which = inWords(unturned.count, [&](int layer) { return !unturned.belongs(layer); });
    return { turning, still };
}

bool hasLocalBase(const ConfigSection& config, const ClassDefaults* defaults)
{
    const QStringList keys = localBaseKeys();
    return std::any_of(keys.begin(), keys.end(), [&](const QString& key) { return config.has(key); })
        || config.has("global_rope_theta") || (defaults != nullptr && defaults->localBase);
}

} // namespace

QStringList baseKeys()
{
    return { "rope_theta", "rotary_emb_base", "rope_base", "rotary_base", "global_rope_theta" };
}

std::vector<LayerGroup> layerGroups(
    const ConfigSection& config, const ClassDefaults* defaults, QStringList& warnings)
{
    const std::optional<ConfigSection> block = findBlock(config, defaults, warnings);
    if (block) {
        const QStringList names = groupsInside(*block);
        const bool equal = std::all_of(names.begin(), names.end(),
            [&](const QString& name) { return block->value(name) == block->value(names.first()); });
        if (!names.isEmpty() && !equal)
            return nestedGroups(config, *block, names, defaults);
        if (!names.isEmpty())
            return { wholeGroup(block->section(names.first()), defaults) };
    }
    if (config.has("compress_rope_theta"))
        return compressing(block, defaults);
    if (hasLocalBase(config, defaults) || (block && defaults != nullptr && defaults->scalesGlobalOnly))
        return localAndGlobal(config, block, defaults);
    const UnturnedLayers unturned = unturnedLayers(config, defaults);
    if (unturned.belongs)
        return withUnturned(wholeGroup(block, defaults), unturned);
    return { wholeGroup(block, defaults) };
}
