// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelfiles.h"

#include "warnings.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace {

QString fileRefusal(const QString& path)
{
    try {
        readModelFile(path);
    } catch (const ModelFileError& error) {
        return error.message();
    }
    return {};
}

} // namespace

/// What is not read, and what cannot be read, is refused in one sentence with its place.
class ModelFileRefusalTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void refusals_data();
    void refusals();
    void unusableNumbers_data();
    void unusableNumbers();
    void hostileTexts();
    void brokenText_data();
    void brokenText();
    void unreadableFiles();
    void largeFiles();
    void malformedCorpus();
};

void ModelFileRefusalTest::refusals_data()
{
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("reason");
    QTest::newRow("yarn") << QByteArray(R"("rope_scaling":{"type":"yarn","factor":4})") << "rope_scaling.type"
                          << "YaRN";
    QTest::newRow("yarn, new keys") << QByteArray(R"("rope_parameters":{"rope_type":"yarn","factor":4})")
                                    << "rope_parameters.rope_type"
                                    << "YaRN";
    QTest::newRow("dynamic") << QByteArray(R"("rope_scaling":{"type":"dynamic","factor":2})")
                             << "rope_scaling.type"
                             << "dynamic NTK";
    QTest::newRow("alpha") << QByteArray(R"("rope_scaling":{"type":"dynamic","alpha":1000})")
                           << "rope_scaling.type"
                           << "alpha";
    QTest::newRow("llama3") << QByteArray(R"("rope_scaling":{"rope_type":"llama3","factor":8})")
                            << "rope_scaling.rope_type"
                            << "Llama 3";
    QTest::newRow("longrope") << QByteArray(R"("rope_scaling":{"type":"longrope"})") << "rope_scaling.type"
                              << "LongRoPE";
    QTest::newRow("su") << QByteArray(R"("rope_scaling":{"type":"su"})") << "rope_scaling.type"
                        << "LongRoPE";
    QTest::newRow("ntk") << QByteArray(R"("rope_scaling":{"type":"ntk","factor":2})") << "rope_scaling.type"
                         << "NTK-aware";
    QTest::newRow("proportional") << QByteArray(R"("rope_parameters":{"rope_type":"proportional"})")
                                  << "rope_parameters.rope_type"
                                  << "proportional";
    QTest::newRow("unknown") << QByteArray(R"("rope_scaling":{"type":"xdrope"})") << "rope_scaling.type"
                             << "xdrope";
    QTest::newRow("mrope with linear")
        << QByteArray(R"("rope_scaling":{"type":"linear","factor":2,"mrope_section":[16,24,24]})")
        << "rope_scaling.mrope_section"
        << "not read yet";
    QTest::newRow("mrope of another width")
        << QByteArray(R"("rope_scaling":{"type":"mrope","mrope_section":[16,24]})")
        << "rope_scaling.mrope_section"
        << "64 pairs";
    QTest::newRow("linear without factor")
        << QByteArray(R"("rope_scaling":{"type":"linear"})") << "rope_scaling.factor"
        << "missing";
    QTest::newRow("two blocks") << QByteArray(
        R"("rope_scaling":{"type":"linear","factor":2},"rope_parameters":{"rope_type":"yarn"})")
                                << "rope_parameters"
                                << "rope_scaling";
    QTest::newRow("groups of layers") << QByteArray(
        R"("rope_parameters":{"full_attention":{"rope_theta":1e6},"sliding_attention":{"rope_theta":1e4}})")
                                      << "rope_parameters.sliding_attention"
                                      << "groups of layers";
    QTest::newRow("local base") << QByteArray(R"("rope_local_base_freq":5000)") << "rope_local_base_freq"
                                << "groups of layers";
    QTest::newRow("scaled global layers")
        << QByteArray(R"("rope_local_base_freq":10000,"rope_scaling":{"type":"linear","factor":8})")
        << "rope_local_base_freq"
        << "groups of layers";
    QTest::newRow("sliding base") << QByteArray(R"("swa_rope_theta":5000)") << "swa_rope_theta"
                                  << "groups of layers";
    QTest::newRow("Gemma 3 that states no base")
        << QByteArray(R"("model_type":"gemma3_text")") << "model_type"
        << "local and global";
    QTest::newRow("global heads") << QByteArray(R"("global_head_dim":512)") << "global_head_dim"
                                  << "groups of layers";
    QTest::newRow("bases by layer") << QByteArray(R"("rotary_emb_base":[1,2])") << "rotary_emb_base"
                                    << "list";
    QTest::newRow("NoPE layers") << QByteArray(R"("no_rope_layers":[1,1,1,0])") << "no_rope_layers"
                                 << "without RoPE";
    QTest::newRow("NoPE interval") << QByteArray(R"("no_rope_layers":[],"no_rope_layer_interval":4)")
                                   << "no_rope_layer_interval"
                                   << "without RoPE";
    QTest::newRow("Llama 4") << QByteArray(R"("model_type":"llama4_text")") << "model_type"
                             << "without RoPE";
    QTest::newRow("NoPE MLA") << QByteArray(R"("mla_use_nope":true)") << "mla_use_nope"
                              << "no position encoding";
    QTest::newRow("use_rope false") << QByteArray(R"("use_rope":false)") << "use_rope"
                                    << "no rotary";
    QTest::newRow("nope") << QByteArray(R"("position_embedding_type":"nope")") << "position_embedding_type"
                          << "no position encoding";
    QTest::newRow("ALiBi") << QByteArray(R"("alibi":true)") << "alibi"
                           << "ALiBi";
    QTest::newRow("ALiBi of MPT") << QByteArray(R"("learned_pos_emb":true,"attn_config":{"alibi":true})")
                                  << "attn_config.alibi"
                                  << "ALiBi";
    QTest::newRow("BLOOM") << QByteArray(R"("model_type":"bloom")") << "model_type"
                           << "ALiBi";
    QTest::newRow("T5") << QByteArray(R"("model_type":"t5")") << "model_type"
                        << "T5";
    QTest::newRow("T5 by its buckets")
        << QByteArray(R"("relative_attention_num_buckets":32)") << "relative_attention_num_buckets"
        << "T5";
    QTest::newRow("DeBERTa") << QByteArray(R"("model_type":"deberta-v2","relative_attention":true)")
                             << "relative_attention"
                             << "DeBERTa";
    QTest::newRow("BERT") << QByteArray(R"("model_type":"bert")") << "model_type"
                          << "learned table";
    QTest::newRow("absolute") << QByteArray(R"("position_embedding_type":"absolute")")
                              << "position_embedding_type"
                              << "learned table";
    QTest::newRow("dynamic Qwen") << QByteArray(R"("model_type":"qwen","use_dynamic_ntk":true)")
                                  << "use_dynamic_ntk"
                                  << "dynamic NTK";
    QTest::newRow("first ChatGLM") << QByteArray(R"("position_encoding_2d":true)") << "position_encoding_2d"
                                   << "ChatGLM";
    QTest::newRow("MPT with RoPE") << QByteArray(R"("attn_config":{"rope":true})") << "attn_config.rope"
                                   << "RoPE";
}

void ModelFileRefusalTest::refusals()
{
    QFETCH(QByteArray, keys);
    QFETCH(QString, key);
    QFETCH(QString, reason);
    const QString message
        = refusal(R"({"rope_theta":10000,"head_dim":128,"max_position_embeddings":4096,)" + keys + "}");
    QVERIFY2(message.startsWith("test.json: " + key + ": "), qPrintable(message));
    QVERIFY2(message.contains(reason), qPrintable(message));
    QVERIFY2(!message.contains('\n') && message.size() < 400, qPrintable(message));
}

void ModelFileRefusalTest::unusableNumbers_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("reason");
    QTest::newRow("base in quotation marks")
        << QByteArray(R"({"rope_theta":"10000","head_dim":128})") << "rope_theta"
        << "\"10000\"";
    QTest::newRow("factor in quotation marks")
        << QByteArray(R"({"rope_theta":1e4,"head_dim":128,"rope_scaling":{"type":"linear","factor":"4"}})")
        << "rope_scaling.factor"
        << "\"4\"";
    QTest::newRow("true for a number") << QByteArray(R"({"rope_theta":true,"head_dim":128})") << "rope_theta"
                                       << "true";
    QTest::newRow("object for a number")
        << QByteArray(R"({"rope_theta":{"a":1},"head_dim":128})") << "rope_theta"
        << "number";
    QTest::newRow("base by layer") << QByteArray(R"({"rope_theta":[10000,500000],"head_dim":128})")
                                   << "rope_theta"
                                   << "list";
    QTest::newRow("infinite base") << QByteArray(R"({"rope_theta":Infinity,"head_dim":128})") << "rope_theta"
                                   << "Infinity";
    QTest::newRow("negative infinite base")
        << QByteArray(R"({"rope_theta":-Infinity,"head_dim":128})") << "rope_theta"
        << "-Infinity";
    QTest::newRow("NaN") << QByteArray(R"({"rope_theta":NaN,"head_dim":128})") << "rope_theta"
                         << "NaN";
    QTest::newRow("base 0") << QByteArray(R"({"rope_theta":0,"head_dim":128})") << "rope_theta"
                            << "0";
    QTest::newRow("negative base") << QByteArray(R"({"rope_theta":-10000,"head_dim":128})") << "rope_theta"
                                   << "-10000";
    QTest::newRow("huge base") << QByteArray(R"({"rope_theta":1e300,"head_dim":128})") << "rope_theta"
                               << "1e+300";
    QTest::newRow("negative factor") << QByteArray(
        R"({"rope_theta":1e4,"head_dim":128,"rope_scaling":{"type":"linear","factor":-4}})")
                                     << "rope_scaling.factor"
                                     << "-4";
    QTest::newRow("odd head") << QByteArray(R"({"rope_theta":1e4,"head_dim":65})") << "head_dim"
                              << "even";
    QTest::newRow("odd part of a head")
        << QByteArray(R"({"rope_theta":1e4,"head_dim":80,"partial_rotary_factor":0.3125})")
        << "partial_rotary_factor"
        << "even";
    QTest::newRow("huge head") << QByteArray(R"({"rope_theta":1e4,"head_dim":1000000000000})") << "head_dim"
                               << "allowed";
    QTest::newRow("head with a fraction") << QByteArray(R"({"rope_theta":1e4,"head_dim":64.5})") << "head_dim"
                                          << "64.5";
    QTest::newRow("more than the head")
        << QByteArray(R"({"rope_theta":1e4,"head_dim":64,"rotary_dim":128})") << "rotary_dim"
        << "64";
    QTest::newRow("part above 1") << QByteArray(R"({"rope_theta":1e4,"head_dim":64,"rotary_pct":25})")
                                  << "rotary_pct"
                                  << "25";
    QTest::newRow("part 0") << QByteArray(R"({"rope_theta":1e4,"head_dim":64,"rotary_pct":0})")
                            << "rotary_pct"
                            << "0";
    QTest::newRow("no whole quotient")
        << QByteArray(R"({"rope_theta":1e4,"hidden_size":5120,"num_attention_heads":96})") << "hidden_size"
        << "does not divide";
    QTest::newRow("no heads at all") << QByteArray(
        R"({"rope_theta":1e4,"hidden_size":4096,"num_attention_heads":0})")
                                     << "num_attention_heads"
                                     << "whole number";
    QTest::newRow("no head dimension") << QByteArray(R"({"rope_theta":1e4,"hidden_size":4096})") << "head_dim"
                                       << "not in the file";
    QTest::newRow("no base") << QByteArray(
        R"({"model_type":"unheard_of","partial_rotary_factor":0.5,"head_dim":64})")
                             << "rope_theta"
                             << "not in the file";
    QTest::newRow("negative length") << QByteArray(
        R"({"rope_theta":1e4,"head_dim":64,"max_position_embeddings":-1})")
                                     << "max_position_embeddings"
                                     << "-1";
    QTest::newRow("length beyond what is drawn")
        << QByteArray(R"({"rope_theta":1e4,"head_dim":64,"max_position_embeddings":1e30})")
        << "max_position_embeddings"
        << "allowed";
    QTest::newRow("nothing stated") << QByteArray(
        R"({"model_type":"baichuan","hidden_size":4096,"num_attention_heads":32})")
                                    << ""
                                    << "not stated in this file";
    QTest::newRow("Falcon without its key")
        << QByteArray(R"({"model_type":"falcon","hidden_size":4544,"num_attention_heads":71})") << "alibi"
        << "not stated in this file";
    QTest::newRow("empty object") << QByteArray("{}") << ""
                                  << "not stated in this file";
}

void ModelFileRefusalTest::unusableNumbers()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, key);
    QFETCH(QString, reason);
    const QString message = refusal(json);
    QVERIFY2(message.startsWith(key.isEmpty() ? QString("test.json: ") : "test.json: " + key + ": "),
        qPrintable(message));
    QVERIFY2(message.contains(reason), qPrintable(message));
}

// Whatever a file holds, its refusal stays one printable line.
void ModelFileRefusalTest::hostileTexts()
{
    const QByteArray longText = QByteArray("x\\n\\u001b[31m").repeated(10000);
    for (const QByteArray& json : { "{\"model_type\":\"" + longText + "\"}",
             R"({"rope_theta":1e4,"head_dim":64,"rope_scaling":{"type":")" + longText + "\"}}",
             "{\"rope_theta\":\"" + longText + "\"}" }) {
        const QString message = refusal(json);
        QVERIFY(message.startsWith("test.json: "));
        QVERIFY2(message.size() < 600, qPrintable(message));
        for (const QChar character : message)
            QVERIFY(character.category() != QChar::Other_Control);
    }
}

void ModelFileRefusalTest::brokenText_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("reason");
    QTest::newRow("empty") << QByteArray() << "empty";
    QTest::newRow("blank") << QByteArray(" \n\t ") << "empty";
    QTest::newRow("mark only") << QByteArray("\xef\xbb\xbf") << "empty";
    QTest::newRow("list") << QByteArray("[1,2,3]") << "list";
    QTest::newRow("number") << QByteArray("17") << "JSON";
    QTest::newRow("zero") << QByteArray("0") << "a JSON object";
    QTest::newRow("null") << QByteArray("\nnull\n") << "line 2, near column 1: a JSON object";
    QTest::newRow("truncated") << QByteArray("{\n\"hidden_size\": 4096,\n\"num_att") << "ends too early";
    QTest::newRow("truncated after a comma") << QByteArray("{\"hidden_size\": 4096,") << "ends too early";
    QTest::newRow("markdown") << QByteArray("{\n\"a\": 1,\n **\"b\": 2**\n}") << "line 3";
    QTest::newRow("trailing comma") << QByteArray("{\"a\": 1,}") << "line 1";
    QTest::newRow("two objects") << QByteArray("{}{}") << "line 1";
    QTest::newRow("zeros") << QByteArray(1000, '\0') << "not text";
    QTest::newRow("UTF-16") << QByteArray("\xff\xfe{\0}\0", 6) << "not text";
    QTest::newRow("not UTF-8") << QByteArray("{\"a\": \"\xc3\x28\"}") << "UTF-8";
    QTest::newRow("word") << QByteArray("{\"a\": Infinit}") << "line 1";
    QTest::newRow("infinite key") << QByteArray("{Infinity: 1}") << "test.json";
    QTest::newRow("deep lists") << QByteArray(200000, '[') << "nested too deeply";
    QTest::newRow("deep objects") << QByteArray("{\"a\":").repeated(100000) << "nested too deeply";
    QTest::newRow("closing only") << QByteArray("}]}]") << "line 1";
}

void ModelFileRefusalTest::brokenText()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, reason);
    const QTemporaryDir folder;
    const QString path = write(folder, "config.json", bytes);
    for (const QString& message : { refusal(bytes), fileRefusal(path) }) {
        QVERIFY2(
            message.contains(reason) || (reason == "test.json" && !message.isEmpty()), qPrintable(message));
        QVERIFY2(!message.contains('\n'), qPrintable(message));
    }
    QVERIFY(fileRefusal(path).startsWith(path + ": "));
}

void ModelFileRefusalTest::unreadableFiles()
{
    const QTemporaryDir folder;
    QVERIFY(fileRefusal(folder.filePath("none.json")).contains("no such file"));
    QVERIFY(fileRefusal(folder.path()).contains("folder"));
    QVERIFY(fileRefusal(QString()).contains("not the name of a file"));
    if (QFile::exists("/dev/zero"))
        QVERIFY(fileRefusal("/dev/zero").contains("not a regular file"));
    QVERIFY(
        fileRefusal(write(folder, "model.gguf", "GGUF\x03\0\0\0")).contains("GGUF files are not read yet"));

    const QString locked = write(folder, "locked.json", "{}");
    QVERIFY(QFile::setPermissions(locked, QFileDevice::Permissions()));
    if (QFile attempt(locked); !attempt.open(QIODevice::ReadOnly)) // the administrator may read everything
        QVERIFY(fileRefusal(locked).contains("cannot be opened"));
    QFile::setPermissions(locked, QFileDevice::ReadOwner | QFileDevice::WriteOwner);
}

void ModelFileRefusalTest::largeFiles()
{
    const QTemporaryDir folder;
    const QString path = write(folder, "large.json", "{\"a\": 1}");
    QVERIFY(QFile::resize(path, 200 * 1024 * 1024)); // sparse
    QElapsedTimer timer;
    timer.start();
    QVERIFY(fileRefusal(path).contains("64 MB"));
    QVERIFY2(timer.elapsed() < 1000, "a file beyond the limit is not read");
}

void ModelFileRefusalTest::malformedCorpus()
{
    const QString folder = SHARED_FOLDER "/corpus/malformed/";
    if (!QFile::exists(folder))
        QSKIP("The public malformed files are not there.");
    QVERIFY(fileRefusal(folder + "synthetic-array-root.json").contains("list"));
    QVERIFY(fileRefusal(folder + "synthetic-crlf.json").contains("Llama 3"));
    QVERIFY(fileRefusal(folder + "synthetic-factor-string.json").contains("rope_scaling.factor: \"8.0\""));
    QVERIFY(fileRefusal(folder + "synthetic-odd-head-65.json").contains("even"));
    QVERIFY(fileRefusal(folder + "synthetic-theta-string.json").contains("rope_theta: \""));
    QVERIFY(fileRefusal(folder + "synthetic-truncated.json").contains("ends too early"));
    QCOMPARE(readModelFile(folder + "synthetic-duplicate-key.json").layers.front().base, std::optional(500000.0));
}

QTEST_GUILESS_MAIN(ModelFileRefusalTest)

#include "modelfilerefusaltest.moc"
