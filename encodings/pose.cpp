// SPDX-License-Identifier: GPL-3.0-or-later
#include "pose.h"

#include "parametererror.h"
#include "scalingparameters.h"
#include "seeded.h"

#include <algorithm>
#include <cmath>

namespace encodings {

namespace {

struct Chunk {
    double start = 0.0; ///< its first token
    double skipped = 0.0; ///< what is added to its tokens
};

Value ceiledTrainedLength(const Values& resolved) { return std::ceil(resolved.number("trained_length")); }

Value atLeastContext(const Values& resolved)
{
    return std::max(resolved.number("L_c"), std::ceil(std::get<double>(targetLength(resolved))));
}

/// A whole number of first .. last.
double between(const Values& values, std::uint64_t index, double first, double last)
{
    const auto seed = static_cast<std::uint64_t>(values.number("seed"));
    return first + std::floor(seededUniform(seed, PositionStream, index) * (last - first + 1));
}

/// Equations 3 and 4; with two chunks the first is as long as in the released code.
std::vector<Chunk> chunksOf(const Values& values)
{
    const double context = values.number("L_c");
    const double room = values.number("L_t") - context;
    if (room < 0)
        throw ParameterError(
            "L_t", displayNumber(values.number("L_t")), "at least L_c = " + displayNumber(context));
    std::vector<Chunk> chunks { {} };
    const auto count = static_cast<std::uint64_t>(values.number("chunks"));
    for (std::uint64_t next = 1; next < count; ++next) {
        const Chunk& last = chunks.back();
        const double left = context - last.start;
        const double longest = std::floor((left + 1) / static_cast<double>(count - next + 1));
        double length = between(values, 2 * next, 1, std::max(1.0, longest));
        double skipped = between(values, 2 * next + 1, last.skipped, room);
        if (next == 1) {
            length = values.givenNumber("l0").value_or(length);
            skipped = values.givenNumber("u1").value_or(skipped);
            if (length > context)
                throw ParameterError("l0", displayNumber(length), "at most L_c = " + displayNumber(context));
            if (skipped > room)
                throw ParameterError(
                    "u1", displayNumber(skipped), "at most L_t − L_c = " + displayNumber(room));
        }
        chunks.push_back({ std::min(context, last.start + length), skipped });
    }
    return chunks;
}

void apply(const Values& values, Scheme& scheme)
{
    scheme.positionIds = [chunks = chunksOf(values), context = values.number("L_c")](double token) {
        if (!(token >= 0.0 && token <= context - 1))
            return std::numeric_limits<double>::quiet_NaN();
        const auto after = std::upper_bound(chunks.begin(), chunks.end(), token,
            [](double at, const Chunk& chunk) { return at < chunk.start; });
        return token + (after - 1)->skipped;
    };
}

std::vector<FormulaLine> formula(const Values& values)
{
    std::vector<FormulaLine> lines { { "id(m) = m + u<sub>c</sub> in chunk c, u<sub>0</sub> = 0, "
                                       "u<sub>c</sub> ~ U{u<sub>c−1</sub> .. L<sub>t</sub> − L<sub>c</sub>}",
        "L<sub>c</sub> = " + displayNumber(values.number("L_c"))
            + ", L<sub>t</sub> = " + displayNumber(values.number("L_t")) } };
    const std::vector<Chunk> chunks = chunksOf(values);
    if (chunks.size() > 1)
        lines.push_back({ "second chunk",
            "from token " + displayNumber(chunks[1].start) + ", + " + displayNumber(chunks[1].skipped) });
    return lines;
}

} // namespace

Encoding pose()
{
    const std::string id = "pose";
    const std::pair lengths { 1.0, 1e12 };
    const std::pair slider { 1.0, 65536.0 };
    Parameter context = ownOptionalInteger(id, "L_c", "training context",
        "Tokens of a training text, in positions; auto: the trained length.", lengths, slider,
        ceiledTrainedLength);
    context.symbol = "L_c";
    Parameter target = ownOptionalInteger(id, "L_t", "context aimed at",
        "Ids stay below this, in positions; auto: the target length.", lengths, slider, atLeastContext);
    target.symbol = "L_t";
    Parameter first = ownOptionalInteger(id, "l0", "first chunk",
        "Tokens of the first chunk; auto: drawn from the seed.", { 1, 1e12 }, { 1, 4096 });
    Parameter skip = ownOptionalInteger(id, "u1", "skip",
        "Positions that the second chunk skips; auto: drawn from the seed.", { 0, 1e12 }, { 0, 65536 });
    return { .id = id,
        .name = "PoSE",
        .year = 2023,
        .family = "position scheme",
        .trainable = Trainable::Fixed,
        .citation = "Zhu et al., PoSE, arXiv 2309.10400",
        .about
        = "Fine-tuning texts of the trained length are cut into chunks whose ids skip ahead, so that all "
          "ids of the target length are met. In training only: inference uses plain ids with "
          "interpolation, NTK-aware scaling or YaRN. With two chunks the lengths are the released code's.",
        .refers = Refers::Absolute,
        .enters = { Entry::PositionIds },
        .extrapolation = "ids up to the target length are seen in fine-tuning",
        .parts = { Part::Positions },
        .completedBy = "rope",
        .parameters = { std::move(context), std::move(target),
            ownInteger(id, "chunks", "chunks", "Pieces that a text is cut into; 2 in the paper.", 2,
                { 1, 64 }, { 1, 8 }),
            std::move(first), std::move(skip) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
