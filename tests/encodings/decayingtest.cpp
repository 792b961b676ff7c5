// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/decay.h"

#include "closeness.h"
#include "frequencies.h"
#include "warnings.h"

#include <QTest>

#include <cmath>

using Eigen::ArrayXd;
using Eigen::Index;
using encodings::Columns;
using encodings::Interval;
using encodings::PairWeights;

namespace {

/// `weights` that decay as xPos', zeta_i = (2i/d + 0.4) / 1.4 over `length` positions.
PairWeights decaying(PairWeights weights, double length = 512.0)
{
    const Index pairs = weights.inPhase.size();
    weights.logDecay.resize(pairs);
    for (Index pair = 0; pair < pairs; ++pair)
        weights.logDecay[pair]
            = std::log((static_cast<double>(pair) / static_cast<double>(pairs) + 0.4) / 1.4) / length;
    return weights;
}

long double plainSum(const ArrayXd& frequencies, const PairWeights& weights, long double distance)
{
    long double sum = 0.0L;
    for (Index pair = 0; pair < frequencies.size(); ++pair) {
        sum += std::exp(distance * weights.logDecay[pair])
            * (weights.inPhase[pair] * std::cos(distance * frequencies[pair])
                + weights.quadrature[pair] * std::sin(distance * frequencies[pair]));
    }
    return sum;
}

struct Golden {
    double distance;
    double value;
};

} // namespace

class DecayingTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    // torchscale's XPOS with q = k = ones, d = 64, gamma 0.4, scale_base 512, run with float64 tables.
    void agreesWithTorchscale()
    {
        constexpr Golden scores[] = { { 0, 64.0 }, { 1, 61.7737897488 }, { 2, 56.5114234582 },
            { 8, 44.6082694166 }, { 32, 38.3145350384 }, { 128, 18.899644983 }, { 256, 20.7178874089 },
            { 512, 2 * 6.29226372455 }, { 1024, 2 * 5.81728327567 }, { 2048, 2 * 2.45590291682 } };
        const ArrayXd values
            = encodings::decay(ropeFrequencies(32), decaying(encodings::onesWeights(32)), 0.0, 1.0, 2049);
        for (const auto [distance, value] : scores)
            QVERIFY2(isClose(64.0 * values[static_cast<Index>(distance)], value),
                qPrintable(QString::number(distance)));
    }

    void equalsLongDouble_data()
    {
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("step");
        QTest::newRow("near") << 0.0 << 1.0;
        QTest::newRow("strides") << 3.0 << 17.5;
        QTest::newRow("backwards") << 30000.0 << -1.5;
    }
    void equalsLongDouble()
    {
        QFETCH(double, first);
        QFETCH(double, step);
        constexpr Index count = 20000;
        const ArrayXd frequencies = ropeFrequencies(64);
        for (const PairWeights& plain : { encodings::onesWeights(64), encodings::randomWeights(64, 3) }) {
            const PairWeights weights = decaying(plain);
            const ArrayXd values = encodings::decay(frequencies, weights, first, step, count);
            double worst = 0.0;
            for (Index at = 0; at < count; at += 7) {
                const long double distance
                    = static_cast<long double>(first) + step * static_cast<long double>(at);
                worst = std::max(worst,
                    std::abs(static_cast<double>(values[at] - plainSum(frequencies, weights, distance))));
            }
            QVERIFY2(worst < 1e-11, qPrintable(QString::number(worst)));
        }
    }

    void noLaterKeys()
    {
        const ArrayXd frequencies = ropeFrequencies(64);
        const PairWeights weights = decaying(encodings::onesWeights(64));
        const ArrayXd up = encodings::decay(frequencies, weights, -3.0, 1.0, 6);
        QVERIFY(up.head(3).isNaN().all());
        QCOMPARE(up[3], 1.0);
        const ArrayXd down = encodings::decay(frequencies, weights, 2.0, -1.0, 6);
        QVERIFY(down.tail(3).isNaN().all());
        QVERIFY(isClose(down[0], up[5]));
        QVERIFY(encodings::decay(frequencies, weights, -9.5, 1.0, 5).isNaN().all());
        QCOMPARE(encodings::decay(frequencies, weights, 7.0, 1.0, 0).size(), Index(0));
    }

    // A decay within one position, and distances at which nothing is left.
    void extremesStayFinite()
    {
        const ArrayXd frequencies = ropeFrequencies(64);
        const PairWeights fast = decaying(encodings::onesWeights(64), 1e-3);
        const ArrayXd near = encodings::decay(frequencies, fast, 0.0, 1.0, 5000);
        QCOMPARE(near[0], 1.0);
        QVERIFY((near.tail(4999).abs() < 1e-4).all());
        QVERIFY((encodings::decay(frequencies, fast, 1e15, 1e9, 300).abs() < 1e-80).all());
        const auto ranges = encodings::estimatedDecayRanges(frequencies, fast, Columns(0, 1 << 20, 100), 64);
        for (const Interval& range : ranges)
            QVERIFY(std::isfinite(range.low) && std::isfinite(range.high));
    }

    void rangesAreExact()
    {
        const ArrayXd frequencies = ropeFrequencies(64);
        const PairWeights weights = decaying(encodings::randomWeights(64, 5));
        const Columns columns(1000, 300000, 70);
        const ArrayXd values = encodings::decay(frequencies, weights, 1000.0, 1.0, 299001);
        const auto ranges = encodings::decayRanges(frequencies, weights, columns);
        QCOMPARE(ranges.size(), std::size_t(70));
        for (int column = 0; column < columns.count(); ++column) {
            const auto part = values.segment(
                columns.start(column) - 1000, columns.start(column + 1) - columns.start(column));
            QVERIFY(std::abs(ranges[static_cast<std::size_t>(column)].low - part.minCoeff()) < 1e-12);
            QVERIFY(std::abs(ranges[static_cast<std::size_t>(column)].high - part.maxCoeff()) < 1e-12);
        }
    }

    void estimateIsInside()
    {
        const ArrayXd frequencies = ropeFrequencies(64);
        const PairWeights weights = decaying(encodings::onesWeights(64), 8192.0);
        const Columns columns(0, 131071, 200);
        const auto exact = encodings::decayRanges(frequencies, weights, columns);
        const auto estimated = encodings::estimatedDecayRanges(frequencies, weights, columns, 256);
        double covered = 0.0;
        for (std::size_t column = 0; column < exact.size(); ++column) {
            QVERIFY(estimated[column].low >= exact[column].low - 1e-4);
            QVERIFY(estimated[column].high <= exact[column].high + 1e-4);
            covered += (estimated[column].high - estimated[column].low)
                / (exact[column].high - exact[column].low);
        }
        QVERIFY2(covered / 200.0 > 0.5, qPrintable(QString::number(covered / 200.0)));
    }
};

QTEST_APPLESS_MAIN(DecayingTest)
#include "decayingtest.moc"
