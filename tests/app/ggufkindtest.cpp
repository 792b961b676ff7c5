// SPDX-License-Identifier: GPL-3.0-or-later
#include "ggufmodels.h"

#include "warnings.h"

#include <QTest>

/// Kinds of position encoding and groups of layers of GGUF files.
class GgufKindTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void gemma3();
    void layersWithoutRotation();
    void patternOfTheFile();
    void kinds_data();
    void kinds();
    void unknownArchitecture();
};

// reports.md B38: two bases, and the scaling on global layers only; 26 layers.
void GgufKindTest::gemma3()
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
void GgufKindTest::layersWithoutRotation()
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

void GgufKindTest::patternOfTheFile()
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

void GgufKindTest::kinds_data()
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

void GgufKindTest::kinds()
{
    QFETCH(QByteArray, architecture);
    QFETCH(QString, kind);
    const ModelFile file = read(small(architecture));
    QCOMPARE(file.kind, kind);
    QCOMPARE(file.layers.size(), std::size_t(1));
    const std::string id = kind == "none" ? "nope" : kind.toStdString();
    QCOMPARE(file.layers.front().model.encodings, std::vector<std::string> { id });
    QCOMPARE(file.layers.front().contextLength, std::optional(4096.0));

    QCOMPARE(read(small("mpt").number("mpt.attention.max_alibi_bias", 8)).kind, "alibi");
    QCOMPARE(read(small("mpt").tensor("position_embd.weight", { 1.0F })).kind, "learned");
    QCOMPARE(read(small("baichuan").count("baichuan.block_count", 40)).kind, "alibi"); // 13B
    QCOMPARE(read(small("baichuan").count("baichuan.block_count", 32)).kind, "rope"); // 7B
    QCOMPARE(read(small("granite").flag("granite.rope.scaling.finetuned", false)).kind, "none");
}

void GgufKindTest::unknownArchitecture()
{
    const ModelFile file = read(small("newthing").number("newthing.rope.freq_base", 1e6F));
    QCOMPARE(file.kind, "unknown");
    QCOMPARE(file.questions.size(), std::size_t(1));
    QCOMPARE(file.questions.front().key, "encoding");
    QCOMPARE(file.questions.front().answers.front(), "rope");
    QVERIFY(file.layers.front().model.encodings.empty());
}

QTEST_GUILESS_MAIN(GgufKindTest)
#include "ggufkindtest.moc"
