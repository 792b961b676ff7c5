// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/basebound.h"

#include "encodings/parametererror.h"
#include "encodings/rope.h"

#include "warnings.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>
#include <numbers>

using encodings::baseBound;
using encodings::firstNegativeDistance;
using encodings::geometricFrequencies;

class BaseBoundTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void firstNegative_data();
    void firstNegative();
    void stretchedFrequencies();
    void noneNegative();
    void publishedChecks();
    void servingIsNotMonotone();
    void bound_data();
    void bound();
    void boundOfFewDistances();
    void boundOfTwoDimensions();
    void stops();
};

void BaseBoundTest::firstNegative_data()
{
    QTest::addColumn<double>("base");
    QTest::addColumn<qint64>("distance");
    // shared/reference/values/curves.json, first_negative_m, dimension 128.
    QTest::newRow("Llama 2") << 1e4 << qint64(1707);
    QTest::newRow("Llama 3") << 5e5 << qint64(18438);
    QTest::newRow("Qwen 2") << 1e6 << qint64(27115);
}

void BaseBoundTest::firstNegative()
{
    QFETCH(double, base);
    QFETCH(qint64, distance);
    const Eigen::ArrayXd frequencies = geometricFrequencies(base, 128);
    QCOMPARE(firstNegativeDistance(frequencies, 1'000'000), std::optional<std::int64_t>(distance));
    QCOMPARE(firstNegativeDistance(frequencies, distance + 1), std::optional<std::int64_t>(distance));
    QCOMPARE(firstNegativeDistance(frequencies, distance), std::optional<std::int64_t>());
}

void BaseBoundTest::stretchedFrequencies()
{
    // By hand: one pair of frequency 1/4 is first negative past pi/2 x 4 = 6.28.
    QCOMPARE(firstNegativeDistance(Eigen::ArrayXd::Constant(1, 0.25), 100), std::optional<std::int64_t>(7));
}

void BaseBoundTest::noneNegative()
{
    QCOMPARE(firstNegativeDistance(Eigen::ArrayXd(), 100), std::optional<std::int64_t>());
    QCOMPARE(firstNegativeDistance(Eigen::ArrayXd::Ones(1), 0), std::optional<std::int64_t>());
    // By hand: the second pair hardly turns, and cos m never quite reaches -1.
    const Eigen::ArrayXd one = (Eigen::ArrayXd(2) << 1.0, 1e-15).finished();
    QCOMPARE(firstNegativeDistance(one, 20'000), std::optional<std::int64_t>());
}

void BaseBoundTest::publishedChecks()
{
    QFile file(SHARED_FOLDER "/reference/values/curves.json");
    if (!file.open(QIODevice::ReadOnly))
        QSKIP("the reference values are not there");
    const QJsonArray checks
        = QJsonDocument::fromJson(file.readAll()).object()["base_lower_bound_check"].toArray();
    QVERIFY(checks.size() > 5);
    for (const QJsonValue& check : checks) {
        const bool negative = check["min_f"].toDouble() < 0;
        const auto length = static_cast<std::int64_t>(check["L"].toDouble());
        const auto found = firstNegativeDistance(geometricFrequencies(check["b"].toDouble(), 128), length);
        QCOMPARE(found.has_value(), negative);
        if (found)
            QVERIFY(*found <= static_cast<std::int64_t>(check["argmin"].toDouble()));
    }
}

void BaseBoundTest::servingIsNotMonotone()
{
    // curves.json, base_lower_bound_scan: bases 10000, 10100, ... for length 2048, dimension 128.
    const QByteArray serving
        = "00000000000000001000000000000000000010100000011100000011111111000011100001111111";
    for (qsizetype i = 0; i < serving.size(); ++i) {
        const double base = 10000.0 + 100.0 * static_cast<double>(i);
        const bool serves = !firstNegativeDistance(geometricFrequencies(base, 128), 2048).has_value();
        QVERIFY2(serves == (serving[i] == '1'), qPrintable(QString::number(base)));
    }
}

void BaseBoundTest::bound_data()
{
    QTest::addColumn<int>("length");
    QTest::addColumn<double>("scanned");
    QTest::addColumn<double>("step");
    // curves.json, base_lower_bound_scan: the first serving base of an even grid, so at most one step above
    // the edge.
    QTest::newRow("1k") << 1024 << 4297.28 << 10.24;
    QTest::newRow("2k") << 2048 << 11604.48 << 20.48;
    QTest::newRow("4k") << 4096 << 26963.2 << 40.96;
}

void BaseBoundTest::bound()
{
    QFETCH(int, length);
    QFETCH(double, scanned);
    QFETCH(double, step);
    const std::optional<double> found = baseBound(128, length);
    QVERIFY(found.has_value());
    QVERIFY2(*found <= scanned && *found > scanned - step, qPrintable(QString::number(*found)));
    QVERIFY(!firstNegativeDistance(geometricFrequencies(*found, 128), length).has_value());
    QVERIFY(firstNegativeDistance(geometricFrequencies(*found * (1 - 1e-6), 128), length).has_value());
    // Within a half and double of it.
    QVERIFY(std::abs(std::log2(encodings::roughBaseBound(length) / *found)) < 1.0);
    QVERIFY(std::abs(encodings::roughLengthOf(encodings::roughBaseBound(length)) / length - 1.0) < 1e-12);
}

void BaseBoundTest::boundOfFewDistances()
{
    // By hand: at distances 0 and 1 no cosine of an angle up to 1 is negative.
    QCOMPARE(baseBound(128, 1), std::optional<double>(1.0));
    QCOMPARE(baseBound(128, 2), std::optional<double>(1.0));
    // By hand, two pairs at distances 0 .. 3: cos 2 + cos(2/s) >= 0 from 2/s = pi - 2 on, cos 3 + cos(3/s) >=
    // 0 from 3/s = pi - 3 on, with s the root of the base.
    const double root = 3.0 / (std::numbers::pi - 3.0);
    const std::optional<double> found = baseBound(4, 4);
    QVERIFY(found.has_value());
    QVERIFY2(std::abs(*found / (root * root) - 1.0) < 1e-6, qPrintable(QString::number(*found)));
}

void BaseBoundTest::boundOfTwoDimensions()
{
    // The only pair turns by 1 radian for any base: cos 2 < 0.
    QCOMPARE(baseBound(2, 2), std::optional<double>(1.0));
    QCOMPARE(baseBound(2, 3), std::optional<double>());
}

void BaseBoundTest::stops()
{
    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(firstNegativeDistance(geometricFrequencies(1e4, 128), 100'000, stop.get_token()),
        std::optional<std::int64_t>());
    QCOMPARE(baseBound(128, 4096, stop.get_token()), std::optional<double>());
    QCOMPARE(encodings::longestBoundLength(128), std::int64_t(1'048'576));
    QCOMPARE(encodings::longestBoundLength(2), std::int64_t(1'048'576));
    QCOMPARE(encodings::longestBoundLength(2560), std::int64_t(52'428));
}

QTEST_APPLESS_MAIN(BaseBoundTest)
#include "baseboundtest.moc"
