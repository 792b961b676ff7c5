// SPDX-License-Identifier: GPL-3.0-or-later
#include "positionkind.h"

#include "classdefaults.h"
#include "modelfileerror.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("PositionKind", text); }

[[noreturn]] void notRead(const ConfigSection& config, const QString& key, const QString& meaning)
{
    config.refuse(key,
        tr("%1 means %2, which is not read yet; %3")
            .arg(asWritten(config.object().value(key)), meaning, readToday()));
}

QString learnedTable() { return tr("a learned table of positions"); }

bool isOneOf(const QString& text, const QStringList& words) { return words.contains(text); }

void refuseAlibi(const ConfigSection& config)
{
    const QString alibi = tr("ALiBi");
    for (const char* key : { "alibi", "use_alibi" }) {
        if (config.isTrue(key))
            notRead(config, key, alibi);
    }
    if (config.text("model_type") == "bloom")
        notRead(config, "model_type", alibi);
    if (const auto attention = config.section("attn_config")) { // MPT
        if (attention->isTrue("alibi"))
            notRead(*attention, "alibi", alibi);
        if (attention->isTrue("rope"))
            notRead(*attention, "rope", tr("RoPE with MPT's own keys"));
    }
    if (config.isTrue("learned_pos_emb"))
        notRead(config, "learned_pos_emb", learnedTable());
}

void refuseRelative(const ConfigSection& config)
{
    const QString type = config.text("model_type");
    if (isOneOf(type, { "t5", "mt5", "umt5", "longt5", "switch_transformers" }))
        notRead(config, "model_type", tr("T5's bias by bucket of distance"));
    if (config.has("relative_attention_num_buckets"))
        notRead(config, "relative_attention_num_buckets", tr("T5's bias by bucket of distance"));
    if (config.isTrue("relative_attention"))
        notRead(config, "relative_attention", tr("DeBERTa's disentangled attention"));
    if (type.startsWith("deberta") && !config.isFalse("relative_attention"))
        notRead(config, "model_type", tr("DeBERTa's disentangled attention"));
    if (config.isTrue("position_encoding_2d"))
        notRead(config, "position_encoding_2d", tr("the two position ids of the first ChatGLM"));
}

void refuseByName(const ConfigSection& config)
{
    for (const char* key : { "position_embedding_type", "pos_emb" }) {
        const QString name = config.text(key);
        if (name.isEmpty() || isOneOf(name, { "rope", "rotary" }))
            continue;
        if (isOneOf(name, { "absolute", "learned_absolute", "learned" }))
            notRead(config, key, learnedTable());
        if (isOneOf(name, { "nope", "none" }))
            notRead(config, key, tr("no position encoding"));
        if (name.startsWith("relative_key"))
            notRead(config, key, tr("learned vectors by distance"));
        if (name == "alibi")
            notRead(config, key, tr("ALiBi"));
        notRead(config, key, tr("another position encoding"));
    }
    static const QStringList learned { "albert", "bart", "bert", "biogpt", "camembert", "clip_text_model",
        "deberta", "deberta-v2", "distilbert", "electra", "gpt2", "gpt_bigcode", "gpt_neo", "mbart", "opt",
        "roberta", "whisper", "xlm-roberta" };
    if (isOneOf(config.text("model_type"), learned))
        notRead(config, "model_type", learnedTable());
    if (config.isTrue("position_biased_input"))
        notRead(config, "position_biased_input", learnedTable());
}

void refuseNone(const ConfigSection& config)
{
    for (const char* key : { "mla_use_nope", "use_nope" }) {
        if (config.isTrue(key))
            notRead(config, key, tr("no position encoding in these layers"));
    }
    for (const char* key : { "use_rope", "use_rotary", "rotary" }) {
        if (config.isFalse(key))
            notRead(config, key, tr("no rotary position embedding"));
    }
}

/// Keys that only a class with RoPE reads.
bool saysRope(const ConfigSection& config)
{
    static const QStringList keys { "rope_theta", "rope_scaling", "rope_parameters", "rope_ratio",
        "rope_base", "rotary_emb_base", "rotary_base", "rotary_pct", "rope_pct", "rope_percent",
        "rotary_percent", "rotary_emb_fraction", "rotary_dim", "partial_rotary_factor", "qk_rope_head_dim",
        "global_rope_theta", "local_rope_theta", "rope_local_base_freq" };
    return std::any_of(keys.begin(), keys.end(), [&](const QString& key) { return config.has(key); })
        || config.isTrue("use_rope") || config.isTrue("use_rotary") || config.isTrue("rotary")
        || isOneOf(config.text("position_embedding_type"), { "rope", "rotary" })
        || isOneOf(config.text("pos_emb"), { "rope", "rotary" });
}

void refuseUnstated(const ConfigSection& config)
{
    const QString type = config.text("model_type");
    const bool eitherByKey = isOneOf(type, { "falcon", "RefinedWeb", "RefinedWebModel" });
    if (saysRope(config) || (eitherByKey && config.isFalse("alibi")))
        return;
    if (classDefaults(type) != nullptr && !eitherByKey)
        return;
    const QString where = config.fullKey({}).chopped(config.fullKey({}).isEmpty() ? 0 : 1);
    if (eitherByKey) {
        throw ModelFileError(config.path(), config.fullKey("alibi"),
            tr("the position encoding is not stated in this file: this class uses ALiBi or RoPE, and the "
               "key that tells which is missing; %1")
                .arg(readToday()));
    }
    const QString family = type.isEmpty() ? tr("no model_type") : tr("model_type \"%1\"").arg(type);
    throw ModelFileError(config.path(), where,
        tr("the position encoding is not stated in this file (%1, no key such as rope_theta); %2")
            .arg(family, readToday()));
}

void refuseLayersWithoutRope(const ConfigSection& config)
{
    const QString mixed = tr("layers without RoPE between layers with it");
    const QString type = config.text("model_type");
    const QJsonArray list = config.object().value("no_rope_layers").toArray();
    if (std::any_of(
            list.begin(), list.end(), [](const QJsonValue& value) { return value.toDouble() == 0.0; }))
        notRead(config, "no_rope_layers", mixed); // 1 means with RoPE, despite the name
    if (list.isEmpty()) {
        for (const char* key : { "no_rope_layer_interval", "nope_layer_interval" }) {
            if (config.object().value(key).toDouble() > 0)
                notRead(config, key, mixed);
        }
        if (isOneOf(type, { "llama4", "llama4_text", "smollm3" }))
            notRead(config, "model_type",
                tr("%1 (every fourth has none unless no_rope_layers says otherwise)").arg(mixed));
    }
    if (type == "cohere2" || (type == "exaone4" && config.has("sliding_window")))
        notRead(config, "model_type", mixed);
}

} // namespace

QString readToday() { return tr("read today: RoPE, unscaled or with linear scaling"); }

void requireRope(const ConfigSection& config)
{
    refuseAlibi(config);
    refuseRelative(config);
    refuseNone(config);
    refuseByName(config);
    refuseUnstated(config);
}

void requireEqualLayers(const ConfigSection& config, const std::optional<FoundNumber>& base, bool scaled)
{
    refuseLayersWithoutRope(config);

    // Second bases go by many names: rope_local_base_freq, local_rope_theta, swa_rope_theta,
    // compress_rope_theta ...
    static const QRegularExpression secondBase("._rope_theta|rope_local|rope_theta_.|rope_base_.");
    for (const QString& key : config.object().keys()) {
        const QJsonValue value = config.object().value(key);
        if (!base || !value.isDouble() || !secondBase.match(key).hasMatch()
            || config.fullKey(key) == base->key)
            continue;
        if (value.toDouble() != base->value || scaled) { // one of the two groups is not scaled
            config.refuse(key,
                tr("%1 beside %2 %3%4 means groups of layers with rules of their own, which are "
                   "not read yet; "
                   "read today: one rule for all layers")
                    .arg(asWritten(value), base->key, asWritten(base->value),
                        scaled ? tr(" and a scaling") : QString()));
        }
    }
    const QString type = config.text("model_type");
    if (isOneOf(type, { "gemma3", "gemma3_text", "gemma3n_text", "gemma4_text", "modernbert" })
        && !config.has("rope_parameters") && !config.has("rope_local_base_freq")
        && !config.has("local_rope_theta")) {
        config.refuse("model_type",
            tr("\"%1\" means local and global layers with bases of their own, which are not read "
               "yet and are not all stated in this file; read today: one base for all layers")
                .arg(type));
    }
    const QJsonValue head = config.object().value("head_dim");
    for (const char* key : { "global_head_dim", "swa_head_dim" }) {
        if (config.has(key) && config.object().value(key) != head) {
            config.refuse(key,
                tr("%1 beside head_dim %2 means groups of layers with heads of their own, which are not read "
                   "yet; read today: one head dimension for all layers")
                    .arg(asWritten(config.object().value(key)), asWritten(head)));
        }
    }
}

QStringList otherLayers(const ConfigSection& config)
{
    QStringList warnings;
    QStringList others;
    for (const QJsonValue& value : config.object().value("layer_types").toArray()) {
        const QString layer = value.toString();
        static const QStringList attention { "attention", "full_attention", "sliding_attention",
            "chunked_attention" };
        if (!layer.isEmpty() && !isOneOf(layer, attention) && !others.contains(layer))
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
    return warnings;
}
