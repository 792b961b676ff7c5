// SPDX-License-Identifier: GPL-3.0-or-later
#include "t5.h"

#include "arrayfile.h"
#include "numbertext.h"
#include "parametererror.h"
#include "scalingparameters.h"
#include "scoreterms.h"
#include "seeded.h"

#include <cmath>
#include <limits>

namespace encodings {

using Eigen::ArrayXd;
using Eigen::Index;

namespace {

const char* const countKey = "num_buckets";
const char* const distanceKey = "max_distance";

T5Buckets bucketsOf(const Values& values)
{
    const T5Buckets buckets { .count = values.integer(countKey),
        .maxDistance = values.number(distanceKey),
        .bidirectional = values.flag("bidirectional") };
    requireBuckets(buckets, countKey, distanceKey);
    return buckets;
}

/// One value of the table, by bucket and head.
std::function<double(Index bucket, Index head)> tableOf(const Values& values, const T5Buckets& buckets)
{
    const Index heads = values.integer("heads");
    if (values.isAutomatic("table"))
        return [heads, seed = static_cast<std::uint64_t>(values.number("seed"))](Index bucket, Index head) {
            return seededNormal(seed, TableStream, static_cast<std::uint64_t>(bucket * heads + head));
        };
    const std::string& path = values.text("table");
    const auto table = readTable(path);
    if (table->rows() != buckets.count || table->cols() != heads)
        throw ParameterError("table",
            path + " (" + std::to_string(table->rows()) + " x " + std::to_string(table->cols()) + ")",
            "num_buckets rows and a column for each head: " + std::to_string(buckets.count) + " x "
                + std::to_string(heads));
    return [table](Index bucket, Index head) { return (*table)(bucket, head); };
}

void apply(const Values& values, Scheme& scheme)
{
    const T5Buckets buckets = bucketsOf(values);
    scheme.causal = !buckets.bidirectional;
    scheme.mechanism = distanceBias(values.integer("heads"),
        [buckets, table = tableOf(values, buckets)](Index head, const ArrayXd& distances) -> ArrayXd {
            return distances.unaryExpr([&](double distance) {
                return std::isnan(distance) ? distance : table(t5Bucket(distance, buckets), head);
            });
        });
}

std::vector<FormulaLine> formula(const Values& values)
{
    const T5Buckets buckets = bucketsOf(values);
    const auto exact = static_cast<double>(buckets.exact());
    const Index head = shownHead(values);
    const double query = values.number("query");
    const std::int64_t bucket = t5Bucket(query, buckets);
    const std::string place = displayNumber(static_cast<double>(bucket));
    return { { "r &lt; e: bucket r",
                 "e = " + displayNumber(exact) + " of " + displayNumber(static_cast<double>(buckets.count))
                     + " buckets" },
        { "else e + ⌊ln(r/e) / ln(D/e) · (n − e)⌋, at most n − 1",
            "n = " + displayNumber(static_cast<double>(buckets.perDirection()))
                + ", D = " + displayNumber(buckets.maxDistance) },
        { "b<sub>h</sub>(r) = table[bucket(r)][h]",
            "r = " + displayNumber(query) + ": bucket " + place + ", "
                + displayNumber(tableOf(values, buckets)(bucket, head)) } };
}

} // namespace

void requireBuckets(const T5Buckets& buckets, const char* countKey, const char* distanceKey)
{
    if (buckets.perDirection() < 2)
        throw ParameterError(
            countKey, std::to_string(buckets.count), "at least 4 where later keys have half");
    if (buckets.maxDistance > static_cast<double>(buckets.exact()))
        return;
    // Of the two, the one further from what models use is the one to change.
    const std::string rule = std::string(distanceKey) + " above half the buckets of a direction";
    if (buckets.maxDistance < 128)
        throw ParameterError(distanceKey, formatNumber(buckets.maxDistance), rule);
    throw ParameterError(countKey, std::to_string(buckets.count), rule);
}

std::int64_t t5Bucket(double distance, const T5Buckets& buckets)
{
    const double whole = std::trunc(distance);
    if (!buckets.bidirectional && whole <= 0.0)
        return 0;
    const std::int64_t offset = whole < 0.0 ? buckets.perDirection() : 0;
    const double far = std::abs(whole);
    const auto exact = static_cast<double>(buckets.exact());
    if (far < exact)
        return offset + static_cast<std::int64_t>(far);
    const auto last = static_cast<double>(buckets.perDirection() - 1);
    // A factor (n - e) / ln(D/e) taken out first rounds some distances into the wrong bucket.
    const double steps = std::log(far / exact) / std::log(buckets.maxDistance / exact)
        * static_cast<double>(buckets.perDirection() - buckets.exact());
    return offset + static_cast<std::int64_t>(std::min(exact + std::floor(steps), last));
}

ArrayXd t5FirstDistances(const T5Buckets& buckets)
{
    ArrayXd first = ArrayXd::Constant(buckets.perDirection(), std::numeric_limits<double>::quiet_NaN());
    // Buckets grow with the distance: each begins no earlier than the one before ends.
    double from = 0.0;
    for (Index bucket = 0; bucket < first.size(); ++bucket) {
        double low = from;
        double high = std::max(std::ceil(buckets.maxDistance) + 1, from + 1);
        while (low < high) {
            const double middle = std::floor((low + high) / 2);
            if (t5Bucket(middle, buckets) < bucket)
                low = middle + 1;
            else
                high = middle;
        }
        from = low;
        if (t5Bucket(low, buckets) == bucket)
            first[bucket] = low;
    }
    return first;
}

Encoding t5()
{
    const std::string id = "t5";
    Parameter count = ownNumber(id, countKey, "buckets",
        "Rows of the table; half of them hold one distance each.", 32, { 2, 65536 }, { 4, 128 });
    count.kind = Kind::Integer;
    Parameter far = ownNumber(id, distanceKey, "largest distance",
        "Distance up to which buckets grow; from a little before on all share the last one.", 128, { 2, 1e9 },
        { 32, 4096 });
    far.kind = Kind::Integer;
    far.symbol = "D";
    far.logarithmic = true;
    Parameter table = ownNumber(id, "table", "table",
        "File of trained values (.npy or .csv), a row for each bucket and a column for each head; untrained: "
        "random, from the seed.",
        0, {}, {});
    table.kind = Kind::File;
    table.defaultValue = Automatic {};
    table.automaticWord = "untrained";
    return { .id = id,
        .name = "T5 bias",
        .year = 2019,
        .family = "relative, bias or multiplier",
        .trainable = Trainable::Untrained,
        .citation = "Raffel et al., arXiv 1910.10683",
        .about
        = "Adds a trained number for each head and bucket of distances: near distances have one bucket "
          "each, farther ones share. Without a file the values are random; the buckets are exact. "
          "T5 itself does not divide q · k by √d.",
        .refers = Refers::Relative,
        .enters = { Entry::Score },
        .extrapolation = "all far keys share the last bucket",
        .parts = { Part::Mechanism },
        .completedBy = {},
        .parameters = { std::move(count), std::move(far),
            ownSwitch(id, "bidirectional", "bidirectional",
                "Later keys have half the buckets, as in T5's encoder; off: its decoder.", false),
            std::move(table) },
        .apply = apply,
        .formula = formula };
}

} // namespace encodings
