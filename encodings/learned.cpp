// SPDX-License-Identifier: GPL-3.0-or-later
#include "learned.h"

#include "arrayfile.h"
#include "seeded.h"

#include <cmath>

namespace encodings {

using Eigen::ArrayXd;
using Eigen::Index;

namespace {

constexpr double initialDeviation = 0.02; // initializer_range of BERT and GPT-2

/// `row(i)` for i = 0 .. length - 1, linear in between.
AdditiveRows betweenRows(Index dimension, double length, std::function<ArrayXd(Index)> row)
{
    return { .dimension = dimension,
        .length = length,
        .at = [dimension, length, row = std::move(row)](double id) -> ArrayXd {
            if (!(id >= 0.0 && id <= length - 1))
                return ArrayXd::Constant(dimension, std::numeric_limits<double>::quiet_NaN());
            const double below = std::floor(id);
            const auto first = static_cast<Index>(below);
            const double share = id - below;
            return share == 0.0 ? row(first) : ((1 - share) * row(first) + share * row(first + 1)).eval();
        } };
}

AdditiveRows tableOf(const Values& values)
{
    if (!values.isAutomatic("table")) {
        const std::shared_ptr<const Eigen::MatrixXd> table = readTable(values.text("table"));
        return betweenRows(table->cols(), static_cast<double>(table->rows()),
            [table](Index row) -> ArrayXd { return table->row(row).transpose().array(); });
    }
    const Index dimension = values.integer("dimension");
    const auto seed = static_cast<std::uint64_t>(values.number("seed"));
    return betweenRows(dimension, values.number("trained_length"), [=](Index row) -> ArrayXd {
        return initialDeviation
            * seededNormals(seed, TableStream, static_cast<std::uint64_t>(row * dimension), dimension);
    });
}

void apply(const Values& values, Scheme& scheme) { scheme.mechanism = tableOf(values); }

std::vector<FormulaLine> formula(const Values& values)
{
    const AdditiveRows table = tableOf(values);
    const std::string size = displayNumber(table.length) + " rows of "
        + displayNumber(static_cast<double>(table.dimension)) + " numbers";
    return { { "PE(m) = E<sub>m</sub>, m < P", size },
        { "E",
            values.isAutomatic("table") ? "untrained: normal, deviation " + displayNumber(initialDeviation)
                    + ", seed " + displayNumber(values.number("seed"))
                                        : "imported" } };
}

} // namespace

Encoding learned()
{
    return { .id = "learned",
        .name = "Learned table",
        .year = 2018,
        .family = "absolute, in the embedding",
        .trainable = Trainable::Untrained,
        .citation = "Devlin et al., BERT, arXiv 1810.04805; Radford et al., GPT-2",
        .about = "A row of a trained table for every position of the trained length, and none beyond. "
                 "Untrained rows have no structure; a file shows a real model's. Between rows, as for "
                 "interpolated positions, the line between both.",
        .refers = Refers::Absolute,
        .enters = { Entry::Embedding },
        .extrapolation = "no values beyond the last row",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = { { .key = "table",
            .label = "table",
            .symbol = "E",
            .help
            = "untrained: random rows, as many as the trained length; or a .npy or .csv file with a row "
              "for each position and a column for each dimension.",
            .kind = Kind::File,
            .group = Group::Encoding,
            .owner = "learned",
            .defaultValue = Automatic {},
            .automaticWord = "untrained" } },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
