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
    QTest::newRow("unknown type") << QByteArray(R"("rope_scaling":{"type":"yarm","factor":4})")
                                  << "rope_scaling.type"
                                  << "known types: default, linear, dynamic, yarn";
    QTest::newRow("beta out of range") << QByteArray(
        R"("rope_scaling":{"type":"yarn","factor":4,"original_max_position_embeddings":4096,"beta_fast":-1})")
                                       << "rope_scaling.beta_fast"
                                       << "from 0 to";
    QTest::newRow("attention factor out of range")
        << QByteArray(R"("rope_scaling":{"type":"yarn","factor":4,"attention_factor":-2})")
        << "rope_scaling.attention_factor"
        << "from 0 to";
    QTest::newRow("type is a number") << QByteArray(R"("rope_scaling":{"type":4})") << "rope_scaling.type"
                                      << "not a text";
    QTest::newRow("mrope of another width")
        << QByteArray(R"("rope_scaling":{"type":"mrope","mrope_section":[16,24]})")
        << "rope_scaling.mrope_section"
        << "64 pairs";
    QTest::newRow("mrope without numbers")
        << QByteArray(R"("rope_scaling":{"type":"mrope","mrope_section":["a"]})")
        << "rope_scaling.mrope_section"
        << "not a number";
    for (const char* type : { "linear", "dynamic", "yarn", "llama3" }) {
        QTest::addRow("%s without factor", type) << QByteArray(R"("rope_scaling":{"type":")") + type + "\"}"
                                                 << "rope_scaling.factor"
                                                 << "missing";
    }
    QTest::newRow("llama3 without its bounds")
        << QByteArray(R"("rope_scaling":{"rope_type":"llama3","factor":8})") << "rope_scaling.low_freq_factor"
        << "missing";
    QTest::newRow("longrope without lists")
        << QByteArray(R"("rope_scaling":{"type":"longrope","factor":8})") << "rope_scaling.short_factor"
        << "missing";
    QTest::newRow("longrope, list is a number")
        << QByteArray(R"("rope_scaling":{"type":"longrope","short_factor":2,"long_factor":[1]})")
        << "rope_scaling.short_factor"
        << "a list of numbers";
    // Both numbers are named: three factors, 64 pairs.
    QTest::newRow("longrope, list of another length")
        << QByteArray(R"("rope_scaling":{"type":"longrope","short_factor":[1,2,3],"long_factor":[1,2,3]})")
        << "rope_scaling.short_factor"
        << "3 factors do not fit the rotary dimension 128";
    QTest::newRow("truncate is a text")
        << QByteArray(R"("rope_scaling":{"type":"yarn","factor":4,"truncate":"no"})")
        << "rope_scaling.truncate"
        << "true or false";
    QTest::newRow("factor is null") << QByteArray(R"("rope_scaling":{"type":"linear","factor":null})")
                                    << "rope_scaling.factor"
                                    << "missing";
    QTest::newRow("infinite factor") << QByteArray(R"("rope_scaling":{"type":"yarn","factor":Infinity})")
                                     << "rope_scaling.factor"
                                     << "Infinity";
    QTest::newRow("bases by layer") << QByteArray(R"("rotary_emb_base":[1,2])") << "rotary_emb_base"
                                    << "list";
    QTest::newRow("local base in quotation marks")
        << QByteArray(R"("rope_local_base_freq":"10000")") << "rope_local_base_freq"
        << "not a number";
    QTest::newRow("local base 0") << QByteArray(R"("rope_local_base_freq":0)") << "rope_local_base_freq"
                                  << "allowed";
    QTest::newRow("proportional part above 1")
        << QByteArray(R"("rope_parameters":{"rope_type":"proportional","partial_rotary_factor":2})")
        << "rope_parameters.partial_rotary_factor"
        << "from 0 to 1";
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
    QTest::newRow("negative length") << QByteArray(
        R"({"rope_theta":1e4,"head_dim":64,"max_position_embeddings":-1})")
                                     << "max_position_embeddings"
                                     << "-1";
    QTest::newRow("length beyond what is drawn")
        << QByteArray(R"({"rope_theta":1e4,"head_dim":64,"max_position_embeddings":1e30})")
        << "max_position_embeddings"
        << "allowed";
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
    const QByteArray type = R"({"rope_theta":1e4,"head_dim":64,"rope_scaling":{"type":")" + longText + "\"}}";
    for (const QByteArray& json : { type, "{\"rope_theta\":\"" + longText + "\"}" }) {
        const QString message = refusal(json);
        QVERIFY(message.startsWith("test.json: "));
        QVERIFY2(message.size() < 600, qPrintable(message));
        for (const QChar character : message)
            QVERIFY(character.category() != QChar::Other_Control);
    }
    const ModelFile file = parseModelFile("test.json", "{\"model_type\":\"" + longText + "\"}");
    for (const auto& [name, origin] : file.origins) {
        QVERIFY2(origin.size() < 600, qPrintable(origin));
        for (const QChar character : origin)
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
    QCOMPARE(readModelFile(folder + "synthetic-crlf.json").layers.front().scaling, "llama3");
    QVERIFY(fileRefusal(folder + "synthetic-factor-string.json").contains("rope_scaling.factor: \"8.0\""));
    QVERIFY(fileRefusal(folder + "synthetic-odd-head-65.json").contains("even"));
    QVERIFY(fileRefusal(folder + "synthetic-theta-string.json").contains("rope_theta: \""));
    QVERIFY(fileRefusal(folder + "synthetic-truncated.json").contains("ends too early"));
    QCOMPARE(
        readModelFile(folder + "synthetic-duplicate-key.json").layers.front().base, std::optional(500000.0));
}

QTEST_GUILESS_MAIN(ModelFileRefusalTest)

#include "modelfilerefusaltest.moc"
