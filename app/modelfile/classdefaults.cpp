// SPDX-License-Identifier: GPL-3.0-or-later
#include "classdefaults.h"

#include <QHash>

namespace {

/// From the configuration classes in huggingface/transformers (configuration_*.py) and, for chatglm, phi-msft
/// and qwen, from the model code published beside the weights.
const QHash<QString, ClassDefaults>& table()
{
    static const QHash<QString, ClassDefaults> defaults {
        { "chatglm", { .rotaryFraction = 0.5 } },
        { "codegen", { .rotaryDimension = 64.0 } },
        { "cohere", {} },
        { "deepseek", {} },
        { "deepseek_v2", {} },
        { "deepseek_v3", {} },
        { "falcon", {} },
        { "gemma", { .headDimension = 256.0 } },
        { "gemma2", { .headDimension = 256.0 } },
        { "glm", { .rotaryFraction = 0.5, .headDimension = 128.0 } },
        { "glm4", { .rotaryFraction = 0.5, .headDimension = 128.0 } },
        { "glm4_moe", { .rotaryFraction = 0.5 } },
        { "gpt_neox", { .rotaryFraction = 0.25 } },
        { "gptj", { .rotaryDimension = 64.0 } },
        { "granite", {} },
        { "internlm2", {} },
        { "llama", {} },
        { "mistral", {} },
        { "mixtral", { .base = 1e6 } },
        { "nemotron", { .rotaryFraction = 0.5 } },
        { "olmo", {} },
        { "olmo2", {} },
        { "phi", { .rotaryFraction = 0.5 } },
        { "phi-msft", { .rotaryDimension = 32.0 } },
        { "phi3", {} },
        { "qwen", {} },
        { "qwen2", {} },
        { "qwen2_moe", {} },
        { "qwen3", { .headDimension = 128.0 } },
        { "qwen3_moe", {} },
        { "qwen3_next", { .rotaryFraction = 0.25, .headDimension = 256.0 } },
        { "RefinedWeb", {} },
        { "RefinedWebModel", {} },
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
