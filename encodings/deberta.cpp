// SPDX-License-Identifier: GPL-3.0-or-later
#include "deberta.h"

#include "numbertext.h"
#include "parametererror.h"
#include "scalingparameters.h"
#include "scoreterms.h"

#include <cmath>

namespace encodings {

using Eigen::ArrayXd;
using Eigen::Index;

namespace {

const char* const bucketsKey = "position_buckets";
const char* const largestKey = "max_relative_positions";

/// How distances choose rows: k of debertaRow, and the buckets of v2.
struct Rows {
    double largest = 512;
    std::optional<double> buckets {};

    double k() const { return buckets.value_or(largest); }
    double at(double distance) const
    {
        return debertaRow(buckets ? debertaLogBucket(distance, *buckets, largest) : distance, k());
    }
};

Rows rowsOf(const Values& values)
{
    const Rows rows { .largest = values.number(largestKey), .buckets = values.givenNumber(bucketsKey) };
    // ln((M - 1) / (B / 2)) is divided by.
    if (rows.buckets && rows.largest - 1 <= std::floor(*rows.buckets / 2))
        throw ParameterError(bucketsKey, formatNumber(*rows.buckets),
            "less than twice " + std::string(largestKey) + " - 1, " + formatNumber(2 * (rows.largest - 1)));
    return rows;
}

DebertaForm formOf(const Values& values)
{
    return values.text("deberta_form") == "paper" ? DebertaForm::Paper : DebertaForm::Code;
}

void apply(const Values& values, Scheme& scheme)
{
    const Rows rows = rowsOf(values);
    const Index dimension = values.integer("head_dimension");
    const auto seed = static_cast<std::uint64_t>(values.number("seed"));
    ScoreTerm term;
    term.kind = ScoreTerm::Kind::Content;
    term.heads = values.integer("heads");
    term.contentFactor = 1 / std::sqrt(3 * static_cast<double>(dimension));
    term.at = [rows, form = formOf(values), ofKeys = RowTable(seed, 0, dimension),
                  ofQueries = RowTable(seed, 1, dimension)](Index head, const QueryRow& row) {
        // Each head projects the shared table by itself.
        const double first = static_cast<double>(head) * 2 * rows.k();
        return debertaTerm(ofKeys, ofQueries, row.queryVector, row.keyVectors,
            debertaRows(form, row.distances, [&](double distance) { return first + rows.at(distance); }));
    };
    scheme.mechanism = std::move(term);
    scheme.causal = false;
}

std::vector<FormulaLine> formula(const Values& values)
{
    const Rows rows = rowsOf(values);
    const double query = values.number("query");
    return { { formOf(values) == DebertaForm::Paper
                     ? "score = (q · k + q · K<sub>δ(i, j)</sub> + k · Q<sub>δ(j, i)</sub>) / √3d"
                     : "score = (q · k + q · K<sub>δ(i, j)</sub> + k · Q<sub>δ(i, j)</sub>) / √3d",
                 "d = " + displayNumber(values.number("head_dimension")) },
        { rows.buckets ? "δ = clip(bucket(i − j) + k, 0, 2k − 1)" : "δ = clip(i − j + k, 0, 2k − 1)",
            "k = " + displayNumber(rows.k()) + ", i − j = " + displayNumber(query) + ": row "
                + displayNumber(rows.at(query)) } };
}

} // namespace

double debertaRow(double distance, double k)
{
    return std::isnan(distance) ? distance : std::clamp(std::trunc(distance) + k, 0.0, 2 * k - 1);
}

double debertaLogBucket(double distance, double buckets, double largest)
{
    const double whole = std::trunc(distance);
    const double middle = std::floor(buckets / 2);
    const double far = std::abs(whole);
    if (std::isnan(distance) || far <= middle)
        return whole;
    const double steps = std::ceil(std::log(far / middle) / std::log((largest - 1) / middle) * (middle - 1));
    return std::copysign(steps + middle, whole);
}

DebertaRows debertaRows(
    DebertaForm form, const ArrayXd& distances, const std::function<double(double distance)>& row)
{
    return { .ofKeys = distances.unaryExpr(row),
        .ofQueries = form == DebertaForm::Paper ? ArrayXd((-distances).unaryExpr(row))
                                                : ArrayXd(distances.unaryExpr(row)) };
}

ArrayXd debertaTerm(const RowTable& ofKeys, const RowTable& ofQueries, const Eigen::VectorXd& query,
    const Eigen::MatrixXd& keys, const DebertaRows& rows)
{
    return (ofKeys.products(query, rows.ofKeys) + ofQueries.productsByColumn(keys, rows.ofQueries))
        / std::sqrt(3 * static_cast<double>(query.size()));
}

Encoding deberta()
{
    const std::string id = "deberta";
    Parameter largest = ownNumber(id, largestKey, "largest distance k",
        "v1: distances beyond it share a row; with buckets: the distance that the last bucket ends at.", 512,
        { 2, 1e9 }, { 4, 2048 });
    largest.kind = Kind::Integer;
    largest.symbol = "k";
    largest.logarithmic = true;
    Parameter buckets = ownOptionalNumber(id, bucketsKey, "position buckets",
        "v2 and v3: logarithmic buckets of each direction, 256; auto: none, as in v1.", { 4, 65536 },
        { 4, 512 });
    buckets.kind = Kind::Integer;
    return { .id = id,
        .name = "DeBERTa",
        .year = 2020,
        .family = "relative, vectors",
        .trainable = Trainable::Untrained,
        .citation = "He et al., DeBERTa, arXiv 2006.03654",
        .about
        = "Adds query times a trained row of the distance and key times another, by √3d. The released code "
          "takes the same row for both; the paper's equation, from memory, takes that of the opposite "
          "distance. Tables here are untrained and the content random, from the seed.",
        .refers = Refers::Relative,
        .enters = { Entry::Score },
        .extrapolation = "clipped: all far keys share a row",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = { std::move(largest), std::move(buckets),
            ownChoice(id, "deberta_form", "third term",
                "code: the key meets the row of i − j, as released; paper: of j − i.", { "code", "paper" }) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
