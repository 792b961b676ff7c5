// SPDX-License-Identifier: GPL-3.0-or-later
#include "configreader.h"

#include "classdefaults.h"
#include "modelfileerror.h"
#include "positionkind.h"
#include "ropeblock.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("ConfigReader", text); }

/// Reads one configuration, number by number, and writes down where each comes from.
class Reader {
public:
    Reader(ModelFile& file, ConfigSection config)
        : m_file(file)
        , m_config(std::move(config))
        , m_type(m_config.text("model_type"))
        , m_defaults(classDefaults(m_type))
    {
    }

    void run()
    {
        requireRope(m_config);
        m_config.firstNumber(
            baseKeys()); // a base in quotation marks is told before a scaling that is not read
        refuseDynamicQwen();
        m_block = readRopeBlock(m_config, m_file.warnings);
        m_file.origins["scaling"] = m_block.typeOrigin;
        m_layers.scaling = m_block.type;

        const auto base = findBase();
        requireEqualLayers(m_config, base, m_block.type != "default");
        readHeads();
        readHeadDimension();
        readRotaryDimension();
        requireBase(base);
        readFactor();
        readLengths();
        requireFittingSections(m_block, m_config, *m_layers.rotaryDimension, m_file.warnings);
        m_file.warnings += otherLayers(m_config);
        fillModel();
        m_file.layers.push_back(m_layers);
    }

private:
    static QStringList baseKeys()
    {
        return { "rope_theta", "rotary_emb_base", "rope_base", "rotary_base", "global_rope_theta" };
    }

    void origin(const QString& name, const QString& text) { m_file.origins[name] = text; }
    void fromFile(const QString& name, const FoundNumber& found)
    {
        origin(name, tr("file: %1").arg(found.key));
    }
    void warn(const QString& text) { m_file.warnings.append(text); }
    /// Warns of how the number `name` was chosen.
    void warnOfChoice(const QString& name, const QStringList& texts)
    {
        m_file.warnings += texts;
        m_file.choices[name] += texts;
    }
    /// The number at one of `keys`, for what is called `name`.
    std::optional<FoundNumber> agreed(const QString& name, const QStringList& keys)
    {
        QStringList conflicts;
        const auto found = agreedNumber(m_block, m_config, keys, conflicts);
        warnOfChoice(name, conflicts);
        return found;
    }

    void refuseDynamicQwen() const
    {
        // The class of the first Qwen turns it on unless the file turns it off.
        if (m_config.isTrue("use_dynamic_ntk")
            || (m_type == "qwen" && !m_config.isFalse("use_dynamic_ntk"))) {
            m_config.refuse("use_dynamic_ntk",
                tr("dynamic NTK scaling (Qwen's, on unless the file says false) is not read yet; %1")
                    .arg(readToday()));
        }
    }

    std::optional<FoundNumber> findBase()
    {
        const auto base = agreed("base", baseKeys());
        if (base) {
            fromFile("base", *base);
            return base;
        }
        if (const auto ratio = m_config.number("rope_ratio")) {
            origin("base",
                tr("derived: 10000 (class constant) x %1 %2").arg(ratio->key, asWritten(ratio->value)));
            return FoundNumber { 10000.0 * ratio->value, ratio->key };
        }
        if (m_defaults == nullptr)
            return std::nullopt;
        origin(
            "base", tr("class default: %1 (rope_theta is not in the file)").arg(asWritten(m_defaults->base)));
        return FoundNumber { m_defaults->base, m_config.fullKey("rope_theta") };
    }

    void requireBase(const std::optional<FoundNumber>& base)
    {
        if (!base) {
            m_config.refuse("rope_theta",
                tr("the base is not in the file, and no default is known for model_type \"%1\"; a number is "
                   "expected")
                    .arg(m_type));
        }
        m_config.requireAllowed("base", base->value, base->key);
        m_layers.base = base->value;
    }

    void readHeads()
    {
        m_heads = m_config.firstCount({ "num_attention_heads", "n_head", "n_heads", "num_heads" });
        if (!m_heads) {
            origin("heads", tr("not in the file"));
            return;
        }
        m_config.requireAllowed("heads", m_heads->value, m_heads->key);
        fromFile("heads", *m_heads);
    }

    void readHeadDimension()
    {
        auto head = m_config.firstCount({ "head_dim", "kv_channels", "attention_head_size", "head_size" });
        m_mla = m_config.count("qk_rope_head_dim");
        if (head) {
            fromFile("head_dim", *head);
        } else if (m_mla) {
            const auto rest = m_config.number("qk_nope_head_dim");
            if (!rest) {
                origin("head_dim", tr("not in the file (qk_nope_head_dim is missing)"));
                return;
            }
            head = FoundNumber { rest->value + m_mla->value, rest->key };
            origin("head_dim", tr("derived: %1 + %2").arg(rest->key, m_mla->key));
        } else if (m_defaults != nullptr && m_defaults->headDimension) {
            head = FoundNumber { *m_defaults->headDimension, m_config.fullKey("head_dim") };
            origin("head_dim",
                tr("class default: %1 (head_dim is not in the file)").arg(asWritten(head->value)));
        } else {
            head = quotient();
            if (!head)
                return;
        }
        m_config.requireAllowed("head_dimension", head->value, head->key);
        m_layers.headDimension = head->value;
    }

    /// Hidden size / heads. Absent, and explained, when the file does not hold both.
    std::optional<FoundNumber> quotient()
    {
        const auto hidden = m_config.firstCount({ "hidden_size", "n_embd", "n_embed", "d_model", "dim" });
        if (!hidden || !m_heads) {
            origin("head_dim", tr("not in the file (nor hidden_size and num_attention_heads)"));
            return std::nullopt;
        }
        const double head = hidden->value / m_heads->value;
        if (std::floor(head) != head) {
            throw ModelFileError(m_config.path(), hidden->key,
                tr("%1 does not divide by %2 %3, so the head dimension is not a whole number; head_dim would "
                   "state it")
                    .arg(asWritten(hidden->value), m_heads->key, asWritten(m_heads->value)));
        }
        origin("head_dim", tr("derived: %1 / %2").arg(hidden->key, m_heads->key));
        return FoundNumber { head, hidden->key };
    }

    double requireHeadDimension() const
    {
        if (!m_layers.headDimension)
            m_config.refuse("head_dim",
                tr("not in the file; head_dim, or hidden_size and num_attention_heads, are expected"));
        return *m_layers.headDimension;
    }

    void readRotaryDimension()
    {
        const FoundNumber rotary = findRotaryDimension();
        if (std::fmod(rotary.value, 2.0) != 0.0) {
            throw ModelFileError(m_config.path(), rotary.key,
                tr("the rotary dimension would be %1 (%2); an even number is expected")
                    .arg(asWritten(rotary.value), m_file.origins["rotary_dim"]));
        }
        m_config.requireAllowed("dimension", rotary.value, rotary.key);
        if (m_layers.headDimension && rotary.value > *m_layers.headDimension) {
            throw ModelFileError(m_config.path(), rotary.key,
                tr("the rotary dimension would be %1, more than the head dimension %2")
                    .arg(asWritten(rotary.value), asWritten(*m_layers.headDimension)));
        }
        m_layers.rotaryDimension = rotary.value;
    }

    FoundNumber findRotaryDimension()
    {
        if (m_mla) {
            fromFile("rotary_dim", *m_mla);
            return *m_mla;
        }
        const auto stated = m_config.firstCount({ "rotary_dim", "rotary_ndims" });
        if (const auto part = agreed("rotary_dim",
                { "partial_rotary_factor", "rotary_pct", "rope_pct", "rope_percent", "rotary_percent",
                    "rotary_emb_fraction" })) {
            if (!(part->value > 0.0 && part->value <= 1.0)) {
                throw ModelFileError(m_config.path(), part->key,
                    tr("%1 is not possible; a number above 0 and up to 1 is expected")
                        .arg(asWritten(part->value)));
            }
            const double rotary = std::trunc(requireHeadDimension() * part->value);
            origin("rotary_dim",
                tr("derived: head_dim %1 x %2 %3")
                    .arg(asWritten(*m_layers.headDimension), part->key, asWritten(part->value)));
            if (stated && stated->value != rotary) {
                warnOfChoice("rotary_dim",
                    { tr("%1 is %2, but %3 %4 makes it %5: %3 is used")
                            .arg(stated->key, asWritten(stated->value), part->key, asWritten(part->value),
                                asWritten(rotary)) });
            }
            return { rotary, part->key };
        }
        if (stated) {
            fromFile("rotary_dim", *stated);
            return *stated;
        }
        if (m_defaults != nullptr && m_defaults->rotaryDimension) {
            origin("rotary_dim",
                tr("class default: %1 (rotary_dim is not in the file)")
                    .arg(asWritten(*m_defaults->rotaryDimension)));
            return { *m_defaults->rotaryDimension, m_config.fullKey("rotary_dim") };
        }
        const double head = requireHeadDimension();
        const QString key = m_config.fullKey("head_dim");
        if (m_defaults != nullptr && m_defaults->rotaryFraction != 1.0) {
            origin("rotary_dim",
                tr("class default: %1 of head_dim (no rotary part in the file)")
                    .arg(asWritten(m_defaults->rotaryFraction)));
            return { std::trunc(head * m_defaults->rotaryFraction), key };
        }
        origin("rotary_dim", m_file.origins["head_dim"]);
        return { head, key };
    }

    void readFactor()
    {
        if (m_block.type != "linear") {
            origin("factor", tr("no scaling in the file"));
            return;
        }
        const auto factor = m_block.section->number("factor");
        if (!factor)
            m_block.section->refuse("factor", tr("missing; a number is expected beside type \"linear\""));
        m_config.requireAllowed("scale", factor->value, factor->key);
        fromFile("factor", *factor);
        m_layers.factor = factor->value;
    }

    /// Every length that the file states, the one that Hugging Face reads first.
    std::vector<FoundNumber> lengths() const
    {
        std::vector<FoundNumber> found;
        for (const char* key : { "max_position_embeddings", "n_positions", "max_sequence_length",
                 "max_seq_len", "max_seq_length", "seq_length", "seq_len", "n_ctx" }) {
            if (const auto length = m_config.count(key))
                found.push_back(*length);
        }
        return found;
    }

    void readLengths()
    {
        const std::vector<FoundNumber> all = lengths();
        if (all.empty()) {
            origin("context_length", tr("not in the file (max_position_embeddings)"));
        } else {
            const FoundNumber* used = &all.front();
            for (const FoundNumber& other : all) {
                // Vicuna writes both: 4096 positions, and 16384 with the factor.
                if (m_layers.factor && *m_layers.factor > 1
                    && other.value == all.front().value * *m_layers.factor)
                    used = &other;
            }
            for (const FoundNumber& other : all) {
                if (other.value != used->value)
                    warn(tr("%1 is %2 and %3 is %4: %1 is used")
                             .arg(used->key, asWritten(used->value), other.key, asWritten(other.value)));
            }
            m_config.requireAllowed("trained_length", used->value, used->key);
            fromFile("context_length", *used);
            m_layers.contextLength = used->value;
        }
        readTrainedLength();
    }

    void readTrainedLength()
    {
        const QString name = "original_max_position_embeddings";
        auto original = m_block.section ? m_block.section->count(name) : std::nullopt;
        if (!original)
            original = m_config.count(name);
        if (original) {
            m_config.requireAllowed("trained_length", original->value, original->key);
            fromFile("trained_length", *original);
            m_layers.trainedLength = original->value;
            if (m_block.type == "default" && m_layers.contextLength
                && *m_layers.contextLength != original->value) {
                warn(tr("%1 is %2 while the context is %3, although the file states no scaling")
                         .arg(original->key, asWritten(original->value), asWritten(*m_layers.contextLength)));
            }
        } else if (m_block.type == "linear") {
            origin(
                "trained_length", tr("not in the file: a linear scaling does not name the original length"));
        } else if (m_layers.contextLength) {
            origin("trained_length", m_file.origins["context_length"]);
            m_layers.trainedLength = m_layers.contextLength;
        } else {
            origin("trained_length", m_file.origins["context_length"]);
        }
    }

    void fillModel()
    {
        encodings::Model& model = m_layers.model;
        model.name = m_file.name.toStdString();
        model.source = tr("file: %1").arg(m_file.path).toStdString();
        model.values.set("base", *m_layers.base);
        model.values.set("dimension", *m_layers.rotaryDimension);
        if (m_layers.headDimension)
            model.values.set("head_dimension", *m_layers.headDimension);
        if (m_heads)
            model.values.set("heads", m_heads->value);
        if (m_layers.trainedLength) {
            model.values.set("trained_length", *m_layers.trainedLength);
        } else if (m_layers.factor && m_layers.contextLength) {
            const double trained = std::max(1.0, std::floor(*m_layers.contextLength / *m_layers.factor));
            model.values.set("trained_length", trained);
            warnOfChoice("trained_length",
                { tr("the trained length is not in the file; drawn is %1 = context %2 / factor %3, "
                     "which holds if %2 is the extended length")
                        .arg(asWritten(trained), asWritten(*m_layers.contextLength),
                            asWritten(*m_layers.factor)) });
        } else {
            warnOfChoice("trained_length",
                { tr("the trained length is not in the file; the length already shown stays") });
        }
        if (m_layers.factor)
            model.values.set("scale", *m_layers.factor);
        model.encodings = { m_layers.factor ? "pi" : "rope" };
    }

    ModelFile& m_file;
    ConfigSection m_config;
    QString m_type;
    const ClassDefaults* m_defaults;
    RopeBlock m_block;
    ModelLayers m_layers;
    std::optional<FoundNumber> m_heads;
    std::optional<FoundNumber> m_mla;
};

} // namespace

void readConfig(const ConfigSection& config, ModelFile& file) { Reader(file, config).run(); }
