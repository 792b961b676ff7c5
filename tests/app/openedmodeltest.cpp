// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/opening/openedmodel.h"
#include "ggufmodels.h"

#include "closeness.h"
#include "warnings.h"

#include <QTest>

#include <cmath>

namespace {

/// Gemma 3's keys: two bases, and a linear scaling of the layers that see the whole context.
const QByteArray gemma3 = R"({"model_type":"gemma3_text","rope_theta":1e6,"rope_local_base_freq":1e4,
    "head_dim":256,"num_hidden_layers":26,"sliding_window_pattern":6,"max_position_embeddings":131072,
    "rope_scaling":{"rope_type":"linear","factor":8.0}})";

QStringList settings(const OpenedModel& opened)
{
    QStringList all;
    for (const OpenQuestion& question : opened.file().questions)
        all.append(question.setting());
    return all;
}

} // namespace

/// Answers to what model files leave open.
class OpenedModelTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void answersKeepTheScaling();
    void divisorsTellTheDimension();
    void aQuestionIsAboutItsLayers();
    void answersAreToldOfTheirLayers();
    void aQuestionOfAllLayersIsAskedOnce();
    void ggufGroupsAreAskedOnce();
    void lengthOfAGgufScaling();
};

// huggingface/transformers#38224: base 1e6, d 128, trained 32768, YaRN 4: pair 24 turns at 0.955882.
void OpenedModelTest::answersKeepTheScaling()
{
    const OpenedModel config(
        parsed(R"({"rope_scaling":{"factor":4.0,"original_max_position_embeddings":32768,"type":"yarn"}})"));
    QCOMPARE(settings(config), (QStringList { "base", "dimension" }));
    QVERIFY(config.models().empty());
    const OpenedModel drawn = config.answered({ { "base", "1e6" }, { "dimension", "128" } });
    QCOMPARE(drawn.models().size(), std::size_t(1));
    QVERIFY(std::abs(ratioAt(drawn.file().layers.front(), 24) - 0.955882) < 1e-6);

    GgufWriter writer("qwen2");
    writer.count("qwen2.context_length", 131072)
        .number("qwen2.rope.freq_base", 1e6F)
        .text("qwen2.rope.scaling.type", "yarn")
        .number("qwen2.rope.scaling.factor", 4)
        .count("qwen2.rope.scaling.original_context_length", 32768);
    const OpenedModel gguf(read(writer));
    QCOMPARE(settings(gguf), QStringList { "dimension" });
    QVERIFY(gguf.models().empty());
    const ModelLayers answered = gguf.answered({ { "dimension", "128" } }).file().layers.front();
    QVERIFY(answered.model.encodings == Encodings { "yarn" });
    QVERIFY(std::abs(ratioAt(answered, 24) - 0.955882) < 1e-6);
}

void OpenedModelTest::divisorsTellTheDimension()
{
    const OpenedModel opened(read(GgufWriter("llama")
                                      .count("llama.context_length", 4096)
                                      .tensor("rope_freqs.weight", std::vector<float>(48, 2.0F))));
    const OpenQuestion& question = opened.neededQuestions().front();
    QCOMPARE(question.answers, QStringList { "96" }); // by hand: two dimensions for each of 48 divisors
    const ModelLayers answered = opened.answered({ { "dimension", "96" } }).file().layers.front();
    QVERIFY(isClose(ratioAt(answered, 47), 0.5));
}

// The local layers are not scaled: what the scaling of the others leaves open is no question about them.
void OpenedModelTest::aQuestionIsAboutItsLayers()
{
    const OpenedModel opened(parsed(gemma3));
    QCOMPARE(settings(opened), QStringList { "global.trained_length" });
    QVERIFY(opened.file().questions.front().sentence().startsWith("global layers: "));
    QCOMPARE(opened.assumed(opened.file().questions.front()), "16384"); // by hand: 131072 / 8
    const OpenedModel answered = opened.answered({ { "global.trained_length", "131072" } });
    QCOMPARE(answered.file().group("global")->trainedLength, std::optional(131072.0));
    QCOMPARE(answered.file().origins.at("global.trained_length"), "your choice");
    const OpenedModel other = opened.answered({ { "global.trained_length", "16384" } });
    QCOMPARE(other.models()[0].values.number("trained_length"), 16384.0);
    QCOMPARE(other.models()[1].values.number("trained_length"), 131072.0);
    QVERIFY(other.file().origins.at("local.trained_length").startsWith("file: max_position_embeddings"));
}

// Two groups whose origins are the same: an answer about one does not speak for the other.
void OpenedModelTest::answersAreToldOfTheirLayers()
{
    const OpenedModel opened(parsed(R"({"head_dim":128,"max_position_embeddings":65536,"rope_parameters":{
        "full_attention":{"rope_type":"yarn","factor":4,"rope_theta":1e6},
        "sliding_attention":{"rope_type":"yarn","factor":2,"rope_theta":1e4}}})"));
    QCOMPARE(settings(opened),
        (QStringList { "full_attention.trained_length", "sliding_attention.trained_length" }));
    QVERIFY(opened.file().origins.at("trained_length").contains("assumed 65536"));
    const ModelFile file = opened.answered({ { "full_attention.trained_length", "16384" } }).file();
    QCOMPARE(file.origins.at("full_attention.trained_length"), "your choice");
    QVERIFY(file.origins.at("sliding_attention.trained_length").contains("assumed 65536"));
    QVERIFY(!file.origins.contains("trained_length"));
    QCOMPARE(file.group("sliding_attention")->model.values.number("trained_length"), 65536.0);
}

void OpenedModelTest::aQuestionOfAllLayersIsAskedOnce()
{
    QByteArray unsaid = gemma3;
    unsaid.replace(R"("head_dim":256,)", "").replace("gemma3_text", "mystery");
    const OpenedModel opened(parsed(unsaid));
    QCOMPARE(settings(opened).count("dimension"), 1);
    QVERIFY(opened.models().empty());
    const OpenedModel answered = opened.answered({ { "dimension", "64" } });
    QCOMPARE(answered.file().group("global")->rotaryDimension, std::optional(64.0));
    QCOMPARE(answered.file().group("local")->rotaryDimension, std::optional(64.0));
    QCOMPARE(answered.file().origins.at("rotary_dim"), "your choice");
}

void OpenedModelTest::ggufGroupsAreAskedOnce()
{
    GgufWriter writer("gemma3");
    writer.count("gemma3.context_length", 131072)
        .count("gemma3.attention.sliding_window", 1024)
        .number("gemma3.rope.freq_base", 1e6F)
        .number("gemma3.rope.scaling.factor", 8);
    const OpenedModel opened(read(writer));
    QCOMPARE(settings(opened), (QStringList { "dimension", "full_attention.trained_length" }));
    QCOMPARE(opened.answered({ { "dimension", "256" } }).models().size(), std::size_t(2));
}

// llama.cpp fills in the context (llama-model.cpp: n_ctx_orig_yarn).
void OpenedModelTest::lengthOfAGgufScaling()
{
    GgufWriter writer = small("qwen2");
    writer.text("qwen2.rope.scaling.type", "yarn").number("qwen2.rope.scaling.factor", 4);
    const OpenedModel opened(read(writer));
    QVERIFY(opened.file().origins.at("trained_length").startsWith("llama.cpp's default"));
    QCOMPARE(opened.file().questions.front().answers, (QStringList { "4096", "1024" })); // by hand: 4096 / 4
    QVERIFY(!opened.file().questions.front().needed);
    const OpenedModel linear(read(small("llama").number("llama.rope.scaling.factor", 4)));
    QCOMPARE(linear.file().questions.front().answers, (QStringList { "1024", "4096" }));
}

QTEST_GUILESS_MAIN(OpenedModelTest)
#include "openedmodeltest.moc"
