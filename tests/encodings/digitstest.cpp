// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/digits.h"

#include "encodings/parametererror.h"

#include "warnings.h"

#include <QTest>

#include <cmath>
#include <limits>

using encodings::digitsOf;

class DigitsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void digits_data();
    void digits();
    void digitsGiveTheNumberBack();
    void digitCounts();
    void smallestBases();
    void smallestBaseIsExact();
    void largestDigits();
    void largestDigitIsReached();
    void refusals();
};

void DigitsTest::digits_data()
{
    QTest::addColumn<double>("number");
    QTest::addColumn<qint64>("base");
    QTest::addColumn<int>("count");
    QTest::addColumn<QList<double>>("expected");

    // kexue.fm 9675 (Su 2023), checked values.
    QTest::newRow("1749 in 10") << 1749.0 << qint64(10) << 4 << QList<double> { 1, 7, 4, 9 };
    QTest::newRow("1749 in 16") << 1749.0 << qint64(16) << 3 << QList<double> { 6, 13, 5 };
    QTest::newRow("1749 in 13") << 1749.0 << qint64(13) << 3 << QList<double> { 10, 4, 7 };
    QTest::newRow("874.5 in 10") << 874.5 << qint64(10) << 3 << QList<double> { 8, 7, 4.5 };
    QTest::newRow("749 in 10") << 749.0 << qint64(10) << 3 << QList<double> { 7, 4, 9 };
    // By hand.
    QTest::newRow("leading zeros") << 5.0 << qint64(2) << 5 << QList<double> { 0, 0, 1, 0, 1 };
    QTest::newRow("more than asked for") << 255.0 << qint64(16) << 1 << QList<double> { 15, 15 };
    QTest::newRow("zero") << 0.0 << qint64(10) << 0 << QList<double> { 0 };
    QTest::newRow("half") << 0.5 << qint64(10) << 2 << QList<double> { 0, 0.5 };
    QTest::newRow("1000 in 10") << 1000.0 << qint64(10) << 0 << QList<double> { 1, 0, 0, 0 };
}

void DigitsTest::digits()
{
    QFETCH(double, number);
    QFETCH(qint64, base);
    QFETCH(int, count);
    QFETCH(QList<double>, expected);
    const std::vector<double> found = digitsOf(number, base, count);
    QCOMPARE(QList<double>(found.begin(), found.end()), expected);
}

void DigitsTest::digitsGiveTheNumberBack()
{
    for (const qint64 base : { 2, 3, 10, 1000 }) {
        for (const double number : { 0.0, 1.0, 998.25, 1e6, 4503599627370495.5 }) {
            double value = 0.0;
            for (const double digit : digitsOf(number, base, 3)) {
                QVERIFY(digit >= 0.0 && digit < static_cast<double>(base));
                value = value * static_cast<double>(base) + digit;
            }
            QCOMPARE(value, number);
        }
    }
}

void DigitsTest::digitCounts()
{
    QCOMPARE(encodings::digitCount(0.0, 10), 1);
    QCOMPARE(encodings::digitCount(9.9, 10), 1);
    QCOMPARE(encodings::digitCount(999.0, 10), 3);
    QCOMPARE(encodings::digitCount(1000.0, 10), 4);
    QCOMPARE(encodings::digitCount(242.0, 3), 5);
    QCOMPARE(encodings::digitCount(243.0, 3), 6);
    QCOMPARE(encodings::digitCount(9007199254740992.0, 2), 54);
}

void DigitsTest::smallestBases()
{
    QCOMPARE(encodings::smallestBase(2000.0, 3), 13); // kexue.fm 9675
    QCOMPARE(encodings::smallestBase(1000.0, 3), 10);
    QCOMPARE(encodings::smallestBase(1000.5, 3), 11);
    QCOMPARE(encodings::smallestBase(1001.0, 3), 11);
    QCOMPARE(encodings::smallestBase(0.0, 3), 2);
    QCOMPARE(encodings::smallestBase(1e15, 1), 1000000000000000);
    QCOMPARE(encodings::smallestBase(1e15, 50), 2);
}

void DigitsTest::smallestBaseIsExact()
{
    // base^digits is where a rounded root would be one off.
    for (const qint64 base : { 2, 5, 10, 125, 1000 }) {
        for (int digits = 1; digits <= 5; ++digits) {
            const double length = std::pow(static_cast<double>(base), digits);
            QCOMPARE(encodings::smallestBase(length, digits), base);
            QCOMPARE(encodings::smallestBase(length + 1.0, digits), base + 1);
        }
    }
}

void DigitsTest::largestDigits()
{
    QCOMPARE(encodings::largestDigit(1000.0, 10, 3), 0.0);
    QCOMPARE(encodings::largestDigit(1000.0, 10, 2), 9.0);
    QCOMPARE(encodings::largestDigit(4096.0, 10, 3), 4.0);
    QCOMPARE(encodings::largestDigit(1001.0, 10, 3), 1.0);
    QCOMPARE(encodings::largestDigit(0.0, 10, 0), 0.0);
    QCOMPARE(encodings::largestDigit(1e15, 10, 60), 0.0);
}

void DigitsTest::largestDigitIsReached()
{
    for (const int length : { 1, 7, 100, 101, 730 }) {
        std::vector<double> largest(4, 0.0);
        for (int number = 0; number < length; ++number) {
            const std::vector<double> digits = digitsOf(number, 9, 4);
            for (std::size_t place = 0; place < largest.size(); ++place)
                largest[place] = std::max(largest[place], digits[digits.size() - 1 - place]);
        }
        for (std::size_t place = 0; place < largest.size(); ++place)
            QCOMPARE(encodings::largestDigit(length, 9, static_cast<int>(place)), largest[place]);
    }
}

void DigitsTest::refusals()
{
    using encodings::ParameterError;
    QVERIFY_EXCEPTION_THROWN(digitsOf(-1.0, 10, 1), ParameterError);
    QVERIFY_EXCEPTION_THROWN(digitsOf(std::numeric_limits<double>::quiet_NaN(), 10, 1), ParameterError);
    QVERIFY_EXCEPTION_THROWN(digitsOf(1e300, 10, 1), ParameterError);
    QVERIFY_EXCEPTION_THROWN(digitsOf(1.0, 1, 1), ParameterError);
    QVERIFY_EXCEPTION_THROWN(encodings::digitCount(1.0, 0), ParameterError);
    QVERIFY_EXCEPTION_THROWN(encodings::smallestBase(10.0, 0), ParameterError);
    QVERIFY_EXCEPTION_THROWN(encodings::largestDigit(10.0, 10, -1), ParameterError);
    try {
        digitsOf(10.0, 1, 1);
        QFAIL("base 1 was accepted");
    } catch (const ParameterError& error) {
        QCOMPARE(error.parameter(), std::string("base"));
        QCOMPARE(error.value(), std::string("1"));
        QCOMPARE(error.allowed(), std::string("2 and above"));
    }
}

QTEST_APPLESS_MAIN(DigitsTest)
#include "digitstest.moc"
