// SPDX-License-Identifier: GPL-3.0-or-later
#include "attentionweights.h"

#include "encodings/cleanregisters.h"
#include "encodings/decay.h"
#include "encodings/seeded.h"

#include <algorithm>
#include <cmath>
#include <limits>

using Eigen::ArrayXd;
using Eigen::Index;
using encodings::Attention;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
/// Keys whose logits are worked out at once.
constexpr Index keysTogether = 4096;
/// Neighbours in a sample: angles of neighbours follow from each other.
constexpr double runLength = 16.0;
/// What a run costs, in keys.
constexpr double runCost = 48.0;
/// Of the keys of a picture at most so many ranges are kept.
constexpr double mostRanges = 8192.0;
constexpr double heldShare = 0.99;

/// Neighbouring keys, of which `taken` neighbours are looked at.
struct Run {
    double first = 0.0;
    double count = 0.0;
    double taken = 0.0;
};

void addAll(std::vector<Run>& runs, double first, double end)
{
    for (double start = first; start < end; start += static_cast<double>(keysTogether)) {
        const double count = std::min(static_cast<double>(keysTogether), end - start);
        runs.push_back({ start, count, count });
    }
}

void addSampled(std::vector<Run>& runs, double first, double end, double parts)
{
    const double count = end - first;
    if (count <= parts * runLength)
        return addAll(runs, first, end);
    for (double part = 0.0; part < parts; ++part) {
        const double from = first + std::floor(count * part / parts);
        const double to = first + std::floor(count * (part + 1.0) / parts);
        runs.push_back({ from, to - from, std::min(runLength, to - from) });
    }
}

std::vector<Run> runsOf(const AttentionQuery& query, double most)
{
    const double end = query.keys();
    std::vector<Run> runs;
    if (end <= most) {
        addAll(runs, 0.0, end);
        return runs;
    }
    const double near = std::max(16.0, std::floor(most / 4.0));
    const double firstEnd = std::max(8.0, std::floor(most / 8.0));
    const double nearStart = std::max(firstEnd, query.query + 1.0 - near);
    const double nearEnd = std::clamp(query.query + near, nearStart, end);
    const double parts = std::max(8.0, std::floor(most / 2.0 / runCost));
    const double between = std::max(0.0, nearStart - firstEnd);
    const double beyond = end - nearEnd;
    const auto share
        = [&](double part) { return std::max(1.0, std::floor(parts * part / (between + beyond))); };
    addAll(runs, 0.0, firstEnd);
    if (between > 0.0)
        addSampled(runs, firstEnd, nearStart, share(between));
    addAll(runs, nearStart, nearEnd);
    if (beyond > 0.0)
        addSampled(runs, nearEnd, end, share(beyond));
    return runs;
}

/// First of the keys of a run that are looked at: anywhere, the same in every picture.
double startOf(const Run& run, std::size_t number)
{
    if (run.taken == run.count)
        return run.first;
    return run.first + std::floor((run.count - run.taken + 1.0) * encodings::seededUniform(0, 0, number));
}

/// Sums up all that was looked at.
class Sums {
public:
    void reserve(std::size_t count) { m_logits.reserve(count); }

    void add(const ArrayXd& logits, double keysEach)
    {
        for (const double logit : logits) {
            if (logit != -infinity)
                m_logits.emplace_back(logit, keysEach);
        }
    }

    void finish(AttentionWeights& weights)
    {
        std::sort(
            m_logits.begin(), m_logits.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
        weights.logSum = weights.peak = weights.least = -infinity;
        if (m_logits.empty())
            return;
        const double highest = m_logits.front().first;
        double sum = 0.0;
        // The smallest first: they are many.
        for (auto at = m_logits.rbegin(); at != m_logits.rend(); ++at)
            sum += at->second * std::exp(at->first - highest);
        weights.logSum = highest + std::log(sum);
        weights.peak = highest - weights.logSum;
        weights.least = m_logits.back().first - weights.logSum;
        double held = 0.0;
        for (const auto& [logit, keysEach] : m_logits) {
            const double logWeight = logit - weights.logSum;
            const double weight = std::exp(logWeight);
            weights.seen += keysEach;
            weights.entropy -= keysEach * weight * (weight > 0.0 ? logWeight : 0.0);
            // Rounding must not ask for one key more.
            const double missing = heldShare - 1e-12 - held;
            if (missing > 0.0 && weight > 0.0) {
                const double taken = std::min(keysEach, std::ceil(missing / weight));
                weights.holding += taken;
                held += taken * weight;
            }
        }
        weights.entropy = std::max(0.0, weights.entropy);
        weights.seen = std::round(weights.seen);
        weights.holding = std::round(weights.holding);
    }

private:
    std::vector<std::pair<double, double>> m_logits; ///< and how many keys each stands for
};

void include(encodings::Interval& range, double value)
{
    if (value == -infinity)
        return;
    range = { std::isnan(range.low) ? value : std::min(range.low, value),
        std::isnan(range.high) ? value : std::max(range.high, value) };
}

/// Adds ranges of `together` keys each.
void addRanges(std::vector<WeightRange>& ranges, const ArrayXd& logits, double first, double together)
{
    const auto step = static_cast<Index>(together);
    for (Index start = 0; start < logits.size(); start += step) {
        const Index end = std::min(logits.size(), start + step);
        WeightRange range { first + static_cast<double>(start), first + static_cast<double>(end - 1),
            { nothing, nothing } };
        for (Index i = start; i < end; ++i)
            include(range.logarithms, logits[i]);
        ranges.push_back(range);
    }
}

} // namespace

AttentionQuery::AttentionQuery(const encodings::Scene& scene, const encodings::SceneSeries& shown)
    : series(&shown)
    , query(scene.values.number("query"))
    , head(std::min(static_cast<Index>(scene.values.integer("head")),
               Attention(shown.scheme, shown.values).heads())
          - 1)
{
}

double AttentionQuery::lastKey() const
{
    if (series->scheme.causal)
        return query;
    return std::max(query, std::ceil(std::max(series->targetLength(), series->trainedLength())) - 1.0);
}

double AttentionQuery::termsPerKey() const
{
    const encodings::Scheme& scheme = series->scheme;
    const auto headDimension = static_cast<double>(series->values.integer("head_dimension"));
    double terms = 24.0 + static_cast<double>(scheme.frequencies().size());
    if (Attention(scheme, series->values).contentUsed() == encodings::ContentUsed::Seeded)
        terms += 40.0 * headDimension;
    if (const auto* rows = std::get_if<encodings::AdditiveRows>(&scheme.mechanism))
        terms += 40.0 * static_cast<double>(rows->dimension);
    return terms;
}

double affordableKeys(const AttentionQuery& query)
{
    return std::min(mostExactKeys, std::ceil(mostExactKeyTerms / query.termsPerKey()));
}

AttentionWeights attentionWeights(const AttentionQuery& query, double most, std::stop_token stop)
{
    const Attention attention(query.series->scheme, query.series->values);
    AttentionWeights weights;
    weights.keys = query.keys();
    const std::vector<Run> runs = runsOf(query, most);
    for (const Run& run : runs)
        weights.looked += run.taken;
    const double together = std::max(1.0, std::ceil(weights.looked / mostRanges));
    Sums sums;
    sums.reserve(static_cast<std::size_t>(weights.looked));
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (stop.stop_requested())
            return {};
        encodings::cleanRegisters();
        const Run& run = runs[i];
        const double start = startOf(run, i);
        const ArrayXd logits = attention.logits(query.head, query.query,
            ArrayXd::LinSpaced(static_cast<Index>(run.taken), start, start + run.taken - 1.0));
        sums.add(logits, run.count / run.taken);
        if (run.taken == run.count) {
            addRanges(weights.ranges, logits, start, together);
        } else {
            addRanges(weights.ranges, logits, run.first, run.taken);
            weights.ranges.back().last = run.first + run.count - 1.0;
        }
    }
    sums.finish(weights);
    for (WeightRange& range : weights.ranges)
        range.logarithms = { range.logarithms.low - weights.logSum, range.logarithms.high - weights.logSum };
    return weights;
}

ArrayXd logWeights(const AttentionQuery& query, double logSum, double first, double step, Index count)
{
    ArrayXd keys(count);
    for (Index i = 0; i < count; ++i)
        keys[i] = first + step * static_cast<double>(i);
    const auto isKey
        = [&](double key) { return key >= 0.0 && key <= query.lastKey() && key == std::floor(key); };
    // Keys that are not there stand in for themselves by the first one.
    const ArrayXd asked = keys.unaryExpr([&](double key) { return isKey(key) ? key : 0.0; });
    const ArrayXd logits
        = Attention(query.series->scheme, query.series->values).logits(query.head, query.query, asked);
    ArrayXd logarithms(count);
    for (Index i = 0; i < count; ++i)
        logarithms[i] = isKey(keys[i]) && logits[i] != -infinity ? logits[i] - logSum : -infinity;
    return logarithms;
}

std::vector<WeightRange> weightRanges(
    const AttentionQuery& query, double logSum, double first, double last, int columns)
{
    std::vector<WeightRange> ranges;
    const double from = std::max(0.0, std::ceil(first));
    const double to = std::min(query.lastKey(), std::floor(last));
    if (from > to)
        return ranges;
    const encodings::Columns parts(
        static_cast<std::int64_t>(from), static_cast<std::int64_t>(to), std::max(1, columns));
    // Columns are short or many: their logits are worked out in longer runs.
    for (int column = 0; column < parts.count();) {
        int end = column + 1;
        while (end < parts.count() && parts.start(end + 1) - parts.start(column) <= keysTogether)
            ++end;
        const std::int64_t start = parts.start(column);
        const ArrayXd logarithms = logWeights(
            query, logSum, static_cast<double>(start), 1.0, static_cast<Index>(parts.start(end) - start));
        for (; column < end; ++column) {
            WeightRange range { static_cast<double>(parts.start(column)),
                static_cast<double>(parts.start(column + 1) - 1), { nothing, nothing } };
            for (std::int64_t key = parts.start(column); key < parts.start(column + 1); ++key)
                include(range.logarithms, logarithms[static_cast<Index>(key - start)]);
            ranges.push_back(range);
        }
    }
    return ranges;
}
