// SPDX-License-Identifier: GPL-3.0-or-later
#include "scalingreader.h"

#include "besidescaling.h"
#include "lengthreader.h"
#include "modelfileerror.h"

#include "encodings/numbertext.h"

#include <QCoreApplication>

#include <cmath>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("ScalingReader", text); }

QString shown(double number) { return QString::fromStdString(encodings::displayNumber(number)); }

QString missing() { return tr("not in the file"); }

class Reader : LengthReader {
public:
    Reader(const ConfigSection& config, const LayerGroup& group, const RopeBlock& block,
        const HeadShape& shape, GroupNotes& notes, ModelLayers& layers)
        : LengthReader(config, block, notes, layers)
        , m_group(group)
        , m_shape(shape)
    {
    }

    void run()
    {
        m_layers.scaling = m_block.type;
        m_notes.origin("attention_factor", tr("1: cosines and sines stay as they are"));
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
        readBesideScaling(m_config, m_block, m_notes, m_layers);
    }

private:
    void draw(const char* encoding) { m_layers.model.encodings = { encoding }; }

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
            { "trained_length", whichLength(trained, length->value),
                { asWritten(trained), asWritten(length->value) }, false });
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
            || (modelType(m_config) == "qwen" && !m_config.isFalse("use_dynamic_ntk"));
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

    const LayerGroup& m_group;
    const HeadShape& m_shape;
};

} // namespace

void readScaling(const ConfigSection& config, const LayerGroup& group, const RopeBlock& block,
    const HeadShape& shape, GroupNotes& notes, ModelLayers& layers)
{
    Reader(config, group, block, shape, notes, layers).run();
}
