// SPDX-License-Identifier: GPL-3.0-or-later
#include "shaw.h"

#include "numbertext.h"
#include "scalingparameters.h"
#include "scoreterms.h"

#include <cmath>
#include <limits>

namespace encodings {

using Eigen::ArrayXd;
using Eigen::Index;

namespace {

bool isHuggingFace(const Values& values) { return values.text("shaw_convention") == "hf"; }

double clipOf(const Values& values) { return values.number("k"); }

/// Rows of the table for distances.
std::function<double(double distance)> rowOf(const Values& values)
{
    if (isHuggingFace(values))
        return [length = values.number("trained_length")](
                   double distance) { return relativeKeyRow(distance, length); };
    return [k = clipOf(values)](double distance) { return shawRow(distance, k); };
}

RowTable tableOf(const Values& values)
{
    return { static_cast<std::uint64_t>(values.number("seed")), 0, values.integer("head_dimension") };
}

/// One table for all heads; heads differ by their content.
ScoreTerm termOf(const Values& values, std::function<double(double distance)> rowAt, bool ofKeys)
{
    ScoreTerm term;
    term.kind = ScoreTerm::Kind::Content;
    term.heads = values.integer("heads");
    term.at
        = [table = tableOf(values), rowAt = std::move(rowAt), ofKeys](Index /*head*/, const QueryRow& row) {
              return relativeVectorTerm(
                  table, row.queryVector, row.keyVectors, row.distances.unaryExpr(rowAt), ofKeys);
          };
    return term;
}

void applyShaw(const Values& values, Scheme& scheme)
{
    scheme.mechanism = termOf(values, rowOf(values), false);
}

void applyHuang(const Values& values, Scheme& scheme)
{
    scheme.causal = false;
    scheme.mechanism = termOf(
        values,
        [length = values.number("trained_length")](
            double distance) { return relativeKeyRow(distance, length); },
        true);
}

std::vector<FormulaLine> formulaShaw(const Values& values)
{
    const double length = values.number("trained_length");
    const FormulaLine score { "score = q<sub>i</sub> · (k<sub>j</sub> + a<sub>row</sub>) / √d",
        "d = " + displayNumber(values.number("head_dimension")) };
    if (isHuggingFace(values))
        return { score, { "row = i − j + L − 1", displayNumber(2 * length - 1) + " rows" } };
    return { score,
        { "row = clip(j − i, −k, k) + k",
            displayNumber(2 * clipOf(values) + 1) + " rows, distances beyond " + displayNumber(clipOf(values))
                + " share one" } };
}

std::vector<FormulaLine> formulaHuang(const Values& values)
{
    return { { "score = (q<sub>i</sub> · k<sub>j</sub> + q<sub>i</sub> · a<sub>row</sub> + k<sub>j</sub> · "
               "a<sub>row</sub>) / √d",
                 "d = " + displayNumber(values.number("head_dimension")) },
        { "row = i − j + L − 1", displayNumber(2 * values.number("trained_length") - 1) + " rows" } };
}

} // namespace

double shawRow(double distance, double k)
{
    return std::isnan(distance) ? distance : std::clamp(-std::trunc(distance), -k, k) + k;
}

double relativeKeyRow(double distance, double length)
{
    const double whole = std::trunc(distance);
    return std::abs(whole) < length ? whole + length - 1 : std::numeric_limits<double>::quiet_NaN();
}

ArrayXd relativeVectorTerm(const RowTable& table, const Eigen::VectorXd& query, const Eigen::MatrixXd& keys,
    const ArrayXd& rows, bool ofKeys)
{
    ArrayXd sum = table.products(query, rows);
    if (ofKeys)
        sum += table.productsByColumn(keys, rows);
    return sum / std::sqrt(static_cast<double>(query.size()));
}

Encoding shaw()
{
    const std::string id = "shaw";
    Parameter clip = ownNumber(id, "k", "clipping distance k",
        "Distances beyond it share one row of the table.", 16, { 1, 1e9 }, { 1, 128 });
    clip.kind = Kind::Integer;
    clip.symbol = "k";
    return { .id = id,
        .name = "Shaw",
        .year = 2018,
        .family = "relative, vectors",
        .trainable = Trainable::Untrained,
        .citation = "Shaw et al., Self-Attention with Relative Position Representations, arXiv 1803.02155",
        .about
        = "Adds a trained vector of the clipped distance to every key. The table here is untrained and the "
          "content random, from the seed. Paper and tensor2tensor count key minus query; Hugging Face's "
          "relative_key counts query minus key and does not clip.",
        .refers = Refers::Relative,
        .enters = { Entry::Score },
        .extrapolation = "clipped: all far keys share a row (Hugging Face: none beyond the trained length)",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = { std::move(clip),
            ownChoice(id, "shaw_convention", "rows as",
                "paper, t2t: clip(j − i, −k, k) + k; hf: i − j + L − 1, a row for every distance of the "
                "trained "
                "length.",
                { "paper", "t2t", "hf" }) },
        .apply = applyShaw,
        .formula = formulaShaw };
}

Encoding huang()
{
    return { .id = "huang",
        .name = "Huang, method 4",
        .year = 2020,
        .family = "relative, vectors",
        .trainable = Trainable::Untrained,
        .citation
        = "Huang et al., Improve Transformer Models with Better Relative Position Embeddings, arXiv "
          "2009.13658",
        .about = "A trained vector of the distance meets the query and the key: Hugging Face's "
                 "relative_key_query. The table here is untrained and the content random, from the seed. The "
                 "paper's methods 1 to 3 are not drawn.",
        .refers = Refers::Relative,
        .enters = { Entry::Score },
        .extrapolation = "no row beyond the trained length",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = {},
        .apply = applyHuang,
        .formula = formulaHuang };
}

} // namespace encodings
