// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguffiles.h"

#include "app/modelfile/ggufreader.h"
#include "app/modelfile/modelfileerror.h"

#include "closeness.h"
#include "warnings.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using Encodings = std::vector<std::string>;

namespace {

ModelFile read(const GgufWriter& writer) { return ggufFromBytes(writer.bytes(), "test.gguf"); }

bool mentions(const QStringList& texts, const QString& word) { return texts.filter(word).size() > 0; }

/// corpus/gguf/Meta-Llama-3-8B-Instruct.kv.json
GgufWriter llama3()
{
    GgufWriter writer("llama");
    writer.count("general.file_type", 1)
        .count("llama.block_count", 32)
        .count("llama.context_length", 8192)
        .count("llama.embedding_length", 4096)
        .count("llama.rope.dimension_count", 128)
        .number("llama.rope.freq_base", 500000)
        .count("llama.attention.head_count", 32)
        .count("llama.attention.head_count_kv", 8)
        .number("llama.attention.layer_norm_rms_epsilon", 1e-5F);
    return writer;
}

/// A file of an architecture with a head of 128 and a context of 4096.
GgufWriter small(const QByteArray& architecture)
{
    GgufWriter writer(architecture);
    writer.count(architecture + ".context_length", 4096)
        .count(architecture + ".embedding_length", 4096)
        .count(architecture + ".attention.head_count", 32);
    return writer;
}

/// Llama 3.1 8B: reports.md B10 gives what every frequency is multiplied by.
std::vector<float> llama31Divisors()
{
    std::vector<float> divisors(29, 1.0F);
    for (const double ratio : { 0.828168, 0.643743, 0.493507, 0.371122, 0.271425, 0.190211 })
        divisors.push_back(static_cast<float>(1.0 / ratio));
    divisors.resize(64, 8.0F);
    return divisors;
}

} // namespace

/// What GGUF files say, read as llama.cpp reads them. Numbers come from corpus/gguf and reports.md.
class GgufTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void unscaled();
    void llama31();
    void divisorsOfAnotherRule();
    void stoppedPairs();
    void longRope();
    void halfPrecision();
    void defaults_data();
    void defaults();
    void incomplete();
    void linear();
    void linearWithAttentionFactor();
    void typeNone();
    void yarn();
    void yarnOfDeepSeek_data();
    void yarnOfDeepSeek();
    void yarnOfMistral3();
    void yarnWithoutRamp();
    void gemma3();
    void layersWithoutRotation();
    void patternOfTheFile();
    void multimodal();
    void headsPerLayer();
    void kinds_data();
    void kinds();
    void layouts_data();
    void layouts();
    void unknownArchitecture();
    void oddButReadable();
    void sparseFile();
};

void GgufTest::unscaled()
{
    const ModelFile file = read(llama3());
    QCOMPARE(file.kind, "rope");
    QCOMPARE(file.layers.size(), std::size_t(1));
    const ModelLayers& layers = file.layers.front();
    QCOMPARE(layers.name, "all");
    QCOMPARE(layers.headDimension, std::optional(128.0));
    QCOMPARE(layers.rotaryDimension, std::optional(128.0));
    QCOMPARE(layers.base, std::optional(500000.0));
    QCOMPARE(layers.contextLength, std::optional(8192.0));
    QCOMPARE(layers.trainedLength, std::optional(8192.0));
    QCOMPARE(layers.scaling, "default");
    QVERIFY(!layers.factor);
    QVERIFY(layers.model.encodings == Encodings { "rope" });
    QCOMPARE(layers.model.values.number("heads"), 32.0);
    QCOMPARE(file.origins.at("base"), "file: llama.rope.freq_base");
    QCOMPARE(file.origins.at("rotary_dim"), "file: llama.rope.dimension_count");
    QCOMPARE(file.origins.at("trained_length"), "file: llama.context_length");
    QVERIFY(file.warnings.isEmpty());
    QVERIFY(file.questions.empty());
    QCOMPARE(file.unusedKeys,
        QStringList({ "general.file_type", "llama.attention.head_count_kv",
            "llama.attention.layer_norm_rms_epsilon" }));
}

void GgufTest::llama31()
{
    GgufWriter writer = small("llama");
    writer.number("llama.rope.freq_base", 500000).tensor("rope_freqs.weight", llama31Divisors());
    const ModelFile file = read(writer);
    const ModelLayers& layers = file.layers.front();
    QCOMPARE(layers.scaling, "llama3");
    QCOMPARE(layers.factor, std::optional(8.0));
    QCOMPARE(layers.trainedLength, std::optional(8192.0));
    QVERIFY(file.origins.at("scaling").contains("rope_freqs.weight"));
    QVERIFY(layers.model.encodings == Encodings { "longrope" });
    QCOMPARE(layers.model.values.text("convention"), std::string("ggml"));
    QCOMPARE(layers.model.values.number("attention_factor"), 1.0);
    const encodings::Numbers& divisors = layers.model.values.numbers("freq_factors");
    QCOMPARE(divisors.size(), std::size_t(64));
    QCOMPARE(divisors[28], 1.0);
    QVERIFY(isClose(divisors[31], 1.0 / 0.493507));
    QCOMPARE(divisors[63], 8.0);
}

void GgufTest::divisorsOfAnotherRule()
{
    std::vector<float> divisors(64, 2.0F);
    divisors[63] = 3.0F;
    const ModelFile file = read(small("llama").tensor("rope_freqs.weight", divisors));
    QCOMPARE(file.layers.front().scaling, "rope_freqs");
    QVERIFY(!file.layers.front().factor);
    QCOMPARE(file.layers.front().trainedLength, std::optional(4096.0));

    const ModelFile both
        = read(small("llama").number("llama.rope.scaling.factor", 4).tensor("rope_freqs.weight", divisors));
    QCOMPARE(both.layers.front().model.values.numbers("freq_factors").front(), 8.0); // by hand: 2 x 4
    QVERIFY(mentions(both.warnings, "llama.rope.scaling.factor"));
}

// Gemma 4 writes 1 for pairs that turn and 1e30 for those that do not.
void GgufTest::stoppedPairs()
{
    std::vector<float> divisors(16, 1.0F);
    divisors.resize(64, 1e30F);
    const ModelFile file = read(small("gemma4").tensor("rope_freqs.weight", divisors));
    const ModelLayers& layers = file.layers.front();
    QCOMPARE(layers.scaling, "proportional");
    QVERIFY(layers.model.encodings == Encodings { "proportional" });
    QCOMPARE(layers.model.values.number("partial_rotary_factor"), 0.25); // by hand: 16 of 64
}

// corpus/gguf/Phi-3-mini-128k-instruct.kv.json
void GgufTest::longRope()
{
    GgufWriter writer("phi3");
    writer.count("phi3.context_length", 131072)
        .count("phi3.embedding_length", 3072)
        .count("phi3.rope.scaling.original_context_length", 4096)
        .count("phi3.rope.dimension_count", 96)
        .number("phi3.rope.freq_base", 10000)
        .number("phi3.rope.scaling.attn_factor", 1.1902381F)
        .count("phi3.attention.head_count", 32)
        .count("phi3.attention.sliding_window", 262144)
        .tensor("rope_factors_long.weight", std::vector<float>(48, 64.84F))
        .tensor("rope_factors_short.weight", std::vector<float>(48, 2.84F));
    const ModelFile file = read(writer);
    const ModelLayers& layers = file.layers.front();
    QCOMPARE(layers.scaling, "longrope");
    QCOMPARE(layers.rotaryDimension, std::optional(96.0));
    QCOMPARE(layers.trainedLength, std::optional(4096.0));
    QCOMPARE(layers.contextLength, std::optional(131072.0));
    QCOMPARE(layers.factor, std::optional(32.0));
    const encodings::Values& values = layers.model.values;
    QVERIFY(layers.model.encodings == Encodings { "longrope" });
    QVERIFY(isClose(values.number("attention_factor"), 1.1902381));
    QVERIFY(isClose(values.numbers("long_factor").back(), 64.84));
    QVERIFY(isClose(values.numbers("short_factor").front(), 2.84));
    QCOMPARE(file.origins.at("attention_factor"), "file: phi3.rope.scaling.attn_factor");
    QVERIFY(file.warnings.isEmpty());
}

// 1.5 is 0x3e00 in half precision and 0x3fc0 in BF16.
void GgufTest::halfPrecision()
{
    QByteArray halves;
    QByteArray brainFloats;
    for (int i = 0; i < 64; ++i) {
        halves += GgufWriter::bytesOf<quint16>(0x3e00);
        brainFloats += GgufWriter::bytesOf<quint16>(0x3fc0);
    }
    const auto first = [](const ModelFile& file) {
        return file.layers.front().model.values.numbers("freq_factors").front();
    };
    QCOMPARE(first(read(small("llama").tensor("rope_freqs.weight", { 64 }, GgufWriter::F16, halves))), 1.5);
    QCOMPARE(
        first(read(small("llama").tensor("rope_freqs.weight", { 64 }, GgufWriter::BF16, brainFloats))), 1.5);
}

void GgufTest::defaults_data()
{
    QTest::addColumn<QByteArray>("architecture");
    QTest::addColumn<quint32>("embedding");
    QTest::addColumn<quint32>("heads");
    QTest::addColumn<quint32>("keyLength");
    QTest::addColumn<float>("base");
    QTest::addColumn<double>("rotary");
    QTest::addColumn<double>("usedBase");
    // corpus/gguf: Qwen2.5-0.5B, gemma-2-2b, gemma-2b, command-r
    QTest::newRow("qwen2") << QByteArray("qwen2") << 896U << 14U << 0U << 1e6F << 64.0 << 1e6;
    QTest::newRow("gemma2") << QByteArray("gemma2") << 2304U << 8U << 256U << 0.0F << 256.0 << 10000.0;
    QTest::newRow("gemma") << QByteArray("gemma") << 2048U << 8U << 256U << 0.0F << 256.0 << 10000.0;
    QTest::newRow("command-r") << QByteArray("command-r") << 8192U << 64U << 0U << 8e6F << 128.0 << 8e6;
}

void GgufTest::defaults()
{
    QFETCH(QByteArray, architecture);
    QFETCH(quint32, embedding);
    QFETCH(quint32, heads);
    QFETCH(quint32, keyLength);
    QFETCH(float, base);
    QFETCH(double, rotary);
    QFETCH(double, usedBase);
    GgufWriter writer(architecture);
    writer.count(architecture + ".context_length", 8192)
        .count(architecture + ".embedding_length", embedding)
        .count(architecture + ".attention.head_count", heads);
    if (keyLength > 0)
        writer.count(architecture + ".attention.key_length", keyLength);
    if (base > 0)
        writer.number(architecture + ".rope.freq_base", base);
    const ModelFile file = read(writer);
    QCOMPARE(file.layers.size(), std::size_t(1));
    QCOMPARE(file.layers.front().rotaryDimension, std::optional(rotary));
    QCOMPARE(file.layers.front().base, std::optional(usedBase));
    QVERIFY(file.origins.at("rotary_dim").startsWith("llama.cpp's default"));
    QCOMPARE(file.origins.at("base").startsWith("llama.cpp's default: 10000"), base == 0.0F);
}

// corpus/gguf/gemma-2-9b-it.kv.json holds nothing that gives the dimension.
void GgufTest::incomplete()
{
    const ModelFile file = read(GgufWriter("gemma2").count("gemma2.attention.sliding_window", 4096));
    const ModelLayers& layers = file.layers.front();
    QVERIFY(!layers.rotaryDimension);
    QVERIFY(!layers.trainedLength);
    QVERIFY(layers.model.encodings.empty());
    QCOMPARE(file.questions.size(), std::size_t(1));
    QCOMPARE(file.questions.front().key, "dimension");
    QVERIFY(file.questions.front().needed);
    QVERIFY(file.origins.at("rotary_dim").contains("gemma2.rope.dimension_count"));
}

void GgufTest::linear()
{
    for (const QByteArray key : { "llama.rope.scale_linear", "llama.rope.scaling.factor" }) {
        const ModelFile file = read(small("llama").number(key, 4));
        const ModelLayers& layers = file.layers.front();
        QCOMPARE(layers.scaling, "linear");
        QCOMPARE(layers.factor, std::optional(4.0));
        QVERIFY(layers.model.encodings == Encodings { "pi" });
        QCOMPARE(layers.model.values.number("scale"), 4.0);
        QVERIFY(!layers.trainedLength); // a linear scaling does not name it
        QCOMPARE(layers.model.values.number("trained_length"), 1024.0); // by hand: 4096 / 4
        QVERIFY(mentions(file.choices.at("trained_length"), "1024"));
        QCOMPARE(file.origins.at("factor"), "file: " + key);
    }
    QCOMPARE(read(small("llama").number("llama.rope.scaling.factor", 0)).layers.front().scaling, "default");
    QCOMPARE(read(small("llama").number("llama.rope.freq_scale", 0.25F)).layers.front().factor,
        std::optional(4.0));
}

void GgufTest::linearWithAttentionFactor()
{
    const ModelFile file = read(
        small("llama").number("llama.rope.scaling.factor", 4).number("llama.rope.scaling.attn_factor", 1.5F));
    const encodings::Values& values = file.layers.front().model.values;
    QVERIFY(file.layers.front().model.encodings == Encodings { "yarn" });
    QCOMPARE(values.number("ext_factor"), 0.0); // ggml: linear, times attn_factor
    QCOMPARE(values.number("attn_factor"), 1.5);
}

// corpus/gguf/c4ai-command-r-v01.kv.json: the type none.
void GgufTest::typeNone()
{
    const ModelFile file = read(small("command-r")
                                    .text("command-r.rope.scaling.type", "none")
                                    .number("command-r.rope.scaling.factor", 8));
    QCOMPARE(file.layers.front().scaling, "default");
    QVERIFY(file.layers.front().model.encodings == Encodings { "rope" });
    QVERIFY(file.origins.at("factor").contains("does not count"));
}

void GgufTest::yarn()
{
    GgufWriter writer = small("qwen2");
    writer.text("qwen2.rope.scaling.type", "yarn")
        .number("qwen2.rope.scaling.factor", 4)
        .count("qwen2.rope.scaling.original_context_length", 1024)
        .number("qwen2.rope.scaling.yarn_beta_fast", 16);
    const ModelFile file = read(writer);
    const ModelLayers& layers = file.layers.front();
    QCOMPARE(layers.scaling, "yarn");
    QCOMPARE(layers.factor, std::optional(4.0));
    QCOMPARE(layers.trainedLength, std::optional(1024.0));
    const encodings::Values& values = layers.model.values;
    QCOMPARE(values.text("convention"), std::string("ggml"));
    QCOMPARE(values.number("ext_factor"), 1.0);
    QCOMPARE(values.number("beta_fast"), 16.0);
    QVERIFY(isClose(values.number("attn_factor"), 1.0)); // ggml multiplies it by 0.1 ln 4 + 1 = 1.138629
    QVERIFY(!values.contains("logit_scaling"));
}

void GgufTest::yarnOfDeepSeek_data()
{
    QTest::addColumn<float>("stored");
    QTest::addColumn<double>("weight");
    QTest::addColumn<double>("attention");
    // reports.md B37, B3: mscale = mscale_all_dim, so cosines are not scaled
    QTest::newRow("V2-Lite") << 0.0707F << 0.707 << 1.0;
    QTest::newRow("V3") << 0.1F << 1.0 << 1.0;
    QTest::newRow("without the key") << 0.0F << 1.0 << 1.368888; // 0.1 ln 40 + 1
}

void GgufTest::yarnOfDeepSeek()
{
    QFETCH(float, stored);
    QFETCH(double, weight);
    QFETCH(double, attention);
    GgufWriter writer("deepseek2");
    writer.count("deepseek2.context_length", 163840)
        .count("deepseek2.attention.head_count", 16)
        .count("deepseek2.attention.key_length", 576)
        .count("deepseek2.attention.key_length_mla", 192)
        .count("deepseek2.rope.dimension_count", 64)
        .text("deepseek2.rope.scaling.type", "yarn")
        .number("deepseek2.rope.scaling.factor", 40)
        .count("deepseek2.rope.scaling.original_context_length", 4096);
    if (stored > 0)
        writer.number("deepseek2.rope.scaling.yarn_log_multiplier", stored);
    const ModelLayers layers = read(writer).layers.front();
    QCOMPARE(layers.headDimension, std::optional(192.0));
    QCOMPARE(layers.rotaryDimension, std::optional(64.0));
    const encodings::Values& values = layers.model.values;
    QVERIFY(isClose(values.number("attn_factor") * 1.368888, attention));
    QVERIFY(values.flag("logit_scaling"));
    QVERIFY(isClose(values.number("mscale_all_dim"), weight));
}

// Devstral Small 2: factor 48, the multiplier 1 is mscale_all_dim itself (llama.cpp prints it as such).
void GgufTest::yarnOfMistral3()
{
    GgufWriter writer = small("mistral3");
    writer.text("mistral3.rope.scaling.type", "yarn")
        .number("mistral3.rope.scaling.factor", 48)
        .number("mistral3.rope.scaling.yarn_log_multiplier", 1);
    const encodings::Values values = read(writer).layers.front().model.values;
    QVERIFY(isClose(values.number("attn_factor") * (1 + 0.1 * std::log(48.0)), 1.0));
    QVERIFY(!values.contains("logit_scaling"));
}

void GgufTest::yarnWithoutRamp()
{
    GgufWriter writer = small("grok");
    writer.text("grok.rope.scaling.type", "yarn")
        .number("grok.rope.scaling.factor", 16)
        .number("grok.rope.scaling.yarn_ext_factor", 0)
        .number("grok.rope.scaling.yarn_attn_factor", 1.25F);
    const encodings::Values values = read(writer).layers.front().model.values;
    QCOMPARE(values.number("ext_factor"), 0.0);
    QCOMPARE(values.number("attn_factor"), 1.25);
}

// reports.md B38: two bases, and the scaling on global layers only; 26 layers.
void GgufTest::gemma3()
{
    GgufWriter writer("gemma3");
    writer.count("gemma3.context_length", 32768)
        .count("gemma3.block_count", 26)
        .count("gemma3.attention.head_count", 4)
        .count("gemma3.attention.key_length", 256)
        .count("gemma3.attention.sliding_window", 512)
        .number("gemma3.rope.freq_base", 1e6F)
        .text("gemma3.rope.scaling.type", "linear")
        .number("gemma3.rope.scaling.factor", 8);
    const ModelFile file = read(writer);
    QCOMPARE(file.layers.size(), std::size_t(2));
    const ModelLayers* sliding = file.group("sliding_attention");
    const ModelLayers* full = file.group("full_attention");
    QVERIFY(sliding != nullptr && full != nullptr);
    QCOMPARE(sliding->base, std::optional(10000.0));
    QCOMPARE(sliding->scaling, "default");
    QCOMPARE(full->base, std::optional(1e6));
    QCOMPARE(full->scaling, "linear");
    QCOMPARE(full->factor, std::optional(8.0));
    QCOMPARE(full->which, "5, 11, 17, 23");
    QVERIFY(sliding->which.startsWith("0, 1, 2, 3, 4, 6"));
    QVERIFY(file.origins.at("sliding_attention.base").startsWith("llama.cpp's default: 10000"));
    QCOMPARE(file.origins.at("full_attention.base"), "file: gemma3.rope.freq_base");
    QCOMPARE(file.origins.at("heads"), "file: gemma3.attention.head_count");
}

// reports.md B39: every fourth of 36 layers of SmolLM3 has no rotation.
void GgufTest::layersWithoutRotation()
{
    const ModelFile file = read(small("smollm3").count("smollm3.block_count", 36));
    QCOMPARE(file.layers.size(), std::size_t(2));
    QVERIFY(file.group("rope")->turns);
    QVERIFY(!file.group("nope")->turns);
    QVERIFY(file.group("nope")->model.encodings.empty());
    QCOMPARE(file.group("nope")->which, "3, 7, 11, 15, 19, 23, 27, 31, 35");
    QCOMPARE(read(small("exaone4")).layers.size(), std::size_t(1)); // its small model: no window
    QCOMPARE(read(small("llama4").count("llama4.attention.sliding_window", 0)).layers.size(), std::size_t(1));
}

void GgufTest::patternOfTheFile()
{
    GgufWriter writer = small("mimo2");
    writer.number("mimo2.rope.freq_base", 5e6F)
        .number("mimo2.rope.freq_base_swa", 10000)
        .counts("mimo2.attention.sliding_window_pattern", { 0, 1, 1, 0, 1 });
    const ModelFile file = read(writer);
    QCOMPARE(file.group("full_attention")->which, "0, 3");
    QCOMPARE(file.group("sliding_attention")->which, "1, 2, 4");
    QCOMPARE(file.group("sliding_attention")->base, std::optional(10000.0));
    // the same base twice makes one group
    GgufWriter same = small("mimo2");
    same.number("mimo2.rope.freq_base", 5e6F).number("mimo2.rope.freq_base_swa", 5e6F);
    QCOMPARE(read(same).layers.size(), std::size_t(1));
}

// Qwen2-VL: 16 + 24 + 24 pairs (rotary.md F19).
void GgufTest::multimodal()
{
    const ModelFile file
        = read(small("qwen2vl").counts("qwen2vl.rope.dimension_sections", { 16, 24, 24, 0 }));
    const ModelLayers& layers = file.layers.front();
    QVERIFY((layers.model.encodings == Encodings { "rope", "mrope" }));
    QVERIFY((layers.model.values.numbers("mrope_section") == encodings::Numbers { 16, 24, 24 }));
    QVERIFY(!layers.model.values.flag("mrope_interleaved"));
    QVERIFY(read(small("qwen3vl").counts("qwen3vl.rope.dimension_sections", { 24, 20, 20, 0 }))
                .layers.front()
                .model.values.flag("mrope_interleaved"));
}

void GgufTest::headsPerLayer()
{
    GgufWriter writer("openelm");
    writer.count("openelm.embedding_length", 1280)
        .count("openelm.attention.key_length", 64)
        .counts("openelm.attention.head_count", { 0, 12, 16 });
    const ModelFile file = read(writer);
    QCOMPARE(file.layers.front().model.values.number("heads"), 12.0);
    QVERIFY(file.origins.at("heads").contains("layer 1"));
}

void GgufTest::kinds_data()
{
    QTest::addColumn<QByteArray>("architecture");
    QTest::addColumn<QString>("kind");
    QTest::newRow("bloom") << QByteArray("bloom") << "alibi";
    QTest::newRow("refact") << QByteArray("refact") << "alibi";
    QTest::newRow("jais") << QByteArray("jais") << "alibi";
    QTest::newRow("gpt2") << QByteArray("gpt2") << "learned";
    QTest::newRow("starcoder") << QByteArray("starcoder") << "learned";
    QTest::newRow("bert") << QByteArray("bert") << "learned";
    QTest::newRow("t5") << QByteArray("t5") << "t5";
    QTest::newRow("mamba") << QByteArray("mamba") << "none";
    QTest::newRow("falcon") << QByteArray("falcon") << "rope";
}

void GgufTest::kinds()
{
    QFETCH(QByteArray, architecture);
    QFETCH(QString, kind);
    const ModelFile file = read(small(architecture));
    QCOMPARE(file.kind, kind);
    QCOMPARE(file.layers.size(), std::size_t(1));
    QCOMPARE(file.layers.front().model.encodings.empty(), kind != "rope");
    QCOMPARE(file.layers.front().contextLength, std::optional(4096.0));

    QCOMPARE(read(small("mpt").number("mpt.attention.max_alibi_bias", 8)).kind, "alibi");
    QCOMPARE(read(small("mpt").tensor("position_embd.weight", { 1.0F })).kind, "learned");
    QCOMPARE(read(small("baichuan").count("baichuan.block_count", 40)).kind, "alibi"); // 13B
    QCOMPARE(read(small("baichuan").count("baichuan.block_count", 32)).kind, "rope"); // 7B
    QCOMPARE(read(small("granite").flag("granite.rope.scaling.finetuned", false)).kind, "none");
}

void GgufTest::layouts_data()
{
    QTest::addColumn<QByteArray>("architecture");
    QTest::addColumn<QString>("layout");
    // llama_model_rope_type
    QTest::newRow("llama") << QByteArray("llama") << "NORM";
    QTest::newRow("command-r") << QByteArray("command-r") << "NORM";
    QTest::newRow("qwen2") << QByteArray("qwen2") << "NEOX";
    QTest::newRow("phi3") << QByteArray("phi3") << "NEOX";
    QTest::newRow("gptneox") << QByteArray("gptneox") << "NEOX";
}

void GgufTest::layouts()
{
    QFETCH(QByteArray, architecture);
    QFETCH(QString, layout);
    const ModelFile file = read(small(architecture));
    QVERIFY(file.origins.at("layout").contains(layout));
    QVERIFY(file.warnings.isEmpty());
}

void GgufTest::unknownArchitecture()
{
    const ModelFile file = read(small("newthing").number("newthing.rope.freq_base", 1e6F));
    QCOMPARE(file.kind, "unknown");
    QCOMPARE(file.questions.size(), std::size_t(1));
    QCOMPARE(file.questions.front().key, "encoding");
    QCOMPARE(file.questions.front().answers.front(), "rope");
    QVERIFY(file.layers.front().model.encodings.empty());
}

void GgufTest::oddButReadable()
{
    QList<QByteArray> tokens;
    for (int i = 0; i < 100000; ++i)
        tokens.append("token" + QByteArray::number(i));
    GgufWriter writer("llama", 2);
    writer.texts("tokenizer.ggml.tokens", tokens)
        .count("llama.context_length", 1)
        .count("llama.context_length", 2048)
        .raw("llama.embedding_length", GgufWriter::UInt64, GgufWriter::bytesOf<quint64>(4096))
        .raw("llama.attention.head_count", GgufWriter::Int16, GgufWriter::bytesOf<qint16>(32))
        .raw("llama.rope.freq_base", GgufWriter::Float64, GgufWriter::bytesOf(50000.5))
        .text("general.name", "A model")
        .alignment(64)
        .tensor("token_embd.weight", { 1.0F, 2.0F })
        .tensor("rope_freqs.weight", std::vector<float>(64, 1.0F));
    const ModelFile file = read(writer);
    QCOMPARE(file.name, "A model");
    QCOMPARE(file.layers.front().contextLength, std::optional(2048.0));
    QCOMPARE(file.layers.front().base, std::optional(50000.5));
    QVERIFY(mentions(file.warnings, "llama.context_length stands twice"));
    QVERIFY(!mentions(file.unusedKeys, "tokenizer"));
    QCOMPARE(file.layers.front().model.values.numbers("freq_factors").size(), std::size_t(64));
}

// As large as the largest models: only its front part is read.
void GgufTest::sparseFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("large-00001-of-00002.gguf");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray bytes = llama3().bytes();
    QCOMPARE(file.write(bytes), bytes.size());
    if (!file.resize(qint64(60) * 1024 * 1024 * 1024))
        QSKIP("no sparse files here");
    file.close();
    const ModelFile model = readModelFile(path);
    QCOMPARE(model.path, path);
    QCOMPARE(model.layers.front().base, std::optional(500000.0));
}

QTEST_GUILESS_MAIN(GgufTest)
#include "gguftest.moc"
