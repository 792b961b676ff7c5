// SPDX-License-Identifier: GPL-3.0-or-later
#include "ggufarchitecture.h"

#include <QHash>
#include <QStringList>

namespace {

using Layout = GgufArchitecture::Layout;
using Groups = GgufArchitecture::Groups;
using Table = QHash<QString, GgufArchitecture>;

void addAll(Table& table, const QStringList& names, const GgufArchitecture& rules)
{
    for (const QString& name : names)
        table.insert(name, rules);
}

void addPlain(Table& table)
{
    addAll(table,
        { "arcee", "arctic", "baichuan", "bailingmoe", "chameleon", "chatglm", "command-r", "deci",
            "deepseek", "ernie4_5", "ernie4_5-moe", "glm4", "granite", "granitehybrid", "granitemoe",
            "internlm2", "llada", "llama", "llama-embed", "maincoder", "minicpm", "neo-bert", "olmo", "plm",
            "xverse" },
        { .layout = Layout::Interleaved });
    addAll(table,
        { "apertus", "bailingmoe2", "bitnet", "codeshell", "cogvlm", "dbrx", "dots1", "dream", "eurobert",
            "exaone", "falcon", "falcon-h1", "gemma", "gemma2", "glm4moe", "gpt-oss", "gptneox", "grok",
            "grovemoe", "hunyuan-dense", "hunyuan-moe", "hunyuan_vl", "jais2", "jina-bert-v3", "lfm2",
            "lfm2moe", "llada-moe", "minicpm3", "minimax-m2", "nemotron", "nomic-bert", "nomic-bert-moe",
            "olmo2", "olmoe", "openelm", "orion", "pangu-embedded", "phi2", "phi3", "phimoe", "plamo",
            "plamo2", "qwen", "qwen2", "qwen2moe", "qwen3", "qwen3moe", "qwen3next", "rnd1", "seed_oss",
            "stablelm", "starcoder2" },
        { .layout = Layout::Halves });
    addAll(table, { "paddleocr", "qwen2vl" }, { .layout = Layout::Halves });
    addAll(table, { "qwen35", "qwen35moe", "qwen3vl", "qwen3vlmoe" },
        { .layout = Layout::Halves, .interleavedAxes = true });
    addAll(table, { "deepseek2", "deepseek2-ocr", "deepseek32", "glm-dsa", "mistral4" },
        { .layout = Layout::Interleaved, .logMultiplier = 0.1, .scalesScores = true });
    addAll(table, { "mistral3" }, { .layout = Layout::Interleaved, .logMultiplier = 1.0 });
}

void addGrouped(Table& table)
{
    const auto ownBase = [&](const QStringList& names, int period, bool otherFirst = false) {
        addAll(table, names,
            { .layout = Layout::Halves,
                .groups = Groups::OwnBase,
                .period = period,
                .otherFirst = otherFirst,
                .needsWindow = true });
    };
    ownBase({ "gemma3", "gemma-embedding" }, 6);
    ownBase({ "gemma3n" }, 5);
    ownBase({ "laguna" }, 4, true);
    ownBase({ "modern-bert" }, 3, true);
    addAll(table, { "gemma4", "mimo2", "step35" }, { .layout = Layout::Halves });
    addAll(table, { "plamo3" }, { .layout = Layout::Halves, .period = 8 });

    const auto noRotation
        = [&](const QStringList& names, Layout layout, bool needsWindow, bool otherFirst = false) {
              addAll(table, names,
                  { .layout = layout,
                      .groups = Groups::NoRotation,
                      .period = 4,
                      .otherFirst = otherFirst,
                      .needsWindow = needsWindow });
          };
    noRotation({ "cohere2", "llama4", "smollm3" }, Layout::Interleaved, false);
    noRotation({ "afmoe", "exaone4", "exaone-moe" }, Layout::Halves, true);
    noRotation({ "smallthinker" }, Layout::Halves, true, true);
}

void addOthers(Table& table)
{
    addAll(table, { "bloom", "jais", "jina-bert-v2", "mpt", "refact" },
        { .kind = "alibi", .layout = Layout::None });
    addAll(table, { "bert", "gpt2", "starcoder" }, { .kind = "learned", .layout = Layout::None });
    addAll(table, { "t5", "t5encoder" }, { .kind = "t5", .layout = Layout::None });
    addAll(table,
        { "arwkv7", "jamba", "kimi-linear", "mamba", "mamba2", "nemotron_h", "nemotron_h_moe", "rwkv6",
            "rwkv6qwen2", "rwkv7", "wavtokenizer-dec" },
        { .kind = "none", .layout = Layout::None });
}

} // namespace

const GgufArchitecture* ggufArchitecture(const QString& name)
{
    static const Table table = [] {
        Table all;
        addPlain(all);
        addGrouped(all);
        addOthers(all);
        return all;
    }();
    const auto found = table.constFind(name);
    return found == table.constEnd() ? nullptr : &*found;
}
