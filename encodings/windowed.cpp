// SPDX-License-Identifier: GPL-3.0-or-later
#include "windowed.h"

#include "scalingparameters.h"

#include <cmath>

namespace encodings {

namespace {

void apply(const Values& values, Scheme& scheme)
{
    scheme.visible
        = [window = values.number("w")](double query, double key) { return std::abs(query - key) < window; };
}

std::vector<FormulaLine> formula(const Values& values)
{
    const double window = values.number("w");
    const double layers = values.number("layers");
    return { { "query i sees keys j with |i − j| < w", "w = " + displayNumber(window) },
        { "R layers reach R (w − 1) + 1 tokens",
            displayNumber(layers) + " layers: " + displayNumber(layers * (window - 1) + 1) } };
}

} // namespace

Encoding windowed()
{
    const std::string id = "window";
    Parameter window = ownInteger(id, "w", "window",
        "Keys that a query sees, itself included; with later keys as many on the other side.", 4096,
        { 1, 1e12 }, { 1, 8192 });
    window.symbol = "w";
    window.logarithmic = true;
    return { .id = id,
        .name = "Window",
        .year = 2020,
        .family = "mask",
        .trainable = Trainable::Fixed,
        .citation
        = "Beltagy et al., Longformer, arXiv 2004.05150; Jiang et al., Mistral 7B, arXiv 2310.06825",
        .about
        = "A query sees the last w tokens, itself included. Papers round the reach of R layers to R w; it "
          "is R (w − 1) + 1.",
        .refers = Refers::Relative,
        .enters = { Entry::Mask },
        .extrapolation = "no distance beyond w; what lies farther is not seen",
        .parts = { Part::Visibility },
        .completedBy = "rope",
        .parameters = { std::move(window) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
