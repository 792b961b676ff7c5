// SPDX-License-Identifier: GPL-3.0-or-later
#include "ggufmodels.h"

#include "warnings.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace {

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

} // namespace

/// What GGUF files say of all layers alike, read as llama.cpp reads it. Numbers come from corpus/gguf and
/// reports.md.
class GgufTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void unscaled();
    void defaults_data();
    void defaults();
    void incomplete();
    void headsPerLayer();
    void layouts_data();
    void layouts();
    void oddButReadable();
    void sparseFile();
};

void GgufTest::unscaled()
{
    const ModelFile file = read(llama3());
    QCOMPARE(summaryOf(file),
        "rope, all: head 128, dimension 128, base 500000, context 8192, trained 8192, default");
    const ModelLayers& layers = file.layers.front();
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
    QVERIFY(layers.model.encodings == Encodings { "rope" }); // drawn once the dimension is known
    QCOMPARE(file.questions.size(), std::size_t(1));
    QCOMPARE(file.questions.front().key, "dimension");
    QVERIFY(file.questions.front().needed);
    QVERIFY(file.origins.at("rotary_dim").contains("gemma2.rope.dimension_count"));
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
