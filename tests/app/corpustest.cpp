// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelfiles.h"

#include "warnings.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <cmath>

/// Every real configuration of the public collection, against the facts that its index holds about it.
class CorpusTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void facts_data() { files(); }
    void facts();
    void drawing_data() { files(); }
    void drawing();

private:
    static void files();
};

namespace {

QString pathOf(const QJsonObject& entry)
{
    return SHARED_FOLDER "/corpus/configs/" + entry["file"].toString();
}

/// The first number in a text of the index, such as "128 (head_dim) !=64".
std::optional<double> firstNumber(const QString& text)
{
    static const QRegularExpression number("^([0-9.]+)");
    const auto match = number.match(text);
    return match.hasMatch() ? std::optional(match.captured(1).toDouble()) : std::nullopt;
}

/// "max_position_embeddings 8192; seq_length 2048": the first.
std::optional<double> contextOf(const QJsonObject& entry)
{
    return firstNumber(entry["max_pos"].toString().section(';', 0, 0).section(' ', 1, 1));
}

std::optional<double> factorOf(const QString& scaling)
{
    static const QRegularExpression factor("(?:^| )factor=([0-9.]+)");
    const auto match = factor.match(scaling);
    return match.hasMatch() ? std::optional(match.captured(1).toDouble()) : std::nullopt;
}

QString kindOf(const QJsonObject& entry)
{
    const QString kind = entry["kind"].toString();
    const QList<std::pair<QString, QString>> words { { "RoPE", "rope" }, { "ALiBi", "alibi" }, { "T5", "t5" },
        { "learned absolute (by model", "unknown" }, // no model_type and no key
        { "learned absolute", "learned" }, { "not stated", "unknown" } };
    for (const auto& [word, name] : words) {
        if (kind.startsWith(word))
            return name;
    }
    return kind;
}

/// The index counts a class that is always RoPE among those that state nothing.
bool isByClass(const ModelFile& file) { return file.origins.at("kind").startsWith("class: "); }

void compareScaling(const ModelLayers& layers, const QJsonObject& entry)
{
    const QString scaling = entry["scaling"].toString();
    QString type = scaling.section(' ', 0, 0);
    if (type == "null" || type == "key" || type == "mrope" || type.isEmpty()) // mrope scales nothing
        type = "default";
    const bool firstQwen = layers.model.values.contains("alpha_steps"); // a key outside the block
    QCOMPARE(layers.scaling, firstQwen ? QString("dynamic") : type);
    if (const auto factor = factorOf(scaling))
        QCOMPARE(layers.factor, factor);
    else
        QVERIFY(!layers.factor || layers.scaling == "longrope" || layers.scaling == "su"); // from the lengths
    const auto original = firstNumber(entry["original_ctx"].toString());
    if (original)
        QCOMPARE(layers.trainedLength, original);
    else if (layers.scaling == "linear" || layers.scaling == "yarn")
        QVERIFY(!layers.trainedLength);
}

void compareRotation(const ModelFile& file, const QJsonObject& entry)
{
    const ModelLayers& layers = file.layers.front();
    const QString rotary = entry["rotary_dim"].toString();
    if (const auto expected = firstNumber(rotary))
        QCOMPARE(layers.rotaryDimension, expected);
    else if (layers.rotaryDimension)
        QVERIFY(file.origins.at("rotary_dim").startsWith("class default"));
    const QString base = entry["base"].toString();
    if (const auto expected = firstNumber(base)) {
        QCOMPARE(layers.base, expected);
    } else if (layers.base) {
        const QString origin = file.origins.at("base");
        QVERIFY2(origin.startsWith("class default") || origin.contains("rope_ratio"), qPrintable(origin));
    } else {
        QVERIFY(file.origins.at("base").startsWith("not in the file"));
    }
    compareScaling(layers, entry);
}

/// Facts about groups: "full_attention 1000000.0; sliding_attention 10000.0".
void compareGroups(const ModelFile& file, const QJsonObject& entry)
{
    for (const QString& text : entry["base"].toString().split("; ")) {
        const ModelLayers* group = file.group(text.section(' ', 0, 0));
        QVERIFY2(group, qPrintable(text));
        QCOMPARE(group->base, firstNumber(text.section(' ', 1)));
    }
    for (const QString& text : entry["scaling"].toString().split(" | ")) {
        const ModelLayers* group = file.group(text.section(':', 0, 0));
        const QString type = text.section(": ", 1).section(' ', 0, 0);
        QVERIFY(group);
        QCOMPARE(group->scaling, type == "(no" ? QString("default") : type);
    }
}

} // namespace

void CorpusTest::files()
{
    QTest::addColumn<QJsonObject>("entry");
    QFile file(SHARED_FOLDER "/corpus/configs-index.json");
    if (!file.open(QIODevice::ReadOnly)) {
        QTest::newRow("absent") << QJsonObject();
        return;
    }
    for (const QJsonValue& value : QJsonDocument::fromJson(file.readAll()).array())
        QTest::newRow(qPrintable(value["file"].toString())) << value.toObject();
}

void CorpusTest::facts()
{
    QFETCH(QJsonObject, entry);
    if (entry.isEmpty() || !QFile::exists(pathOf(entry)))
        QSKIP("This public model file is not there.");
    if (entry["kind"].toString() == "(unparseable)") {
        QVERIFY_THROWS_EXCEPTION(ModelFileError, readModelFile(pathOf(entry)));
        return;
    }
    const ModelFile file = readModelFile(pathOf(entry));
    if (!isByClass(file) || kindOf(entry) != "unknown")
        QCOMPARE(file.kind, kindOf(entry));
    const bool grouped = entry["base"].toString().startsWith("full_attention");
    const QString head = entry["head_dim"].toString();
    const ModelLayers& layers = grouped ? *file.group("sliding_attention") : file.layers.front();
    if (head.contains("nope")) // "128 nope + 64 rope"
        QCOMPARE(layers.headDimension, std::optional(192.0));
    else
        QCOMPARE(layers.headDimension, firstNumber(head));
    QCOMPARE(layers.contextLength, contextOf(entry));
    if (grouped)
        compareGroups(file, entry);
    else if (kindOf(entry) == "rope")
        compareRotation(file, entry);
}

/// What turns has one finite frequency for each pair; what cannot be drawn asks for what is missing.
void CorpusTest::drawing()
{
    QFETCH(QJsonObject, entry);
    if (entry.isEmpty() || !QFile::exists(pathOf(entry)))
        QSKIP("This public model file is not there.");
    if (entry["kind"].toString() == "(unparseable)")
        return;
    const ModelFile file = readModelFile(pathOf(entry));
    for (const ModelLayers& layers : file.layers) {
        if (file.kind != "rope" || !layers.turns) {
            QCOMPARE(layers.model.encodings.empty(), file.kind == "rope" || file.kind == "unknown");
            if (!layers.model.encodings.empty())
                schemeOf(layers);
            continue;
        }
        const auto needed = std::any_of(file.questions.begin(), file.questions.end(),
            [](const OpenQuestion& question) { return question.needed; });
        QCOMPARE(needed, !layers.base || !layers.rotaryDimension);
        if (needed)
            continue;
        const encodings::Scheme scheme = schemeOf(layers);
        QCOMPARE(scheme.frequencies().size() * 2.0, *layers.rotaryDimension);
        QVERIFY(scheme.frequencies().isFinite().all() && scheme.frequencies().maxCoeff() <= 1.0);
    }
    for (const OpenQuestion& question : file.questions)
        QVERIFY(!question.question.isEmpty() && !question.answers.isEmpty());
}

QTEST_GUILESS_MAIN(CorpusTest)

#include "corpustest.moc"
