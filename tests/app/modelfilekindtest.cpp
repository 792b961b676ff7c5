// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelfiles.h"

#include "warnings.h"

#include <QTest>

#include <algorithm>

/// Which position encoding a file says, and what it leaves open.
class ModelFileKindTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void kinds_data();
    void kinds();
    void numbersOfOtherKinds();
    void unknownIsAsked_data();
    void unknownIsAsked();
    void missingNumbers();
    void unusedKeys();
    void classDefaultsAreTold();
    void mptWithRope();
    void kimiWithoutRotation();
};

namespace {

const OpenQuestion* question(const ModelFile& file, const QString& key)
{
    const auto found = std::find_if(file.questions.begin(), file.questions.end(),
        [&](const OpenQuestion& open) { return open.key == key; });
    return found == file.questions.end() ? nullptr : &*found;
}

} // namespace

void ModelFileKindTest::kinds_data()
{
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("origin");
    const auto row = [](const char* name, const char* keys, const char* kind, const char* origin) {
        QTest::newRow(name) << QByteArray(keys) << kind << origin;
    };
    row("rope_theta", R"("rope_theta":1e4)", "rope", "file: rope_theta");
    row("rope_scaling null", R"("model_type":"llama","rope_scaling":null)", "rope", "file: rope_scaling");
    row("class", R"("model_type":"llama")", "rope", "class: ");
    row("alibi", R"("alibi":true)", "alibi", "file: alibi");
    row("alibi and learned_pos_emb (MPT)", R"("learned_pos_emb":true,"attn_config":{"alibi":true})", "alibi",
        "file: attn_config.alibi");
    row("alibi beside rope_theta", R"("alibi":true,"rope_theta":1e4)", "alibi", "file: alibi");
    row("BLOOM", R"("model_type":"bloom")", "alibi", "class: ");
    row("position_embedding", R"("position_embedding":"ALIBI")", "alibi", "file: position_embedding");
    row("T5", R"("model_type":"t5")", "t5", "class: ");
    row("T5 by its buckets", R"("relative_attention_num_buckets":64)", "t5",
        "file: relative_attention_num_buckets");
    row("DeBERTa", R"("model_type":"deberta-v2","relative_attention":true)", "deberta",
        "file: relative_attention");
    row("DeBERTa without", R"("model_type":"deberta-v2","relative_attention":false)", "learned", "class: ");
    row("BERT", R"("model_type":"bert")", "learned", "class: ");
    row("BERT by its architecture", R"("architectures":["BertForMaskedLM"])", "learned", "class: ");
    row("absolute", R"("position_embedding_type":"absolute")", "learned", "file: position_embedding_type");
    row("position_biased_input", R"("position_biased_input":true)", "learned", "file: position_biased_input");
    row("nope", R"("position_embedding_type":"nope")", "none", "file: position_embedding_type");
    row("use_rope false", R"("use_rope":false)", "none", "file: use_rope");
    row("Falcon, alibi false", R"("model_type":"falcon","alibi":false)", "rope", "file: alibi");
    row("Falcon, alibi true", R"("model_type":"falcon","alibi":true)", "alibi", "file: alibi");
    row("Falcon without the key", R"("model_type":"falcon")", "unknown", "not in the file");
    row("first ChatGLM", R"("position_encoding_2d":true)", "unknown", "file: position_encoding_2d");
    row("another name", R"("position_embedding_type":"conv")", "unknown", "file: position_embedding_type");
    row("nothing", R"("vocab_size":5)", "unknown", "not in the file");
}

void ModelFileKindTest::kinds()
{
    QFETCH(QByteArray, keys);
    QFETCH(QString, kind);
    QFETCH(QString, origin);
    const ModelFile file = parsed(
        R"({"hidden_size":4096,"num_attention_heads":32,"max_position_embeddings":2048,)" + keys + '}');
    QCOMPARE(file.kind, kind);
    QVERIFY2(file.origins.at("kind").startsWith(origin), qPrintable(file.origins.at("kind")));
    const ModelLayers& layers = file.layers.front();
    QCOMPARE(layers.headDimension, std::optional(128.0));
    QCOMPARE(layers.contextLength, std::optional(2048.0));
    if (kind == "rope")
        return;
    QCOMPARE(file.layers.size(), std::size_t(1));
    QVERIFY(!layers.turns && !layers.base && !layers.rotaryDimension && !layers.factor);
    const std::string id = kind == "none" ? "nope" : kind.toStdString();
    QCOMPARE(layers.model.encodings,
        kind == "unknown" ? std::vector<std::string> {} : std::vector<std::string> { id });
    for (const char* name : { "base", "rotary_dim", "scaling", "factor", "attention_factor" })
        QVERIFY(!file.origins.at(name).isEmpty());
}

void ModelFileKindTest::numbersOfOtherKinds()
{
    const ModelFile mpt = parsed(R"({"model_type":"mpt","d_model":4096,"n_heads":32,"max_seq_len":2048,
        "attn_config":{"alibi":true,"alibi_bias_max":8},"learned_pos_emb":true})");
    QCOMPARE(mpt.origins.at("alibi_bias_max"), "8, file: attn_config.alibi_bias_max");
    QVERIFY(mentions(mpt.warnings, "replaces the table"));
    QCOMPARE(mpt.layers.front().model.values.number("alibi_bias_max"), 8.0);
    QCOMPARE(mpt.layers.front().model.values.number("heads"), 32.0);
    // lm-t5 has 64 buckets and no key for the longest distance.
    const ModelFile t5 = parsed(R"({"model_type":"t5","d_kv":64,"num_heads":8,"n_positions":512,
        "relative_attention_num_buckets":64})");
    QCOMPARE(t5.origins.at("relative_attention_num_buckets"), "64, file: relative_attention_num_buckets");
    QVERIFY(t5.origins.at("relative_attention_max_distance").startsWith("class default: 128"));
    QVERIFY(t5.origins.at("trained_length").contains("claimed"));
    QVERIFY(mentions(t5.warnings, "no table of positions"));
    QCOMPARE(t5.layers.front().model.values.number("num_buckets"), 64.0);
    // microsoft/deberta-v3-base: 256 buckets; -1 stands for max_position_embeddings.
    const ModelFile deberta = parsed(R"({"model_type":"deberta-v2","relative_attention":true,
        "position_buckets":256,"max_relative_positions":-1,"max_position_embeddings":512,
        "hidden_size":768,"num_attention_heads":12})");
    QCOMPARE(deberta.layers.front().model.values.number("position_buckets"), 256.0);
    QCOMPARE(deberta.layers.front().model.values.number("max_relative_positions"), 512.0);
    // A table is as wide as the model and as long as its positions (GPT-2).
    const ModelFile gpt2 = parsed(R"({"model_type":"gpt2","n_embd":768,"n_head":12,"n_positions":1024})");
    QCOMPARE(gpt2.layers.front().model.values.number("dimension"), 768.0);
    QCOMPARE(gpt2.layers.front().model.values.number("trained_length"), 1024.0);
    const ModelFile keys = parsed(R"({"model_type":"bert","position_embedding_type":"relative_key_query",
        "hidden_size":768,"num_attention_heads":12})");
    QCOMPARE(keys.layers.front().model.encodings, std::vector<std::string> { "huang" });
}

void ModelFileKindTest::unknownIsAsked_data()
{
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<QString>("likeliest");
    // baichuan-inc/Baichuan2#114: 7B turns, 13B has ALiBi, and the files do not say so
    QTest::newRow("Baichuan 7B") << QByteArray(R"("model_type":"baichuan","hidden_size":4096)") << "rope";
    QTest::newRow("Baichuan 13B") << QByteArray(R"("model_type":"baichuan","hidden_size":5120)") << "alibi";
    QTest::newRow("Falcon 7B") << QByteArray(R"("model_type":"RefinedWebModel","hidden_size":4544)")
                               << "rope";
    QTest::newRow("InternLM") << QByteArray(R"("model_type":"internlm","hidden_size":4096)") << "rope";
}

void ModelFileKindTest::unknownIsAsked()
{
    QFETCH(QByteArray, keys);
    QFETCH(QString, likeliest);
    const ModelFile file = parsed("{\"head_dim\":128,\"max_position_embeddings\":2048," + keys + '}');
    QCOMPARE(file.kind, "unknown");
    const OpenQuestion* encoding = question(file, "encoding");
    QVERIFY(encoding && encoding->needed);
    QCOMPARE(encoding->answers.front(), likeliest);
    QVERIFY(encoding->question.contains("not stated in this file"));
    const OpenQuestion* base = question(file, "base");
    QVERIFY(base && base->needed);
    QCOMPARE(file.layers.front().model.values.number("dimension"), 128.0); // for who answers RoPE
}

void ModelFileKindTest::missingNumbers()
{
    const ModelFile file
        = parsed(R"({"rope_scaling":{"factor":4.0,"original_max_position_embeddings":32768,"type":"yarn"}})");
    const ModelLayers& layers = file.layers.front();
    QVERIFY(!layers.base && !layers.rotaryDimension && !layers.headDimension && !layers.contextLength);
    QCOMPARE(layers.trainedLength, std::optional(32768.0));
    for (const char* key : { "base", "dimension" })
        QVERIFY(question(file, key) && question(file, key)->needed);
    for (const char* name : { "base", "rotary_dim", "head_dim", "context_length", "heads" })
        QVERIFY2(file.origins.at(name).startsWith("not in the file"), name);
    QVERIFY(!layers.model.values.contains("base") && !layers.model.values.contains("dimension"));

    const ModelFile sections = parsed(R"({"rope_scaling":{"type":"mrope","mrope_section":[24,20,20]}})");
    QCOMPARE(question(sections, "dimension")->answers, QStringList { "128" });
    const ModelFile dynamic = parsed(R"({"rope_theta":1e4,"head_dim":64,"rope_scaling":{"type":"dynamic",
        "factor":2}})");
    QVERIFY(question(dynamic, "trained_length")->needed);
}

// sgl-project/sglang#2943: unknown keys are a list, not an error.
void ModelFileKindTest::unusedKeys()
{
    const ModelFile file = parsed(R"({"rope_theta":1e4,"head_dim":64,"max_position_embeddings":2048,
        "vocab_size":5,"nothing":null,"rope_scaling":{"rope_type":"default","of_tomorrow":1}})");
    QCOMPARE(file.unusedKeys, (QStringList { "rope_scaling.of_tomorrow", "vocab_size" }));
    QVERIFY(file.warnings.isEmpty());
}

// A file that says nothing about its rotation, of a class that fills everything in.
void ModelFileKindTest::classDefaultsAreTold()
{
    const ModelFile file = parsed(R"({"model_type":"llama","hidden_size":4096,"num_attention_heads":32,
        "max_position_embeddings":2048})");
    QCOMPARE(file.layers.front().base, std::optional(10000.0));
    QVERIFY(file.origins.at("base").startsWith("class default"));
    QVERIFY(file.origins.at("trained_length").contains("claimed"));
    QVERIFY(mentions(file.warnings, "names neither a base nor a scaling"));
}

void ModelFileKindTest::mptWithRope()
{
    const ModelFile file = parsed(R"({"model_type":"mpt","d_model":4096,"n_heads":32,"max_seq_len":8192,
        "attn_config":{"alibi":false,"rope":true,"rope_theta":500000,
        "rope_hf_config":{"type":"linear","factor":2.0}}})");
    QCOMPARE(file.kind, "rope");
    QCOMPARE(file.layers.front().base, std::optional(500000.0));
    QCOMPARE(file.layers.front().factor, std::optional(2.0));
    QCOMPARE(file.origins.at("base"), "file: attn_config.rope_theta");
}

void ModelFileKindTest::kimiWithoutRotation()
{
    const ModelFile file = parsed(R"({"model_type":"kimi_linear","qk_nope_head_dim":128,"qk_rope_head_dim":64,
        "mla_use_nope":true,"max_position_embeddings":1048576})");
    QVERIFY(!file.layers.front().base);
    QVERIFY(file.origins.at("base").contains("these layers turn nothing"));
    QVERIFY(mentions(file.warnings, "mla_use_nope is true"));
    QVERIFY(file.questions.front().question.startsWith("This model turns nothing"));
}

QTEST_GUILESS_MAIN(ModelFileKindTest)

#include "modelfilekindtest.moc"
