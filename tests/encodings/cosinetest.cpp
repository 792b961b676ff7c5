// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/cosine.h"

#include "frequencies.h"
#include "warnings.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

using Eigen::ArrayXd;
using Eigen::Index;
using encodings::Interval;

namespace {

constexpr double pi = std::numbers::pi;

} // namespace

class CosineTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void ranges_data();
    void ranges();
    void rangeContainsSamplesAndIsReached_data();
    void rangeContainsSamplesAndIsReached();
    void endlessRange();
    void phasorAtFarPositions();
    void tableEqualsLibm_data();
    void tableEqualsLibm();
    void tableKeepsItsMemory();
    void meanEqualsSum_data();
    void meanEqualsSum();
};

void CosineTest::ranges_data()
{
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::addColumn<Interval>("cosine");
    QTest::addColumn<Interval>("sine");

    // By hand.
    QTest::newRow("a point") << 1.0 << 1.0 << Interval { std::cos(1.0), std::cos(1.0) }
                             << Interval { std::sin(1.0), std::sin(1.0) };
    QTest::newRow("falling") << 1.0 << 1.5 << Interval { std::cos(1.5), std::cos(1.0) }
                             << Interval { std::sin(1.0), std::sin(1.5) };
    QTest::newRow("around zero") << -0.5 << 1.0 << Interval { std::cos(1.0), 1.0 }
                                 << Interval { std::sin(-0.5), std::sin(1.0) };
    QTest::newRow("from zero") << 0.0 << 1.0 << Interval { std::cos(1.0), 1.0 }
                               << Interval { 0.0, std::sin(1.0) };
    QTest::newRow("around pi, backwards")
        << 4.0 << 3.0 << Interval { -1.0, std::cos(4.0) } << Interval { std::sin(4.0), std::sin(3.0) };
    QTest::newRow("around pi / 2") << 1.0 << 2.0 << Interval { std::cos(2.0), std::cos(1.0) }
                                   << Interval { std::sin(1.0), 1.0 };
    QTest::newRow("around -pi / 2") << -2.0 << -1.0 << Interval { std::cos(2.0), std::cos(1.0) }
                                    << Interval { -1.0, std::sin(-1.0) };
    QTest::newRow("both extremes") << -1.0 << 4.0 << Interval { -1.0, 1.0 }
                                   << Interval { std::min(std::sin(-1.0), std::sin(4.0)), 1.0 };
    QTest::newRow("a whole turn") << 1.0 << 1.0 + 2.0 * pi << Interval { -1.0, 1.0 }
                                  << Interval { -1.0, 1.0 };
    QTest::newRow("many turns") << -1e9 << 1e9 << Interval { -1.0, 1.0 } << Interval { -1.0, 1.0 };
    // 159154943 * 2 pi = 999999999.42...: the peak of the cosine nearest to 1e9.
    QTest::newRow("far, around 2 pi n")
        << 999999999.0 << 999999999.5
        << Interval { std::min(std::cos(999999999.0), std::cos(999999999.5)), 1.0 }
        << Interval { std::sin(999999999.0), std::sin(999999999.5) };
}

void CosineTest::ranges()
{
    QFETCH(double, from);
    QFETCH(double, to);
    QFETCH(Interval, cosine);
    QFETCH(Interval, sine);
    QVERIFY(encodings::cosineRange(from, to) == cosine);
    QVERIFY(encodings::cosineRange(to, from) == cosine);
    QVERIFY(encodings::sineRange(from, to) == sine);
}

void CosineTest::rangeContainsSamplesAndIsReached_data()
{
    QTest::addColumn<double>("around");
    QTest::newRow("near") << 0.0;
    QTest::newRow("131072") << 131072.0;
    QTest::newRow("1e9") << 1e9;
    QTest::newRow("-1e9") << -1e9;
}

void CosineTest::rangeContainsSamplesAndIsReached()
{
    QFETCH(double, around);
    std::mt19937_64 generator(1);
    const auto uniform = [&generator] { return static_cast<double>(generator() >> 11) * 0x1p-53; };
    for (int run = 0; run < 2000; ++run) {
        const double from = around + 20.0 * (uniform() - 0.5);
        const double width = 8.0 * uniform() * uniform() * uniform();
        const Interval cosine = encodings::cosineRange(from, from + width);
        const Interval sine = encodings::sineRange(from, from + width);
        Interval sampledCosine { 2.0, -2.0 };
        Interval sampledSine { 2.0, -2.0 };
        for (int at = 0; at <= 500; ++at) {
            const double angle = std::min(from + width, from + width * at / 500.0);
            sampledCosine = { std::min(sampledCosine.low, std::cos(angle)),
                std::max(sampledCosine.high, std::cos(angle)) };
            sampledSine
                = { std::min(sampledSine.low, std::sin(angle)), std::max(sampledSine.high, std::sin(angle)) };
        }
        QVERIFY(cosine.low <= sampledCosine.low + 1e-13 && cosine.high >= sampledCosine.high - 1e-13);
        QVERIFY(sine.low <= sampledSine.low + 1e-13 && sine.high >= sampledSine.high - 1e-13);
        // Samples 0.016 apart miss an extremum by at most 0.008^2 / 2.
        QVERIFY(sampledCosine.low - cosine.low < 4e-5 && cosine.high - sampledCosine.high < 4e-5);
        QVERIFY(sampledSine.low - sine.low < 4e-5 && sine.high - sampledSine.high < 4e-5);
    }
}

void CosineTest::endlessRange()
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    QVERIFY((encodings::cosineRange(0.0, infinity) == Interval { -1.0, 1.0 }));
    QVERIFY((encodings::sineRange(-infinity, infinity) == Interval { -1.0, 1.0 }));
}

void CosineTest::phasorAtFarPositions()
{
    for (const double position : { 0.0, 1.0, 131071.0, 16777213.0, 1e9 + 0.5 }) {
        for (const double frequency : { 1.0, 0.8659643233600653, 0.1, 1e-4, 6.5 }) {
            const long double angle = static_cast<long double>(position) * frequency;
            // At 6e9 radians the long double is a rounded product itself.
            const double allowed = position > 1e8 ? 1e-9 : 1e-12;
            const std::complex<double> found = encodings::phasor(position, frequency);
            QVERIFY(std::abs(found.real() - static_cast<double>(std::cos(angle))) < allowed);
            QVERIFY(std::abs(found.imag() - static_cast<double>(std::sin(angle))) < allowed);
        }
    }
}

void CosineTest::tableEqualsLibm_data()
{
    QTest::addColumn<double>("first");
    QTest::addColumn<double>("step");
    QTest::addColumn<int>("count");
    QTest::newRow("one position") << 7.0 << 1.0 << 1;
    QTest::newRow("from 0") << 0.0 << 1.0 << 3000;
    QTest::newRow("backwards, by halves") << 100.0 << -0.5 << 513;
    QTest::newRow("negative") << -4096.0 << 1.0 << 512;
    QTest::newRow("far") << 100000.0 << 1.0 << 5000;
    QTest::newRow("far, wide steps") << 0.0 << 511.0 << 1025;
    QTest::newRow("one place") << 12.25 << 0.0 << 70;
}

void CosineTest::tableEqualsLibm()
{
    QFETCH(double, first);
    QFETCH(double, step);
    QFETCH(int, count);
    for (const Index pairs : { 1, 3, 64 }) {
        const ArrayXd frequencies = ropeFrequencies(pairs, 10000.0);
        encodings::CosSinTable table;
        encodings::fillCosSinTable(frequencies, first, step, count, table);
        QCOMPARE(table.cos.rows(), Index(count));
        QCOMPARE(table.cos.cols(), pairs);
        QCOMPARE(table.sin.rows(), Index(count));
        QCOMPARE(table.sin.cols(), pairs);
        double worst = 0.0;
        for (Index pair = 0; pair < pairs; ++pair) {
            for (Index at = 0; at < count; ++at) {
                const long double angle = (first + static_cast<long double>(at) * step) * frequencies[pair];
                worst = std::max(worst, std::abs(table.cos(at, pair) - static_cast<double>(std::cos(angle))));
                worst = std::max(worst, std::abs(table.sin(at, pair) - static_cast<double>(std::sin(angle))));
            }
        }
        QVERIFY2(worst < 1e-11, qPrintable(QString::number(worst)));
    }
}

void CosineTest::tableKeepsItsMemory()
{
    const ArrayXd frequencies = ropeFrequencies(4, 100.0);
    encodings::CosSinTable table;
    encodings::fillCosSinTable(frequencies, 0.0, 1.0, 100, table);
    const double* memory = table.cos.data();
    encodings::fillCosSinTable(frequencies, 5.0, 1.0, 100, table);
    QCOMPARE(table.cos.data(), memory);
    encodings::fillCosSinTable(frequencies, 0.0, 1.0, 0, table);
    QCOMPARE(table.cos.rows(), Index(0));
    encodings::fillCosSinTable(ArrayXd(), 0.0, 1.0, 5, table);
    QCOMPARE(table.cos.cols(), Index(0));
}

void CosineTest::meanEqualsSum_data()
{
    QTest::addColumn<double>("first");
    QTest::addColumn<int>("count");
    QTest::newRow("one") << 5.0 << 1;
    QTest::newRow("two") << 0.0 << 2;
    QTest::newRow("some") << 0.5 << 117;
    QTest::newRow("far") << 131072.0 << 119;
    QTest::newRow("many") << 100.0 << 100000;
}

void CosineTest::meanEqualsSum()
{
    QFETCH(double, first);
    QFETCH(int, count);
    ArrayXd frequencies(12);
    frequencies << 1.0, 0.5, 1e-2, 1e-4, 1e-9, 1e-300, 0.0, pi, 2.0 * pi, 2.0 * pi + 1e-8, 4.0 * pi - 1e-5,
        -0.3;
    ArrayXd meanCos;
    ArrayXd meanSin;
    encodings::meanCosSin(frequencies, first, count, meanCos, meanSin);
    QCOMPARE(meanCos.size(), frequencies.size());
    for (Index pair = 0; pair < frequencies.size(); ++pair) {
        long double sumCos = 0.0L;
        long double sumSin = 0.0L;
        for (int at = 0; at < count; ++at) {
            const long double angle = (static_cast<long double>(first) + at) * frequencies[pair];
            sumCos += std::cos(angle);
            sumSin += std::sin(angle);
        }
        QVERIFY2(std::abs(meanCos[pair] - static_cast<double>(sumCos / count)) < 1e-11,
            qPrintable(QString::number(pair)));
        QVERIFY2(std::abs(meanSin[pair] - static_cast<double>(sumSin / count)) < 1e-11,
            qPrintable(QString::number(pair)));
    }
}

QTEST_APPLESS_MAIN(CosineTest)
#include "cosinetest.moc"
