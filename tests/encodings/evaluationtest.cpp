// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/attention.h"
#include "encodings/evaluation.h"
#include "encodings/rope.h"
#include "encodings/sandwich.h"
#include "encodings/xpos.h"

#include "casenumbers.h"
#include "publishedcases.h"
#include "schemes.h"
#include "warnings.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace encodings;
using Eigen::ArrayXd;
using Eigen::Index;

namespace {

ArrayXd firstDistances(Index count) { return ArrayXd::LinSpaced(count, 0, static_cast<double>(count - 1)); }

/// -r1 ln(1 + r2 r) with 1 and 0.1.
ArrayXd kerple(Index count) { return -(0.1 * firstDistances(count)).log1p(); }

void expectationCase(const QJsonObject& one)
{
    const ArrayXd frequencies = geometricFrequencies(10000, 64);
    const ArrayXd decay = one.value("id").toString().contains("xpos")
        ? ArrayXd(xposDecay(32, 0.4).pow(1.0 / 512))
        : ArrayXd();
    QVERIFY(areClose(
        attentionExpectation(frequencies, decay, arrayOf(one.value("x"))), arrayOf(one.value("y")), 1e-9));
}

void resolutionCase(const QJsonObject& one)
{
    const ArrayXd scores
        = one.value("id").toString().endsWith("alibi") ? ArrayXd(-firstDistances(1025) / 16) : kerple(1025);
    QVERIFY(areClose(ArrayXd { { attentionResolution(scores) } }, arrayOf(one.value("y"))));
}

void biasOnlyCase(const QJsonObject& one)
{
    const QJsonObject params = one.value("params").toObject();
    const Index tokens = params.value("N").toInt();
    const QString name = params.value("bias").toString();
    ArrayXd bias = ArrayXd::Zero(tokens);
    if (name.startsWith("kerple"))
        bias = kerple(tokens);
    else if (name == "window32")
        bias.tail(tokens - 32).setConstant(-std::numeric_limits<double>::infinity());
    else
        QCOMPARE(name, QStringLiteral("nope"));
    const std::int64_t layers = params.value("layers").toInt();
    const ArrayXd shares = cumulated(*biasOnlyShares(bias, layers));
    const ArrayXd x = arrayOf(one.value("x"));
    const ArrayXd found = x.unaryExpr([&](double distance) { return shares[static_cast<Index>(distance)]; });
    QVERIFY(areClose(found, arrayOf(one.value("y")), 1e-12));
    const QString note = one.value("note").toString(); // "... reaching 99%: 105"
    QCOMPARE(tokensHolding(shares, 0.99), note.section(": ", 1).toInt());

    const auto weightsOf = [&](Index query) { return softmax(bias.head(query + 1).reverse()); };
    QVERIFY(areClose(cumulated(*biasOnlyShares(weightsOf, tokens, layers)), shares, 1e-12));
}

void receptiveFieldCase(const QJsonObject& one)
{
    const double window = one.value("params").toObject().value("w").toDouble();
    const ArrayXd x = arrayOf(one.value("x"));
    QVERIFY(areClose(
        x.unaryExpr([&](double layers) { return receptiveField(layers, window); }), arrayOf(one.value("y"))));
}

void xposCase(const QJsonObject& one)
{
    if (one.value("id").toString().startsWith("xpos.zeta")) {
        QVERIFY(areClose(xposDecay(32, 0.4), arrayOf(one.value("y"))));
        return;
    }
    const Values values { { "dimension", 64.0 }, { "head_dimension", 64.0 } };
    const Scheme scheme = schemeOf({ "xpos" }, values);
    const ArrayXd scores = Attention(scheme, resolvedValuesOf({ "xpos" }, values))
                               .positionPart(0, 1000, 1000 - arrayOf(one.value("x")));
    QVERIFY(areClose(scores * 8.0, arrayOf(one.value("y")), 1e-9)); // undivided
}

} // namespace

class EvaluationTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void publishedCasesAgree_data()
    {
        QTest::addColumn<QJsonObject>("one");
        for (const char* prefix : { "attn_", "cng.", "window.receptive_field", "xpos." }) {
            for (const QJsonObject& one : publishedCases(prefix))
                QTest::newRow(qPrintable(one.value("id").toString())) << one;
        }
    }

    void publishedCasesAgree()
    {
        if (publishedCases("cng.").isEmpty())
            QSKIP("the published values are not here");
        QFETCH(const QJsonObject, one);
        static const std::map<QString, void (*)(const QJsonObject&)> checks {
            { "attn_expectation", expectationCase }, { "attn_resolution", resolutionCase },
            { "cng", biasOnlyCase }, { "window", receptiveFieldCase }, { "xpos", xposCase }
        };
        checks.at(one.value("id").toString().section('.', 0, 0))(one);
    }

    // The reference: ALiBi with slope 1/16 holds 99 % in 160 tokens (4 layers, 512 tokens).
    void alibiHoldsItsTokens()
    {
        const ArrayXd bias = -firstDistances(512) / 16;
        QCOMPARE(tokensHolding(cumulated(*biasOnlyShares(bias, 4)), 0.99), 160);
    }

    // One layer is the last row of the softmax itself; none leaves the token alone.
    void fewLayersAreWhatTheyAre()
    {
        const ArrayXd bias { { 0, std::log(2.0), std::log(5.0) } };
        QVERIFY(areClose(*biasOnlyShares(bias, 1), ArrayXd { { 0.125, 0.25, 0.625 } }));
        QVERIFY(areClose(*biasOnlyShares(bias, 0), ArrayXd { { 1, 0, 0 } }));
        QVERIFY(areClose(*biasOnlyShares(bias + 5000, 1), ArrayXd { { 0.125, 0.25, 0.625 } }));
        QCOMPARE(biasOnlyShares(ArrayXd(), 3)->size(), 0);
    }

    void stoppedWorkHasNoResult()
    {
        std::stop_source source;
        source.request_stop();
        QVERIFY(!biasOnlyShares(ArrayXd::Zero(64), 4, source.get_token()));
        QVERIFY(!biasOnlyShares(
            [](Index query) { return ArrayXd::Constant(query + 1, 1.0); }, 64, 4, source.get_token()));
    }

    // The reference's regression of Sandwich (128, undivided): slope -6.70 and R² 0.73 over 1 .. 8191, R²
    // 0.87 over 1 .. 512.
    void sandwichIsALogarithmWithRipples()
    {
        const auto fitOf = [](Index last) {
            const ArrayXd distances = ArrayXd::LinSpaced(last, 1, static_cast<double>(last));
            return *logFit(distances, sandwichSum(128, SandwichIndex::Nemo, distances));
        };
        QVERIFY(std::abs(fitOf(8191).slope + 6.70) < 0.005);
        QVERIFY(std::abs(fitOf(8191).rSquared - 0.73) < 0.005);
        QVERIFY(std::abs(fitOf(512).rSquared - 0.87) < 0.005);
    }

    void fitsFindTheirLine()
    {
        const ArrayXd distances { { -1, 0, 1, 2, 4, 8, 16 } };
        ArrayXd bias = 3 - 2 * distances.max(1e-3).log();
        bias[4] = -std::numeric_limits<double>::infinity();
        const LogFit fit = *logFit(distances, bias);
        QVERIFY(isClose(fit.slope, -2) && isClose(fit.intercept, 3) && isClose(fit.rSquared, 1));
        QVERIFY(isClose(logFit(distances, ArrayXd::Constant(7, 4))->rSquared, 1));
        QVERIFY(!logFit(ArrayXd { { 0, 1 } }, ArrayXd { { 0, 1 } }));
        QVERIFY(!logFit(ArrayXd { { 2, 2 } }, ArrayXd { { 0, 1 } }));
    }

    void equalScoresHaveNoResolution()
    {
        QCOMPARE(attentionResolution(ArrayXd::Constant(100, 3)), 0.0);
        QCOMPARE(attentionResolution(ArrayXd()), 0.0);
        // Far scores: no overflow.
        QVERIFY(isClose(attentionResolution(kerple(64) + 1e4), attentionResolution(kerple(64))));
    }
};

QTEST_APPLESS_MAIN(EvaluationTest)
#include "evaluationtest.moc"
