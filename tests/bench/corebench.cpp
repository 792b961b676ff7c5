// SPDX-License-Identifier: GPL-3.0-or-later

// How fast the numbers come that every view is drawn from. Medians of several runs.

#include "encodings/cosine.h"
#include "encodings/decay.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

namespace {

constexpr Eigen::Index pairs = 64;
volatile double sink = 0.0;

Eigen::ArrayXd ropeFrequencies()
{
    Eigen::ArrayXd frequencies(pairs);
    for (Eigen::Index pair = 0; pair < pairs; ++pair)
        frequencies[pair] = std::pow(10000.0, -static_cast<double>(pair) / static_cast<double>(pairs));
    return frequencies;
}

double medianSeconds(int runs, const std::function<void()>& work)
{
    work();
    std::vector<double> seconds;
    for (int run = 0; run < runs; ++run) {
        const auto start = std::chrono::steady_clock::now();
        work();
        seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::nth_element(seconds.begin(), seconds.begin() + runs / 2, seconds.end());
    return seconds[static_cast<std::size_t>(runs / 2)];
}

void benchTable(const Eigen::ArrayXd& frequencies, Eigen::Index count, int runs)
{
    encodings::CosSinTable table;
    double first = 0.0;
    const double filling = medianSeconds(runs, [&] {
        encodings::fillCosSinTable(frequencies, first, 1.0, count, table);
        first += 1.0;
    });
    const double constant = medianSeconds(runs, [&] {
        first += 1.0;
        table.cos.setConstant(first);
        table.sin.setConstant(first);
        sink = table.cos(count / 2, 3);
    });
    const Eigen::ArrayXd positions = Eigen::ArrayXd::LinSpaced(count, 0.0, static_cast<double>(count - 1));
    const double plain = medianSeconds(std::max(3, runs / 10), [&] {
        for (Eigen::Index pair = 0; pair < pairs; ++pair) {
            table.cos.col(pair) = (positions * frequencies[pair]).cos();
            table.sin.col(pair) = (positions * frequencies[pair]).sin();
        }
    });
    const double millions = static_cast<double>(count * pairs) * 1e-6;
    std::printf("table %7td x %td: %7.0f M pairs/s; constant fill %7.0f (%.0f %% of it); Eigen cos, sin "
                "%5.0f (x %.1f)\n",
        count, pairs, millions / filling, millions / constant, 100.0 * constant / filling, millions / plain,
        plain / filling);
}

} // namespace

int main()
{
    const Eigen::ArrayXd frequencies = ropeFrequencies();
    const encodings::PairWeights weights = encodings::onesWeights(pairs);

    benchTable(frequencies, 1000, 1000);
    benchTable(frequencies, 131072, 15);

    // Up to 156,250 distances of 64 pairs stay in one thread.
    for (const Eigen::Index count : { 4096, 131072, 1 << 20 }) {
        const double terms = 1e-6 * static_cast<double>(count * pairs);
        const double sum
            = medianSeconds(15, [&] { sink = encodings::decay(frequencies, weights, 0.0, 1.0, count)[1]; });
        const double bound
            = medianSeconds(7, [&] { sink = encodings::roformerBound(frequencies, 0.0, 1.0, count)[1]; });
        std::printf("%7td distances: decay %.0f M terms/s, bound %.0f M terms/s\n", count, terms / sum,
            terms / bound);
    }

    for (const std::int64_t length : { 131072, 16777216 }) {
        const encodings::Columns columns(0, length - 1, 1100);
        const double estimate = medianSeconds(51,
            [&] { sink = encodings::estimatedDecayRanges(frequencies, weights, columns, 256).back().low; });
        const double exact = medianSeconds(
            5, [&] { sink = encodings::decayRanges(frequencies, weights, columns).back().low; });
        const double boundEstimate = medianSeconds(21,
            [&] { sink = encodings::estimatedRoformerBoundRanges(frequencies, columns, 256).back().low; });
        const double boundExact = medianSeconds(
            3, [&] { sink = encodings::roformerBoundRanges(frequencies, columns).back().low; });
        std::printf("%zd columns over %9lld: decay %.2f ms estimated, %.1f ms exact; bound %.2f ms "
                    "estimated, %.1f ms exact\n",
            static_cast<std::ptrdiff_t>(columns.count()), static_cast<long long>(length), 1e3 * estimate,
            1e3 * exact, 1e3 * boundEstimate, 1e3 * boundExact);
    }
    return 0;
}
