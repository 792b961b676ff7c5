// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelfiles.h"

#include "closeness.h"
#include "warnings.h"

#include <QTest>

/// Models whose layers do not all turn alike.
class ModelFileLayersTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void nestedParameters();
    void equalGroupsAreOne();
    void gemma3();
    void gemma3WithoutBases();
    void gemma3WithLayerTypes();
    void gemma4();
    void modernBert();
    void olmo3();
    void deepSeekV4();
    void unturnedLayers_data();
    void unturnedLayers();
    void temperatureOfUnturnedLayers();
    void allLayersTurn();
    void exaone4();
    void otherHeads();
    void originsOfGroups();
};

namespace {

QStringList names(const ModelFile& file)
{
    QStringList names;
    for (const ModelLayers& group : file.layers)
        names.append(group.name);
    return names;
}

QByteArray layerTypes(int every, int count)
{
    QByteArrayList types;
    for (int layer = 1; layer <= count; ++layer)
        types.append(layer % every == 0 ? "\"full_attention\"" : "\"sliding_attention\"");
    return "\"layer_types\":[" + types.join(',') + ']';
}

} // namespace

// vllm-project/vllm#28542: two tables, never one; a missing type means unscaled.
void ModelFileLayersTest::nestedParameters()
{
    const ModelFile file = parsed(R"({"head_dim":128,"max_position_embeddings":8192,"rope_parameters":{
        "full_attention":{"rope_theta":1e6},"sliding_attention":{"rope_theta":1e4}}})");
    QCOMPARE(names(file), (QStringList { "full_attention", "sliding_attention" }));
    QCOMPARE(file.layers[0].base, std::optional(1e6));
    QCOMPARE(file.layers[1].base, std::optional(1e4));
    QCOMPARE(file.layers[0].scaling, "default");
    QCOMPARE(file.origins.at("full_attention.base"), "file: rope_parameters.full_attention.rope_theta");
    QCOMPARE(file.origins.at("sliding_attention.base"), "file: rope_parameters.sliding_attention.rope_theta");
    QCOMPARE(file.origins.at("head_dim"), "file: head_dim"); // the same for both
    QCOMPARE(file.group("local"), &file.layers[1]);
    QCOMPARE(file.group("global"), &file.layers[0]);
    QCOMPARE(file.group("none"), nullptr);
}

void ModelFileLayersTest::equalGroupsAreOne()
{
    const ModelFile nested = parsed(R"({"head_dim":128,"max_position_embeddings":8192,"rope_parameters":{
        "full_attention":{"rope_theta":7e4},"sliding_attention":{"rope_theta":7e4}}})");
    QCOMPARE(names(nested), QStringList { "all" });
    const ModelFile keys = parsed(R"({"rope_theta":1e4,"rope_local_base_freq":1e4,"head_dim":128,
        "max_position_embeddings":8192})");
    QCOMPARE(names(keys), QStringList { "all" });
    QCOMPARE(keys.origins.at("base"), "file: rope_theta");
}

// lablup/mlxcel#1340: scaling on the global layers only; pair 1 is 0.112211 and 0.930572.
void ModelFileLayersTest::gemma3()
{
    const ModelFile file = parsed(R"({"model_type":"gemma3_text","rope_theta":1e6,"rope_local_base_freq":1e4,
        "head_dim":256,"num_hidden_layers":26,"sliding_window_pattern":6,"max_position_embeddings":131072,
        "rope_scaling":{"rope_type":"linear","factor":8.0}})");
    QCOMPARE(names(file), (QStringList { "global", "local" }));
    const ModelLayers& global = file.layers[0];
    const ModelLayers& local = file.layers[1];
    QVERIFY(std::abs(schemeOf(global).frequencies()[1] - 0.112211) < 1e-6);
    QVERIFY(std::abs(schemeOf(local).frequencies()[1] - 0.930572) < 1e-6);
    QCOMPARE(global.which, "layers 5, 11, 17, 23; 4 of 26");
    QCOMPARE(local.scaling, "default");
    QCOMPARE(file.origins.at("local.base"), "file: rope_local_base_freq");
    QVERIFY(!global.trainedLength); // linear: not named
    QCOMPARE(global.model.values.number("trained_length"), 16384.0);
}

// gemma-3-4b states neither base: both are the class's (configuration_gemma3.py).
void ModelFileLayersTest::gemma3WithoutBases()
{
    const ModelFile file = parsed(R"({"model_type":"gemma3","text_config":{"model_type":"gemma3_text",
        "hidden_size":2560,"num_hidden_layers":34,"sliding_window":1024,
        "rope_scaling":{"rope_type":"linear","factor":8.0}}})");
    QCOMPARE(file.layers.size(), std::size_t(2));
    QCOMPARE(file.layers[0].base, std::optional(1e6));
    QCOMPARE(file.layers[1].base, std::optional(1e4));
    QVERIFY(file.origins.at("global.base").startsWith("class default: 1000000"));
    QVERIFY(file.origins.at("local.base").startsWith("class default: 10000"));
    QCOMPARE(file.layers[0].headDimension, std::optional(256.0));
    QVERIFY(file.origins.at("head_dim").startsWith("class default"));
}

void ModelFileLayersTest::gemma3WithLayerTypes()
{
    const ModelFile file = parsed(R"({"model_type":"gemma3_text","rope_theta":1e6,"rope_local_base_freq":1e4,
        "head_dim":256,"max_position_embeddings":32768,)"
        + layerTypes(3, 6) + '}');
    QCOMPARE(names(file), (QStringList { "full_attention", "sliding_attention" }));
    QCOMPARE(file.layers[0].which, "layers 2, 5; 2 of 6");
    QCOMPARE(file.layers[1].which, "layers 0, 1, 3, 4; 4 of 6");
}

// transformers, modeling_rope_utils.py: proportional RoPE turns the fast quarter of the whole head's pairs.
void ModelFileLayersTest::gemma4()
{
    const QByteArray keys = R"("head_dim":256,"max_position_embeddings":131072,)" + layerTypes(5, 10);
    const QByteArray block = R"("rope_parameters":{"full_attention":{"partial_rotary_factor":0.25,
        "rope_theta":1000000.0,"rope_type":"proportional"},
        "sliding_attention":{"rope_theta":10000.0,"rope_type":"default"}})";
    for (const QByteArray& json : { "{" + keys + ",\"global_head_dim\":512," + block + '}',
             R"({"model_type":"gemma4_text",)" + keys + '}' }) {
        const ModelFile file = parsed(json);
        const ModelLayers* global = file.group("full_attention");
        const ModelLayers* local = file.group("sliding_attention");
        QVERIFY(global && local);
        QCOMPARE(global->headDimension, std::optional(512.0));
        QCOMPARE(global->rotaryDimension, std::optional(512.0));
        QCOMPARE(local->headDimension, std::optional(256.0));
        const Eigen::ArrayXd frequencies = schemeOf(*global).frequencies();
        QCOMPARE(frequencies.size(), 256);
        QVERIFY(isClose(frequencies[63], std::pow(1e6, -2.0 * 63 / 512)));
        QCOMPARE(frequencies[64], 0.0);
        QVERIFY(isClose(schemeOf(*local).frequencies()[1], std::pow(1e4, -2.0 / 256)));
    }
}

// configuration_modernbert.py: every third layer, from the first, is global.
void ModelFileLayersTest::modernBert()
{
    const ModelFile file = parsed(R"({"hidden_size":768,"num_hidden_layers":22,"num_attention_heads":12,
        "max_position_embeddings":8192,"global_attn_every_n_layers":3,"global_rope_theta":160000.0,
        "local_rope_theta":10000.0})");
    QCOMPARE(names(file), (QStringList { "global", "local" }));
    QCOMPARE(file.layers[0].base, std::optional(160000.0));
    QCOMPARE(file.layers[1].base, std::optional(10000.0));
    QCOMPARE(file.layers[0].which, "layers 0, 3, 6, 9, 12, 15, 18, 21; 8 of 22");
}

// configuration_olmo3.py: rope_scaling is given to the layers of full attention.
void ModelFileLayersTest::olmo3()
{
    const ModelFile file = parsed(R"({"model_type":"olmo3","rope_theta":500000,"head_dim":128,
        "num_hidden_layers":8,"max_position_embeddings":65536,"rope_scaling":{"rope_type":"yarn","factor":8,
        "original_max_position_embeddings":8192}})");
    QCOMPARE(names(file), (QStringList { "global", "local" }));
    QCOMPARE(file.layers[0].scaling, "yarn");
    QCOMPARE(file.layers[1].scaling, "default");
    QCOMPARE(file.layers[1].base, std::optional(500000.0));
}

// configuration_deepseek_v4.py: compressing layers have the scaling, a base of their own, and plain cosines.
void ModelFileLayersTest::deepSeekV4()
{
    const ModelFile file = parsed(R"({"model_type":"deepseek_v4","head_dim":512,"qk_rope_head_dim":64,
        "rope_theta":10000,"compress_rope_theta":160000,"max_position_embeddings":1048576,
        "rope_scaling":{"type":"yarn","factor":16,"original_max_position_embeddings":65536}})");
    QCOMPARE(names(file), (QStringList { "main", "compress" }));
    QCOMPARE(file.layers[0].base, std::optional(10000.0));
    QCOMPARE(file.layers[0].scaling, "default");
    QCOMPARE(file.layers[1].base, std::optional(160000.0));
    QCOMPARE(file.layers[1].scaling, "yarn");
    QCOMPARE(schemeOf(file.layers[1]).attentionFactor(), 1.0);
    QCOMPARE(file.layers[1].rotaryDimension, std::optional(64.0));
}

void ModelFileLayersTest::unturnedLayers_data()
{
    QTest::addColumn<QByteArray>("keys");
    QTest::addColumn<QString>("still");
    QTest::addColumn<QString>("origin");
    const QString smol = "layers 3, 7, 11, 15, 19, 23, 27, 31, 35; 9 of 36"; // huggingface/transformers#37344
    QTest::newRow("SmolLM3") << QByteArray(R"("model_type":"smollm3","num_hidden_layers":36)") << smol
                             << "class default";
    QTest::newRow("interval") << QByteArray(R"("no_rope_layer_interval":4,"num_hidden_layers":36)") << smol
                              << "file: no_rope_layer_interval";
    QTest::newRow("list: 0 is without")
        << QByteArray(R"("no_rope_layers":[1,1,1,0,1,1,1,0])") << "layers 3, 7; 2 of 8"
        << "file: no_rope_layers";
    QTest::newRow("Llama 4, empty list")
        << QByteArray(R"("model_type":"llama4_text","no_rope_layers":[],"num_hidden_layers":8)")
        << "layers 3, 7; 2 of 8"
        << "class default";
    QTest::newRow("Command R7B") << QByteArray(
        R"("model_type":"cohere2","sliding_window_pattern":4,"num_hidden_layers":8)")
                                 << "layers 3, 7; 2 of 8"
                                 << "class of cohere2";
    QTest::newRow("EXAONE 4") << "\"model_type\":\"exaone4\",\"sliding_window\":4096," + layerTypes(4, 8)
                              << "layers 3, 7; 2 of 8"
                              << "class of exaone4";
}

void ModelFileLayersTest::unturnedLayers()
{
    QFETCH(QByteArray, keys);
    QFETCH(QString, still);
    QFETCH(QString, origin);
    const ModelFile file
        = parsed(R"({"rope_theta":1e6,"head_dim":128,"max_position_embeddings":8192,)" + keys + '}');
    QCOMPARE(names(file), (QStringList { "rope", "nope" }));
    QVERIFY(file.layers[0].turns && !file.layers[1].turns);
    QCOMPARE(file.layers[1].which, still);
    QCOMPARE(file.layers[1].rotaryDimension, std::optional(0.0));
    QVERIFY(file.layers[1].model.encodings.empty());
    QVERIFY2(file.origins.at("nope.rotary_dim").startsWith(origin),
        qPrintable(file.origins.at("nope.rotary_dim")));
    QCOMPARE(file.origins.at("base"), "file: rope_theta");
}

// huggingface/transformers, modeling_llama4.py: attn_temperature_tuning and not use_rope.
void ModelFileLayersTest::temperatureOfUnturnedLayers()
{
    const QByteArray layers = R"({"model_type":"llama4_text","max_position_embeddings":8192,
        "no_rope_layers":[1,1,1,0])";
    const auto warns = [&](const QByteArray& keys, const QString& words) {
        return mentions(parsed(layers + keys + '}').warnings, words);
    };
    QVERIFY(warns("", "class default: attn_temperature_tuning is true"));
    QVERIFY(warns("", "1 + 0.1 ln(1 + floor((position + 1) / 8192))"));
    QVERIFY(warns(R"(,"attn_temperature_tuning":4,"attn_scale":0.2,"floor_scale":4096)",
        "attn_temperature_tuning is 4: the layers without rotation multiply queries by 1 + 0.2 ln(1 + "
        "floor((position + 1) / 4096))"));
    QVERIFY(!warns(R"(,"attn_temperature_tuning":false)", "attn_temperature_tuning"));
}

void ModelFileLayersTest::allLayersTurn()
{
    for (const char* keys :
        { R"("no_rope_layers":[1,1,1,1])", R"("model_type":"smollm3","no_rope_layers":[1,1])",
            R"("model_type":"exaone4","sliding_window":null)" }) {
        const ModelFile file = parsed(
            R"({"rope_theta":1e6,"head_dim":128,"max_position_embeddings":8192,)" + QByteArray(keys) + '}');
        QCOMPARE(names(file), QStringList { "all" });
    }
}

// EXAONE 4: base 1e6, s 16 (public reports): pairs 0..26 x 1, 27 0.948975, 33 0.078330, 34 x 0.0625.
void ModelFileLayersTest::exaone4()
{
    const ModelFile file = parsed(R"({"model_type":"exaone4","rope_theta":1000000,"head_dim":128,
        "max_position_embeddings":131072,"sliding_window":4096,"sliding_window_pattern":"LLLG",
        "num_hidden_layers":8,"rope_scaling":{"rope_type":"llama3","factor":16.0,"low_freq_factor":1.0,
        "high_freq_factor":4.0,"original_max_position_embeddings":8192}})");
    QCOMPARE(names(file), (QStringList { "rope", "nope" }));
    QCOMPARE(file.layers[1].which, "layers 3, 7; 2 of 8");
    QCOMPARE(ratioAt(file.layers[0], 26), 1.0);
    QVERIFY(std::abs(ratioAt(file.layers[0], 27) - 0.948975) < 1e-6);
    QVERIFY(std::abs(ratioAt(file.layers[0], 33) - 0.078330) < 1e-6);
    QCOMPARE(ratioAt(file.layers[0], 34), 0.0625);
}

void ModelFileLayersTest::otherHeads()
{
    const ModelFile file = parsed(R"({"rope_theta":5e6,"swa_rope_theta":1e4,"head_dim":192,"swa_head_dim":128,
        "partial_rotary_factor":0.334,"max_position_embeddings":262144})");
    QCOMPARE(file.group("global")->rotaryDimension, std::optional(64.0)); // 192 x 0.334 = 64.128
    QCOMPARE(file.group("local")->headDimension, std::optional(128.0));
    QCOMPARE(file.group("local")->rotaryDimension, std::optional(42.0));
}

void ModelFileLayersTest::originsOfGroups()
{
    const ModelFile file = parsed(R"({"rope_theta":1e6,"rope_local_base_freq":1e4,"head_dim":128,
        "max_position_embeddings":32768,"rotary_emb_base":5})");
    QVERIFY(mentions(file.warnings, "rope_theta is 1000000 and rotary_emb_base is 5: rope_theta is used"));
    QCOMPARE(file.choices.at("global.base").size(), 1);
    QVERIFY(!file.origins.contains("base") && !file.origins.contains("global.head_dim"));
}

QTEST_GUILESS_MAIN(ModelFileLayersTest)

#include "modelfilelayerstest.moc"
