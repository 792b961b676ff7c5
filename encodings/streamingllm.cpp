// SPDX-License-Identifier: GPL-3.0-or-later
#include "streamingllm.h"

#include "scalingparameters.h"

#include <cmath>
#include <limits>

namespace encodings {

namespace {

/// What a cache holds while a query is scored: the first tokens and the last ones, the query's own included.
struct RollingCache {
    double first = 0.0;
    double last = 0.0;

    bool holds(double query, double token) const
    {
        return token >= 0.0 && token <= query && (token < first || token > query - last);
    }
    /// The place of a token in it.
    double place(double query, double token) const
    {
        if (!holds(query, token))
            return std::numeric_limits<double>::quiet_NaN();
        return token < first ? token : token - std::max(0.0, query + 1 - last - first);
    }
};

RollingCache cacheOf(const Values& values)
{
    const bool after = values.text("mode") == "evict-after";
    return { values.number("start_size"), values.number("recent_size") + (after ? 1 : 0) };
}

void apply(const Values& values, Scheme& scheme)
{
    const RollingCache cache = cacheOf(values);
    scheme.renumbered = [cache](double query, double token) { return cache.place(query, token); };
    scheme.visible = [cache](double query, double key) { return cache.holds(query, key); };
}

std::vector<FormulaLine> formula(const Values& values)
{
    const RollingCache cache = cacheOf(values);
    const bool after = values.text("mode") == "evict-after";
    const double query = values.number("query");
    return { { after ? "a query sees s + w + 1 keys: the first s, the last w and its own"
                     : "a query sees s + w keys: the first s and the last w, its own among them",
                 "s = " + displayNumber(cache.first)
                     + ", w = " + displayNumber(values.number("recent_size")) },
        { "position = place in the cache",
            "query at " + displayNumber(query) + ": position " + displayNumber(cache.place(query, query)) } };
}

} // namespace

Encoding streamingLlm()
{
    const std::string id = "streaming-llm";
    Parameter first = ownInteger(id, "start_size", "first tokens",
        "Tokens at the start that stay in the cache.", 4, { 0, 1e12 }, { 0, 64 });
    first.symbol = "s";
    Parameter last = ownInteger(id, "recent_size", "recent tokens",
        "Last tokens that stay in the cache; 2000 in the demonstration.", 2000, { 1, 1e12 }, { 1, 8192 });
    last.symbol = "w";
    last.logarithmic = true;
    return { .id = id,
        .name = "StreamingLLM",
        .year = 2023,
        .family = "mask",
        .trainable = Trainable::Fixed,
        .citation = "Xiao et al., Efficient Streaming Language Models with Attention Sinks, arXiv 2309.17453",
        .about
        = "A rolling cache keeps the first tokens, which draw much attention, and the last ones; positions "
          "are places in the cache. The paper evicts after a step, so that a query sees one key more; its "
          "demonstration evicts before, to make space.",
        .refers = Refers::Relative,
        .enters = { Entry::Mask, Entry::PositionIds },
        .extrapolation = "positions stay below s + w + 1, at any length",
        .parts = { Part::Renumbering, Part::Visibility },
        .completedBy = "rope",
        .parameters = { std::move(first), std::move(last),
            ownChoice(id, "mode", "eviction",
                "evict-after: s + w + 1 keys, as in the paper; evict-for-space: s + w keys.",
                { "evict-after", "evict-for-space" }) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
