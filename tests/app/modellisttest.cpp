// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/modelfile/modelfile.h"
#include "app/modellist.h"

#include "encodings/encoding.h"

#include "warnings.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace {

encodings::Scheme schemeOf(const encodings::Model& model)
{
    const encodings::State state = encodings::withModel(encodings::defaultState(), model);
    const encodings::Series& series = state.series.front();
    return encodings::combine(
        series.encodings, encodings::resolved(parametersOf(series), valuesOf(state, series)));
}

} // namespace

class ModelListTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void defaultComesFirst();
    void everyModelCanBeDrawn();
    void find();
    void transformer();
    void publishedFiles_data();
    void publishedFiles();
};

void ModelListTest::defaultComesFirst()
{
    const ListedModel& first = listedModels().front();
    QCOMPARE(first.model.name, std::string("Llama 2 7B"));
    QCOMPARE(first.model.encodings, std::vector<std::string> { "rope" });
    const encodings::State standard = encodings::defaultState();
    for (const auto& [key, value] : first.model.values)
        QVERIFY2(standard.model.values.contains(key) && standard.model.values.at(key) == value, key.c_str());
}

void ModelListTest::everyModelCanBeDrawn()
{
    QSet<QString> names;
    static const QRegularExpression id("^[a-z0-9.-]+(#[a-z_]+)?$");
    for (const ListedModel& listed : listedModels()) {
        const QString name = QString::fromStdString(listed.model.name);
        QVERIFY2(id.match(listed.id).hasMatch(), qPrintable(listed.id));
        QVERIFY2(!names.contains(listed.id) && !names.contains(name.toLower()), qPrintable(name));
        names << listed.id << name.toLower();
        QVERIFY(!listed.group.isEmpty() && !listed.model.source.empty());
        for (const std::string& encoding : listed.model.encodings)
            encodings::encodingById(encoding);
        for (const char* key : { "base", "dimension", "head_dimension", "trained_length", "heads" })
            QVERIFY2(listed.model.values.contains(key), qPrintable(name + ' ' + key));
        const std::vector<encodings::Parameter> parameters
            = encodings::parametersOf({ "series", listed.model.encodings });
        for (const auto& [key, value] : listed.model.values) {
            const encodings::Parameter* parameter = encodings::findParameter(parameters, key);
            QVERIFY2(parameter != nullptr, key.c_str());
            encodings::validateValue(*parameter, value); // throws, and so fails, otherwise
        }
        encodings::validate(encodings::withModel(encodings::defaultState(), listed.model));
    }
    QVERIFY(listedModels().size() >= 40);
}

void ModelListTest::find()
{
    const ListedModel* byId = findModel("llama-3-8b");
    QVERIFY(byId != nullptr);
    QCOMPARE(byId->model.values.number("base"), 500000.0);
    QCOMPARE(findModel("LLAMA-3-8B"), byId);
    QCOMPARE(findModel("llama 3 8b"), byId);
    const ListedModel* sliding = findModel("gemma-3-1b#sliding_attention");
    QVERIFY(sliding != nullptr);
    QCOMPARE(sliding->model.values.number("base"), 10000.0);
    QCOMPARE(findModel("Gemma 3 1B#sliding_attention"), sliding);
    QCOMPARE(findModel("Gemma 3 1B"), findModel("gemma-3-1b#full_attention"));
    QCOMPARE(findModel("gemma-3-1b#other"), nullptr);
    QCOMPARE(findModel("Llama 9"), nullptr);
    QCOMPARE(findModel(QString()), nullptr);
}

// Vaswani et al. 2017, table 3 (base): d_model 512, 8 heads; section 3.5: base 10000.
void ModelListTest::transformer()
{
    const ListedModel* listed = findModel("transformer-base");
    QVERIFY(listed != nullptr);
    QCOMPARE(listed->model.encodings, std::vector<std::string> { "sinusoidal" });
    QCOMPARE(listed->model.values.number("dimension"), 512.0);
    QCOMPARE(listed->model.values.number("heads"), 8.0);
    QCOMPARE(listed->model.values.number("base"), 10000.0);
    QVERIFY(listed->model.source.find("assumption") != std::string::npos);
}

void ModelListTest::publishedFiles_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("llama-2-7b") << "llama-2-7b-chat-hf.json";
    QTest::newRow("llama-2-13b") << "llama-2-13b-chat-hf.json";
    QTest::newRow("code-llama-7b") << "codellama-7b.json";
    QTest::newRow("llama-3-8b") << "llama-3-8b.json";
    QTest::newRow("tinyllama-1.1b") << "tinyllama-1.1b-chat.json";
    QTest::newRow("mistral-7b-v0.1") << "mistral-7b-v0.1.json";
    QTest::newRow("mistral-7b-v0.3") << "mistral-7b-v0.3.json";
    QTest::newRow("mixtral-8x7b") << "mixtral-8x7b-v0.1.json";
    QTest::newRow("qwen2.5-7b") << "qwen2.5-7b-instruct.json";
    QTest::newRow("qwen3-32b") << "qwen3-32b.json";
    QTest::newRow("qwen3-coder-480b") << "qwen3-coder-480b.json";
    QTest::newRow("gemma-2-2b") << "gemma-2-2b.json";
    QTest::newRow("gpt-neox-20b") << "gpt-neox-20b-partial.json";
    QTest::newRow("phi-2") << "phi-2-hf.json";
    QTest::newRow("stablelm-2-1.6b") << "stablelm-2-zephyr-1.6b.json";
    QTest::newRow("glm-4.5") << "glm-4.5.json";
    QTest::newRow("smollm2-135m") << "smollm2-135m.json";
    QTest::newRow("code-llama-34b") << "codellama-34b.json";
    QTest::newRow("llama-3.1-8b") << "llama-3.1-8b.json";
    QTest::newRow("llama-3.1-405b") << "llama-3.1-405b.json";
    QTest::newRow("llama-3.2-3b") << "llama-3.2-3b.json";
    QTest::newRow("llama-3.2-11b-vision") << "llama-3.2-11b-vision.json";
    QTest::newRow("llama-4-maverick") << "llama-4-maverick-17b-128e.json";
    QTest::newRow("ministral-3-3b") << "ministral3-3b-2512.json";
    QTest::newRow("devstral-2-123b") << "devstral-2-123b.json";
    QTest::newRow("voxtral-mini-3b") << "voxtral-mini-3b.json";
    QTest::newRow("qwen1.5-4b") << "qwen1.5-4b-chat.json";
    QTest::newRow("qwen2-7b") << "qwen2-7b-instruct.json";
    QTest::newRow("qwen3-vl-4b") << "qwen3-vl-4b.json";
    QTest::newRow("qwen3.5-0.8b") << "qwen3.5-0.8b.json";
    QTest::newRow("gemma-2-27b") << "gemma-2-27b.json";
    QTest::newRow("gemma-3-1b#full_attention") << "gemma-3-1b-it.json";
    QTest::newRow("gemma-3-1b#sliding_attention") << "gemma-3-1b-it.json";
    QTest::newRow("gemma-4-e2b#full_attention") << "gemma-4-e2b.json";
    QTest::newRow("gemma-4-e2b#sliding_attention") << "gemma-4-e2b.json";
    QTest::newRow("deepseek-moe-16b") << "deepseek-moe-16b.json";
    QTest::newRow("deepseek-v2-lite") << "deepseek-v2-lite.json";
    QTest::newRow("deepseek-v3") << "deepseek-v3.json";
    QTest::newRow("deepseek-r1") << "deepseek-r1.json";
    QTest::newRow("kimi-k2.5") << "kimi-k2.5.json";
    QTest::newRow("minimax-m2.5") << "minimax-m2.5.json";
    QTest::newRow("gpt-oss-20b") << "gpt-oss-20b.json";
    QTest::newRow("gpt-oss-120b") << "gpt-oss-120b.json";
    QTest::newRow("internlm2.5-7b") << "internlm2.5-7b.json";
    QTest::newRow("minicpm-2b-128k") << "minicpm-2b-128k.json";
    QTest::newRow("phi-3.5-mini") << "phi-3.5-mini.json";
    QTest::newRow("phi-mini-moe") << "phi-mini-moe.json";
    QTest::newRow("redpajama-3b") << "redpajama-3b-v1.json";
    QTest::newRow("orion-14b") << "orion-14b.json";
    QTest::newRow("qwen-72b-chat") << "qwen-72b-chat-v1.json";
}

/// The numbers written into the list are those of the published files.
void ModelListTest::publishedFiles()
{
    QFETCH(QString, file);
    const QString path = SHARED_FOLDER "/corpus/configs/" + file;
    if (!QFile::exists(path))
        QSKIP("The public model files are not there.");
    const ListedModel* listed = findModel(QTest::currentDataTag());
    QVERIFY(listed != nullptr);
    const ModelFile published = readModelFile(path);
    const QString group = QString(QTest::currentDataTag()).section('#', 1);
    const ModelLayers* layers = group.isEmpty() ? &published.layers.front() : published.group(group);
    QVERIFY(layers != nullptr);
    QVERIFY(listed->model.encodings == layers->model.encodings);
    for (const auto& [key, value] : listed->model.values)
        QVERIFY2(layers->model.values.contains(key) && layers->model.values.at(key) == value, key.c_str());
    const encodings::Scheme ours = schemeOf(listed->model);
    const encodings::Scheme theirs = schemeOf(layers->model);
    QVERIFY((ours.frequencies() == theirs.frequencies()).all());
    QCOMPARE(ours.attentionFactor(), theirs.attentionFactor());
    QCOMPARE(ours.logitFactor, theirs.logitFactor);
}

QTEST_GUILESS_MAIN(ModelListTest)

#include "modellisttest.moc"
