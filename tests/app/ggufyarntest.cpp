// SPDX-License-Identifier: GPL-3.0-or-later
#include "ggufmodels.h"

#include "closeness.h"
#include "warnings.h"

#include <QTest>

#include <cmath>

namespace {

GgufWriter scaled(const QByteArray& architecture, float factor)
{
    GgufWriter writer = small(architecture);
    writer.text(architecture + ".rope.scaling.type", "yarn")
        .number(architecture + ".rope.scaling.factor", factor);
    return writer;
}

} // namespace

/// YaRN in GGUF files, as llama.cpp and ggml draw it. Numbers come from reports.md.
class GgufYarnTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void yarn();
    void yarnOfDeepSeek_data();
    void yarnOfDeepSeek();
    void yarnOfMistral3();
    void yarnWithoutRamp();
};

void GgufYarnTest::yarn()
{
    GgufWriter writer = scaled("qwen2", 4);
    writer.count("qwen2.rope.scaling.original_context_length", 1024)
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

void GgufYarnTest::yarnOfDeepSeek_data()
{
    QTest::addColumn<float>("stored");
    QTest::addColumn<double>("weight");
    QTest::addColumn<double>("attention");
    // reports.md B37, B3: mscale = mscale_all_dim, so cosines are not scaled
    QTest::newRow("V2-Lite") << 0.0707F << 0.707 << 1.0;
    QTest::newRow("V3") << 0.1F << 1.0 << 1.0;
    QTest::newRow("without the key") << 0.0F << 1.0 << 1.368888; // 0.1 ln 40 + 1
}

void GgufYarnTest::yarnOfDeepSeek()
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
void GgufYarnTest::yarnOfMistral3()
{
    GgufWriter writer = scaled("mistral3", 48);
    writer.number("mistral3.rope.scaling.yarn_log_multiplier", 1);
    const encodings::Values values = read(writer).layers.front().model.values;
    QVERIFY(isClose(values.number("attn_factor") * (1 + 0.1 * std::log(48.0)), 1.0));
    QVERIFY(!values.contains("logit_scaling"));
}

void GgufYarnTest::yarnWithoutRamp()
{
    GgufWriter writer = scaled("grok", 16);
    writer.number("grok.rope.scaling.yarn_ext_factor", 0).number("grok.rope.scaling.yarn_attn_factor", 1.25F);
    const encodings::Values values = read(writer).layers.front().model.values;
    QCOMPARE(values.number("ext_factor"), 0.0);
    QCOMPARE(values.number("attn_factor"), 1.25);
}

QTEST_GUILESS_MAIN(GgufYarnTest)
#include "ggufyarntest.moc"
