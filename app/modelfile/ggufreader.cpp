// SPDX-License-Identifier: GPL-3.0-or-later
#include "ggufreader.h"

#include "filenumbers.h"
#include "ggufscaling.h"
#include "otherencodings.h"
#include "ggufshape.h"
#include "groupnotes.h"
#include "modelfileerror.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("GgufReader", text); }

/// So many layers are named at most.
constexpr int mostNamed = 12;
/// No real model has more layers.
constexpr double mostLayers = 4096;

bool areAlike(const ModelLayers& one, const ModelLayers& other)
{
    return one.turns == other.turns && one.headDimension == other.headDimension
        && one.rotaryDimension == other.rotaryDimension && one.base == other.base
        && one.scaling == other.scaling && one.factor == other.factor && one.model == other.model;
}

class Reader {
public:
    Reader(ModelFile& file, const GgufFile& gguf)
        : m_file(file)
        , m_keys(file.path, gguf)
        , m_known(ggufArchitecture(m_keys.architecture()))
        , m_rules(m_known ? *m_known : GgufArchitecture {})
    {
        m_file.warnings = gguf.warnings;
    }

    void run()
    {
        const QString name = m_keys.text("general.name");
        if (!name.isEmpty())
            m_file.name = onOneLine(name);
        m_file.kind = kind();
        readCommon();
        if (m_file.kind == "rope")
            readGroups();
        else
            addLayersWithoutRope();
        joinEqualNotes(m_file);
        nameGroupsOfChoices(m_file);
        joinEqualQuestions(m_file);
        m_file.unusedKeys = m_keys.unused();
    }

private:
    QString kind()
    {
        if (m_known == nullptr) {
            origin("kind", tr("not known for the architecture %1").arg(m_keys.architecture()));
            return "unknown";
        }
        origin("kind", tr("llama.cpp's rule for %1").arg(m_keys.architecture()));
        // Without a key for it: 40 layers are Baichuan's 13B, which has ALiBi instead (llama-model.cpp).
        if (m_keys.architecture() == "baichuan" && m_keys.count("block_count") == 40.0) {
            origin("kind", tr("llama.cpp's rule for baichuan with 40 layers"));
            return "alibi";
        }
        // MPT's other way: a learned table.
        if (m_keys.architecture() == "mpt"
            && m_keys.number("attention.max_alibi_bias").value_or(0.0) == 0.0) {
            const bool learned = m_keys.file().hasPositionTable;
            origin("kind",
                learned ? tr("file: tensor position_embd.weight") : missing("attention.max_alibi_bias"));
            return learned ? "learned" : "none";
        }
        if (m_keys.architecture().startsWith("granite")
            && m_keys.flag("rope.scaling.finetuned") == false) { // Granite's switch for RoPE
            origin("kind", tr("%1 is false").arg(inFile("rope.scaling.finetuned")));
            return "none";
        }
        return m_rules.kind;
    }

    void origin(const QString& name, const QString& text) { m_file.origins[name] = text; }
    QString inFile(const QString& key) const { return tr("file: %1").arg(m_keys.full(key)); }
    QString missing(const QString& key) const { return tr("not in the file: %1").arg(m_keys.full(key)); }

    void readCommon()
    {
        m_context = m_keys.count("context_length");
        origin("context_length", m_context ? inFile("context_length") : missing("context_length"));
        if (m_context)
            m_keys.requireAllowed("trained_length", *m_context, "context_length");
        m_layerCount = m_keys.count("block_count").value_or(0.0);
        if (m_layerCount > mostLayers)
            m_keys.refuse(
                "block_count", tr("%1 layers; at most %2 are read").arg(m_layerCount).arg(mostLayers));
        readHeads();
        if (m_known != nullptr)
            addLayout();
    }

    void readHeads()
    {
        const QString key = QStringLiteral("attention.head_count");
        origin("heads", missing(key));
        const auto perLayer = m_keys.numbers(key);
        if (!perLayer)
            return;
        const auto first
            = std::find_if(perLayer->begin(), perLayer->end(), [](double heads) { return heads != 0.0; });
        if (first == perLayer->end())
            return; // layers without attention
        m_keys.requireAllowed("heads", *first, key);
        m_heads = *first;
        const bool differs
            = std::any_of(first, perLayer->end(), [&](double heads) { return heads != *first; });
        origin("heads",
            differs ? tr("file: %1 (differs by layer: that of layer %2)")
                          .arg(m_keys.full(key))
                          .arg(first - perLayer->begin())
                    : inFile(key));
    }

    void addLayout()
    {
        if (m_rules.layout == GgufArchitecture::Layout::None)
            return;
        origin("layout",
            m_rules.layout == GgufArchitecture::Layout::Interleaved
                ? tr("llama.cpp's rule for %1: dimensions 2i and 2i + 1 make pair i (NORM)")
                      .arg(m_keys.architecture())
                : tr("llama.cpp's rule for %1: dimensions i and i + d/2 make pair i (NEOX)")
                      .arg(m_keys.architecture()));
    }

    void addLayersWithoutRope()
    {
        GgufGroup group = start();
        readGgufHeadDimension(m_keys, m_heads, false, group);
        group.layers.turns = false;
        if (m_file.kind == "learned") {
            group.layers.trainedLength = m_context;
            origin("trained_length", m_file.origins["context_length"]);
        }
        if (m_file.kind == "unknown")
            askForEncoding();
        take(std::move(group), {});
        fillOtherEncoding(otherEncoding(), m_file.layers.back().model);
    }

    OtherEncoding otherEncoding()
    {
        OtherEncoding said { .kind = m_file.kind, .width = m_keys.count("embedding_length") };
        const char* const slopes = "attention.max_alibi_bias";
        if (const auto bias = m_keys.number(slopes); bias && *bias > 0.0 && said.kind == "alibi")
            said.numbers.set("alibi_bias_max", *bias);
        if (const auto buckets = m_keys.count("attention.relative_buckets_count");
            buckets && said.kind == "t5")
            said.numbers.set("num_buckets", *buckets);
        return said;
    }

    void askForEncoding()
    {
        const bool hasRope = m_keys.hasAny("rope.") || !m_keys.file().factors.empty();
        OpenQuestion question;
        question.key = "encoding";
        question.question = hasRope
            ? tr("The architecture %1 is not known here; its file has keys of RoPE. Which encoding is it?")
                  .arg(m_keys.architecture())
            : tr(
                "The architecture %1 is not known here; no key of its file is of RoPE. Which encoding is it?")
                  .arg(m_keys.architecture());
        question.answers = hasRope ? QStringList { "rope" } : QStringList { "sinusoidal", "rope" };
        question.needed = true;
        m_file.questions.push_back(std::move(question));
    }

    bool hasGroups()
    {
        using Groups = GgufArchitecture::Groups;
        const double window = m_keys.number("attention.sliding_window").value_or(-1.0);
        if (m_rules.groups != Groups::None && (!m_rules.needsWindow || window > 0.0)) {
            // Llama 4 writes 0 where every layer turns.
            return !(m_keys.architecture() == "llama4" && window == 0.0);
        }
        return m_rules.groups == Groups::None
            && (m_keys.has("rope.freq_base_swa") || m_keys.has("rope.dimension_count_swa")
                || m_keys.has("attention.key_length_swa"));
    }

    void readGroups()
    {
        if (!hasGroups()) {
            take(readGroup(false, false), {});
            return;
        }
        readPattern();
        if (m_rules.groups == GgufArchitecture::Groups::NoRotation) {
            GgufGroup turning = readGroup(false, false);
            GgufGroup still = start();
            readGgufHeadDimension(m_keys, m_heads, false, still);
            still.layers.turns = false;
            still.origins["rotary_dim"]
                = tr("llama.cpp's rule for %1: these layers have no rotation").arg(m_keys.architecture());
            take(std::move(turning), "rope", true);
            take(std::move(still), "nope", false);
            return;
        }
        GgufGroup sliding = readGroup(true, true);
        GgufGroup full = readGroup(false, true);
        if (areAlike(sliding.layers, full.layers)) {
            take(std::move(full), {});
            return;
        }
        take(std::move(sliding), "sliding_attention", true);
        take(std::move(full), "full_attention", false);
    }

    /// Which layers have a sliding window (or, for Groups::NoRotation, turn).
    void readPattern()
    {
        const QString key = QStringLiteral("attention.sliding_window_pattern");
        const auto pattern = m_keys.numbers(key);
        if (pattern && pattern->size() > 1) {
            for (const double isSliding : *pattern)
                m_isSliding.push_back(isSliding != 0.0);
            m_isSliding.resize(
                std::min<std::size_t>(m_isSliding.size(), static_cast<std::size_t>(mostLayers)));
            return;
        }
        const double period = pattern ? pattern->front() : m_rules.period;
        if (!(period >= 0.0 && period <= mostLayers && std::floor(period) == period))
            m_keys.refuse(key, tr("%1 is not a number of layers").arg(asWritten(period)));
        const int count = static_cast<int>(period);
        for (int layer = 0; count > 0 && layer < m_layerCount; ++layer)
            m_isSliding.push_back(layer % count != (m_rules.otherFirst ? 0 : count - 1));
    }

    QString layersInWords(bool sliding) const
    {
        QStringList layers;
        for (std::size_t i = 0; i < m_isSliding.size(); ++i) {
            if (m_isSliding[i] != sliding)
                continue;
            if (layers.size() == mostNamed)
                return layers.join(", ") + ", ...";
            layers.append(QString::number(i));
        }
        return layers.join(", ");
    }

    GgufGroup start() const
    {
        GgufGroup group;
        group.layers.contextLength = m_context;
        return group;
    }

    /// `grouped`: another group stands beside this one.
    GgufGroup readGroup(bool sliding, bool grouped)
    {
        GgufGroup group = start();
        readGgufHeadDimension(m_keys, m_heads, sliding, group);
        readGgufRotation(m_keys, m_rules, sliding, group);
        const bool isScaled = !(sliding && m_rules.groups == GgufArchitecture::Groups::OwnBase);
        readGgufScaling(m_keys, m_rules, isScaled, !(grouped && sliding), group);
        if (!group.layers.rotaryDimension)
            group.questions.push_back(aboutDimension(group.layers.model.values));
        return group;
    }

    /// The divisors, one for each pair, tell the dimension where the file does not state it.
    OpenQuestion aboutDimension(const encodings::Values& values) const
    {
        const QString key = m_keys.full("rope.dimension_count");
        for (const char* list : { "freq_factors", "long_factor" }) {
            if (!values.contains(list))
                continue;
            const auto pairs = static_cast<qsizetype>(values.numbers(list).size());
            return { "dimension",
                tr("The rotary dimension (%1) is not in the file; %2 divisors, one for each pair, make it "
                   "%3.")
                    .arg(key)
                    .arg(pairs)
                    .arg(2 * pairs),
                { QString::number(2 * pairs) }, true };
        }
        return { "dimension",
            tr("The rotary dimension is not in the file: neither %1 nor a head dimension is.").arg(key),
            { "128", "64", "256" }, true };
    }

    /// Adds a group to the file; an empty name stands for all layers.
    void take(GgufGroup group, const QString& name, bool sliding = true)
    {
        ModelLayers& layers = group.layers;
        if (!name.isEmpty()) {
            layers.name = name;
            layers.which = layersInWords(sliding);
        }
        encodings::Model& model = layers.model;
        model.name = (name.isEmpty() ? m_file.name : m_file.name + ' ' + name).toStdString();
        model.source = tr("file: %1").arg(m_file.path).toStdString();
        for (const auto& [key, value] :
            { std::pair("base", layers.base), std::pair("dimension", layers.rotaryDimension),
                std::pair("head_dimension", layers.headDimension), std::pair("heads", m_heads),
                std::pair("trained_length", layers.trainedLength) }) {
            if (value)
                model.values.set(key, *value);
        }
        const QString prefix = name.isEmpty() ? QString() : name + '.';
        for (const auto& [key, text] : group.origins)
            origin(prefix + key, text);
        for (const QString& warning : group.warnings) {
            if (!m_file.warnings.contains(warning))
                m_file.warnings.append(warning);
        }
        for (const auto& [key, warnings] : group.choices)
            m_file.choices[prefix + key] += warnings;
        for (OpenQuestion& question : group.questions) {
            question.group = layers.name;
            m_file.questions.push_back(std::move(question));
        }
        m_file.layers.push_back(std::move(layers));
    }

    ModelFile& m_file;
    GgufKeys m_keys;
    const GgufArchitecture* m_known;
    GgufArchitecture m_rules;
    std::optional<double> m_context;
    std::optional<double> m_heads;
    double m_layerCount = 0.0;
    std::vector<bool> m_isSliding; ///< by layer; empty where the file does not tell
};

ModelFile readModel(const QString& path, const GgufFile& gguf)
{
    ModelFile file;
    file.path = path;
    file.name = QFileInfo(path).completeBaseName();
    Reader(file, gguf).run();
    keepToOneLine(file);
    return file;
}

} // namespace

ModelFile readGguf(const QString& path) { return readModel(path, readGgufFile(path)); }

ModelFile ggufFromBytes(QByteArrayView bytes, const QString& name)
{
    return readModel(name, parseGgufFile(bytes, name));
}
