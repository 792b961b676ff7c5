// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelfiles.h"

#include "warnings.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace {

ModelFile read(const QByteArray& json) { return parseModelFile("test.json", json); }

} // namespace

class ModelFileTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void unscaled();
    void dimensions_data();
    void dimensions();
    void bases_data();
    void bases();
    void lengths();
    void linear();
    void linearOfVicuna();
    void blocks_data();
    void blocks();
    void nestedText();
    void warnings_data();
    void warnings();
    void pythonsJson();
    void names();
};

// Llama 2 7B as published: no rope_theta, rope_scaling null.
void ModelFileTest::unscaled()
{
    const ModelFile file = read(R"({"model_type":"llama","hidden_size":4096,"num_attention_heads":32,
        "max_position_embeddings":4096,"rope_scaling":null})");
    QCOMPARE(summaryOf(file),
        "rope, all: head 128, dimension 128, base 10000, context 4096, trained 4096, default");
    QVERIFY(!file.layers.front().factor);
    QCOMPARE(file.origins.at("base"), "class default: 10000 (rope_theta is not in the file)");
    QCOMPARE(file.origins.at("head_dim"), "derived: hidden_size / num_attention_heads");
    QCOMPARE(file.origins.at("rotary_dim"), "derived: hidden_size / num_attention_heads");
    QVERIFY(file.origins.at("trained_length").startsWith("file: max_position_embeddings (claimed"));
    QCOMPARE(file.warnings.size(), 0);

    const encodings::Model& model = file.layers.front().model;
    QCOMPARE(model.encodings, std::vector<std::string> { "rope" });
    QCOMPARE(model.values.number("base"), 10000.0);
    QCOMPARE(model.values.number("dimension"), 128.0);
    QCOMPARE(model.values.number("head_dimension"), 128.0);
    QCOMPARE(model.values.number("trained_length"), 4096.0);
    QCOMPARE(model.values.number("heads"), 32.0);
    QVERIFY(!model.values.contains("scale"));
}

void ModelFileTest::dimensions_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<double>("head");
    QTest::addColumn<double>("rotary");
    QTest::addColumn<QString>("origin");

    QTest::newRow("head_dim is not the quotient (Mistral Nemo)")
        << QByteArray(R"({"rope_theta":1e6,"hidden_size":5120,"num_attention_heads":32,"head_dim":128})")
        << 128.0 << 128.0 << "file: head_dim (not hidden_size 5120 / num_attention_heads 32 = 160)";
    QTest::newRow("quotient is no whole number, head_dim is stated (GLM-4.5)")
        << QByteArray(R"({"rope_theta":1e6,"hidden_size":5120,"num_attention_heads":96,"head_dim":128,
            "partial_rotary_factor":0.5})")
        << 128.0 << 64.0 << "derived: head_dim 128 x partial_rotary_factor 0.5";
    QTest::newRow("head_dim null") << QByteArray(
        R"({"rope_theta":1e4,"hidden_size":768,"num_attention_heads":12,"head_dim":null})")
                                   << 64.0 << 64.0 << "derived: hidden_size / num_attention_heads";
    QTest::newRow("names of GPT-2") << QByteArray(R"({"rotary_emb_base":1e4,"n_embd":768,"n_head":12})")
                                    << 64.0 << 64.0 << "derived: n_embd / n_head";
    QTest::newRow("names of MPT") << QByteArray(R"({"rope_theta":1e4,"d_model":768,"n_heads":12})") << 64.0
                                  << 64.0 << "derived: d_model / n_heads";
    QTest::newRow("GPT-NeoX 20B") << QByteArray(
        R"({"model_type":"gpt_neox","rotary_emb_base":10000,"rotary_pct":0.25,
            "hidden_size":6144,"num_attention_heads":64})")
                                  << 96.0 << 24.0 << "derived: head_dim 96 x rotary_pct 0.25";
    QTest::newRow("Phi-2") << QByteArray(R"({"model_type":"phi","rope_theta":1e4,"partial_rotary_factor":0.4,
            "hidden_size":2560,"num_attention_heads":32})")
                           << 80.0 << 32.0 << "derived: head_dim 80 x partial_rotary_factor 0.4";
    QTest::newRow("Phi-2, first layout")
        << QByteArray(R"({"model_type":"phi-msft","rotary_dim":32,"n_embd":2560,"n_head":32})") << 80.0
        << 32.0 << "file: rotary_dim";
    QTest::newRow("MiMo: 64.128 becomes 64")
        << QByteArray(R"({"rope_theta":1e6,"head_dim":192,"partial_rotary_factor":0.334})") << 192.0 << 64.0
        << "derived: head_dim 192 x partial_rotary_factor 0.334";
    QTest::newRow("rotary_emb_fraction")
        << QByteArray(R"({"rotary_emb_base":1e4,"rotary_emb_fraction":0.5,"head_dim":64})") << 64.0 << 32.0
        << "derived: head_dim 64 x rotary_emb_fraction 0.5";
    QTest::newRow("rope_percent") << QByteArray(R"({"rope_theta":1e4,"rope_percent":0.25,"head_dim":64})")
                                  << 64.0 << 16.0 << "derived: head_dim 64 x rope_percent 0.25";
    QTest::newRow("partial factor inside the block (Qwen3.5)") << QByteArray(
        R"({"head_dim":256,"rope_parameters":{"rope_type":"default","rope_theta":1e7,"partial_rotary_factor":0.25}})")
                                                               << 256.0 << 64.0
                                                               << "derived: head_dim 256 x "
                                                                  "rope_parameters.partial_rotary_factor "
                                                                  "0.25";
    QTest::newRow("class default of GPT-NeoX")
        << QByteArray(R"({"model_type":"gpt_neox","hidden_size":2048,"num_attention_heads":16})") << 128.0
        << 32.0 << "class default: 0.25 of head_dim (no rotary part in the file)";
    QTest::newRow("class default of Gemma 2")
        << QByteArray(R"({"model_type":"gemma2","hidden_size":2304,"num_attention_heads":8})") << 256.0
        << 256.0 << "class default: 256 (head_dim is not in the file)";
    QTest::newRow("ChatGLM turns half")
        << QByteArray(R"({"model_type":"chatglm","kv_channels":128,"hidden_size":4096,
            "num_attention_heads":32})")
        << 128.0 << 64.0 << "class default: 0.5 of head_dim (no rotary part in the file)";
    QTest::newRow("MLA") << QByteArray(
        R"({"model_type":"deepseek_v3","rope_theta":1e4,"qk_nope_head_dim":128,"qk_rope_head_dim":64,
            "hidden_size":7168,"num_attention_heads":128})")
                         << 192.0 << 64.0 << "file: qk_rope_head_dim";
    QTest::newRow("MLA with head_dim")
        << QByteArray(R"({"rope_theta":1e4,"qk_rope_head_dim":64,"head_dim":512})") << 512.0 << 64.0
        << "file: qk_rope_head_dim";
}

void ModelFileTest::dimensions()
{
    QFETCH(QByteArray, json);
    QFETCH(double, head);
    QFETCH(double, rotary);
    QFETCH(QString, origin);
    const ModelFile file = read(json);
    QCOMPARE(file.layers.front().headDimension, std::optional(head));
    QCOMPARE(file.layers.front().rotaryDimension, std::optional(rotary));
    QCOMPARE(file.layers.front().model.values.number("dimension"), rotary);
    QCOMPARE(file.layers.front().model.values.number("head_dimension"), head);
    QCOMPARE(file.origins.at("rotary_dim"), origin);
}

void ModelFileTest::bases_data()
{
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<double>("base");
    QTest::addColumn<QString>("origin");
    QTest::newRow("rope_theta") << QByteArray(R"("rope_theta":500000.0)") << 5e5 << "file: rope_theta";
    QTest::newRow("rotary_emb_base") << QByteArray(R"("rotary_emb_base":1000000)") << 1e6
                                     << "file: rotary_emb_base";
    QTest::newRow("inside rope_parameters")
        << QByteArray(R"("rope_parameters":{"rope_theta":1000000,"rope_type":"default"})") << 1e6
        << "file: rope_parameters.rope_theta";
    QTest::newRow("inside rope_scaling")
        << QByteArray(R"("rope_scaling":{"rope_theta":1000000,"rope_type":"default"})") << 1e6
        << "file: rope_scaling.rope_theta";
    QTest::newRow("equal groups of layers") << QByteArray(
        R"("rope_parameters":{"full_attention":{"rope_theta":7e4},"sliding_attention":{"rope_theta":7e4}})")
                                            << 7e4 << "file: rope_parameters.full_attention.rope_theta";
    QTest::newRow("two names, one value")
        << QByteArray(R"("rope_theta":1000000,"rotary_emb_base":1000000)") << 1e6 << "file: rope_theta";
    QTest::newRow("class default of Mixtral")
        << QByteArray(R"("model_type":"mixtral","rope_scaling":null)") << 1e6
        << "class default: 1000000 (rope_theta is not in the file)";
    // vllm-project/vllm#1841, intel/ipex-llm#11303: ChatGLM3 32k and GLM-4 9B
    QTest::newRow("rope_ratio 50") << QByteArray(R"("model_type":"chatglm","rope_ratio":50)") << 500000.0
                                   << "derived: 10000 (class constant) x rope_ratio 50";
    QTest::newRow("rope_ratio 500") << QByteArray(R"("model_type":"chatglm","rope_ratio":500)") << 5e6
                                    << "derived: 10000 (class constant) x rope_ratio 500";
    QTest::newRow("Falcon that says no ALiBi")
        << QByteArray(R"("model_type":"falcon","alibi":false)") << 10000.0
        << "class default: 10000 (rope_theta is not in the file)";
}

void ModelFileTest::bases()
{
    QFETCH(QByteArray, keys);
    QFETCH(double, base);
    QFETCH(QString, origin);
    const ModelFile file = read("{\"head_dim\":128,\"max_position_embeddings\":4096," + keys + "}");
    QCOMPARE(file.layers.front().base, std::optional(base));
    QCOMPARE(file.layers.front().model.values.number("base"), base);
    QCOMPARE(file.origins.at("base"), origin);
    QVERIFY2(file.warnings.isEmpty(), qPrintable(file.warnings.join('\n')));
}

void ModelFileTest::lengths()
{
    for (const char* key : { "max_position_embeddings", "n_positions", "max_sequence_length", "max_seq_len",
             "seq_length", "n_ctx" }) {
        const ModelFile file = read(QByteArray(R"({"rope_theta":1e4,"head_dim":64,")") + key + "\":2048}");
        QCOMPARE(file.layers.front().contextLength, std::optional(2048.0));
        QCOMPARE(file.layers.front().trainedLength, std::optional(2048.0));
        QCOMPARE(file.origins.at("context_length"), QString("file: ") + key);
    }
    const ModelFile both
        = read(R"({"rope_theta":1e6,"head_dim":128,"seq_length":8192,"max_position_embeddings":32768})");
    QCOMPARE(both.layers.front().contextLength, std::optional(32768.0));
    QVERIFY(mentions(both.warnings, "seq_length is 8192: max_position_embeddings is used"));

    const ModelFile none = read(R"({"rope_theta":1e6,"head_dim":128})");
    QVERIFY(!none.layers.front().contextLength && !none.layers.front().trainedLength);
    QVERIFY(!none.layers.front().model.values.contains("trained_length")
        && !none.layers.front().model.values.contains("heads"));
    QVERIFY(none.origins.at("trained_length").startsWith("not in the file"));
    QVERIFY(none.origins.at("heads").startsWith("not in the file"));
    QVERIFY(mentions(none.warnings, "trained length"));
}

// The shape of a published Llama 2 13B variant (hiyouga/LLaMA-Factory#1298): the length is already the
// extended one.
void ModelFileTest::linear()
{
    for (const char* type : { "type", "rope_type" }) {
        const ModelFile file
            = read(QByteArray(R"({"model_type":"llama","hidden_size":5120,"num_attention_heads":40,
            "max_position_embeddings":16384,"rope_scaling":{"factor":4.0,")")
                + type + R"(":"linear"}})");
        const ModelLayers& layers = file.layers.front();
        QCOMPARE(layers.scaling, "linear");
        QCOMPARE(layers.factor, std::optional(4.0));
        QVERIFY(!layers.trainedLength);
        QCOMPARE(layers.contextLength, std::optional(16384.0));
        QVERIFY(file.origins.at("trained_length").startsWith("not in the file"));
        QCOMPARE(file.origins.at("factor"), "file: rope_scaling.factor");
        QCOMPARE(file.origins.at("scaling"), QString("file: rope_scaling.") + type);
        QVERIFY(mentions(file.warnings, "4096 = context 16384 / factor 4"));
        QCOMPARE(file.layers.front().model.encodings, std::vector<std::string> { "pi" });
        QCOMPARE(file.layers.front().model.values.number("scale"), 4.0);
        QCOMPARE(file.layers.front().model.values.number("trained_length"), 4096.0);
    }
    const ModelFile named = read(R"({"rope_theta":1e4,"head_dim":128,"max_position_embeddings":16384,
        "rope_scaling":{"factor":4.0,"type":"linear","original_max_position_embeddings":2048}})");
    QCOMPARE(named.layers.front().trainedLength, std::optional(2048.0));
    QCOMPARE(named.layers.front().model.values.number("trained_length"), 2048.0);
}

// Here max_position_embeddings is the trained length and another key holds the extended one.
void ModelFileTest::linearOfVicuna()
{
    const ModelFile file = read(R"({"model_type":"llama","hidden_size":4096,"num_attention_heads":32,
        "max_position_embeddings":4096,"max_sequence_length":16384,"rope_scaling":{"factor":4.0,"type":"linear"}})");
    QCOMPARE(file.layers.front().contextLength, std::optional(16384.0));
    QCOMPARE(file.layers.front().model.values.number("trained_length"), 4096.0);
    QVERIFY(mentions(file.warnings, "max_sequence_length is used"));
}

void ModelFileTest::blocks_data()
{
    QTest::addColumn<QByteArray>("block");
    QTest::newRow("null") << QByteArray("null");
    QTest::newRow("empty") << QByteArray("{}");
    QTest::newRow("default") << QByteArray(R"({"rope_type":"default"})");
    QTest::newRow("default, old key") << QByteArray(R"({"type":"default"})");
    QTest::newRow("both keys") << QByteArray(R"({"type":"default","rope_type":"default"})");
    QTest::newRow("GLM-4.7 Flash") << QByteArray(
        R"({"rope_theta":10000,"partial_rotary_factor":1.0,"rope_type":"default"})");
    QTest::newRow("type null") << QByteArray(R"({"rope_type":null})");
}

void ModelFileTest::blocks()
{
    QFETCH(QByteArray, block);
    for (const char* key : { "rope_scaling", "rope_parameters" }) {
        const ModelFile file
            = read(QByteArray(R"({"rope_theta":10000,"head_dim":128,"max_position_embeddings":4096,")") + key
                + "\":" + block + "}");
        QCOMPARE(file.layers.front().scaling, "default");
        QCOMPARE(file.layers.front().model.encodings, std::vector<std::string> { "rope" });
        QVERIFY2(file.warnings.isEmpty(), qPrintable(file.warnings.join('\n')));
    }
}

void ModelFileTest::nestedText()
{
    const QByteArray text = R"({"rope_theta":500000,"head_dim":64,"max_position_embeddings":8192})";
    for (const char* key : { "text_config", "llm_config", "language_config" }) {
        const ModelFile file = read(
            QByteArray("{\"model_type\":\"some_vision\",\"hidden_size\":999,\"") + key + "\":" + text + "}");
        QCOMPARE(file.layers.front().base, std::optional(500000.0));
        QCOMPARE(file.layers.front().headDimension, std::optional(64.0));
        QCOMPARE(file.origins.at("base"), QString("file: %1.rope_theta").arg(key));
    }
    const ModelFile omni
        = read("{\"thinker_config\":{\"text_config\":" + text + "},\"talker_config\":{\"rope_theta\":1}}");
    QCOMPARE(omni.origins.at("base"), "file: thinker_config.text_config.rope_theta");
    QVERIFY(mentions(omni.warnings, "talker_config"));

    const ModelFile outside = read(
        R"({"rope_theta":1e4,"head_dim":128,"max_position_embeddings":4096,"text_config":{"model_type":"x"}})");
    QCOMPARE(outside.origins.at("base"), "file: rope_theta");
}

void ModelFileTest::warnings_data()
{
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<QString>("warning");
    QTest::newRow("block is a number")
        << QByteArray(R"("rope_scaling":1)") << "rope_scaling is 1, not an object";
    QTest::newRow("block is a text") << QByteArray(R"("rope_scaling":"linear")")
                                     << "rope_scaling is \"linear\", not an object";
    QTest::newRow("type and rope_type differ")
        << QByteArray(R"("rope_scaling":{"rope_type":"default","type":"linear","factor":2})")
        << "rope_type is used";
    QTest::newRow("factor without type")
        << QByteArray(R"("rope_scaling":{"factor":2})") << "has no type beside it";
    QTest::newRow("factor beside default")
        << QByteArray(R"("rope_scaling":{"type":"default","factor":2})") << "changes nothing";
    QTest::newRow("two bases") << QByteArray(R"("rotary_emb_base":5000)")
                               << "rope_theta is 10000 and rotary_emb_base is 5000";
    QTest::newRow("two rotary widths")
        << QByteArray(R"("partial_rotary_factor":0.5,"rotary_dim":32)") << "makes it 64";
    QTest::newRow("repeated key") << QByteArray(R"("rope_theta":10000)") << "rope_theta stands twice";
    QTest::newRow("layers without attention")
        << QByteArray(R"("layer_types":["full_attention","linear_attention"])")
        << "linear_attention layers have none";
    QTest::newRow("hybrid") << QByteArray(R"("hybrid_override_pattern":"M*")")
                            << "not every layer has attention";
}

void ModelFileTest::warnings()
{
    QFETCH(QByteArray, keys);
    QFETCH(QString, warning);
    const ModelFile file
        = read(R"({"rope_theta":10000,"head_dim":128,"max_position_embeddings":4096,)" + keys + "}");
    QCOMPARE(file.layers.front().scaling, "default");
    QCOMPARE(file.layers.front().base, std::optional(10000.0));
    QVERIFY2(mentions(file.warnings, warning), qPrintable(file.warnings.join('\n')));
}

void ModelFileTest::pythonsJson()
{
    const QByteArray plain = R"("rope_theta":500000,"head_dim":128,"max_position_embeddings":8192})";
    for (const QByteArray& json :
        { "\xef\xbb\xbf{" + plain, R"({"limit":[0.0,Infinity],"low":-Infinity,"x":NaN,)" + plain,
            "{\r\n  " + QByteArray(plain).replace(",", ",\r\n  ") }) {
        const ModelFile file = read(json);
        QCOMPARE(file.layers.front().base, std::optional(500000.0));
        QVERIFY(file.warnings.isEmpty());
    }
    // Words inside texts and keys stay as they are: this key is no rope_scaling, and the name is quoted
    // whole.
    const QString message
        = refusal(R"({"rope_theta":1e4,"head_dim":64,"rope_scaling":{"type":"\"NaN, -Infinity: \\"}})");
    QVERIFY2(message.contains(R"("NaN, -Infinity: \)"), qPrintable(message));
    QCOMPARE(read(R"({"rope_theta":1,"rope_theta":500000,"head_dim":64})").layers.front().base, 500000.0);
}

void ModelFileTest::names()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("Some-Model-7B"));
    const QByteArray json = R"({"rope_theta":1e4,"head_dim":64,"max_position_embeddings":2048})";
    const ModelFile inFolder = readModelFile(write(folder, "Some-Model-7B/config.json", json));
    QCOMPARE(inFolder.name, "Some-Model-7B");
    QCOMPARE(inFolder.layers.front().model.name, std::string("Some-Model-7B"));
    QCOMPARE(readModelFile(write(folder, "llama-2.7b.json", json)).name, "llama-2.7b");
    QVERIFY(inFolder.layers.front().model.source.find("config.json") != std::string::npos);
}

QTEST_GUILESS_MAIN(ModelFileTest)

#include "modelfiletest.moc"
