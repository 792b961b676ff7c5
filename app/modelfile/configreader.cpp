// SPDX-License-Identifier: GPL-3.0-or-later
#include "configreader.h"

#include "besidescaling.h"
#include "lengthreader.h"
#include "otherencodings.h"
#include "positionkind.h"
#include "scalingreader.h"

#include <QCoreApplication>

#include <algorithm>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("ConfigReader", text); }

/// Reads one configuration, number by number, and writes down where each comes from.
class Reader {
public:
    Reader(ModelFile& file, ConfigSection config)
        : m_file(file)
        , m_config(std::move(config))
        , m_type(modelType(m_config))
        , m_defaults(classDefaults(m_type))
    {
    }

    void run()
    {
        m_config.firstNumber(baseKeys()); // a base in quotation marks is told whatever the encoding is
        const PositionKind kind = positionKind(m_config);
        m_file.kind = kind.kind;
        m_file.origins["kind"] = kind.origin;
        for (const auto& [name, origin] : kind.details)
            m_file.origins[name] = origin;
        m_file.warnings += kind.warnings;
        if (kind.kind == "rope")
            readRope();
        else
            readOther(kind);
        m_file.warnings += otherLayers(m_config);
        joinEqualQuestions(m_file);
        m_file.unusedKeys = m_config.unusedKeys();
    }

private:
    void readRope()
    {
        const std::vector<LayerGroup> groups = layerGroups(m_config, m_defaults, m_file.warnings);
        for (const LayerGroup& group : groups)
            m_file.layers.push_back(group.turns ? turning(group) : still(group));
        joinEqualGroups();
        joinEqualNotes(m_file);
        nameGroupsOfChoices(m_file);
        const bool scaled = std::any_of(m_file.layers.begin(), m_file.layers.end(),
            [](const ModelLayers& layers) { return layers.turns && layers.scaling != "default"; });
        if (m_file.origins["kind"].startsWith("class:") && !scaled) {
            m_file.warnings.append(
                tr("the file names neither a base nor a scaling: the numbers are those that the "
                   "class fills in, and may not be those of this model"));
        }
    }

    ModelLayers turning(const LayerGroup& group)
    {
        GroupNotes notes(m_file, group.name);
        ModelLayers layers;
        layers.name = group.name;
        layers.which = group.which;
        const RopeBlock block = readRopeBlock(group.block, notes);
        const auto base = findBase(group, block, notes);
        HeadShape shape = readHeads(m_config, group, m_defaults, notes);
        readRotaryDimension(shape, m_config, block, m_defaults, notes);
        if (base) {
            m_config.requireAllowed("base", base->value, base->key);
            layers.base = base->value;
        } else {
            askForBase(notes);
        }
        layers.headDimension = shape.headDimension;
        layers.rotaryDimension = shape.rotaryDimension;
        readScaling(m_config, group, block, shape, notes, layers);
        if (!layers.rotaryDimension) {
            notes.ask({ "dimension",
                tr("The rotary dimension is not in the file: neither head_dim nor hidden_size and "
                   "num_attention_heads are."),
                { "128", "64", "96" }, true });
        }
        fillModel(layers, shape);
        return layers;
    }

    ModelLayers still(const LayerGroup& group)
    {
        GroupNotes notes(m_file, group.name);
        ModelLayers layers;
        layers.name = group.name;
        layers.which = group.which;
        layers.turns = false;
        layers.headDimension = readHeads(m_config, group, m_defaults, notes).headDimension;
        layers.rotaryDimension = 0.0;
        m_file.origins.erase(group.name + ".heads"); // those of the layers that turn
        notes.origin("rotary_dim", group.whyNot);
        for (const char* name : { "base", "scaling", "factor", "attention_factor", "logit_factor" })
            notes.origin(name, tr("none: no rotation in these layers"));
        if (const auto length = readContextLength(m_config, std::nullopt, notes)) {
            layers.contextLength = length->value;
            layers.trainedLength = length->value;
        }
        notes.origin("trained_length", notes.originOf("context_length"));
        warnOfTemperature(m_config, notes);
        return layers;
    }

    /// Alibi, buckets, tables, or what the file does not say: nothing that turns.
    void readOther(const PositionKind& kind)
    {
        const LayerGroup group;
        GroupNotes notes(m_file, group.name);
        ModelLayers layers;
        layers.turns = false;
        const HeadShape shape = readHeads(m_config, group, m_defaults, notes);
        layers.headDimension = shape.headDimension;
        const auto length = readContextLength(m_config, std::nullopt, notes);
        if (length) {
            layers.contextLength = length->value;
            layers.trainedLength = length->value;
        }
        const bool limited = kind.kind == "learned" || kind.kind == "unknown";
        notes.origin("trained_length",
            length && !limited ? tr("%1 (claimed: this encoding has no table that would end there)")
                                     .arg(notes.originOf("context_length"))
                               : notes.originOf("context_length"));
        const bool unknown = kind.kind == "unknown";
        const QString why = unknown ? tr("not in the file: it does not say which position encoding it uses")
                                    : tr("none: %1").arg(kind.origin);
        for (const char* name :
            { "base", "rotary_dim", "scaling", "factor", "attention_factor", "logit_factor" })
            notes.origin(name, why);
        if (unknown)
            askForEncoding(kind, notes);
        fillModel(layers, shape);
        const auto width = m_config.firstCount(widthKeys());
        fillOtherEncoding({ .kind = kind.kind,
                              .vectorsByDistance = kind.vectorsByDistance,
                              .width = width ? std::optional(width->value) : std::nullopt,
                              .numbers = kind.numbers },
            layers.model);
        if (unknown && shape.headDimension)
            layers.model.values.set("dimension", *shape.headDimension);
        if (layers.trainedLength)
            layers.model.values.set("trained_length", *layers.trainedLength);
        m_file.layers.push_back(layers);
        for (const ModelLayers& one : m_file.layers)
            stripGroup(one.name);
    }

    /// One group only: origins need no name of it.
    void stripGroup(const QString& name)
    {
        std::map<QString, QString> origins;
        for (const auto& [full, text] : m_file.origins)
            origins[full.startsWith(name + '.') ? full.mid(name.size() + 1) : full] = text;
        m_file.origins = std::move(origins);
    }

    void askForEncoding(const PositionKind& kind, GroupNotes& notes)
    {
        const QString hint = kind.hint.isEmpty() ? QString() : tr(" (%1)").arg(kind.hint);
        notes.ask({ "encoding", tr("The position encoding is not stated in this file%1.").arg(hint),
            kind.answers, true });
        notes.ask({ "base", tr("The base is not in the file; it is needed if the encoding is RoPE."),
            { "10000" }, true });
    }

    void askForBase(GroupNotes& notes)
    {
        const QString missing = m_config.isTrue("mla_use_nope")
            ? tr("This model turns nothing (%1), so it has no base. Which base shows what rotation would do?")
                  .arg(m_config.fullKey("mla_use_nope"))
            : tr("The base (rope_theta) is not in the file, and no default of its class is known.");
        notes.ask({ "base", missing, { "10000", "1000000", "500000" }, true });
    }

    std::optional<FoundNumber> findBase(const LayerGroup& group, const RopeBlock& block, GroupNotes& notes)
    {
        QStringList keys = group.baseKeys;
        if (!keys.contains("rope_theta") && block.section && !group.plainCosines)
            keys.append("rope_theta"); // inside the block only
        std::optional<FoundNumber> base;
        if (group.plainCosines) { // a base of its own, whatever the block holds
            base = m_config.firstNumber(group.baseKeys);
        } else if (keys == group.baseKeys) {
            base = agreedNumber(block, m_config, "base", keys, notes);
        } else {
            base = block.section->number("rope_theta");
            if (!base)
                base = m_config.firstNumber(group.baseKeys);
        }
        if (const auto attention = m_config.section("attn_config"); !base && attention) // MPT, DBRX
            base = attention->number("rope_theta");
        if (base) {
            notes.fromFile("base", *base);
            return base;
        }
        if (const auto ratio = m_config.number("rope_ratio")) {
            notes.origin("base",
                tr("derived: 10000 (class constant) x %1 %2").arg(ratio->key, asWritten(ratio->value)));
            return FoundNumber { 10000.0 * ratio->value, ratio->key };
        }
        if (m_config.isTrue("mla_use_nope")) {
            notes.origin("base",
                tr("not in the file: %1 is true, so these layers turn nothing")
                    .arg(m_config.fullKey("mla_use_nope")));
            return std::nullopt;
        }
        if (!group.defaultBase) {
            notes.origin("base", tr("not in the file (rope_theta), and no default of its class is known"));
            return std::nullopt;
        }
        notes.origin("base",
            tr("class default: %1 (%2 is not in the file)")
                .arg(asWritten(*group.defaultBase), group.baseKeys.first()));
        return FoundNumber { *group.defaultBase, m_config.fullKey("rope_theta") };
    }

    void fillModel(ModelLayers& layers, const HeadShape& shape)
    {
        encodings::Model& model = layers.model;
        const bool only = layers.name == "all";
        model.name = (only ? m_file.name : QString("%1 %2").arg(m_file.name, layers.name)).toStdString();
        model.source = tr("file: %1").arg(m_file.path).toStdString();
        if (layers.base)
            model.values.set("base", *layers.base);
        if (layers.rotaryDimension)
            model.values.set("dimension", *layers.rotaryDimension);
        if (layers.headDimension)
            model.values.set("head_dimension", *layers.headDimension);
        if (shape.heads)
            model.values.set("heads", *shape.heads);
    }

    /// Groups whose numbers turn out to be the same are one.
    void joinEqualGroups()
    {
        const ModelLayers& first = m_file.layers.front();
        const bool equal
            = std::all_of(m_file.layers.begin(), m_file.layers.end(), [&](const ModelLayers& other) {
                  return other.turns && other.model.values == first.model.values
                      && other.model.encodings == first.model.encodings && other.scaling == first.scaling;
              });
        if (!equal || m_file.layers.size() < 2)
            return;
        ModelLayers joined = first;
        stripGroup(first.name);
        for (auto origin = m_file.origins.begin(); origin != m_file.origins.end();) {
            const bool ofOther = std::any_of(m_file.layers.begin(), m_file.layers.end(),
                [&](const ModelLayers& other) { return origin->first.startsWith(other.name + '.'); });
            origin = ofOther ? m_file.origins.erase(origin) : std::next(origin);
        }
        std::erase_if(
            m_file.questions, [&](const OpenQuestion& question) { return !question.concerns(first); });
        joined.name = "all";
        joined.which.clear();
        joined.model.name = m_file.name.toStdString();
        m_file.layers = { joined };
    }

    ModelFile& m_file;
    ConfigSection m_config;
    QString m_type;
    const ClassDefaults* m_defaults;
};

} // namespace

void readConfig(const ConfigSection& config, ModelFile& file) { Reader(file, config).run(); }
