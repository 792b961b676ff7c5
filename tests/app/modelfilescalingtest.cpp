// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelfiles.h"

#include "closeness.h"
#include "warnings.h"

#include <QTest>

using encodings::Numbers;

/// Scalings in config.json: the mistakes of public reports, each with the numbers that the report gives
/// (repository#number in the comments).
class ModelFileScalingTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void writtenAndImpliedFactor();
    void lengthsAreNotMultiplied();
    void deepSeek();
    void mscaleZero();
    void equalMscales();
    void decimalRamp();
    void missingOriginal();
    void factorFromLengths();
    void attentionFactorOfTheFile();
    void llama3_data();
    void llama3();
    void dynamic();
    void dynamicByTheFirstQwen();
    void alphaIsStatic();
    void longRope();
    void typeConflict();
    void twoBlocks();
    void sections_data();
    void sections();
    void vllmsNtk();
};

namespace {

ModelFile yarn(const QByteArray& block, const QByteArray& keys = R"("max_position_embeddings":131072)")
{
    return parsed(R"({"rope_theta":1e6,"head_dim":128,)" + keys + R"(,"rope_scaling":{"rope_type":"yarn",)"
        + block + "}}");
}

} // namespace

// huggingface/transformers#38224: a Qwen3 file whose written factor 4 was ignored in favour of 40960 / 32768.
void ModelFileScalingTest::writtenAndImpliedFactor()
{
    const ModelFile file = yarn(
        R"("factor":4.0,"original_max_position_embeddings":32768)", R"("max_position_embeddings":40960)");
    const ModelLayers& layers = file.layers.front();
    QCOMPARE(layers.factor, std::optional(4.0));
    QVERIFY(mentions(file.warnings, "makes it 1.25: 4 is used"));
    QCOMPARE(file.questions.front().key, "scale");
    QCOMPARE(file.questions.front().answers, (QStringList { "4", "1.25" }));
    QCOMPARE(ratioAt(layers, 23), 1.0);
    QVERIFY(std::abs(ratioAt(layers, 24) - 0.955882) < 1e-6);
    QVERIFY(std::abs(ratioAt(layers, 30) - 0.691176) < 1e-6);
    QCOMPARE(ratioAt(layers, 40), 0.25);
    QVERIFY(std::abs(schemeOf(layers).attentionFactor() - 1.138629) < 1e-6);
    const encodings::Values old { { "convention", std::string("hf-2025-11") } };
    QVERIFY(isClose(ratioAt(layers, 63, old), 0.8));
    QVERIFY(std::abs(schemeOf(layers, old).attentionFactor() - 1.022314) < 1e-6);
}

// vllm-project/vllm#53634: the extended length is 1048576, not 33554432.
void ModelFileScalingTest::lengthsAreNotMultiplied()
{
    const ModelFile file = yarn(
        R"("factor":32,"original_max_position_embeddings":32768)", R"("max_position_embeddings":1048576)");
    const ModelLayers& layers = file.layers.front();
    QCOMPARE(layers.trainedLength, std::optional(32768.0));
    QCOMPARE(layers.contextLength, std::optional(1048576.0));
    QCOMPARE(file.origins.at("trained_length"), "file: rope_scaling.original_max_position_embeddings");
    QCOMPARE(file.origins.at("context_length"), "file: max_position_embeddings");
    QVERIFY(file.origins.at("extended_length").startsWith("1048576, derived"));
    QVERIFY(file.warnings.isEmpty());
}

// deepseek-ai/DeepSeek-V3: cos and sin x 1, scores x 1.873854; V2-Lite: 1.589626 (reports of public threads).
void ModelFileScalingTest::deepSeek()
{
    const auto read = [](const char* weights) {
        return parsed(QByteArray(R"({"model_type":"deepseek_v3","rope_theta":10000,"qk_nope_head_dim":128,
            "qk_rope_head_dim":64,"max_position_embeddings":163840,"rope_scaling":{"type":"yarn","factor":40,
            "original_max_position_embeddings":4096,"beta_fast":32,"beta_slow":1)")
            + weights + "}}");
    };
    const ModelFile third = read(R"(,"mscale":1.0,"mscale_all_dim":1.0)");
    QCOMPARE(third.layers.front().headDimension, std::optional(192.0));
    QCOMPARE(third.layers.front().rotaryDimension, std::optional(64.0));
    QVERIFY(third.origins.at("head_dim").contains("qk_rope_head_dim 64; unturned: qk_nope_head_dim 128"));
    QCOMPARE(schemeOf(third.layers.front()).attentionFactor(), 1.0);
    QVERIFY(std::abs(schemeOf(third.layers.front()).logitFactor - 1.873854) < 1e-6);
    QVERIFY(third.origins.at("attention_factor").contains("on cosines and sines"));
    QVERIFY(third.origins.at("logit_factor").contains("on the scores"));

    const ModelLayers lite = read(R"(,"mscale":0.707,"mscale_all_dim":0.707)").layers.front();
    QCOMPARE(schemeOf(lite).attentionFactor(), 1.0);
    QVERIFY(std::abs(schemeOf(lite).logitFactor - 1.589626) < 1e-6);

    const ModelLayers without = read("").layers.front();
    QCOMPARE(schemeOf(without).logitFactor, 1.0);
}

// Devstral 2: mscale_all_dim 0.0 counts as not given, so 0.1 ln 64 + 1; beta_fast 4.
void ModelFileScalingTest::mscaleZero()
{
    const ModelFile file = yarn(R"("type":"yarn","factor":64.0,"original_max_position_embeddings":4096,
        "beta_fast":4.0,"beta_slow":1.0,"mscale":1.0,"mscale_all_dim":0.0)",
        R"("max_position_embeddings":262144)");
    const ModelLayers& layers = file.layers.front();
    QVERIFY(std::abs(schemeOf(layers).attentionFactor() - 1.415888) < 1e-6);
    QVERIFY(std::abs(ratioAt(layers, 24) - 0.876953) < 1e-6);
    QVERIFY(std::abs(ratioAt(layers, 27) - 0.507812) < 1e-6);
    QVERIFY(std::abs(ratioAt(layers, 30) - 0.138672) < 1e-6);
    QCOMPARE(ratioAt(layers, 31), 0.015625);
    QVERIFY(file.origins.at("attention_factor").contains("counts as not given"));
}

// turboderp-org/exllamav3#259 against sgl-project/sglang#22711: transformers' 1 is used, and the other told.
void ModelFileScalingTest::equalMscales()
{
    const ModelFile file = yarn(R"("factor":16,"original_max_position_embeddings":16384,"mscale":1,
        "mscale_all_dim":1,"llama_4_scaling_beta":0.1)",
        R"("max_position_embeddings":262144)");
    QCOMPARE(schemeOf(file.layers.front()).attentionFactor(), 1.0);
    QCOMPARE(schemeOf(file.layers.front()).logitFactor, 1.0);
    QVERIFY(mentions(file.warnings, "1.27726")); // 0.1 ln 16 + 1
    // transformers' Ministral 3: 1 from position 0 on, 1 + 0.1 ln 2 from 16384, 1 + 0.1 ln 9 from 131072.
    const encodings::Scheme scheme = schemeOf(file.layers.front());
    QCOMPARE(scheme.temperature(16383), 1.0);
    QVERIFY(std::abs(scheme.temperature(16384) - 1.0693147) < 1e-6);
    QVERIFY(std::abs(scheme.temperature(131072) - 1.2197225) < 1e-6);
    QVERIFY(file.origins.at("log_n").contains("llama_4_scaling_beta 0.1"));
}

// vllm-project/vllm#28244: gpt-oss leaves the ramp's ends decimal.
void ModelFileScalingTest::decimalRamp()
{
    const auto read = [](const char* truncate) {
        return parsed(QByteArray(R"({"model_type":"gpt_oss","rope_theta":150000,"head_dim":64,
            "max_position_embeddings":131072,"rope_scaling":{"rope_type":"yarn","factor":32.0,"beta_fast":32,
            "beta_slow":1,"original_max_position_embeddings":4096)")
            + truncate + "}}")
            .layers.front();
    };
    const ModelLayers decimal = read(R"(,"truncate":false)");
    QVERIFY(std::abs(ratioAt(decimal, 9) - 0.905551) < 1e-6);
    QVERIFY(std::abs(ratioAt(decimal, 13) - 0.489119) < 1e-6);
    QVERIFY(std::abs(ratioAt(decimal, 17) - 0.072688) < 1e-6);
    QVERIFY(std::abs(schemeOf(decimal).attentionFactor() - 1.346574) < 1e-6);
    const ModelLayers whole = read("");
    QVERIFY(std::abs(ratioAt(whole, 9) - 0.903125) < 1e-6);
    QVERIFY(std::abs(ratioAt(whole, 17) - 0.128125) < 1e-6);
    // The class fills the same block in where the file has none.
    const ModelFile bare = parsed(R"({"model_type":"gpt_oss","max_position_embeddings":131072})");
    QVERIFY(std::abs(ratioAt(bare.layers.front(), 9) - 0.905551) < 1e-6);
    QVERIFY(bare.origins.at("factor").startsWith("class default"));
}

// hiyouga/LlamaFactory#8101: without the original length transformers takes max_position_embeddings.
void ModelFileScalingTest::missingOriginal()
{
    const ModelFile file = yarn(R"("factor":4.0)");
    const ModelLayers& layers = file.layers.front();
    QVERIFY(!layers.trainedLength);
    QVERIFY(file.origins.at("trained_length").contains("assumed 131072"));
    QVERIFY(mentions(file.warnings, "the trained length is 32768"));
    QCOMPARE(file.questions.front().key, "trained_length");
    QCOMPARE(file.questions.front().answers, (QStringList { "131072", "32768" }));
    QCOMPARE(ratioAt(layers, 30), 1.0);
    QVERIFY(std::abs(ratioAt(layers, 30, { { "trained_length", 32768.0 } }) - 0.691176) < 1e-6);
}

void ModelFileScalingTest::factorFromLengths()
{
    const ModelFile file = yarn(R"("original_max_position_embeddings":32768)");
    QCOMPARE(file.layers.front().factor, std::optional(4.0));
    QVERIFY(file.origins.at("factor").startsWith("derived: context_length 131072"));
    QVERIFY(std::abs(ratioAt(file.layers.front(), 24) - 0.955882) < 1e-6);
}

void ModelFileScalingTest::attentionFactorOfTheFile()
{
    const ModelFile file
        = yarn(R"("factor":4,"original_max_position_embeddings":32768,"attention_factor":0.5)");
    QCOMPARE(schemeOf(file.layers.front()).attentionFactor(), 0.5);
    QVERIFY(file.origins.at("attention_factor").startsWith("file: rope_scaling.attention_factor"));
}

void ModelFileScalingTest::llama3_data()
{
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<int>("pair");
    QTest::addColumn<double>("ratio");
    // unslothai/unsloth#6197 and others
    const QByteArray small = R"("head_dim":64,"rope_theta":500000,"rope_scaling":{"factor":32.0,)";
    const QByteArray large = R"("head_dim":128,"rope_theta":500000,"rope_scaling":{"factor":8.0,)";
    QTest::newRow("3.2 1B, pair 14") << small << 14 << 1.0;
    QTest::newRow("3.2 1B, pair 15") << small << 15 << 0.605573;
    QTest::newRow("3.2 1B, pair 17") << small << 17 << 0.103448;
    QTest::newRow("3.2 1B, pair 18") << small << 18 << 0.03125;
    QTest::newRow("3.1 8B, pair 28") << large << 28 << 1.0;
    QTest::newRow("3.1 8B, pair 29") << large << 29 << 0.828168;
    QTest::newRow("3.1 8B, pair 34") << large << 34 << 0.190211;
    QTest::newRow("3.1 8B, pair 35") << large << 35 << 0.125;
}

void ModelFileScalingTest::llama3()
{
    QFETCH(QByteArray, keys);
    QFETCH(int, pair);
    QFETCH(double, ratio);
    const ModelFile file = parsed("{\"max_position_embeddings\":131072," + keys
        + R"("low_freq_factor":1.0,"high_freq_factor":4.0,"original_max_position_embeddings":8192,
            "rope_type":"llama3"}})");
    QCOMPARE(file.layers.front().trainedLength, std::optional(8192.0));
    QVERIFY(std::abs(ratioAt(file.layers.front(), pair) - ratio) < 1e-6);
}

// internlm2.5: max_position_embeddings is the trained length, and nothing changes up to it.
void ModelFileScalingTest::dynamic()
{
    const ModelFile file = parsed(R"({"rope_theta":1e6,"head_dim":128,"max_position_embeddings":32768,
        "rope_scaling":{"type":"dynamic","factor":2.0}})");
    const ModelLayers& layers = file.layers.front();
    QCOMPARE(layers.trainedLength, std::optional(32768.0));
    QVERIFY(file.origins.at("extended_length").startsWith("65536"));
    QCOMPARE(layers.model.encodings, std::vector<std::string> { "dynamic-ntk" });
    const auto baseAt = [&](double length) {
        const double slowest = schemeOf(layers, { { "current_length", length } }).frequencies()[63];
        return std::pow(slowest, -128.0 / 126);
    };
    QVERIFY(isClose(baseAt(32768), 1e6));
    QVERIFY(isClose(baseAt(65536), 3052773.67)); // huggingface/transformers#27226 and others
    QVERIFY(isClose(baseAt(131072), 7219586.01));
}

void ModelFileScalingTest::dynamicByTheFirstQwen()
{
    const QByteArray keys = R"({"model_type":"qwen","rotary_emb_base":10000,"kv_channels":128,
        "seq_length":2048,"max_position_embeddings":8192)";
    const ModelFile file = parsed(keys + R"(,"use_dynamic_ntk":true,"use_logn_attn":true})");
    const ModelLayers& layers = file.layers.front();
    QCOMPARE(layers.trainedLength, std::optional(2048.0));
    QCOMPARE(layers.contextLength, std::optional(8192.0));
    QCOMPARE(layers.model.encodings, (std::vector<std::string> { "dynamic-ntk", "log-n" }));
    // alpha = 2^ceil(log2(4096 / 2048) + 1) - 1 = 3 (modeling_qwen.py)
    QVERIFY(isClose(schemeOf(layers, { { "current_length", 4096.0 } }).frequencies()[63],
        std::pow(1e4, -126.0 / 128) / 3));
    const ModelFile off = parsed(keys + R"(,"use_dynamic_ntk":false,"use_logn_attn":false})");
    QCOMPARE(off.layers.front().model.encodings, std::vector<std::string> { "rope" });
    const ModelFile unsaid = parsed(keys + "}");
    QVERIFY(unsaid.origins.at("scaling").startsWith("class default"));
    QVERIFY(unsaid.origins.at("log_n").startsWith("class default"));
}

// Hunyuan: type dynamic with alpha 1000 is base x alpha^(d/(d-2)); d 128 gives 11158839.93 (public reports).
void ModelFileScalingTest::alphaIsStatic()
{
    const ModelFile file = parsed(R"({"model_type":"hunyuan","rope_theta":10000,"head_dim":128,
        "max_position_embeddings":131072,"rope_scaling":{"type":"dynamic","alpha":1000.0,"factor":1.0}})");
    const ModelLayers& layers = file.layers.front();
    QCOMPARE(layers.scaling, "dynamic");
    QCOMPARE(layers.model.encodings, std::vector<std::string> { "ntk" });
    QVERIFY(isClose(std::pow(schemeOf(layers).frequencies()[63], -128.0 / 126), 11158839.93));
    QVERIFY(mentions(file.warnings, "does not depend on the length"));
    QCOMPARE(layers.trainedLength, std::optional(131072.0));
    const ModelFile axes = parsed(R"({"rope_theta":10000,"head_dim":128,"max_position_embeddings":32768,
        "rope_scaling":{"type":"xdrope","alpha":1000.0,"factor":1.0,"xdrope_section":[16,16,16,16]}})");
    QCOMPARE(axes.layers.front().model.encodings, (std::vector<std::string> { "ntk", "mrope" }));
}

// huggingface/transformers#33129: exactly the original length is short, one more is long.
void ModelFileScalingTest::longRope()
{
    const ModelFile file = parsed(R"({"rope_theta":10000,"hidden_size":8,"num_attention_heads":2,
        "max_position_embeddings":131072,"original_max_position_embeddings":4096,
        "rope_scaling":{"type":"su","short_factor":[1,2.84],"long_factor":[1.08,64.84]}})");
    const ModelLayers& layers = file.layers.front();
    QCOMPARE(layers.scaling, "su");
    QCOMPARE(layers.factor, std::optional(32.0));
    QCOMPARE(layers.trainedLength, std::optional(4096.0));
    QVERIFY(isClose(ratioAt(layers, 1, { { "current_length", 4096.0 } }), 1 / 2.84));
    QVERIFY(isClose(ratioAt(layers, 1, { { "current_length", 4097.0 } }), 1 / 64.84));
    QVERIFY(std::abs(schemeOf(layers).attentionFactor() - 1.190238) < 1e-6); // sqrt(1 + ln 32 / ln 4096)
    QVERIFY(file.origins.at("switch_point").contains("up to 4096"));
}

// huggingface/transformers#32182: which of two types counts has changed.
void ModelFileScalingTest::typeConflict()
{
    const ModelFile file = parsed(R"({"rope_theta":10000,"head_dim":128,"max_position_embeddings":16384,
        "rope_scaling":{"rope_type":"linear","type":"dynamic","factor":4}})");
    QCOMPARE(file.layers.front().scaling, "linear");
    QVERIFY(mentions(file.warnings, "rope_type is used"));
    QCOMPARE(file.questions.front().key, "encoding");
    QCOMPARE(file.questions.front().answers, (QStringList { "pi", "dynamic-ntk" }));
    QVERIFY(!file.questions.front().needed);
}

void ModelFileScalingTest::twoBlocks()
{
    const ModelFile file = parsed(R"({"rope_theta":10000,"head_dim":128,"max_position_embeddings":16384,
        "rope_scaling":{"type":"linear","factor":4},"rope_parameters":{"rope_type":"yarn","factor":2}})");
    QCOMPARE(
        file.layers.front().scaling, "linear"); // modeling_rope_utils.py: rope_scaling or rope_parameters
    QVERIFY(mentions(file.warnings, "rope_parameters differs from rope_scaling"));
}

void ModelFileScalingTest::sections_data()
{
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<Numbers>("sections");
    QTest::addColumn<bool>("alternating");
    QTest::newRow("Qwen2-VL") << QByteArray(
        R"("head_dim":128,"rope_scaling":{"type":"mrope","mrope_section":[16,24,24]})")
                              << Numbers { 16, 24, 24 } << false;
    QTest::newRow("Qwen3-VL") << QByteArray(R"("head_dim":128,"rope_scaling":{"rope_type":"default",
        "mrope_section":[24,20,20],"mrope_interleaved":true})")
                              << Numbers { 24, 20, 20 } << true;
    QTest::newRow("Qwen3.5") << QByteArray(R"("head_dim":256,"rope_parameters":{"rope_type":"default",
        "partial_rotary_factor":0.25,"mrope_section":[11,11,10],"mrope_interleaved":true})")
                             << Numbers { 11, 11, 10 } << true;
    QTest::newRow("GLM-4.1V") << QByteArray(R"("head_dim":128,"partial_rotary_factor":0.5,
        "rope_scaling":{"type":"default","mrope_section":[8,12,12]})")
                              << Numbers { 8, 12, 12 } << false;
}

void ModelFileScalingTest::sections()
{
    QFETCH(QByteArray, keys);
    QFETCH(Numbers, sections);
    QFETCH(bool, alternating);
    const ModelFile file = parsed("{\"rope_theta\":1e6,\"max_position_embeddings\":8192," + keys + "}");
    const encodings::Model& model = file.layers.front().model;
    QCOMPARE(model.encodings, (std::vector<std::string> { "rope", "mrope" }));
    QCOMPARE(model.values.numbers("mrope_section"), sections);
    QCOMPARE(model.values.flag("mrope_interleaved"), alternating);
    QVERIFY(file.origins.at("mrope_section").contains("those of plain RoPE"));
    QCOMPARE(ratioAt(file.layers.front(), 3), 1.0);
    QVERIFY2(file.warnings.isEmpty(), qPrintable(file.warnings.join('\n')));
}

// vLLM's type ntk: mixed_b chooses between the two rules (vllm rotary_embedding/ntk_scaling_rope.py).
void ModelFileScalingTest::vllmsNtk()
{
    const QByteArray keys = R"({"rope_theta":10000,"head_dim":128,"max_position_embeddings":4096,
        "rope_scaling":{"type":"ntk","factor":8,"original_max_position_embeddings":512)";
    const ModelLayers fixed = parsed(keys + "}}").layers.front();
    QCOMPARE(fixed.model.encodings, std::vector<std::string> { "ntk-fixed" });
    QVERIFY(isClose(ratioAt(fixed, 63), 1.0 / 8));
    const ModelLayers mixed = parsed(keys + R"(,"mixed_b":0.625}})").layers.front();
    QCOMPARE(mixed.model.encodings, std::vector<std::string> { "ntk-mixed" });
    QVERIFY(isClose(ratioAt(mixed, 63), 1.0 / 8));
}

QTEST_GUILESS_MAIN(ModelFileScalingTest)

#include "modelfilescalingtest.moc"
