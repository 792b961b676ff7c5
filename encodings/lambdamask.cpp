// SPDX-License-Identifier: GPL-3.0-or-later
#include "lambdamask.h"

#include "scalingparameters.h"

#include <cmath>

namespace encodings {

namespace {

void apply(const Values& values, Scheme& scheme)
{
    const double local = values.number("local_branch");
    const double limit = values.number("limit");
    scheme.visible = [local, first = values.number("global_branch")](
                         double query, double key) { return std::abs(query - key) < local || key < first; };
    // The released code gives all keys of the global branch one distance.
    scheme.distance = [local, limit](double query, double key) {
        return std::abs(query - key) < local ? query - key : std::copysign(limit, query - key);
    };
}

std::vector<FormulaLine> formula(const Values& values)
{
    return { { "query i sees keys j with i − j < n<sub>local</sub> or j < n<sub>global</sub>",
                 "n<sub>local</sub> = " + displayNumber(values.number("local_branch"))
                     + ", n<sub>global</sub> = " + displayNumber(values.number("global_branch")) },
        { "distance beyond n<sub>local</sub> → limit", "limit = " + displayNumber(values.number("limit")) } };
}

} // namespace

Encoding lambdaMask()
{
    const std::string id = "lambda-mask";
    Parameter local = ownInteger(id, "local_branch", "local branch",
        "Last tokens that a query sees, itself included; 4096 in the README, 2048 in the code.", 4096,
        { 1, 1e12 }, { 1, 8192 });
    local.logarithmic = true;
    Parameter limit = ownOptionalNumber(id, "limit", "distance limit",
        "Distance of the first tokens once the local branch has passed them, in positions; auto: the trained "
        "length.",
        { 0, 1e12 }, { 1, 8192 }, trainedLength);
    limit.logarithmic = true;
    return { .id = id,
        .name = "Lambda mask",
        .year = 2023,
        .family = "mask",
        .trainable = Trainable::Fixed,
        .citation = "Han et al., LM-Infinite, arXiv 2308.16137",
        .about
        = "A query sees the first tokens and the last ones, a mask like the letter Λ. The first tokens are "
          "never farther than the limit: one distance for all of them in the released code, min(distance, "
          "limit) in the paper, which is the same where limit and local branch are equal.",
        .refers = Refers::Relative,
        .enters = { Entry::Mask, Entry::QueryAndKey },
        .extrapolation = "no distance beyond the limit, at any length",
        .parts = { Part::Distance, Part::Visibility },
        .completedBy = "rope",
        .parameters = { std::move(local),
            ownInteger(id, "global_branch", "global branch", "First tokens that every query sees; 10 to 100.",
                10, { 0, 1e12 }, { 0, 100 }),
            std::move(limit) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
