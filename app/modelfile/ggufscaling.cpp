// SPDX-License-Identifier: GPL-3.0-or-later
#include "ggufscaling.h"

#include "filenumbers.h"
#include "ggufdivisors.h"
#include "ggufyarn.h"
#include "modelfileerror.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("GgufScaling", text); }

const QString freqsTensor = QStringLiteral("rope_freqs.weight");
const QString longTensor = QStringLiteral("rope_factors_long.weight");
const QString shortTensor = QStringLiteral("rope_factors_short.weight");

class ScalingReader {
public:
    ScalingReader(GgufKeys& keys, const GgufArchitecture& architecture, GgufGroup& group)
        : m_keys(keys)
        , m_architecture(architecture)
        , m_group(group)
        , m_layers(group.layers)
    {
    }

    void run(bool isScaled, bool hasFactors)
    {
        origin("logit_factor", tr("1: no factor on the scores"));
        if (!isScaled) {
            unscaled(tr("llama.cpp's rule: layers with a sliding window are not scaled"));
        } else {
            readType();
            readFactor();
            readAttnFactor();
            const auto& tensors = m_keys.file().factors;
            if (hasFactors && tensors.contains(freqsTensor))
                divideByFreqs(pairsOf(freqsTensor));
            else if (hasFactors && (tensors.contains(longTensor) || tensors.contains(shortTensor)))
                divideByLists();
            else if (m_type == "yarn")
                yarn();
            else if (m_factor != 1.0 || m_attnFactor != 1.0)
                linear();
            else
                unscaled(m_typeOrigin);
        }
        addSections();
    }

private:
    void origin(const QString& name, const QString& text) { m_group.origins[name] = text; }
    void set(const char* key, encodings::Value value) { m_layers.model.values.set(key, std::move(value)); }
    QString inFile(const QString& key) const { return tr("file: %1").arg(m_keys.full(key)); }

    void readType()
    {
        const QString key = QStringLiteral("rope.scaling.type");
        m_type = m_keys.text(m_keys.full(key));
        m_typeOrigin = inFile(key);
        if (m_type.isEmpty()) {
            m_type = QStringLiteral("linear"); // counts where a factor is written
            m_typeOrigin = tr("no scaling in the file");
        } else if (!QStringList { "none", "linear", "yarn", "longrope" }.contains(m_type)) {
            m_keys.refuse(key,
                tr("\"%1\" is not a scaling of llama.cpp; none, linear, yarn and longrope are").arg(m_type));
        }
    }

    void readFactor()
    {
        origin("factor", tr("no factor in the file"));
        for (const char* key : { "rope.scaling.factor", "rope.scale_linear" }) {
            const auto found = m_keys.number(key);
            if (!found || m_factorKey)
                continue;
            if (*found == 0.0) { // as llama.cpp reads it
                origin("factor", tr("%1 is 0, which llama.cpp reads as none").arg(m_keys.full(key)));
                m_factorKey = key;
                continue;
            }
            takeFactor(key, *found, inFile(key));
        }
        if (const auto inverse = m_keys.number("rope.freq_scale"); inverse && !m_factorKey) {
            if (!(*inverse > 0.0))
                m_keys.refuse("rope.freq_scale", tr("%1 is not possible; a number above 0 is").arg(*inverse));
            takeFactor("rope.freq_scale", 1.0 / *inverse,
                tr("derived: 1 / %1 %2").arg(m_keys.full("rope.freq_scale"), asWritten(*inverse)));
        }
        if (m_type == "none" && m_factor != 1.0) {
            origin("factor", tr("%1 does not count: the type is none").arg(m_keys.full(*m_factorKey)));
            m_factor = 1.0;
        }
    }

    void takeFactor(const QString& key, double factor, const QString& text)
    {
        m_keys.requireAllowed("scale", factor, key);
        m_factor = factor;
        m_factorKey = key;
        origin("factor", text);
    }

    void readAttnFactor()
    {
        const QString key = QStringLiteral("rope.scaling.attn_factor");
        const auto found = m_keys.number(key);
        if (found && !(*found > 0.0))
            m_keys.refuse(key, tr("%1 is not possible; a number above 0 is").arg(asWritten(*found)));
        m_attnFactor = found.value_or(1.0);
        origin("attention_factor", found ? inFile(key) : tr("1: none in the file"));
    }

    void unscaled(const QString& why)
    {
        m_layers.scaling = "default";
        origin("scaling", why);
        origin("factor", m_group.origins.contains("factor") ? m_group.origins["factor"] : why);
        origin("attention_factor", tr("1: no scaling"));
        readTrainedLength();
        m_layers.model.encodings = { "rope" };
    }

    /// What the file calls the original length, or the context where it has none.
    void readTrainedLength()
    {
        const QString key = QStringLiteral("rope.scaling.original_context_length");
        if (const auto found = m_keys.count(key)) {
            m_keys.requireAllowed("trained_length", *found, key);
            m_layers.trainedLength = found;
            origin("trained_length", inFile(key));
        } else if (m_layers.contextLength) {
            m_layers.trainedLength = m_layers.contextLength;
            origin("trained_length", inFile("context_length"));
        } else {
            origin("trained_length", tr("not in the file (nor %1)").arg(m_keys.full("context_length")));
        }
        if (m_layers.trainedLength)
            set("trained_length", *m_layers.trainedLength);
    }

    /// For a scaling that reads the original length: llama.cpp fills in the context where it is missing.
    void readOriginalLength()
    {
        readTrainedLength();
        const QString key = QStringLiteral("rope.scaling.original_context_length");
        if (m_keys.has(key))
            return;
        if (!m_layers.trainedLength) {
            m_group.questions.push_back(
                { "trained_length", tr("The trained length is not in the file, and this scaling needs it."),
                    { "4096", "8192", "32768" }, true });
            return;
        }
        origin("trained_length",
            tr("llama.cpp's default: %1 (%2 is not in the file)")
                .arg(m_keys.full("context_length"), m_keys.full(key)));
        if (m_factor > 1.0)
            askWhichLength(*m_layers.contextLength);
    }

    /// The context may be the trained length or the extended one; `drawn` is the one that is assumed.
    void askWhichLength(double drawn)
    {
        const double context = *m_layers.contextLength;
        const double shorter = std::max(1.0, std::floor(context / m_factor));
        const double other = drawn == context ? shorter : context;
        m_group.questions.push_back({ "trained_length",
            tr("The file does not name the trained length: it is %1 if %2 is the extended length, else %2.")
                .arg(asWritten(shorter), asWritten(context)),
            { asWritten(drawn), asWritten(other) }, false });
    }

    void linear()
    {
        m_layers.scaling = m_factor == 1.0 ? "default" : "linear";
        origin("scaling",
            m_typeOrigin == tr("no scaling in the file") && m_factor != 1.0
                ? tr("llama.cpp's default: a factor without a type is linear")
                : m_typeOrigin);
        if (m_factor != 1.0)
            m_layers.factor = m_factor;
        set("scale", m_factor);
        if (m_factor == 1.0 || m_keys.has("rope.scaling.original_context_length"))
            readTrainedLength();
        else
            guessTrainedLength();
        if (m_attnFactor == 1.0) {
            m_layers.model.encodings = { "pi" };
            return;
        }
        // ggml multiplies cosines and sines whatever the scaling is; YaRN without its ramp is linear scaling.
        m_layers.model.encodings = { "yarn" };
        set("convention", std::string("ggml"));
        set("ext_factor", 0.0);
        set("attn_factor", m_attnFactor);
    }

    void guessTrainedLength()
    {
        origin("trained_length", tr("not in the file: a linear scaling does not name the original length"));
        if (!m_layers.contextLength)
            return;
        const double trained = std::max(1.0, std::floor(*m_layers.contextLength / m_factor));
        set("trained_length", trained);
        const QString warning
            = tr("the trained length is not in the file; drawn is %1 = context %2 / factor "
                 "%3, which holds if %2 is the extended length")
                  .arg(asWritten(trained), asWritten(*m_layers.contextLength), asWritten(m_factor));
        m_group.warnings.append(warning);
        m_group.choices["trained_length"].append(warning);
        askWhichLength(trained);
    }

    void yarn()
    {
        m_layers.scaling = "yarn";
        origin("scaling", m_typeOrigin);
        m_layers.factor = m_factor;
        set("scale", m_factor);
        readOriginalLength();
        readGgufYarn(m_keys, m_architecture, m_factor, m_attnFactor, m_group);
    }

    /// The divisors of `tensor`, which also take up a factor that llama.cpp applies beside them.
    encodings::Numbers pairsOf(const QString& tensor)
    {
        encodings::Numbers divisors = m_keys.file().factors.at(tensor);
        if (m_layers.rotaryDimension && divisors.size() * 2 != *m_layers.rotaryDimension) {
            throw ModelFileError(m_keys.path(), tr("tensor %1").arg(tensor),
                tr("it holds %1 numbers; %2 are expected, one for each pair of the rotary dimension")
                    .arg(divisors.size())
                    .arg(asWritten(*m_layers.rotaryDimension / 2)));
        }
        if (m_type == "yarn") {
            m_group.warnings.append(
                tr("YaRN beside the tensor %1 cannot be drawn together: shown without YaRN").arg(tensor));
        } else if (m_factor != 1.0) {
            for (double& divisor : divisors)
                divisor *= m_factor;
            m_group.warnings.append(tr("%1 divides every frequency too, beside the tensor %2")
                                        .arg(m_keys.full(*m_factorKey), tensor));
        }
        return divisors;
    }

    void divideByFreqs(const encodings::Numbers& divisors)
    {
        const bool plain = m_factor == 1.0 && m_attnFactor == 1.0;
        readTrainedLength();
        if (const auto turning = plain ? pairsThatTurn(divisors) : std::nullopt) {
            stopPairs(divisors.size(), *turning);
            return;
        }
        m_layers.scaling = "rope_freqs";
        origin("scaling", tr("file: tensor %1 (a divisor for each pair)").arg(freqsTensor));
        if (plain && m_layers.base && followLlama3(divisors, *m_layers.base))
            recogniseLlama3(divisors.back());
        set("convention", std::string("ggml"));
        set("freq_factors", divisors);
        set("attention_factor", m_attnFactor);
        m_layers.model.encodings = { "longrope" };
    }

    /// Gemma 4's full attention: pairs from `turning` on have no rotation.
    void stopPairs(std::size_t pairs, std::size_t turning)
    {
        m_layers.scaling = "proportional";
        origin("scaling",
            tr("derived: tensor %1 stops all pairs but the first %2").arg(freqsTensor).arg(turning));
        double part = static_cast<double>(turning) / static_cast<double>(pairs);
        while (std::floor(part * static_cast<double>(pairs)) < static_cast<double>(turning))
            part = std::nextafter(part, 1.0);
        set("partial_rotary_factor", part);
        set("scale", 1.0);
        m_layers.model.encodings = { "proportional" };
    }

    void recogniseLlama3(double factor)
    {
        m_layers.scaling = "llama3";
        m_layers.factor = factor;
        set("scale", factor);
        const QString rule
            = tr("derived: tensor %1 equals Llama 3's rule for factor %2 and trained length %3")
                  .arg(freqsTensor, asWritten(factor), asWritten(llama3Length));
        origin("scaling", rule);
        origin("factor", rule);
        if (!m_keys.has("rope.scaling.original_context_length")) {
            m_layers.trainedLength = llama3Length;
            set("trained_length", llama3Length);
            origin("trained_length", rule);
        }
    }

    void divideByLists()
    {
        const auto& tensors = m_keys.file().factors;
        m_layers.scaling = "longrope";
        origin("scaling", tr("file: tensors %1 and %2").arg(shortTensor, longTensor));
        readOriginalLength();
        for (const auto& [tensor, key] :
            { std::pair(shortTensor, "short_factor"), std::pair(longTensor, "long_factor") }) {
            if (tensors.contains(tensor)) {
                set(key, pairsOf(tensor));
                continue;
            }
            m_group.warnings.append(tr("tensor %1 is missing: nothing is divided there").arg(tensor));
            const QString& other = tensor == shortTensor ? longTensor : shortTensor;
            set(key, encodings::Numbers(tensors.at(other).size(), 1.0));
        }
        set("convention", std::string("ggml"));
        set("attention_factor", m_attnFactor);
        if (m_layers.trainedLength && m_layers.contextLength
            && *m_layers.contextLength > *m_layers.trainedLength) {
            m_layers.factor = *m_layers.contextLength / *m_layers.trainedLength;
            set("scale", *m_layers.factor);
            origin("factor",
                tr("derived: %1 / %2")
                    .arg(m_keys.full("context_length"), m_keys.full("rope.scaling.original_context_length")));
        }
        m_layers.model.encodings = { "longrope" };
    }

    void addSections()
    {
        const QString key = QStringLiteral("rope.dimension_sections");
        auto sections = m_keys.numbers(key);
        if (!sections || std::all_of(sections->begin(), sections->end(), [](double n) { return n == 0.0; }))
            return;
        while (sections->size() > 3 && sections->back() == 0.0)
            sections->pop_back();
        double sum = 0.0;
        for (const double section : *sections) {
            if (!(section >= 0.0 && std::floor(section) == section))
                m_keys.refuse(key, tr("%1 is not a number of pairs").arg(asWritten(section)));
            sum += section;
        }
        if (sections->size() < 3 || sections->size() > 4
            || (m_layers.rotaryDimension && sum * 2 != *m_layers.rotaryDimension)) {
            m_keys.refuse(key,
                tr("%1 axes with %2 pairs together; 3 or 4 axes and the %3 pairs of the rotary dimension are "
                   "expected")
                    .arg(sections->size())
                    .arg(asWritten(sum), asWritten(m_layers.rotaryDimension.value_or(2 * sum) / 2)));
        }
        set("mrope_section", *sections);
        set("mrope_interleaved", m_architecture.interleavedAxes);
        set("convention", std::string("ggml"));
        m_layers.model.encodings.push_back("mrope");
        m_group.warnings.append(
            tr("%1: multimodal RoPE is shown as it acts on text, where its position ids are equal")
                .arg(m_keys.full(key)));
    }

    GgufKeys& m_keys;
    const GgufArchitecture& m_architecture;
    GgufGroup& m_group;
    ModelLayers& m_layers;
    QString m_type;
    QString m_typeOrigin;
    std::optional<QString> m_factorKey;
    double m_factor = 1.0;
    double m_attnFactor = 1.0;
};

} // namespace

void readGgufScaling(
    GgufKeys& keys, const GgufArchitecture& architecture, bool isScaled, bool hasFactors, GgufGroup& group)
{
    ScalingReader(keys, architecture, group).run(isScaled, hasFactors);
}
