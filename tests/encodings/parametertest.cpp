// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/encoding.h"
#include "encodings/parametererror.h"

#include "warnings.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace encodings;

namespace {

const Parameter& shared(const char* key)
{
    const Parameter* parameter = findParameter(sharedParameters(), key);
    if (!parameter)
        qFatal("no parameter %s", key);
    return *parameter;
}

} // namespace

class ParameterTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void numbersAreReadWithoutLocale_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("expected");
        QTest::newRow("exponent") << "base"
                                  << "1e6" << 1e6;
        QTest::newRow("plain") << "base"
                               << "10000" << 10000.0;
        QTest::newRow("decimal point") << "base"
                                       << "10000.5" << 10000.5;
        QTest::newRow("hexadecimal") << "position"
                                     << "0x10" << 16.0;
        QTest::newRow("beyond the slider") << "base"
                                           << "8e9" << 8e9;
        QTest::newRow("scale below 1") << "scale"
                                       << "0.5" << 0.5;
        QTest::newRow("whole with exponent") << "trained_length"
                                             << "1e6" << 1e6;
    }

    void numbersAreReadWithoutLocale()
    {
        QFETCH(QString, key);
        QFETCH(QString, text);
        QFETCH(double, expected);
        QCOMPARE(std::get<double>(parseValue(shared(key.toUtf8()), text.toStdString())), expected);
    }

    void badTextIsRefused_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::newRow("odd dimension") << "dimension"
                                       << "127";
        QTest::newRow("zero dimension") << "dimension"
                                        << "0";
        QTest::newRow("base zero") << "base"
                                   << "0";
        QTest::newRow("negative base") << "base"
                                       << "-3";
        QTest::newRow("base not a number") << "base"
                                           << "nan";
        QTest::newRow("infinite base") << "base"
                                       << "inf";
        QTest::newRow("word") << "base"
                              << "large";
        QTest::newRow("empty") << "base"
                               << "";
        QTest::newRow("rest after the number") << "base"
                                               << "10000x";
        QTest::newRow("decimal comma") << "base"
                                       << "1,5";
        QTest::newRow("scale zero") << "scale"
                                    << "0";
        QTest::newRow("fractional pair") << "pair"
                                         << "1.5";
        QTest::newRow("negative pair") << "pair"
                                       << "-1";
        QTest::newRow("digit base 1") << "digit_base"
                                      << "1";
        QTest::newRow("automatic where there is none") << "base"
                                                       << "auto";
        QTest::newRow("unknown choice") << "decay_sums"
                                        << "sum";
        QTest::newRow("empty element") << "pairs"
                                       << "0,,8";
        QTest::newRow("range backwards") << "range"
                                         << "5:1";
        QTest::newRow("range of one") << "range"
                                      << "5:5";
        QTest::newRow("range of three") << "range"
                                        << "0:1:2";
        QTest::newRow("bare 0x") << "position"
                                 << "0x";
    }

    void badTextIsRefused()
    {
        QFETCH(QString, key);
        QFETCH(QString, text);
        try {
            parseValue(shared(key.toUtf8()), text.toStdString());
            QFAIL("accepted");
        } catch (const ParameterError& error) {
            QCOMPARE(QString::fromStdString(error.parameter()), key);
            QVERIFY(!error.allowed().empty());
            QVERIFY(QString::fromUtf8(error.what()).contains(QString::fromStdString(error.allowed())));
        }
    }

    void listsRangesAndWordsAreRead()
    {
        QCOMPARE(parseValue(shared("pairs"), "0,8,40"), Value(Numbers { 0, 8, 40 }));
        QCOMPARE(parseValue(shared("pairs"), "all"), Value(std::string("all")));
        QCOMPARE(parseValue(shared("pairs"), "auto"), Value(Automatic {}));
        QCOMPARE(parseValue(shared("alpha"), "follow"), Value(Automatic {}));
        QCOMPARE(parseValue(shared("range"), "-256:256"), Value(Numbers { -256, 256 }));
        QCOMPARE(parseValue(shared("curve_parts"), "both"), Value(std::string("both")));
    }

    void formattedValuesReadBack()
    {
        const std::pair<const char*, Value> values[] = {
            { "base", 0.1 + 10000.0 },
            { "base", 1e30 },
            { "alpha", Automatic {} },
            { "pairs", Numbers { 0, 63 } },
            { "pairs", std::string("all") },
            { "range", Numbers { -5, 1e12 } },
            { "seed", 9007199254740992.0 },
        };
        for (const auto& [key, value] : values)
            QCOMPARE(parseValue(shared(key), formatValue(shared(key), value)), value);
    }

    void everyDefaultIsAllowedAndEveryKeyIsUnique()
    {
        const auto check = [](const Parameter& parameter, std::set<std::string>& keys) {
            validateValue(parameter, parameter.defaultValue);
            QVERIFY2(keys.insert(parameter.key).second, parameter.key.c_str());
            QVERIFY2(!parameter.label.empty() && !parameter.help.empty(), parameter.key.c_str());
        };
        std::set<std::string> shared;
        for (const Parameter& parameter : sharedParameters())
            check(parameter, shared);
        for (const Encoding& encoding : allEncodings()) {
            std::set<std::string> keys = shared;
            for (const Parameter& parameter : encoding.parameters) {
                check(parameter, keys);
                QCOMPARE(parameter.owner, encoding.id);
            }
        }
    }

    void numbersAreShownForReading_data()
    {
        QTest::addColumn<double>("number");
        QTest::addColumn<QString>("expected");
        QTest::newRow("thousands") << 82684.62264056221 << "82,684.6";
        QTest::newRow("whole") << 16777216.0 << "16,777,216";
        QTest::newRow("not whole") << 16777216.5 << "16,777,200";
        QTest::newRow("small") << 0.000115478 << "0.000115478";
        QTest::newRow("tiny") << 1.5e-7 << "1.5 × 10⁻⁷";
        QTest::newRow("power of ten") << 1e30 << "10³⁰";
        QTest::newRow("negative") << -1234.5 << "−1,234.5";
        QTest::newRow("rounding up to the next power") << 999999.9 << "1,000,000";
        QTest::newRow("zero") << 0.0 << "0";
        QTest::newRow("four digits") << 4096.0 << "4,096";
    }

    void numbersAreShownForReading()
    {
        QFETCH(double, number);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(displayNumber(number)), expected);
    }
};

QTEST_APPLESS_MAIN(ParameterTest)
#include "parametertest.moc"
