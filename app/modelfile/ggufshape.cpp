// SPDX-License-Identifier: GPL-3.0-or-later
#include "ggufshape.h"

#include "filenumbers.h"

#include <QCoreApplication>

#include <cmath>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("GgufShape", text); }

QString inFile(const GgufKeys& keys, const QString& key) { return tr("file: %1").arg(keys.full(key)); }

void takeHeadDimension(
    const GgufKeys& keys, GgufGroup& group, double head, const QString& key, const QString& text)
{
    keys.requireAllowed("head_dimension", head, key);
    group.layers.headDimension = head;
    group.origins["head_dim"] = text;
}

void readRotaryDimension(GgufKeys& keys, bool sliding, GgufGroup& group)
{
    const QString own = QStringLiteral("rope.dimension_count_swa");
    const QString shared = QStringLiteral("rope.dimension_count");
    QString key = sliding && keys.has(own) ? own : shared;
    const auto stated = keys.count(key);
    const auto rotary = stated ? stated : group.layers.headDimension;
    group.origins["rotary_dim"] = stated ? inFile(keys, key)
        : rotary
        ? tr("llama.cpp's default: the head dimension (%1 is not in the file)").arg(keys.full(shared))
        : tr("not in the file: neither %1, nor the head dimension").arg(keys.full(shared));
    if (!rotary)
        return;
    if (!stated)
        key = keys.has("attention.key_length") ? "attention.key_length" : "embedding_length";
    keys.requireAllowed("dimension", *rotary, key);
    if (group.layers.headDimension && *rotary > *group.layers.headDimension) {
        keys.refuse(key,
            tr("the rotary dimension would be %1, more than the head dimension %2")
                .arg(asWritten(*rotary), asWritten(*group.layers.headDimension)));
    }
    group.layers.rotaryDimension = rotary;
}

/// Hunyuan's files keep the alpha of NTK-aware scaling, which llama.cpp puts into the base.
void applyAlpha(GgufKeys& keys, GgufGroup& group)
{
    const QString key = QStringLiteral("rope.scaling.alpha");
    if (!keys.architecture().startsWith("hunyuan"))
        return;
    const auto alpha = keys.number(key);
    const auto head = group.layers.headDimension;
    if (!alpha || *alpha <= 0.0 || !head || *head <= 2.0)
        return;
    const double base = *group.layers.base * std::pow(*alpha, *head / (*head - 2.0));
    group.origins["base"]
        += tr(", times %1 %2 to the power of d/(d - 2)").arg(keys.full(key), asWritten(*alpha));
    keys.requireAllowed("base", base, key);
    group.layers.base = base;
}

void readBase(GgufKeys& keys, const GgufArchitecture& architecture, bool sliding, GgufGroup& group)
{
    const QString own = QStringLiteral("rope.freq_base_swa");
    const QString shared = QStringLiteral("rope.freq_base");
    const bool ownDefault = sliding && architecture.groups == GgufArchitecture::Groups::OwnBase;
    const QString key = sliding && (keys.has(own) || ownDefault) ? own : shared;
    const auto stated = keys.number(key);
    const double base = stated.value_or(ggufDefaultBase);
    group.origins["base"] = stated
        ? inFile(keys, key)
        : tr("llama.cpp's default: %1 (%2 is not in the file)").arg(asWritten(base), keys.full(key));
    keys.requireAllowed("base", base, key);
    group.layers.base = base;
    applyAlpha(keys, group);
}

} // namespace

void readGgufHeadDimension(GgufKeys& keys, std::optional<double> heads, bool sliding, GgufGroup& group)
{
    // Absorbed MLA writes the width of the compressed keys as key_length.
    for (const char* key :
        { "attention.key_length_swa", "attention.key_length_mla", "attention.key_length" }) {
        if (!sliding && key == QLatin1String("attention.key_length_swa"))
            continue;
        if (const auto found = keys.count(key)) {
            takeHeadDimension(keys, group, *found, key, inFile(keys, key));
            return;
        }
    }
    const auto width = keys.count("embedding_length");
    if (!width || !heads) {
        group.origins["head_dim"] = tr("not in the file: neither %1, nor %2 and %3")
                                        .arg(keys.full("attention.key_length"), keys.full("embedding_length"),
                                            keys.full("attention.head_count"));
        return;
    }
    const double head = *width / *heads;
    if (std::floor(head) != head) {
        keys.refuse("embedding_length",
            tr("%1 does not divide by %2 %3, so the head dimension is not a whole number; %4 would state "
               "it")
                .arg(asWritten(*width), keys.full("attention.head_count"), asWritten(*heads),
                    keys.full("attention.key_length")));
    }
    takeHeadDimension(keys, group, head, "embedding_length",
        tr("llama.cpp's default: %1 / %2")
            .arg(keys.full("embedding_length"), keys.full("attention.head_count")));
}

void readGgufRotation(GgufKeys& keys, const GgufArchitecture& architecture, bool sliding, GgufGroup& group)
{
    readRotaryDimension(keys, sliding, group);
    readBase(keys, architecture, sliding, group);
}
