// SPDX-License-Identifier: GPL-3.0-or-later
#include "tupe.h"

#include "numbertext.h"
#include "rowtable.h"
#include "scalingparameters.h"
#include "scoreterms.h"
#include "seeded.h"

#include <cmath>
#include <limits>
#include <mutex>

namespace encodings {

using Eigen::ArrayXd;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

const char* const binsKey = "bins";
const char* const distanceKey = "max_rel_pos";

// Numbers of the tables.
constexpr std::uint64_t positionTable = 0;
constexpr std::uint64_t queryTable = 1;
constexpr std::uint64_t keyTable = 2;
constexpr std::uint64_t biasTable = 3;
constexpr std::uint64_t clsTable = 4;

T5Buckets bucketsOf(const Values& values)
{
    const T5Buckets buckets {
        .count = values.integer(binsKey), .maxDistance = values.number(distanceKey), .bidirectional = true
    };
    requireBuckets(buckets, binsKey, distanceKey);
    return buckets;
}

/// Width of the learned table: the head dimension, less where a projection would hold more than 2^20 numbers.
Index widthFor(Index dimension)
{
    return std::max<Index>(2, std::min<Index>(dimension, (1 << 20) / dimension));
}

/// The positional score of TUPE-A, untrained, one head after the other; the projections of the last one are
/// kept.
class PositionScores {
public:
    PositionScores(std::uint64_t seed, Index dimension, double length)
        : m_positions(seed, positionTable, widthFor(dimension))
        , m_queries(seed, queryTable, widthFor(dimension))
        , m_keys(seed, keyTable, widthFor(dimension))
        , m_dimension(dimension)
        , m_length(length)
    {
    }

    /// (keys) (p_i U_q) · (p_j U_k) at position ids, of which the whole part counts; NaN beyond the table.
    ArrayXd of(Index head, double query, const ArrayXd& keys) const
    {
        if (!hasRow(query))
            return ArrayXd::Constant(keys.size(), std::numeric_limits<double>::quiet_NaN());
        const double scale = 1 / static_cast<double>(m_positions.dimension());
        const VectorXd own = normalised(std::trunc(query));
        VectorXd projected;
        {
            const std::lock_guard lock(m_mutex);
            keepProjections(head);
            projected = scale * (m_keyProjection.transpose() * (m_queryProjection * own));
        }
        return keys.unaryExpr([&](double key) {
            return hasRow(key) ? projected.dot(normalised(std::trunc(key)))
                               : std::numeric_limits<double>::quiet_NaN();
        });
    }

private:
    bool hasRow(double id) const { return id >= 0 && id < m_length; }

    VectorXd normalised(double position) const
    {
        const VectorXd row = m_positions.row(static_cast<std::int64_t>(position));
        const ArrayXd centred = row.array() - row.mean();
        return (centred / std::sqrt(centred.square().mean() + 1e-5)).matrix(); // torch's LayerNorm
    }

    void keepProjections(Index head) const
    {
        if (m_head == head)
            return;
        m_queryProjection = m_queries.rows(head * m_dimension, m_dimension);
        m_keyProjection = m_keys.rows(head * m_dimension, m_dimension);
        m_head = head;
    }

    RowTable m_positions;
    RowTable m_queries;
    RowTable m_keys;
    Index m_dimension;
    double m_length;
    mutable std::mutex m_mutex;
    mutable Index m_head = -1;
    mutable MatrixXd m_queryProjection; ///< (dimension, width)
    mutable MatrixXd m_keyProjection;
};

/// Replaces what position gives the first token, [CLS], as key and then as query; what has no value
/// keeps none.
void untie(ArrayXd& scores, double query, const ArrayXd& keys, double asKey, double asQuery)
{
    for (Index i = 0; i < keys.size(); ++i) {
        if (keys[i] == 0 && !std::isnan(scores[i]))
            scores[i] = asKey;
    }
    if (query == 0)
        scores = scores.isNaN().select(scores, asQuery);
}

void apply(const Values& values, Scheme& scheme)
{
    const Index dimension = values.integer("head_dimension");
    const Index heads = values.integer("heads");
    const auto seed = static_cast<std::uint64_t>(values.number("seed"));
    ScoreTerm term;
    term.kind = ScoreTerm::Kind::Content;
    term.heads = heads;
    term.contentFactor = 1 / std::sqrt(2 * static_cast<double>(dimension));
    const auto bias = [seed, heads](double bucket, Index head) {
        return seededNormal(seed, TableStream + biasTable,
            static_cast<std::uint64_t>(bucket) * static_cast<std::uint64_t>(heads)
                + static_cast<std::uint64_t>(head));
    };
    term.at = [scores
                  = std::make_shared<const PositionScores>(seed, dimension, values.number("trained_length")),
                  factor = *term.contentFactor, buckets = bucketsOf(values), bias, seed,
                  relative = values.flag("tupe_relative"),
                  untied = values.flag("cls_untying")](Index head, const QueryRow& row) {
        ArrayXd sum = factor * scores->of(head, row.queryId, row.keyIds);
        if (untied) {
            const auto first = 2 * static_cast<std::uint64_t>(head);
            untie(sum, row.queryId, row.keyIds, seededNormal(seed, TableStream + clsTable, first),
                seededNormal(seed, TableStream + clsTable, first + 1));
        }
        if (relative)
            sum += tupeBuckets(buckets, untied, row.queryId, row.keyIds, row.distances)
                       .unaryExpr(
                           [&](double bucket) { return std::isnan(bucket) ? bucket : bias(bucket, head); });
        return sum;
    };
    scheme.mechanism = std::move(term);
    scheme.causal = false;
}

std::vector<FormulaLine> formula(const Values& values)
{
    const T5Buckets buckets = bucketsOf(values);
    const bool relative = values.flag("tupe_relative");
    return { { std::string("score = (q<sub>i</sub> · k<sub>j</sub> + p<sub>i</sub>U<sub>q</sub> · "
                           "p<sub>j</sub>U<sub>k</sub>) / √2d")
            + (relative ? " + b<sub>bucket(j − i)</sub>" : ""),
        "d = " + displayNumber(values.number("head_dimension"))
            + (relative ? ", " + displayNumber(static_cast<double>(buckets.count)) + " buckets"
                        : std::string()) } };
}

} // namespace

ArrayXd tupeBuckets(
    const T5Buckets& buckets, bool untied, double query, const ArrayXd& keys, const ArrayXd& distances)
{
    ArrayXd rows = distances.unaryExpr([&](double distance) {
        return std::isnan(distance) ? distance : static_cast<double>(t5Bucket(distance, buckets));
    });
    if (untied)
        untie(rows, query, keys, static_cast<double>(buckets.count), static_cast<double>(buckets.count / 2));
    return rows;
}

Encoding tupe()
{
    const std::string id = "tupe";
    Parameter bins = ownNumber(id, binsKey, "buckets",
        "TUPE-R: buckets of the relative bias, half for later keys.", 32, { 4, 65536 }, { 4, 128 });
    bins.kind = Kind::Integer;
    Parameter far = ownNumber(id, distanceKey, "largest distance",
        "TUPE-R: distance up to which buckets grow; from a little before on all share the last one.", 128,
        { 2, 1e9 }, { 16, 4096 });
    far.kind = Kind::Integer;
    far.logarithmic = true;
    return { .id = id,
        .name = "TUPE",
        .year = 2020,
        .family = "absolute, in the score",
        .trainable = Trainable::Untrained,
        .citation = "Ke et al., Rethinking Positional Encoding in Language Pre-training, arXiv 2006.15595",
        .about
        = "Content and position are scored apart, by √2d each, with projections of their own; TUPE-R adds "
          "T5's bias, and the first token, [CLS], is freed from position. The released code has a learned "
          "table of positions; tables here are untrained and the content random, from the seed.",
        .refers = Refers::Absolute,
        .enters = { Entry::Score },
        .extrapolation = "no row beyond the trained length",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = { ownSwitch(id, "tupe_relative", "relative bias", "On: TUPE-R; off: TUPE-A.", true),
            ownSwitch(id, "cls_untying", "[CLS] untied",
                "The first token's scores have numbers of their own instead of its position.", true),
            std::move(bins), std::move(far) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
