// SPDX-License-Identifier: GPL-3.0-or-later
#include "mrope.h"

#include "countednoun.h"
#include "formulatext.h"
#include "parametererror.h"
#include "rotarypart.h"
#include "scalingparameters.h"

#include <cmath>
#include <numeric>

namespace encodings {

namespace {

/// A quarter of the pairs for time, the rest in halves, as Qwen2-VL's 16, 24, 24.
Value defaultSections(const Values& resolved)
{
    const double pairs = std::floor(resolved.number("dimension") / 2);
    const double time = std::floor(pairs / 4);
    const double height = std::floor((pairs - time) / 2);
    return Numbers { time, height, pairs - time - height };
}

void apply(const Values& values, Scheme& scheme)
{
    Rotary& rotary = rotaryPart(scheme, "mrope");
    const Numbers& sections = values.numbers("mrope_section");
    const Eigen::Index pairs = rotary.frequencies.size();
    const double sum = std::accumulate(sections.begin(), sections.end(), 0.0);
    if (sections.size() < 2 || sections.size() > 4 || sum != static_cast<double>(pairs)) {
        throw ParameterError("mrope_section",
            countedNoun(sections.size(), "section") + " of " + formatNumber(sum)
                + (sum == 1.0 ? " pair" : " pairs"),
            "two to four sections that add up to " + countedNoun(static_cast<std::size_t>(pairs), "pair"));
    }
    rotary.axes
        = mropeAxes(sections, pairs, values.flag("mrope_interleaved"), values.text("convention") == "ggml");
}

std::vector<FormulaLine> formula(const Values& values)
{
    const Numbers& sections = values.numbers("mrope_section");
    const Eigen::Index pairs = values.integer("dimension") / 2;
    const Eigen::Index pair = shownPair(values, pairs);
    const char* const axes[] = { "t", "h", "w", "e" };
    std::string text;
    for (std::size_t axis = 0; axis < std::min<std::size_t>(sections.size(), 4); ++axis)
        text += std::string(text.empty() ? "" : ", ") + axes[axis] + " " + displayNumber(sections[axis]);
    return { { "pair i turns by t, h or w times θ<sub>i</sub>",
        "pairs: " + text + "; pair " + displayNumber(static_cast<double>(pair)) } };
}

} // namespace

Eigen::ArrayXi mropeAxes(std::span<const double> sections, Eigen::Index pairs, bool interleaved, bool ggml)
{
    Eigen::ArrayXi axes = Eigen::ArrayXi::Zero(pairs);
    if (!interleaved) {
        Eigen::Index first = 0;
        for (std::size_t axis = 0; axis < sections.size(); ++axis) {
            const auto count = static_cast<Eigen::Index>(sections[axis]);
            axes.segment(first, count).setConstant(static_cast<int>(axis));
            first += count;
        }
        return axes;
    }
    for (Eigen::Index pair = 0; pair < pairs; ++pair) {
        const auto axis = static_cast<std::size_t>(pair % 3);
        if (axis < sections.size() && static_cast<double>(pair) < 3 * sections[axis])
            axes[pair] = static_cast<int>(axis);
        else
            axes[pair] = ggml ? 3 : 0;
    }
    return axes;
}

Encoding mrope()
{
    Parameter sections;
    sections.key = "mrope_section";
    sections.label = "sections";
    sections.help = "Pairs for time, height and width; they add up to half the dimension.";
    sections.kind = Kind::List;
    sections.group = Group::Encoding;
    sections.owner = "mrope";
    sections.defaultValue = Automatic {};
    sections.minimum = 0;
    sections.maximum = 65536;
    sections.automaticWord = "auto";
    sections.automatic = defaultSections;
    return { .id = "mrope",
        .name = "M-RoPE",
        .year = 2024,
        .family = "relative, by rotation",
        .trainable = Trainable::Fixed,
        .citation = "Wang et al., Qwen2-VL, arXiv 2409.12191",
        .about
        = "Some pairs turn by time, some by height, some by width; for text the three are equal, and "
          "this is RoPE. Qwen2-VL gives each axis a run of pairs, Qwen3-VL alternates them. Pairs left "
          "over by the alternation follow time in Hugging Face, a fourth axis in ggml.",
        .refers = Refers::Relative,
        .enters = { Entry::QueryAndKey },
        .extrapolation = "as RoPE, axis by axis",
        .parts = { Part::Axes },
        .completedBy = "rope",
        .parameters = { std::move(sections),
            ownSwitch("mrope", "mrope_interleaved", "alternating",
                "Axes alternate from pair to pair (Qwen3-VL) instead of taking runs of pairs.", false) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
