// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelfiles.h"

#include "closeness.h"
#include "warnings.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <cmath>

namespace {

struct Answer {
    int code = -1;
    QByteArray output;
    QByteArray errors;

    QJsonObject json() const { return QJsonDocument::fromJson(output).object(); }
};

Answer run(const QStringList& arguments)
{
    QProcess process;
    process.start(PROGRAM, arguments);
    if (!process.waitForFinished(120000))
        return {};
    return { process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2,
        process.readAllStandardOutput(), process.readAllStandardError() };
}

const QStringList& numbersOfALayer()
{
    static const QStringList names { "head_dim", "rotary_dim", "base", "factor", "trained_length",
        "context_length", "attention_factor", "logit_factor" };
    return names;
}

void checkLayer(const QJsonObject& layer, const QJsonObject& root)
{
    QVERIFY(!layer["name"].toString().isEmpty());
    for (const QString& name : numbersOfALayer()) {
        QVERIFY2(layer.contains(name) && (layer[name].isDouble() || layer[name].isNull()), qPrintable(name));
        if (layer[name].isNull()) {
            QVERIFY2(!root["origins"][name].toString().isEmpty()
                    || !root["origins"][layer["name"].toString() + '.' + name].toString().isEmpty(),
                qPrintable(name + " is null without a reason"));
        }
    }
    QVERIFY(layer["scaling"].isString() || layer["scaling"].isNull());
    QVERIFY(layer["inv_freq"].isArray() || layer["inv_freq"].isNull());
    if (layer["inv_freq"].isArray())
        QCOMPARE(layer["inv_freq"].toArray().size() * 2.0, layer["rotary_dim"].toDouble());
    const QString scaling = layer["scaling"].toString();
    QCOMPARE(layer.contains("inv_freq_long"),
        layer["inv_freq"].isArray() && (scaling == "longrope" || scaling == "su"));
}

} // namespace

/// `inspect` and `--model` on model files, through the program.
class InspectTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void contract_data();
    void contract();
    void settingsAnswerQuestions();
    void factorsWithoutABase();
    void longRopeHasTwoLists();
    void currentLength();
    void groups();
    void settingsOfOneGroup();
    void columnsAreAligned();
    void otherKinds();
    void modelsThatCannotBeDrawn_data();
    void modelsThatCannotBeDrawn();
    void onlyWhatCanBeDrawnIsOffered();
    void answeredModelsAreDrawn();
    void groupsOfAFileAreSeries();

private:
    QString write(const QString& name, const QByteArray& json) { return ::write(m_folder, name, json); }
    QTemporaryDir m_folder;
};

void InspectTest::contract_data()
{
    QTest::addColumn<QString>("file");
    QFile index(SHARED_FOLDER "/corpus/configs-index.json");
    if (!index.open(QIODevice::ReadOnly)) {
        QTest::newRow("absent") << QString();
        return;
    }
    for (const QJsonValue& entry : QJsonDocument::fromJson(index.readAll()).array())
        QTest::newRow(qPrintable(entry["file"].toString())) << entry["file"].toString();
}

void InspectTest::contract()
{
    QFETCH(QString, file);
    const QString path = SHARED_FOLDER "/corpus/configs/" + file;
    if (file.isEmpty() || !QFile::exists(path))
        QSKIP("This public model file is not there.");
    const Answer answer = run({ "inspect", path, "--json" });
    if (file.startsWith("ODD-mpt")) { // pasted with two asterisks around a line
        QCOMPARE(answer.code, 1);
        QVERIFY(answer.errors.contains("line 14"));
        return;
    }
    QVERIFY2(answer.code == 0 && answer.errors.isEmpty(), answer.errors);
    const QJsonObject root = answer.json();
    QCOMPARE(root["file"].toString(), path);
    static const QStringList kinds { "rope", "learned", "alibi", "t5", "deberta", "none", "unknown" };
    QVERIFY(kinds.contains(root["kind"].toString()));
    QVERIFY(root["warnings"].isArray() && root["origins"].isObject() && !root["layers"].toArray().isEmpty());
    for (const QJsonValue& layer : root["layers"].toArray())
        checkLayer(layer.toObject(), root);
    const Answer text = run({ "inspect", path });
    QCOMPARE(text.code, 0);
    QVERIFY(text.output.contains("layers: "));
}

void InspectTest::settingsAnswerQuestions()
{
    const QString file = write("fragment.json",
        R"({"rope_scaling":{"factor":4.0,"original_max_position_embeddings":32768,"type":"yarn"}})");
    const QJsonObject asked = run({ "inspect", file, "--json" }).json();
    QVERIFY(asked["layers"][0]["inv_freq"].isNull());
    QCOMPARE(asked["questions"].toArray().size(), 2);
    QVERIFY(run({ "inspect", file }).output.contains("question: The base"));

    const QJsonObject half = run({ "inspect", file, "--json", "--set", "base=1e6" }).json();
    QVERIFY(half["layers"][0]["inv_freq"].isNull());
    QCOMPARE(half["layers"][0]["base"].toDouble(), 1e6);

    const QJsonObject answered
        = run({ "inspect", file, "--json", "--set", "base=1e6", "--set", "dimension=128" }).json();
    const QJsonValue layer = answered["layers"][0];
    QCOMPARE(layer["rotary_dim"].toInt(), 128);
    QCOMPARE(answered["origins"]["base"].toString(), "option: --set base=1e6");
    QCOMPARE(answered["questions"].toArray().size(), 0);
    // The pair after the ramp's begin, 0.955882 of its frequency (huggingface/transformers#38224).
    QVERIFY(std::abs(layer["inv_freq"][24].toDouble() / std::pow(1e6, -2.0 * 24 / 128) - 0.955882) < 1e-6);
}

void InspectTest::factorsWithoutABase()
{
    const QString file = write("fragment.json",
        R"({"rope_scaling":{"factor":4.0,"original_max_position_embeddings":32768,"type":"yarn"}})");
    const QJsonValue layer = run({ "inspect", file, "--json" }).json()["layers"][0];
    QVERIFY(std::abs(layer["attention_factor"].toDouble() - 1.138629) < 1e-6); // 0.1 ln 4 + 1
    QCOMPARE(layer["logit_factor"].toDouble(), 1.0);
}

void InspectTest::longRopeHasTwoLists()
{
    const QString file = write("long.json", R"({"rope_theta":10000,"hidden_size":8,"num_attention_heads":2,
        "max_position_embeddings":131072,"original_max_position_embeddings":4096,
        "rope_scaling":{"type":"longrope","short_factor":[1,2.84],"long_factor":[1.08,64.84]}})");
    const QJsonValue layer = run({ "inspect", file, "--json" }).json()["layers"][0];
    QVERIFY(isClose(layer["inv_freq"][1].toDouble(), 0.01 / 2.84));
    QVERIFY(isClose(layer["inv_freq_long"][1].toDouble(), 0.01 / 64.84));
    const QJsonValue beyond
        = run({ "inspect", file, "--json", "--set", "current_length=4097" }).json()["layers"][0];
    QVERIFY(isClose(beyond["inv_freq"][1].toDouble(), 0.01 / 64.84));
}

void InspectTest::currentLength()
{
    const QString file = write("dynamic.json", R"({"rope_theta":1e6,"head_dim":128,
        "max_position_embeddings":32768,"rope_scaling":{"type":"dynamic","factor":2.0}})");
    const auto slowest = [&](const QStringList& options) {
        const QJsonObject root = run(QStringList { "inspect", file, "--json" } + options).json();
        return root["layers"][0]["inv_freq"][63].toDouble();
    };
    QVERIFY(isClose(slowest({}), std::pow(1e6, -126.0 / 128))); // the trained length: unscaled
    QVERIFY(isClose(slowest({ "--set", "current_length=65536" }), std::pow(3052773.67, -126.0 / 128)));
}

void InspectTest::groups()
{
    const QString file = write("gemma.json", R"({"model_type":"gemma3_text","rope_theta":1e6,
        "rope_local_base_freq":1e4,"head_dim":256,"num_hidden_layers":26,"sliding_window_pattern":6,
        "max_position_embeddings":131072,"rope_scaling":{"rope_type":"linear","factor":8.0}})");
    const QJsonObject root = run({ "inspect", file, "--json", "--set", "local.base=500" }).json();
    QVERIFY(std::abs(root["layers"][0]["inv_freq"][1].toDouble() - 0.112211) < 1e-6);
    QCOMPARE(root["layers"][1]["base"].toDouble(), 500.0);
    QCOMPARE(root["layers"][0]["which"].toString(), "layers 5, 11, 17, 23; 4 of 26");
    QCOMPARE(
        root["origins"]["base"].toString(), "global: file: rope_theta; local: option: --set local.base=500");
}

// What is set for one group is told of that group alone, and answers its question alone.
void InspectTest::settingsOfOneGroup()
{
    const QString file = write("two.json", R"({"head_dim":64,"max_position_embeddings":65536,
        "rope_parameters":{"full_attention":{"rope_type":"yarn","factor":4,"rope_theta":1e6},
        "sliding_attention":{"rope_type":"yarn","factor":2,"rope_theta":1e4}}})");
    const QJsonObject root
        = run({ "inspect", file, "--json", "--set", "full_attention.trained_length=16384" }).json();
    QCOMPARE(root["layers"][0]["trained_length"].toInt(), 16384);
    QVERIFY(root["layers"][1]["trained_length"].isNull());
    const QString origin = root["origins"]["trained_length"].toString();
    QVERIFY2(origin.startsWith("full_attention: option: --set full_attention.trained_length=16384; "
                               "sliding_attention: not in the file"),
        qPrintable(origin));
    QCOMPARE(root["questions"].toArray().size(), 1);
    QCOMPARE(root["questions"][0]["key"].toString(), "sliding_attention.trained_length");
    const QByteArray text
        = run({ "inspect", file, "--set", "sliding_attention.beta_fast=16" }).output.simplified();
    QVERIFY2(text.contains("beta_fast 16 option: --set sliding_attention.beta_fast=16"), text);
    QVERIFY(text.contains("answer with --set full_attention.trained_length=65536 or 16384"));
}

// Names and values of any width end before the next column begins.
void InspectTest::columnsAreAligned()
{
    const QString file = write("gemma.json", R"({"head_dim":512,"max_position_embeddings":131072,
        "rope_parameters":{"full_attention":{"rope_type":"proportional","partial_rotary_factor":0.25,
        "rope_theta":1e6},"sliding_attention":{"rope_theta":1e4}}})");
    const QStringList lines = QString::fromUtf8(run({ "inspect", file }).output).split('\n');
    const auto columnOf = [&](const QString& name, const QString& origin) {
        const QStringList found = lines.filter("  " + name + ' ').filter(origin);
        return found.isEmpty() ? -1 : found.front().indexOf(origin);
    };
    const qsizetype column = columnOf("kind", "file:");
    QVERIFY(column > 0);
    QCOMPARE(columnOf("partial_rotary_factor", "file:"), column);
    QCOMPARE(columnOf("attention_factor", "cosines"), column);
    // by hand: a quarter of 256 pairs turns
    QCOMPARE(lines.filter("(pair 63); the other 192 do not turn").size(), 1);
    QVERIFY(lines.filter(QRegularExpression(" $")).isEmpty());
}

void InspectTest::otherKinds()
{
    const QString file = write("mpt.json", R"({"model_type":"mpt","d_model":4096,"n_heads":32,
        "max_seq_len":2048,"attn_config":{"alibi":true,"alibi_bias_max":8}})");
    const Answer answer = run({ "inspect", file, "--json" });
    QCOMPARE(answer.code, 0);
    QCOMPARE(answer.json()["kind"].toString(), "alibi");
    QCOMPARE(answer.json()["layers"][0]["head_dim"].toInt(), 128);
    QVERIFY(answer.json()["layers"][0]["scaling"].isNull());
    QVERIFY(answer.json()["layers"][0]["inv_freq"].isNull());
    QVERIFY(run({ "inspect", file }).output.contains("alibi_bias_max"));
    // ofirpress/attention_with_linear_biases: the first of 32 slopes is 2^(-1/4).
    const QString csv = m_folder.filePath("bias.csv");
    QCOMPARE(run({ "export", "--view", "bias", "--out", csv, "--model", file, "--rows", "1:1" }).code, 0);
    QFile bias(csv);
    QVERIFY(bias.open(QIODevice::ReadOnly));
    QCOMPARE(bias.readLine().count(','), 32);
    QVERIFY(std::abs(bias.readLine().split(',').at(1).toDouble() + 0.8408964152537145) < 1e-12);
}

void InspectTest::modelsThatCannotBeDrawn_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("group");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("unknown") << QByteArray(R"({"model_type":"baichuan","hidden_size":4096,
        "num_attention_heads":32})")
                             << QString() << QByteArray("--encoding rope");
    QTest::newRow("no base") << QByteArray(R"({"head_dim":64,"partial_rotary_factor":0.5})") << QString()
                             << QByteArray("--set base=10000");
    QTest::newRow("layers without rotation")
        << QByteArray(R"({"rope_theta":1e4,"head_dim":64,"no_rope_layers":[1,0]})") << QString("#nope")
        << QByteArray("no rotation");
}

void InspectTest::modelsThatCannotBeDrawn()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, group);
    QFETCH(QByteArray, sentence);
    const QString file = write("model.json", json);
    const Answer answer = run({ "export", "--view", "wavelengths", "--out", m_folder.filePath("out.csv"),
        "--model", file + group });
    QCOMPARE(answer.code, 1);
    QVERIFY2(answer.errors.contains(sentence) && answer.errors.count('\n') == 1, answer.errors);
}

// Baichuan 13B: what is offered must be an encoding that this program draws.
void InspectTest::onlyWhatCanBeDrawnIsOffered()
{
    const QString file
        = write("large.json", R"({"model_type":"baichuan","hidden_size":5120,"num_attention_heads":40})");
    const Answer inspected = run({ "inspect", file });
    const Answer drawn
        = run({ "export", "--view", "wavelengths", "--out", m_folder.filePath("out.csv"), "--model", file });
    QVERIFY2(inspected.output.contains("with --encoding alibi"), inspected.output);
    QVERIFY2(drawn.errors.contains("with --encoding alibi"), drawn.errors);
    // A bias needs no base.
    QCOMPARE(run({ "export", "--view", "bias", "--out", m_folder.filePath("out.csv"), "--model", file,
                     "--encoding", "alibi" })
                 .code,
        0);
}

void InspectTest::answeredModelsAreDrawn()
{
    const QString file = write("baichuan.json", R"({"model_type":"baichuan","hidden_size":4096,
        "num_attention_heads":32,"max_position_embeddings":4096})");
    const Answer answer = run({ "export", "--view", "wavelengths", "--out", m_folder.filePath("out.csv"),
        "--model", file, "--encoding", "rope", "--set", "base=10000" });
    QVERIFY2(answer.code == 0, answer.errors);
}

void InspectTest::groupsOfAFileAreSeries()
{
    const QString file = write("two.json", R"({"head_dim":128,"max_position_embeddings":8192,
        "rope_parameters":{"full_attention":{"rope_theta":1e6},"sliding_attention":{"rope_theta":1e4}}})");
    const QString out = m_folder.filePath("out.csv");
    const Answer answer = run({ "export", "--view", "wavelengths", "--out", out, "--rows", "1:1", "--series",
        "far=rope@" + file + "#full_attention", "--series", "near=rope@" + file + "#local" });
    QVERIFY2(answer.code == 0, answer.errors);
    QFile table(out);
    QVERIFY(table.open(QIODevice::ReadOnly));
    const QStringList names = QString::fromUtf8(table.readLine()).trimmed().split(',');
    const QStringList row = QString::fromUtf8(table.readLine()).trimmed().split(',');
    QVERIFY(isClose(row.value(names.indexOf("far.frequency")).toDouble(), std::pow(1e6, -2.0 / 128)));
    QVERIFY(isClose(row.value(names.indexOf("near.frequency")).toDouble(), std::pow(1e4, -2.0 / 128)));
    const Answer unknown = run({ "export", "--view", "wavelengths", "--out", out, "--model", file + "#x" });
    QCOMPARE(unknown.code, 2);
    QVERIFY(unknown.errors.contains("full_attention, sliding_attention"));
}

QTEST_GUILESS_MAIN(InspectTest)

#include "inspecttest.moc"
