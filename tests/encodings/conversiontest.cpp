// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/conversion.h"

#include "encodings/encoding.h"
#include "encodings/ntk.h"
#include "encodings/parametererror.h"
#include "encodings/rope.h"
#include "encodings/state.h"

#include "closeness.h"
#include "warnings.h"

#include <QTest>

#include <cmath>

using encodings::alphaForBase;
using encodings::Conversion;

namespace {

/// Conversion of the default state (d 128, base 10000) with these encodings and values.
Conversion conversion(std::vector<std::string> ids, const encodings::Values& values)
{
    encodings::State state = encodings::defaultState();
    state.values.merge(values);
    const encodings::Series series { .label = "series", .encodings = std::move(ids) };
    const encodings::Values all
        = encodings::resolved(encodings::parametersOf(series), encodings::valuesOf(state, series));
    return *encodings::conversionOf(encodings::combine(series.encodings, all), all.number("base"));
}

} // namespace

class ConversionTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void basesOfReports();
    void alphasOfReports();
    void twoDimensions();
    void unscaled();
    void ntkAware();
    void linear();
    void stacked();
    void bySeveralWays();
    void perPair();
    void standingPairs();
    void withoutPairs();
};

void ConversionTest::basesOfReports()
{
    // Reports on turboderp/exllama#115 and others, to two decimals.
    const auto rounded = [](double base, double alpha, Eigen::Index dimension) {
        return std::round(100.0 * encodings::ntkBase(base, alpha, dimension)) / 100.0;
    };
    QCOMPARE(rounded(1e4, 2, 128), 20221.26);
    QCOMPARE(rounded(1e4, 4, 128), 40889.94);
    QCOMPARE(rounded(1e4, 8, 128), 82684.62);
    QCOMPARE(rounded(1e4, 4, 80), 41447.41);
}

void ConversionTest::alphasOfReports()
{
    QVERIFY(std::abs(alphaForBase(1e4, 1e6, 128) - 93.057) < 5e-4);
    QVERIFY(std::abs(alphaForBase(1e4, 35000, 128) - 3.4322) < 5e-5);
    for (const double alpha : { 0.5, 1.0, 4.0, 1024.0 })
        QVERIFY(isClose(alphaForBase(5e5, encodings::ntkBase(5e5, alpha, 80), 80), alpha));
    // kexue.fm 9675: k^(2/(d-2)) per digit, so that its 63rd power is k.
    QVERIFY(isClose(std::pow(encodings::digitGrowth(8.0, 128), 63), 8.0));
}

void ConversionTest::twoDimensions()
{
    QVERIFY_THROWS_EXCEPTION(encodings::ParameterError, alphaForBase(1e4, 2e4, 2));
    QVERIFY_THROWS_EXCEPTION(encodings::ParameterError, encodings::digitGrowth(2.0, 2));
    const Conversion found = conversion({ "rope" }, { { "dimension", 2.0 }, { "pair", 0.0 } });
    QVERIFY(!found.alpha.has_value());
    QCOMPARE(found.lastStretch, 1.0);
}

void ConversionTest::unscaled()
{
    const Conversion found = conversion({ "rope" }, {});
    QCOMPARE(*found.newBase, 10000.0);
    QCOMPARE(*found.alpha, 1.0);
    QCOMPARE(*found.baseFactor, 1.0);
    QCOMPARE(found.linear, 1.0);
    QCOMPARE(found.firstStretch, 1.0);
    QCOMPARE(found.lastStretch, 1.0);
    QVERIFY(!found.stacked);
}

void ConversionTest::ntkAware()
{
    const Conversion found = conversion({ "ntk" }, { { "alpha", 4.0 } });
    QVERIFY(isClose(*found.newBase, 40889.94241));
    QVERIFY(isClose(*found.alpha, 4.0));
    QVERIFY(isClose(*found.baseFactor, 4.088994241));
    QVERIFY(isClose(found.firstStretch, 1.0));
    QVERIFY(isClose(found.lastStretch, 4.0)); // exactly alpha: reports on alpha and compress
    QVERIFY(isClose(found.linear, 1.0));
    QVERIFY(!found.stacked);
}

void ConversionTest::linear()
{
    const Conversion found = conversion({ "pi" }, { { "scale", 4.0 } });
    QCOMPARE(*found.newBase, 10000.0);
    QCOMPARE(*found.alpha, 1.0);
    QVERIFY(isClose(found.linear, 4.0));
    QVERIFY(isClose(found.firstStretch, 4.0));
    QVERIFY(isClose(found.lastStretch, 4.0));
    QVERIFY(!found.stacked);
}

void ConversionTest::stacked()
{
    // turboderp/exllama#115: alpha 4 and compress 4 stretch the last pair by 16.
    const Conversion found = conversion({ "pi", "ntk" }, { { "scale", 4.0 } });
    QVERIFY(found.stacked);
    QVERIFY(isClose(found.linear, 4.0));
    QVERIFY(isClose(*found.alpha, 4.0));
    QVERIFY(isClose(found.firstStretch, 4.0));
    QVERIFY(isClose(found.lastStretch, 16.0));
    QVERIFY(isClose(found.lastStretchOfFrequencies(), 4.0));
    QVERIFY(!conversion({ "pi", "ntk" }, { { "scale", 4.0 }, { "alpha", 1.0 } }).stacked);
}

void ConversionTest::bySeveralWays()
{
    // By hand: base 100, two pairs 1 and 1/10; divided by 5 they are 1/5 and 1/50.
    const auto found = encodings::baseAndStretchOf((Eigen::ArrayXd(2) << 0.2, 0.02).finished());
    QVERIFY(isClose(found->base, 100.0));
    QVERIFY(isClose(found->stretch, 5.0));
}

void ConversionTest::perPair()
{
    encodings::Scheme scheme;
    scheme.trainedFrequencies = encodings::geometricFrequencies(1e4, 8);
    Eigen::ArrayXd frequencies = scheme.trainedFrequencies;
    frequencies.tail(2) /= 4.0;
    scheme.mechanism = encodings::Rotary { frequencies };
    const auto found = encodings::conversionOf(scheme, 1e4);
    QVERIFY(!found->newBase.has_value());
    QVERIFY(!found->alpha.has_value());
    QCOMPARE(found->firstStretch, 1.0);
    QCOMPARE(found->lastStretch, 4.0);
    QVERIFY(!found->stacked);

    scheme.positionRate = 0.5;
    const auto divided = encodings::conversionOf(scheme, 1e4);
    QVERIFY(divided->stacked);
    QCOMPARE(divided->linear, 2.0);
    QCOMPARE(divided->lastStretch, 8.0);
}

void ConversionTest::standingPairs()
{
    encodings::Scheme scheme;
    scheme.trainedFrequencies = (Eigen::ArrayXd(3) << 1.0, 0.1, 0.0).finished();
    scheme.mechanism = encodings::Rotary { scheme.trainedFrequencies / 2.0 };
    const auto found = encodings::conversionOf(scheme, 1e3);
    QCOMPARE(found->firstStretch, 2.0);
    QCOMPARE(found->lastStretch, 2.0);
    // By hand: 1000^(-i/3) for the two that turn.
    QVERIFY(isClose(*found->newBase, 1e3));
    QVERIFY(isClose(*found->alpha, 1.0));
    QVERIFY(isClose(found->linear, 2.0));
    QVERIFY(!found->stacked);
}

void ConversionTest::withoutPairs() { QVERIFY(!encodings::conversionOf({}, 1e4).has_value()); }

QTEST_APPLESS_MAIN(ConversionTest)
#include "conversiontest.moc"
