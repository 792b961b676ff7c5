// SPDX-License-Identifier: GPL-3.0-or-later
#include "classdefaults.h"

#include <QHash>
#include <QJsonArray>
#include <QRegularExpression>

namespace {

/// From the configuration classes in huggingface/transformers (configuration_*.py) and, for chatglm, phi-msft
/// and qwen, from the model code published beside the weights.
const QHash<QString, ClassDefaults>& table()
{
    static const QHash<QString, ClassDefaults> defaults {
        { "chatglm", { .rotaryFraction = 0.5 } },
        { "codegen", { .rotaryDimension = 64.0 } },
        { "cohere", {} },
        { "cohere2", { .unturnedEvery = 4 } },
        { "deepseek", {} },
        { "deepseek_v2", {} },
        { "deepseek_v3", {} },
        { "deepseek_v4", { .headDimension = 512.0, .rotaryDimension = 64.0 } },
        { "exaone4", { .unturnedEvery = 4 } },
        { "falcon", {} },
        { "gemma", { .headDimension = 256.0 } },
        { "gemma2", { .headDimension = 256.0 } },
        { "gemma3", { .base = 1e6, .headDimension = 256.0, .localBase = 1e4, .globalEvery = 6 } },
        { "gemma3_text", { .base = 1e6, .headDimension = 256.0, .localBase = 1e4, .globalEvery = 6 } },
        { "gemma3n_text", { .base = 1e6, .headDimension = 256.0, .localBase = 1e4, .globalEvery = 5 } },
        { "gemma4_text",
            { .headDimension = 256.0,
                .globalHeadDimension = 512.0,
                .globalEvery = 6,
                .ropeParameters = R"({"full_attention":{"rope_type":"proportional","rope_theta":1e6,
                    "partial_rotary_factor":0.25},
                    "sliding_attention":{"rope_type":"default","rope_theta":1e4}})" } },
        { "glm", { .rotaryFraction = 0.5, .headDimension = 128.0 } },
        { "glm4", { .rotaryFraction = 0.5, .headDimension = 128.0 } },
        { "glm4_moe", { .rotaryFraction = 0.5 } },
        { "gpt_oss",
            { .base = 150000.0,
                .headDimension = 64.0,
                .ropeParameters = R"({"rope_type":"yarn","factor":32,"beta_fast":32,"beta_slow":1,
                    "truncate":false,"original_max_position_embeddings":4096})" } },
        { "gpt_neox", { .rotaryFraction = 0.25 } },
        { "gptj", { .rotaryDimension = 64.0 } },
        { "granite", {} },
        { "internlm2", {} },
        { "llama", {} },
        { "llama4_text", { .base = 500000.0, .headDimension = 128.0, .unturnedEvery = 4 } },
        { "minimax_m2", { .base = 5e6, .headDimension = 128.0 } },
        { "mistral", {} },
        { "mixtral", { .base = 1e6 } },
        { "modernbert", { .base = 160000.0, .localBase = 1e4, .globalEvery = 3, .globalFirst = true } },
        { "nemotron", { .rotaryFraction = 0.5 } },
        { "olmo", {} },
        { "olmo2", {} },
        { "olmo3", { .base = 500000.0, .globalEvery = 4, .scalesGlobalOnly = true } },
        { "phi", { .rotaryFraction = 0.5 } },
        { "phi-msft", { .rotaryDimension = 32.0 } },
        { "phi3", {} },
        { "qwen", {} },
        { "qwen2", {} },
        { "qwen2_moe", {} },
        { "qwen3", { .headDimension = 128.0 } },
        { "qwen3_moe", {} },
        { "qwen3_5_text", { .rotaryFraction = 0.25, .headDimension = 256.0 } },
        { "qwen3_next", { .rotaryFraction = 0.25, .headDimension = 256.0 } },
        { "RefinedWeb", {} },
        { "RefinedWebModel", {} },
        { "smollm3", { .base = 2e6, .unturnedEvery = 4 } },
        { "stablelm", { .rotaryFraction = 0.25 } },
        { "starcoder2", {} },
    };
    return defaults;
}

} // namespace

const ClassDefaults* classDefaults(const QString& modelType)
{
    const auto found = table().constFind(modelType);
    return found == table().constEnd() ? nullptr : &*found;
}

QString modelType(const ConfigSection& config)
{
    const QString type = config.text("model_type");
    if (!type.isEmpty())
        return type;
    static const QRegularExpression task("(LMHead|For[A-Z]|Model$).*");
    return config.value("architectures").toArray().first().toString().remove(task).toLower();
}
