// SPDX-License-Identifier: GPL-3.0-or-later
#include "positionkind.h"

#include "classdefaults.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <algorithm>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("PositionKind", text); }

bool isOneOf(const QString& text, const QStringList& words) { return words.contains(text); }

QString file(const ConfigSection& config, const QString& key)
{
    return tr("file: %1").arg(config.fullKey(key));
}

QString byClass(const QString& type, const QString& meaning)
{
    return tr("class: a model of type \"%1\" uses %2 (no key in the file says so)").arg(type, meaning);
}

/// The number at `key`, which sets `parameter` of the encoding; below 0 stands for "none" in such files.
void addNumber(PositionKind& kind, const ConfigSection& config, const QString& key, const char* parameter,
    const QString& ifAbsent)
{
    const auto found = config.number(key);
    if (found && found->value >= 0.0)
        kind.numbers.set(parameter, found->value);
    if (found)
        kind.details.emplace_back(key, tr("%1, file: %2").arg(asWritten(found->value), found->key));
    else if (!ifAbsent.isEmpty())
        kind.details.emplace_back(key, ifAbsent);
}

PositionKind alibi(const ConfigSection& config, const QString& origin)
{
    PositionKind kind { .kind = "alibi", .origin = origin };
    addNumber(kind, config, "alibi_bias_max", "alibi_bias_max",
        tr("not in the file: 8, as ALiBi's slopes are defined"));
    if (isOneOf(modelType(config), { "falcon", "RefinedWeb", "RefinedWebModel" })) {
        kind.warnings.append(tr("Falcon adds the bias before the scores are divided by the root of the head "
                                "dimension, so its slopes act that much more weakly"));
    }
    return kind;
}

std::optional<PositionKind> findAlibi(const ConfigSection& config)
{
    for (const char* key : { "alibi", "use_alibi" }) {
        if (config.isTrue(key))
            return alibi(config, file(config, key));
    }
    if (const auto attention = config.section("attn_config");
        attention && attention->isTrue("alibi")) { // MPT
        PositionKind kind = alibi(*attention, file(*attention, "alibi"));
        if (config.isTrue("learned_pos_emb")) {
            kind.warnings.append(tr("%1 is true too, but %2 replaces the table")
                                     .arg(config.fullKey("learned_pos_emb"), attention->fullKey("alibi")));
        }
        return kind;
    }
    for (const char* key : { "position_embedding_type", "position_embedding", "pos_emb" }) {
        if (config.text(key).compare("alibi", Qt::CaseInsensitive) == 0)
            return alibi(config, file(config, key));
    }
    if (modelType(config) == "bloom")
        return alibi(config, byClass("bloom", tr("ALiBi")));
    return std::nullopt;
}

std::optional<PositionKind> findBuckets(const ConfigSection& config)
{
    const QString type = modelType(config);
    static const QStringList classes { "t5", "mt5", "umt5", "longt5", "switch_transformers", "pop2piano" };
    const QString key = "relative_attention_num_buckets";
    if (!config.has(key) && !isOneOf(type, classes))
        return std::nullopt;
    PositionKind kind { .kind = "t5",
        .origin = config.has(key) ? file(config, key) : byClass(type, tr("T5's bias by bucket")) };
    addNumber(kind, config, key, "num_buckets", tr("class default: 32 (not in the file)"));
    addNumber(kind, config, "relative_attention_max_distance", "max_distance",
        tr("class default: 128 (not in the file)"));
    kind.warnings.append(
        tr("T5 adds a learned number for each bucket of distances; its numbers are weights, which "
           "are not in this file, and no table of positions limits the length"));
    return kind;
}

std::optional<PositionKind> findDeberta(const ConfigSection& config)
{
    const QString type = modelType(config);
    const bool byKey = config.isTrue("relative_attention");
    if (!byKey && !(type.startsWith("deberta") && !config.has("relative_attention")))
        return std::nullopt;
    PositionKind kind { .kind = "deberta",
        .origin = byKey ? file(config, "relative_attention")
                        : byClass(type, tr("DeBERTa's disentangled attention")) };
    addNumber(kind, config, "max_relative_positions", "max_relative_positions", {});
    addNumber(kind, config, "position_buckets", "position_buckets", {});
    if (const auto length = config.number("max_position_embeddings");
        length && !kind.numbers.contains("max_relative_positions"))
        kind.numbers.set("max_relative_positions", length->value);
    return kind;
}

PositionKind learned(const QString& origin) { return { .kind = "learned", .origin = origin }; }

std::optional<PositionKind> findNamed(const ConfigSection& config)
{
    for (const char* key : { "position_embedding_type", "pos_emb" }) {
        const QString name = config.text(key);
        if (name.isEmpty() || isOneOf(name, { "rope", "rotary" }))
            continue;
        const QString origin = tr("%1 \"%2\"").arg(file(config, key), name);
        if (isOneOf(name, { "absolute", "learned_absolute", "learned" }))
            return learned(origin);
        if (isOneOf(name, { "nope", "none" }))
            return PositionKind { .kind = "none", .origin = origin };
        if (name.startsWith("relative_key")) {
            PositionKind kind { .kind = "learned", .origin = origin };
            kind.vectorsByDistance = name;
            kind.warnings.append(tr("\"%1\" means learned vectors by distance").arg(name));
            return kind;
        }
        return PositionKind { .kind = "unknown",
            .origin = origin,
            .warnings = { tr("%1 \"%2\" is not known here").arg(config.fullKey(key), name) } };
    }
    return std::nullopt;
}

std::optional<PositionKind> findLearned(const ConfigSection& config)
{
    for (const char* key : { "position_biased_input", "learned_pos_emb" }) {
        if (config.isTrue(key))
            return learned(file(config, key));
    }
    static const QStringList classes { "albert", "bart", "bert", "biogpt", "camembert", "clip_text_model",
        "deberta", "deberta-v2", "distilbert", "electra", "gpt2", "gpt_bigcode", "gpt_neo", "mbart", "opt",
        "roberta", "whisper", "xlm-roberta" };
    const QString type = modelType(config);
    if (isOneOf(type, classes))
        return learned(byClass(type, tr("a learned table of positions")));
    return std::nullopt;
}

std::optional<PositionKind> findNone(const ConfigSection& config)
{
    for (const char* key : { "use_rope", "use_rotary", "rotary" }) {
        if (config.isFalse(key))
            return PositionKind { .kind = "none", .origin = tr("%1 is false").arg(file(config, key)) };
    }
    if (config.isTrue("use_nope"))
        return PositionKind { .kind = "none", .origin = file(config, "use_nope") };
    return std::nullopt;
}

/// The key that only a class with RoPE reads, or an empty text.
QString ropeKey(const ConfigSection& config)
{
    for (const char* key : { "rope_theta", "rope_scaling", "rope_parameters", "rope_ratio", "rope_base",
             "rotary_emb_base", "rotary_base", "rotary_pct", "rope_pct", "rope_percent", "rotary_percent",
             "rotary_emb_fraction", "rotary_dim", "partial_rotary_factor", "qk_rope_head_dim",
             "global_rope_theta", "local_rope_theta", "rope_local_base_freq" }) {
        if (config.has(key))
            return config.fullKey(key);
    }
    for (const char* key : { "rope_theta", "rope_scaling", "rope_parameters" }) {
        if (config.object().contains(key)) // null: the key of a class with RoPE all the same
            return config.fullKey(key) + " null";
    }
    for (const char* key : { "use_rope", "use_rotary", "rotary" }) {
        if (config.isTrue(key))
            return config.fullKey(key);
    }
    for (const char* key : { "position_embedding_type", "pos_emb" }) {
        if (isOneOf(config.text(key), { "rope", "rotary" }))
            return config.fullKey(key);
    }
    if (const auto attention = config.section("attn_config")) { // MPT, DBRX
        for (const char* key : { "rope", "rope_theta" }) {
            if (attention->has(key) && !attention->isFalse(key))
                return attention->fullKey(key);
        }
    }
    return {};
}

PositionKind unknown(const ConfigSection& config)
{
    const QString type = modelType(config);
    PositionKind kind { .kind = "unknown" };
    kind.answers = QStringList { "rope", "alibi" };
    if (isOneOf(type, { "falcon", "RefinedWeb", "RefinedWebModel" })) {
        kind.origin
            = tr("not in the file: this class uses RoPE or ALiBi, and the key that tells, alibi, is missing");
        kind.hint = tr("Falcon 7B and 40B use RoPE, the smaller RefinedWeb models ALiBi");
    } else if (type == "baichuan") {
        kind.origin = tr("not in the file: this class name is used with RoPE and with ALiBi");
        const bool large = config.number("hidden_size") && config.number("hidden_size")->value > 4096;
        if (large)
            kind.answers = QStringList { "alibi", "rope" };
        kind.hint = tr("Baichuan 7B (hidden_size 4096) uses RoPE, 13B (5120) ALiBi");
    } else {
        if (config.has("type_vocab_size"))
            kind.hint = tr("type_vocab_size speaks for BERT, which has a learned table");
        kind.origin = type.isEmpty()
            ? tr("not in the file: no model_type, and no key such as rope_theta")
            : tr("not in the file: no key such as rope_theta, and model_type \"%1\" is not known here")
                  .arg(type);
    }
    return kind;
}

} // namespace

PositionKind positionKind(const ConfigSection& config)
{
    for (const auto& find : { findAlibi, findBuckets, findDeberta, findNone, findNamed }) {
        if (auto kind = find(config))
            return *kind;
    }
    if (config.isTrue("position_encoding_2d")) {
        return { .kind = "unknown",
            .origin = file(config, "position_encoding_2d"),
            .warnings
            = { tr("the first ChatGLM turns half of each head by the position and half by the position "
                   "inside the block; such pairs of ids are not drawn") } };
    }
    const QString type = modelType(config);
    const QString key = ropeKey(config);
    if (!key.isEmpty())
        return { .origin = tr("file: %1").arg(key) };
    if (auto kind = findLearned(config))
        return *kind;
    const bool eitherByKey = isOneOf(type, { "falcon", "RefinedWeb", "RefinedWebModel" });
    if (eitherByKey && config.isFalse("alibi"))
        return { .origin = tr("%1 is false").arg(file(config, "alibi")) };
    if (!eitherByKey && classDefaults(type) != nullptr)
        return { .origin = byClass(type, tr("RoPE")) };
    return unknown(config);
}

QStringList otherLayers(const ConfigSection& config)
{
    QStringList warnings;
    QStringList others;
    for (const QJsonValue& value : config.value("layer_types").toArray()) {
        const QString layer = value.toString();
        const bool attends = layer == "attention" || layer.endsWith("_attention");
        if (!layer.isEmpty() && (!attends || layer == "linear_attention") && !others.contains(layer))
            others.append(layer);
    }
    if (!others.isEmpty()) {
        warnings.append(tr("%1: the numbers are those of the layers with attention; %2 layers have none")
                            .arg(config.fullKey("layer_types"), others.join(", ")));
    }
    if (config.has("hybrid_override_pattern")) {
        warnings.append(tr("%1: not every layer has attention, and the file does not say that those which do "
                           "use RoPE")
                            .arg(config.fullKey("hybrid_override_pattern")));
    }
    if (config.isTrue("mla_use_nope")) {
        warnings.append(
            tr("%1 is true: the model turns no queries and keys; told here is the part of the head "
               "that it sets aside for rotation, qk_rope_head_dim")
                .arg(config.fullKey("mla_use_nope")));
    }
    return warnings;
}
