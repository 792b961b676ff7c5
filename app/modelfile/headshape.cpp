// SPDX-License-Identifier: GPL-3.0-or-later
#include "headshape.h"

#include "modelfileerror.h"

#include "encodings/numbertext.h"

#include <QCoreApplication>

#include <cmath>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("HeadShape", text); }

std::optional<FoundNumber> width(const ConfigSection& config)
{
    return config.firstCount(widthKeys());
}

std::optional<FoundNumber> headCount(const ConfigSection& config)
{
    return config.firstCount({ "num_attention_heads", "n_head", "n_heads", "num_heads" });
}

/// "hidden_size 5120 / num_attention_heads 32 = 160" where that differs from `head`; else empty.
QString otherQuotient(const ConfigSection& config, double head)
{
    const auto hidden = width(config);
    const auto heads = headCount(config);
    if (!hidden || !heads || hidden->value / heads->value == head)
        return {};
    return tr("not %1 %2 / %3 %4 = %5")
        .arg(hidden->key, asWritten(hidden->value), heads->key, asWritten(heads->value),
            QString::fromStdString(encodings::displayNumber(hidden->value / heads->value)));
}

/// Hidden size / heads. Absent, and explained, when the file does not hold both.
std::optional<FoundNumber> quotient(const ConfigSection& config, GroupNotes& notes)
{
    const auto hidden = width(config);
    const auto heads = headCount(config);
    if (!hidden || !heads) {
        notes.origin("head_dim", tr("not in the file (nor hidden_size and num_attention_heads)"));
        return std::nullopt;
    }
    const double head = hidden->value / heads->value;
    if (std::floor(head) != head) {
        throw ModelFileError(config.path(), hidden->key,
            tr("%1 does not divide by %2 %3, so the head dimension is not a whole number; head_dim would "
               "state it")
                .arg(asWritten(hidden->value), heads->key, asWritten(heads->value)));
    }
    notes.origin("head_dim", tr("derived: %1 / %2").arg(hidden->key, heads->key));
    return FoundNumber { head, hidden->key };
}

/// The parts of a head whose rotation has a width of its own.
QString partsOfMla(const FoundNumber& turned, const std::optional<FoundNumber>& rest)
{
    const QString turning = tr("turned: %1 %2").arg(turned.key, asWritten(turned.value));
    return rest ? tr("%1; unturned: %2 %3").arg(turning, rest->key, asWritten(rest->value)) : turning;
}

std::optional<FoundNumber> findHeadDimension(
    const ConfigSection& config, const LayerGroup& group, const ClassDefaults* defaults, GroupNotes& notes)
{
    const auto turned = config.count("qk_rope_head_dim");
    const auto rest = config.number("qk_nope_head_dim");
    if (const auto own = config.firstCount(group.headKeys)) {
        notes.fromFile("head_dim", *own);
        return own;
    }
    if (group.defaultHead) {
        notes.origin("head_dim", tr("class default: %1 for these layers").arg(asWritten(*group.defaultHead)));
        return FoundNumber { *group.defaultHead, config.fullKey("head_dim") };
    }
    if (const auto stated
        = config.firstCount({ "head_dim", "kv_channels", "attention_head_size", "head_size", "d_kv" })) {
        notes.fromFile(
            "head_dim", *stated, turned ? partsOfMla(*turned, rest) : otherQuotient(config, stated->value));
        return stated;
    }
    if (turned && !rest) {
        notes.origin("head_dim", tr("not in the file (qk_nope_head_dim is missing)"));
        return std::nullopt;
    }
    if (turned) {
        notes.origin(
            "head_dim", tr("derived: %1 + %2 (%3)").arg(rest->key, turned->key, partsOfMla(*turned, rest)));
        return FoundNumber { rest->value + turned->value, rest->key };
    }
    if (defaults != nullptr && defaults->headDimension) {
        notes.origin("head_dim",
            tr("class default: %1 (head_dim is not in the file)").arg(asWritten(*defaults->headDimension)));
        return FoundNumber { *defaults->headDimension, config.fullKey("head_dim") };
    }
    return quotient(config, notes);
}

/// Everything that decides how much of a head turns.
class RotaryPart {
public:
    RotaryPart(const HeadShape& shape, const ConfigSection& config, const RopeBlock& block,
        const ClassDefaults* defaults, GroupNotes& notes)
        : m_head(shape.headDimension)
        , m_headKey(shape.headKey)
        , m_config(config)
        , m_block(block)
        , m_defaults(defaults)
        , m_notes(notes)
    {
    }

    std::optional<FoundNumber> find()
    {
        if (const auto turned = m_config.count("qk_rope_head_dim")) {
            m_notes.fromFile("rotary_dim", *turned);
            return turned;
        }
        if (m_block.type == "proportional") {
            return ofHead(1.0, m_headKey,
                tr("the whole head: proportional RoPE counts its pairs, and leaves the slow ones unturned"));
        }
        const auto stated = m_config.firstCount({ "rotary_dim", "rotary_ndims" });
        if (const auto part = agreedNumber(m_block, m_config, "rotary_dim", partKeys(), m_notes))
            return byPart(*part, stated);
        if (stated) {
            m_notes.fromFile("rotary_dim", *stated);
            return stated;
        }
        return byClass();
    }

private:
    static QStringList partKeys()
    {
        return { "partial_rotary_factor", "rotary_pct", "rope_pct", "rope_percent", "rotary_percent",
            "rotary_emb_fraction" };
    }

    std::optional<FoundNumber> ofHead(double part, const QString& key, const QString& origin)
    {
        if (!m_head) {
            m_notes.origin("rotary_dim", m_notes.originOf("head_dim"));
            return std::nullopt;
        }
        m_notes.origin("rotary_dim", origin);
        return FoundNumber { std::trunc(*m_head * part), key };
    }

    std::optional<FoundNumber> byPart(const FoundNumber& part, const std::optional<FoundNumber>& stated)
    {
        if (!(part.value > 0.0 && part.value <= 1.0)) {
            throw ModelFileError(m_config.path(), part.key,
                tr("%1 is not possible; a number above 0 and up to 1 is expected")
                    .arg(asWritten(part.value)));
        }
        const auto rotary = ofHead(part.value, part.key,
            tr("derived: head_dim %1 x %2 %3")
                .arg(asWritten(m_head.value_or(0.0)), part.key, asWritten(part.value)));
        if (rotary && stated && stated->value != rotary->value) {
            m_notes.warnOfChoice("rotary_dim",
                tr("%1 is %2, but %3 %4 makes it %5: %3 is used")
                    .arg(stated->key, asWritten(stated->value), part.key, asWritten(part.value),
                        asWritten(rotary->value)));
        }
        return rotary;
    }

    std::optional<FoundNumber> byClass()
    {
        if (m_defaults != nullptr && m_defaults->rotaryDimension) {
            m_notes.origin("rotary_dim",
                tr("class default: %1 (rotary_dim is not in the file)")
                    .arg(asWritten(*m_defaults->rotaryDimension)));
            return FoundNumber { *m_defaults->rotaryDimension, m_config.fullKey("rotary_dim") };
        }
        if (m_defaults != nullptr && m_defaults->rotaryFraction != 1.0) {
            return ofHead(m_defaults->rotaryFraction, m_headKey,
                tr("class default: %1 of head_dim (no rotary part in the file)")
                    .arg(asWritten(m_defaults->rotaryFraction)));
        }
        return ofHead(1.0, m_headKey, m_notes.originOf("head_dim"));
    }

    std::optional<double> m_head;
    QString m_headKey;
    const ConfigSection& m_config;
    const RopeBlock& m_block;
    const ClassDefaults* m_defaults;
    GroupNotes& m_notes;
};

} // namespace

QStringList widthKeys() { return { "hidden_size", "n_embd", "n_embed", "d_model", "dim" }; }

HeadShape readHeads(
    const ConfigSection& config, const LayerGroup& group, const ClassDefaults* defaults, GroupNotes& notes)
{
    HeadShape shape;
    if (const auto heads = headCount(config)) {
        config.requireAllowed("heads", heads->value, heads->key);
        notes.fromFile("heads", *heads);
        shape.heads = heads->value;
    } else {
        notes.origin("heads", tr("not in the file"));
    }
    shape.mla = config.has("qk_rope_head_dim");
    if (const auto head = findHeadDimension(config, group, defaults, notes)) {
        config.requireAllowed("head_dimension", head->value, head->key);
        shape.headDimension = head->value;
        shape.headKey = head->key;
    }
    return shape;
}

void readRotaryDimension(HeadShape& shape, const ConfigSection& config, const RopeBlock& block,
    const ClassDefaults* defaults, GroupNotes& notes)
{
    const auto rotary = RotaryPart(shape, config, block, defaults, notes).find();
    if (!rotary)
        return;
    if (std::fmod(rotary->value, 2.0) != 0.0) {
        throw ModelFileError(config.path(), rotary->key,
            tr("the rotary dimension would be %1 (%2); an even number is expected")
                .arg(asWritten(rotary->value), notes.originOf("rotary_dim")));
    }
    config.requireAllowed("dimension", rotary->value, rotary->key);
    if (shape.headDimension && rotary->value > *shape.headDimension) {
        throw ModelFileError(config.path(), rotary->key,
            tr("the rotary dimension would be %1, more than the head dimension %2")
                .arg(asWritten(rotary->value), asWritten(*shape.headDimension)));
    }
    shape.rotaryDimension = rotary->value;
}
