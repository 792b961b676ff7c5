// SPDX-License-Identifier: GPL-3.0-or-later
#include "scalingreader.h"

#include "modelfileerror.h"

#include "encodings/numbertext.h"

#include <QCoreApplication>

#include <cmath>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("ScalingReader", text); }

QString shown(double number) { return QString::fromStdString(encodings::displayNumber(number)); }

QString missing() { return tr("not in the file"); }

class Reader {
public:
    Reader(const ConfigSection& config, const LayerGroup& group, const RopeBlock& block,
        const HeadShape& shape, GroupNotes& notes, ModelLayers& layers)
        : m_config(config)
        , m_group(group)
        , m_block(block)
        , m_shape(shape)
        , m_notes(notes)
        , m_layers(layers)
        , m_values(layers.model.values)
    {
    }

    void run()
    {
        m_layers.scaling = m_block.type;
        m_notes.origin("attention_factor", tr("1: this scaling leaves cosines and sines as they are"));
        m_notes.origin("logit_factor", tr("1: no factor on the scores"));
        const QString& type = m_block.type;
        if (type == "linear")
            linear();
        else if (type == "xdrope" || (type == "dynamic" && m_block.section->number("alpha").has_value()))
            staticNtk();
        else if (type == "dynamic")
            dynamic();
        else if (type == "yarn" || type == "deepseek_yarn")
            yarn();
        else if (type == "llama3")
            llama3();
        else if (type == "longrope" || type == "su")
            longRope();
        else if (type == "proportional")
            proportional();
        else if (type == "ntk")
            fixedNtk();
        else if (isDynamicQwen())
            dynamicQwen();
        else
            unscaled();
        addSections();
        addLogN();
        warnOfQueryScaling();
    }

private:
    using Answer = std::optional<FoundNumber>;

    void draw(const char* encoding) { m_layers.model.encodings = { encoding }; }

    Answer context()
    {
        const Answer length = readContextLength(m_config, m_layers.factor, m_notes);
        if (length)
            m_layers.contextLength = length->value;
        return length;
    }

    void setTrained(const FoundNumber& length, const QString& remark = {})
    {
        m_config.requireAllowed("trained_length", length.value, length.key);
        m_notes.fromFile("trained_length", length, remark);
        m_layers.trainedLength = length.value;
        m_values.set("trained_length", length.value);
    }

    static QString claimed() { return tr("claimed: the file does not say how the model was trained"); }

    Answer original() const
    {
        const QString key = "original_max_position_embeddings";
        const Answer inside = m_block.section ? m_block.section->count(key) : std::nullopt;
        return inside ? inside : m_config.count(key);
    }

    void noTrainedLength(const QString& why)
    {
        m_notes.origin("trained_length", why);
        m_notes.warnOfChoice(
            "trained_length", tr("the trained length is not in the file; the length already shown stays"));
        m_notes.ask({ "trained_length", tr("The file does not say how long the trained context is."),
            { "2048", "4096", "8192" }, false });
    }

    /// Drawn is `length`, which the file does not call the trained length.
    void assumeTrained(double length, const QString& origin, const QString& why, const QStringList& answers)
    {
        m_notes.origin("trained_length", origin);
        m_values.set("trained_length", length);
        m_notes.warnOfChoice("trained_length", why);
        m_notes.ask({ "trained_length", tr("The file does not name the trained length: %1.").arg(why),
            answers, false });
    }

    Answer factor(bool required)
    {
        const Answer found = m_block.section->number("factor");
        if (!found && required) {
            m_block.section->refuse(
                "factor", tr("missing; a number is expected beside type \"%1\"").arg(m_block.type));
        }
        if (found)
            setFactor(*found);
        return found;
    }

    void setFactor(const FoundNumber& found)
    {
        m_config.requireAllowed("scale", found.value, found.key);
        m_notes.fromFile("factor", found);
        m_layers.factor = found.value;
        m_values.set("scale", found.value);
    }

    void unscaled()
    {
        draw("rope");
        m_notes.origin("factor", tr("no scaling in the file"));
        const Answer length = context();
        const Answer named = original();
        if (named) {
            setTrained(*named);
            if (length && length->value != named->value) {
                m_notes.warn(tr("%1 is %2 while the context is %3, although the file states no scaling")
                                 .arg(named->key, asWritten(named->value), asWritten(length->value)));
            }
        } else if (length) {
            setTrained(*length, claimed());
        } else {
            noTrainedLength(m_notes.originOf("context_length"));
        }
    }

    void linear()
    {
        draw("pi");
        const double scale = factor(true)->value;
        const Answer length = context();
        if (const Answer named = original()) {
            setTrained(*named);
            compareFactors(named->value);
            return;
        }
        const QString origin = tr("not in the file: a linear scaling does not name the original length");
        if (!length) {
            noTrainedLength(origin);
            return;
        }
        const double trained = std::max(1.0, std::floor(length->value / scale));
        assumeTrained(trained, origin,
            tr("the trained length is not in the file; drawn is %1 = context %2 / factor %3, which holds if "
               "%2 "
               "is the extended length")
                .arg(asWritten(trained), asWritten(length->value), asWritten(scale)),
            { asWritten(trained), asWritten(length->value) });
    }

    void dynamic()
    {
        draw("dynamic-ntk");
        const double scale = factor(true)->value;
        const Answer length = context();
        if (!length) {
            m_notes.origin("trained_length", m_notes.originOf("context_length"));
            askNeededLength();
            return;
        }
        setTrained(*length, tr("for dynamic scaling this is the trained length"));
        const Answer named = original();
        if (named && named->value != length->value) {
            m_notes.warnOfChoice("trained_length",
                tr("%1 is %2, but dynamic scaling counts from %3 %4, which is used")
                    .arg(named->key, asWritten(named->value), length->key, asWritten(length->value)));
        }
        extended(length->value * scale,
            tr("derived: %1 x factor %2; scaling begins beyond the trained length")
                .arg(length->key, asWritten(scale)));
    }

    void extended(double length, const QString& origin)
    {
        m_notes.origin("extended_length", tr("%1, %2").arg(asWritten(length), origin));
    }

    /// Hunyuan: "dynamic" with alpha is NTK-aware scaling with one base for every length.
    void staticNtk()
    {
        draw("ntk");
        const Answer alpha = m_block.section->number("alpha");
        if (!alpha)
            m_block.section->refuse("alpha", tr("missing; a number is expected beside type \"xdrope\""));
        m_config.requireAllowed("alpha", alpha->value, alpha->key);
        m_values.set("alpha", alpha->value);
        m_notes.fromFile("alpha", *alpha, tr("NTK-aware scaling with one base for every length"));
        if (const Answer written = m_block.section->number("factor")) {
            m_notes.fromFile("factor", *written, tr("changes nothing beside alpha"));
            m_layers.factor = written->value;
        } else {
            m_notes.origin("factor", missing());
        }
        QString base;
        if (m_layers.base && m_layers.rotaryDimension && *m_layers.rotaryDimension > 2) {
            const double d = *m_layers.rotaryDimension;
            base = tr("; the base becomes %1 = %2 x alpha^(%3/%4)")
                       .arg(shown(*m_layers.base * std::pow(alpha->value, d / (d - 2))),
                           asWritten(*m_layers.base), asWritten(d), asWritten(d - 2));
        }
        m_notes.warn(
            tr("%1 is %2: with alpha, type \"%3\" means NTK-aware scaling that does not depend on the "
               "length%4; code that knows no alpha scales nothing")
                .arg(alpha->key, asWritten(alpha->value), m_block.type, base));
        if (const Answer length = context())
            setTrained(*length, claimed());
        else
            noTrainedLength(m_notes.originOf("context_length"));
    }

    void fixedNtk()
    {
        factor(true);
        const Answer mixed = m_block.section->number("mixed_b");
        draw(mixed ? "ntk-mixed" : "ntk-fixed");
        if (mixed) {
            m_values.set("mixed_b", mixed->value);
            m_notes.fromFile("mixed_b", *mixed);
        }
        trainedByOriginal();
    }

    bool isDynamicQwen() const
    {
        // The class of the first Qwen turns it on unless the file turns it off.
        return m_config.isTrue("use_dynamic_ntk")
            || (m_config.text("model_type") == "qwen" && !m_config.isFalse("use_dynamic_ntk"));
    }

    void dynamicQwen()
    {
        draw("dynamic-ntk");
        m_layers.scaling = "dynamic";
        m_values.set("alpha_steps", true);
        m_notes.origin("scaling",
            m_config.has("use_dynamic_ntk") ? tr("file: %1 (Qwen's: the base grows in steps with the length)")
                                                  .arg(m_config.fullKey("use_dynamic_ntk"))
                                            : tr("class default: use_dynamic_ntk is true (Qwen's: the base "
                                                 "grows in steps with the length)"));
        m_notes.origin("factor", tr("none: alpha follows from the length in steps 1, 3, 7, 15 ..."));
        const Answer longest = context();
        const Answer trained = m_config.count("seq_length");
        if (trained)
            setTrained(*trained, tr("the length from which Qwen's scaling counts"));
        else if (longest)
            setTrained(*longest, claimed());
        else
            askNeededLength();
    }

    void proportional()
    {
        draw("proportional");
        const Answer part
            = agreedNumber(m_block, m_config, "partial_rotary_factor", { "partial_rotary_factor" }, m_notes);
        if (part) {
            if (!(part->value >= 0.0 && part->value <= 1.0)) {
                throw ModelFileError(m_config.path(), part->key,
                    tr("%1 is not possible; a number from 0 to 1 is expected").arg(asWritten(part->value)));
            }
            m_values.set("partial_rotary_factor", part->value);
            m_notes.fromFile(
                "partial_rotary_factor", *part, tr("part of the pairs that turn, the fast ones"));
        } else {
            m_values.set("partial_rotary_factor", 1.0);
            m_notes.origin("partial_rotary_factor", tr("class default: 1 (not in the file)"));
        }
        if (!factor(false))
            m_notes.origin("factor", tr("not in the file: 1, the class default"));
        if (const Answer length = context())
            setTrained(*length, claimed());
        else
            noTrainedLength(m_notes.originOf("context_length"));
    }

    /// Without a length there are no frequencies.
    void askNeededLength()
    {
        m_notes.origin("trained_length", missing());
        m_notes.ask(
            { "trained_length", tr("The trained length is not in the file, and this scaling needs it."),
                { "4096", "8192", "32768" }, true });
    }

    /// For scalings that count from original_max_position_embeddings; Hugging Face fills in
    /// max_position_embeddings where it is missing.
    void trainedByOriginal()
    {
        const Answer length = context();
        if (const Answer named = original()) {
            setTrained(*named);
            compareFactors(named->value);
            return;
        }
        if (!length) {
            askNeededLength();
            return;
        }
        QStringList answers { asWritten(length->value) };
        QString intended;
        if (m_layers.factor && *m_layers.factor > 1) {
            const double shorter = std::floor(length->value / *m_layers.factor);
            answers.append(asWritten(shorter));
            intended = tr("; if %1 is the extended length already, the trained length is %2")
                           .arg(asWritten(length->value), asWritten(shorter));
        }
        assumeTrained(length->value,
            tr("not in the file (original_max_position_embeddings): assumed %1, as transformers does")
                .arg(asWritten(length->value)),
            tr("original_max_position_embeddings is not in the file; assumed is %1 %2, as transformers "
               "does%3")
                .arg(length->key, asWritten(length->value), intended),
            answers);
    }

    /// The written factor against max_position_embeddings / original.
    void compareFactors(double trained)
    {
        if (!m_layers.factor)
            return;
        const double product = *m_layers.factor * trained;
        extended(product,
            tr("derived: trained_length %1 x factor %2")
                .arg(asWritten(trained), asWritten(*m_layers.factor)));
        if (!m_layers.contextLength)
            return;
        const double implied = *m_layers.contextLength / trained;
        if (implied == 1.0 || std::abs(implied - *m_layers.factor) <= 1e-6 * implied)
            return;
        m_notes.warnOfChoice("factor",
            tr("factor is %1, but the context %2 / trained length %3 makes it %4: %1 is used, as in today's "
               "transformers; versions of 2025 took %4")
                .arg(asWritten(*m_layers.factor), asWritten(*m_layers.contextLength), asWritten(trained),
                    shown(implied)));
        m_notes.ask({ "scale",
            tr("The written factor %1 and the one that the lengths imply, %2, differ.")
                .arg(asWritten(*m_layers.factor), shown(implied)),
            { asWritten(*m_layers.factor), asWritten(implied) }, false });
        m_values.set("max_positions", *m_layers.contextLength);
    }

    /// A factor that the file does not write, where the lengths imply it.
    void factorFromLengths()
    {
        const Answer named = original();
        if (m_layers.factor || !m_layers.contextLength || !named)
            return;
        const double implied = *m_layers.contextLength / named->value;
        m_config.requireAllowed("scale", implied, named->key);
        m_layers.factor = implied;
        m_values.set("scale", implied);
        m_notes.origin("factor",
            tr("derived: context_length %1 / trained_length %2")
                .arg(asWritten(*m_layers.contextLength), asWritten(named->value)));
        if (implied == 1.0)
            m_values.set("max_positions", *m_layers.contextLength);
    }

    /// A number of the block, copied to the value of the same key. Null counts as absent.
    Answer copyNumber(const char* key)
    {
        const Answer found = m_block.section->number(key);
        if (found)
            m_values.set(key, found->value);
        return found;
    }

    void yarn()
    {
        draw("yarn");
        factor(false);
        trainedByOriginal();
        factorFromLengths();
        if (!m_layers.factor) {
            m_block.section->refuse(
                "factor", tr("missing; a number is expected beside type \"%1\"").arg(m_block.type));
        }
        for (const char* key : { "beta_fast", "beta_slow", "attn_factor", "extrapolation_factor" }) {
            if (const Answer found = copyNumber(key))
                m_notes.fromFile(key, *found);
        }
        if (const auto truncate = m_block.section->flag("truncate")) {
            m_values.set("truncate", *truncate);
            m_notes.origin("truncate",
                tr("file: %1 (%2)")
                    .arg(m_block.section->fullKey("truncate"),
                        *truncate ? tr("the ramp's ends are whole pairs")
                                  : tr("the ramp's ends stay decimal")));
        }
        yarnFactors();
    }

    void yarnFactors()
    {
        const Answer weight = copyNumber("mscale");
        const Answer weightOfAll = copyNumber("mscale_all_dim");
        const Answer given = copyNumber("attention_factor");
        const bool both = weight && weightOfAll && weight->value != 0.0 && weightOfAll->value != 0.0;
        const bool zero = (weight && weight->value == 0.0) || (weightOfAll && weightOfAll->value == 0.0);
        if (given) {
            m_notes.fromFile("attention_factor", *given, tr("on cosines and sines, final"));
        } else if (m_group.plainCosines) {
            m_values.set("attention_factor", 1.0);
            m_notes.origin(
                "attention_factor", tr("class: 1, this class leaves cosines and sines as they are"));
        } else if (both) {
            m_notes.origin("attention_factor",
                tr("derived: (0.1 mscale %1 ln factor + 1) / (0.1 mscale_all_dim %2 ln factor + 1), on "
                   "cosines "
                   "and sines")
                    .arg(asWritten(weight->value), asWritten(weightOfAll->value)));
        } else {
            m_notes.origin("attention_factor",
                zero ? tr("derived: 0.1 ln factor + 1, on cosines and sines (a 0 in mscale or mscale_all_dim "
                          "counts as not given)")
                     : tr("derived: 0.1 ln factor + 1, on cosines and sines"));
        }
        if (!weightOfAll || weightOfAll->value == 0.0)
            return;
        if (m_shape.mla) {
            m_values.set("logit_scaling", true);
            m_notes.origin("logit_factor",
                tr("derived: (0.1 mscale_all_dim %1 ln factor + 1)^2, on the scores: what attention with "
                   "qk_rope_head_dim (MLA) does")
                    .arg(asWritten(weightOfAll->value)));
        } else {
            m_notes.origin("logit_factor",
                tr("1: only models with qk_rope_head_dim (MLA) multiply the scores by mscale_all_dim"));
            if (both && weight->value == weightOfAll->value) {
                m_notes.warn(tr("mscale and mscale_all_dim are equal, so the attention factor is 1 in "
                                "transformers; some other programs use 0.1 ln factor + 1 = %1")
                                 .arg(shown(0.1 * std::log(*m_layers.factor) + 1)));
            }
        }
    }

    void llama3()
    {
        draw("llama3");
        factor(true);
        for (const char* key : { "low_freq_factor", "high_freq_factor" }) {
            const Answer found = copyNumber(key);
            if (!found)
                m_block.section->refuse(key, tr("missing; a number is expected beside type \"llama3\""));
            m_notes.fromFile(key, *found);
        }
        trainedByOriginal();
    }

    void longRope()
    {
        draw("longrope");
        for (const char* key : { "short_factor", "long_factor" }) {
            const auto list = m_block.section->numbers(key);
            if (!list)
                m_block.section->refuse(key,
                    tr("missing; a list of one factor for each pair is expected beside type \"%1\"")
                        .arg(m_block.type));
            requireOnePerPair(key, list->size());
            m_values.set(key, *list);
            m_notes.origin(
                key, tr("file: %1 (%2 factors)").arg(m_block.section->fullKey(key)).arg(list->size()));
        }
        factor(false);
        trainedByOriginal();
        factorFromLengths();
        if (!m_layers.factor)
            m_notes.origin("factor", missing());
        for (const char* key : { "short_mscale", "long_mscale" })
            copyNumber(key);
        if (const Answer given = copyNumber("attention_factor"))
            m_notes.fromFile("attention_factor", *given, tr("on cosines and sines, final"));
        else
            m_notes.origin("attention_factor",
                tr("derived: sqrt(1 + ln factor / ln trained_length), on cosines and sines"));
        if (m_values.contains("trained_length")) {
            m_notes.origin("switch_point",
                tr("derived: the short list up to %1 positions, the long one from %2")
                    .arg(asWritten(m_values.number("trained_length")),
                        asWritten(m_values.number("trained_length") + 1)));
        }
    }

    void requireOnePerPair(const char* key, std::size_t count)
    {
        if (!m_layers.rotaryDimension || static_cast<double>(count) * 2 == *m_layers.rotaryDimension)
            return;
        m_block.section->refuse(key,
            tr("%1 factors do not fit the rotary dimension %2 (%3); %4 are expected, one for each pair")
                .arg(count)
                .arg(asWritten(*m_layers.rotaryDimension), m_notes.originOf("rotary_dim"),
                    asWritten(*m_layers.rotaryDimension / 2)));
    }

    /// Multimodal RoPE turns each pair by one of several position ids, which are equal for text.
    void addSections()
    {
        const auto has = [](const std::optional<ConfigSection>& section, const char* key) {
            return section && section->has(key);
        };
        const ConfigSection* holder = nullptr;
        QString key;
        for (const char* name : { "mrope_section", "xdrope_section" }) {
            if (!holder && has(m_block.section, name)) {
                holder = &*m_block.section;
                key = name;
            }
        }
        if (!holder && m_config.has("mrope_section")) {
            holder = &m_config;
            key = "mrope_section";
        }
        const QString asText
            = tr("for text its position ids are equal, and the frequencies are those of plain RoPE");
        if (!holder) {
            if (m_block.mrope)
                m_notes.warn(tr("multimodal RoPE without mrope_section: %1").arg(asText));
            return;
        }
        const auto sections = holder->numbers(key);
        double sum = 0.0;
        for (const double section : *sections)
            sum += section;
        if (m_layers.rotaryDimension && sum * 2 != *m_layers.rotaryDimension) {
            holder->refuse(key,
                tr("%1 does not add up to the %2 pairs of the rotary dimension %3")
                    .arg(asWritten(holder->value(key)), asWritten(*m_layers.rotaryDimension / 2),
                        asWritten(*m_layers.rotaryDimension)));
        }
        const bool alternating = holder->isTrue("mrope_interleaved");
        m_layers.model.encodings.emplace_back("mrope");
        m_values.set("mrope_section", *sections);
        m_values.set("mrope_interleaved", alternating);
        m_notes.origin("mrope_section",
            tr("file: %1 %2 (pairs per axis, %3); %4")
                .arg(holder->fullKey(key), asWritten(holder->value(key)),
                    alternating ? tr("axes alternate") : tr("one axis after the other"), asText));
        if (!m_layers.rotaryDimension) {
            m_notes.ask({ "dimension",
                tr("The rotary dimension is not in the file; %1 adds up to %2 pairs, so %3 speaks for "
                   "itself.")
                    .arg(holder->fullKey(key), asWritten(sum), asWritten(sum * 2)),
                { asWritten(sum * 2) }, true });
        }
    }

    void addLogN()
    {
        const bool classDefault = m_config.text("model_type") == "qwen" && !m_config.has("use_logn_attn");
        if (!m_config.isTrue("use_logn_attn") && !classDefault)
            return;
        m_layers.model.encodings.emplace_back("log-n");
        m_notes.origin("log_n",
            tr("%1: queries beyond the trained length are multiplied by ln(position) / ln(trained length)")
                .arg(classDefault ? tr("class default: use_logn_attn is true")
                                  : tr("file: %1").arg(m_config.fullKey("use_logn_attn"))));
    }

    void warnOfQueryScaling()
    {
        const Answer weight
            = m_block.section ? m_block.section->number("llama_4_scaling_beta") : std::nullopt;
        if (weight && weight->value != 0.0) {
            m_notes.warn(tr("%1 is %2: the class also multiplies queries by 1 + %2 ln(1 + floor(position / "
                            "trained length)), which these numbers leave out")
                             .arg(weight->key, asWritten(weight->value)));
        }
    }

    const ConfigSection& m_config;
    const LayerGroup& m_group;
    const RopeBlock& m_block;
    const HeadShape& m_shape;
    GroupNotes& m_notes;
    ModelLayers& m_layers;
    encodings::Values& m_values;
};

/// Every length that the file states, the one that Hugging Face reads first.
std::vector<FoundNumber> lengths(const ConfigSection& config)
{
    std::vector<FoundNumber> found;
    for (const char* key : { "max_position_embeddings", "n_positions", "max_sequence_length", "max_seq_len",
             "max_seq_length", "seq_length", "seq_len", "n_ctx", "model_max_length" }) {
        if (const auto length = config.count(key))
            found.push_back(*length);
    }
    return found;
}

} // namespace

std::optional<FoundNumber> readContextLength(
    const ConfigSection& config, std::optional<double> factor, GroupNotes& notes)
{
    const std::vector<FoundNumber> all = lengths(config);
    if (all.empty()) {
        notes.origin("context_length", tr("not in the file (max_position_embeddings)"));
        return std::nullopt;
    }
    FoundNumber used = all.front();
    for (const FoundNumber& other : all) {
        // Vicuna writes both: 4096 positions, and 16384 with the factor.
        if (factor && *factor > 1 && other.value == all.front().value * *factor)
            used = other;
    }
    for (const FoundNumber& other : all) {
        if (other.value != used.value)
            notes.warn(tr("%1 is %2 and %3 is %4: %1 is used as the context length")
                           .arg(used.key, asWritten(used.value), other.key, asWritten(other.value)));
    }
    config.requireAllowed("trained_length", used.value, used.key);
    notes.fromFile("context_length", used);
    return used;
}

void readScaling(const ConfigSection& config, const LayerGroup& group, const RopeBlock& block,
    const HeadShape& shape, GroupNotes& notes, ModelLayers& layers)
{
    Reader(config, group, block, shape, notes, layers).run();
}
