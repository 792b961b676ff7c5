// SPDX-License-Identifier: GPL-3.0-or-later
#include "ggufmodels.h"

#include "closeness.h"
#include "warnings.h"

#include <QTest>

namespace {

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

/// How GGUF files scale, read as llama.cpp reads them. Numbers come from corpus/gguf and reports.md.
class GgufScalingTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void llama31();
    void divisorsOfAnotherRule();
    void stoppedPairs();
    void longRope();
    void halfPrecision();
    void linear();
    void linearWithAttentionFactor();
    void typeNone();
    void multimodal();
};

void GgufScalingTest::llama31()
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

void GgufScalingTest::divisorsOfAnotherRule()
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
void GgufScalingTest::stoppedPairs()
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
void GgufScalingTest::longRope()
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
void GgufScalingTest::halfPrecision()
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

void GgufScalingTest::linear()
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

void GgufScalingTest::linearWithAttentionFactor()
{
    const ModelFile file = read(
        small("llama").number("llama.rope.scaling.factor", 4).number("llama.rope.scaling.attn_factor", 1.5F));
    const encodings::Values& values = file.layers.front().model.values;
    QVERIFY(file.layers.front().model.encodings == Encodings { "yarn" });
    QCOMPARE(values.number("ext_factor"), 0.0); // ggml: linear, times attn_factor
    QCOMPARE(values.number("attn_factor"), 1.5);
}

// corpus/gguf/c4ai-command-r-v01.kv.json: the type none.
void GgufScalingTest::typeNone()
{
    const ModelFile file = read(small("command-r")
                                    .text("command-r.rope.scaling.type", "none")
                                    .number("command-r.rope.scaling.factor", 8));
    QCOMPARE(file.layers.front().scaling, "default");
    QVERIFY(file.layers.front().model.encodings == Encodings { "rope" });
    QVERIFY(file.origins.at("factor").contains("does not count"));
}

// Qwen2-VL: 16 + 24 + 24 pairs (rotary.md F19).
void GgufScalingTest::multimodal()
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

QTEST_GUILESS_MAIN(GgufScalingTest)
#include "ggufscalingtest.moc"
