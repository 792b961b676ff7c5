// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/parametererror.h"

#include "closeness.h"
#include "publishedcases.h"
#include "schemes.h"
#include "warnings.h"

#include <QElapsedTimer>
#include <QTest>

#include <cmath>
#include <set>

using namespace encodings;

namespace {

Numbers numbersOf(const QJsonValue& array)
{
    Numbers numbers;
    for (const QJsonValue& value : array.toArray())
        numbers.push_back(value.toDouble());
    return numbers;
}

/// The scheme of a case: its parameters keep their names here. `more` replaces them.
Scheme schemeOfCase(const std::string& encoding, const QJsonObject& one, const Values& more = {})
{
    const QJsonObject params = one.value("params").toObject();
    Values values;
    for (const Parameter& parameter : encodingById(encoding).parameters) {
        const QJsonValue value = params.value(QString::fromStdString(parameter.key));
        if (value.isArray())
            values.set(parameter.key, numbersOf(value));
        else if (value.isDouble())
            values.set(parameter.key, value.toDouble());
    }
    values.merge(more);
    return schemeOf({ encoding }, values);
}

void requireCurve(const QJsonObject& one, const std::function<double(double)>& curve, double tolerance = 1e-6)
{
    const Numbers x = numbersOf(one.value("x"));
    const Numbers y = numbersOf(one.value("y"));
    QVERIFY(!x.empty());
    for (std::size_t i = 0; i < x.size(); ++i)
        QVERIFY2(std::abs(curve(x[i]) - y[i]) <= tolerance * std::abs(y[i]) + 1e-12,
            qPrintable(QStringLiteral("%1 at %2, not %3").arg(curve(x[i])).arg(x[i]).arg(y[i])));
}

/// `value(query, key)` is the entry of the case's matrix.
void requireMatrix(const QJsonObject& one, const std::function<double(double, double)>& value)
{
    const QJsonArray rows = one.value("y").toArray();
    QVERIFY(!rows.isEmpty());
    for (int query = 0; query < rows.size(); ++query) {
        const Numbers row = numbersOf(rows[query]);
        for (std::size_t key = 0; key < row.size(); ++key)
            QVERIFY2(value(query, static_cast<double>(key)) == row[key],
                qPrintable(QStringLiteral("query %1, key %2").arg(query).arg(key)));
    }
}

/// The refusal names `parameter`.
void requireRefused(const std::vector<std::string>& ids, const Values& values, const std::string& parameter)
{
    try {
        schemeOf(ids, values);
        QFAIL(("accepted: " + parameter).c_str());
    } catch (const ParameterError& error) {
        QCOMPARE(error.parameter(), parameter);
    }
}

/// How many tokens a late query hears of through layers.
double tokensReached(const Scheme& scheme, int layers)
{
    std::set<double> reached { 40.0 };
    for (int layer = 0; layer < layers; ++layer) {
        const std::set<double> queries = reached;
        for (const double query : queries) {
            for (double key = 0; key <= query; ++key) {
                if (scheme.isVisible(query, key))
                    reached.insert(key);
            }
        }
    }
    return static_cast<double>(reached.size());
}

/// x is the place in the cache, y the token that stands there.
void requireCache(const QJsonObject& one)
{
    const QJsonObject params = one.value("params").toObject();
    const bool after = params.value("mode").toString() == "evict after step";
    const Scheme scheme = schemeOfCase(
        "streaming-llm", one, { { "mode", std::string(after ? "evict-after" : "evict-for-space") } });
    const double query = params.value("t").toDouble();
    const Numbers kept = numbersOf(one.value("y"));
    double place = 0;
    for (double token = 0; token <= query; ++token) {
        const bool isKept = std::find(kept.begin(), kept.end(), token) != kept.end();
        QCOMPARE(scheme.isVisible(query, token), isKept);
        if (isKept) {
            QCOMPARE(scheme.renumbered(query, token), place);
            QCOMPARE(scheme.distanceOf(query, token), static_cast<double>(kept.size()) - 1 - place++);
        } else {
            QVERIFY(std::isnan(scheme.renumbered(query, token)));
        }
    }
    QVERIFY(std::isnan(scheme.renumbered(query, query + 1)));
    // Before the cache is full, places are positions.
    for (double token = 0; token <= 5; ++token)
        QCOMPARE(scheme.renumbered(5, token), token);
}

} // namespace

class PositionSchemesTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void publishedCasesAgree_data()
    {
        QTest::addColumn<QJsonObject>("one");
        for (const char* prefix : { "cape.", "randomized.", "pose.", "rerope.", "leaky_rerope.",
                 "self_extend.", "lambda", "streaming.", "window.", "logn.", "yarn.mscale" }) {
            for (const QJsonObject& one : publishedCases(prefix))
                QTest::newRow(qPrintable(one.value("id").toString())) << one;
        }
    }

    void publishedCasesAgree()
    {
        if (publishedCases("pose.").isEmpty())
            QSKIP("the published values are not here");
        QFETCH(const QJsonObject, one);
        const QString id = one.value("id").toString();
        if (id.startsWith("cape.")) {
            const Scheme scheme = schemeOfCase(
                "cape", one, { { "current_length", 7.0 }, { "normalize", true }, { "augment", true } });
            // Computed with float32 in between.
            requireCurve(one, [&](double position) { return scheme.id(position + 3); });
        } else if (id.startsWith("randomized.")) {
            const Scheme scheme = schemeOfCase("randomized", one, { { "current_length", 16.0 } });
            requireCurve(one, [&](double token) { return scheme.id(token); });
            QVERIFY(std::isnan(scheme.id(16)) && std::isnan(scheme.id(-1)));
        } else if (id.startsWith("pose.")) {
            const Scheme scheme = schemeOfCase("pose", one);
            requireCurve(one, [&](double token) { return scheme.id(token); });
            QVERIFY(std::isnan(scheme.id(2048)));
        } else if (id.startsWith("rerope.") || id.startsWith("leaky_rerope.")) {
            const Scheme scheme = schemeOfCase(id.startsWith("rerope.") ? "rerope" : "leaky-rerope", one);
            requireCurve(one, [&](double far) { return scheme.distanceOf(1000 + far, 1000); });
            requireCurve(one, [&](double far) { return -scheme.distanceOf(1000, 1000 + far); });
        } else if (id.startsWith("self_extend.")) {
            const Scheme scheme = schemeOfCase("self-extend", one);
            requireCurve(one, [&](double key) { return scheme.distanceOf(39, key); });
            QVERIFY(!scheme.distanceOfDifference);
        } else if (id.startsWith("lambda_mask.")) {
            const Scheme scheme = schemeOfCase("lambda-mask", one);
            requireMatrix(one, [&](double query, double key) { return scheme.isVisible(query, key); });
        } else if (id.startsWith("lambda.")) {
            const Scheme scheme = schemeOfCase("lambda-mask", one);
            requireMatrix(one, [&](double query, double key) {
                return scheme.isVisible(query, key) ? scheme.distanceOf(query, key) : -1;
            });
        } else if (id.startsWith("streaming.")) {
            requireCache(one);
        } else if (id == "window.mask.w4") {
            const Scheme scheme = schemeOfCase("window", one);
            requireMatrix(one, [&](double query, double key) { return scheme.isVisible(query, key); });
        } else if (id == "window.receptive_field.w4") {
            const Scheme scheme = schemeOfCase("window", one);
            requireCurve(one, [&](double layers) { return tokensReached(scheme, static_cast<int>(layers)); });
        } else if (id == "logn.train4096") {
            const Scheme scheme = schemeOf({ "log-n" }, { { "log_n_length", 4096.0 } });
            requireCurve(one, [&](double count) { return scheme.temperature(count - 1); });
        } else if (id == "yarn.mscale") {
            requireCurve(one, [](double scale) {
                return schemeOf({ "yarn" }, { { "scale", scale } }).attentionFactor();
            });
        } else {
            QFAIL("an unknown case");
        }
    }

    void hugeWindowsChangeNothing()
    {
        for (const auto& [id, key] : std::vector<std::pair<std::string, std::string>> { { "rerope", "w" },
                 { "leaky-rerope", "w" }, { "self-extend", "W" }, { "window", "w" },
                 { "lambda-mask", "local_branch" }, { "streaming-llm", "recent_size" } }) {
            Values values { { "scale", 8.0 } };
            values.set(key, 1e12);
            const Scheme scheme = schemeOf({ id }, values);
            for (const auto& [query, token] : std::vector<std::pair<double, double>> {
                     { 0, 0 }, { 40000, 0 }, { 40000, 39999 }, { 123456, 7 } }) {
                QCOMPARE(scheme.distanceOf(query, token), query - token);
                QVERIFY(scheme.isVisible(query, token));
            }
            QVERIFY(!scheme.isVisible(1, 2));
        }
        // A factor of 1 leaves the distances beyond the window too.
        QCOMPARE(schemeOf({ "leaky-rerope" }, { { "w", 8.0 }, { "k", 1.0 } }).distanceOf(100, 3), 97.0);
        QCOMPARE(schemeOf({ "leaky-rerope" }, { { "w", 8.0 }, { "scale", 4.0 } }).distanceOf(28, 0), 13.0);
        QCOMPARE(schemeOf({ "self-extend" }, { { "G", 1.0 }, { "W", 8.0 } }).distanceOf(100, 3), 97.0);
    }

    void partsThatFitCombine()
    {
        const Scheme scheme = schemeOf({ "yarn", "lambda-mask", "log-n" }, { { "scale", 4.0 } });
        QVERIFY(scheme.attentionFactor() > 1 && scheme.distance && scheme.visible && scheme.temperature);
        QVERIFY(schemeOf({ "alibi", "streaming-llm" }).renumbered);
        requireRefused({ "rerope", "lambda-mask" }, {}, "encoding");
        requireRefused({ "sinusoidal", "rerope" }, {}, "encoding");
        requireRefused({ "learned", "streaming-llm" }, {}, "encoding");
        requireRefused({ "window", "streaming-llm" }, {}, "encoding");
        requireRefused({ "shape", "pi" }, {}, "encoding");
        // One value cannot be a weight and a number of tokens.
        requireRefused({ "da-transformer", "window" }, {}, "encoding");
        QVERIFY(schemeOf({ "rerope", "window" }).visible);
    }

    void laterKeysAreMirrored()
    {
        const Values both { { "causal", std::string("false") }, { "w", 4.0 } };
        const Scheme window = schemeOf({ "window" }, both);
        QVERIFY(window.isVisible(10, 13) && !window.isVisible(10, 14) && !window.isVisible(10, 6));
        QCOMPARE(schemeOf({ "rerope" }, both).distanceOf(10, 30), -4.0);
        const Scheme extended
            = schemeOf({ "self-extend" }, { { "causal", std::string("false") }, { "G", 4.0 }, { "W", 8.0 } });
        QCOMPARE(extended.distanceOf(0, 39), -extended.distanceOf(39, 0));
        QVERIFY(!schemeOf({ "streaming-llm" }, both).isVisible(10, 11));
    }

    // LM-Infinite's code: the keys of the global branch share the limit, even nearer ones.
    void firstTokensShareTheLimit()
    {
        const Scheme scheme = schemeOf(
            { "lambda-mask" }, { { "local_branch", 8.0 }, { "global_branch", 4.0 }, { "limit", 100.0 } });
        QCOMPARE(scheme.distanceOf(7, 0), 7.0);
        QCOMPARE(scheme.distanceOf(8, 0), 100.0);
        QCOMPARE(scheme.distanceOf(5000, 3), 100.0);
    }

    // Each set of n ids is equally likely: the mean of the k-th, counted from 1, is k (M + 1) / (n + 1) - 1.
    void drawnIdsAreEvenlySpread()
    {
        for (const double range : { 20.0, 60.0, 4000.0 }) {
            double sums[10] = {};
            constexpr int draws = 400;
            for (int seed = 0; seed < draws; ++seed) {
                const Scheme scheme = schemeOf({ "randomized" },
                    { { "current_length", 10.0 }, { "L_max", range },
                        { "seed", static_cast<double>(seed) } });
                for (int token = 0; token < 10; ++token) {
                    sums[token] += scheme.id(token);
                    QVERIFY(scheme.id(token) >= 0 && scheme.id(token) <= range - 1);
                    QVERIFY(token == 0 || scheme.id(token) > scheme.id(token - 1));
                }
            }
            for (int token = 0; token < 10; ++token) {
                const double mean = (token + 1) * (range + 1) / 11 - 1;
                // Four deviations of the mean of an order statistic, which deviates by less than range / 6.
                QVERIFY2(std::abs(sums[token] / draws - mean) < 4 * range / 6 / std::sqrt(draws),
                    qPrintable(QString::number(sums[token] / draws)));
            }
        }
    }

    void drawsAreBoundedAndRemembered()
    {
        requireRefused({ "randomized" }, { { "current_length", 100.0 }, { "L_max", 99.0 } }, "L_max");
        requireRefused({ "randomized" }, { { "current_length", 1e9 } }, "current_length");
        requireRefused({ "randomized" }, { { "drawn", Numbers { 1, 2, 1 } } }, "drawn");
        requireRefused({ "randomized" }, { { "drawn", Numbers { 1, 1e6 } }, { "L_max", 2048.0 } }, "drawn");
        const Values longest { { "current_length", 131072.0 } };
        const Scheme first = schemeOf({ "randomized" }, longest);
        QCOMPARE(schemeOf({ "randomized" }, longest).id(131071), first.id(131071));
        // Sorting as many numbers takes several times longer.
        qint64 shortest = std::numeric_limits<qint64>::max();
        for (int i = 0; i < 20; ++i) {
            QElapsedTimer timer;
            timer.start();
            schemeOf({ "randomized" }, longest);
            shortest = std::min(shortest, timer.nsecsElapsed());
        }
        QVERIFY2(shortest < 2'000'000, qPrintable(QString::number(shortest)));
    }

    void chunksSkipForwardsAndEndInTime()
    {
        for (const double chunks : { 1.0, 2.0, 5.0, 64.0 }) {
            for (double seed = 0; seed < 20; ++seed) {
                const Scheme scheme = schemeOf({ "pose" },
                    { { "chunks", chunks }, { "seed", seed }, { "L_c", 100.0 }, { "L_t", 1000.0 } });
                QCOMPARE(scheme.id(0), 0.0);
                for (double token = 1; token < 100; ++token)
                    QVERIFY(scheme.id(token) > scheme.id(token - 1) && scheme.id(token) < 1000);
                if (chunks == 1.0)
                    QCOMPARE(scheme.id(99), 99.0);
            }
        }
        QCOMPARE(schemeOf({ "pose" }).id(4095), 4095.0);
        requireRefused({ "pose" }, { { "L_c", 100.0 }, { "L_t", 99.0 } }, "L_t");
        requireRefused({ "pose" }, { { "L_c", 100.0 }, { "l0", 101.0 } }, "l0");
        requireRefused({ "pose" }, { { "L_c", 100.0 }, { "L_t", 200.0 }, { "u1", 101.0 } }, "u1");
        requireRefused({ "self-extend" }, { { "G", 8.0 }, { "W", 4.0 } }, "G");
    }

    void shiftsStayWithinTheirBounds()
    {
        QCOMPARE(schemeOf({ "shape" }, { { "K", 30.0 } }).id(5), 35.0);
        QCOMPARE(schemeOf({ "shape" }, { { "shift", 7.0 } }).id(5), 12.0);
        for (double seed = 0; seed < 50; ++seed) {
            const Scheme shape = schemeOf(
                { "shape" }, { { "K", 3.0 }, { "seed", seed }, { "shape_mode", std::string("training") } });
            QVERIFY(shape.positionOffset >= 0 && shape.positionOffset <= 3);
            QCOMPARE(std::floor(shape.positionOffset), shape.positionOffset);
            const Scheme cape = schemeOf({ "cape" }, { { "seed", seed } });
            for (double token = 0; token < 20; ++token) {
                QVERIFY(std::abs(cape.id(token)) <= (token + 5.5) * 1.03);
                QVERIFY(cape.id(token + 1) > cape.id(token));
            }
        }
        const Scheme evaluated = schemeOf({ "cape" }, { { "augment", false } });
        QVERIFY(evaluated.hasEvenIds());
        QCOMPARE(evaluated.id(7), 7.0);
        const Scheme shifted = schemeOf({ "cape" },
            { { "local_shift_max", 0.0 }, { "Delta", 2.0 }, { "log_lambda", std::log(3.0) },
                { "freq_scale", 10.0 } });
        QVERIFY(shifted.hasEvenIds() && isClose(shifted.id(4), 180));
    }
};

QTEST_APPLESS_MAIN(PositionSchemesTest)
#include "positionschemestest.moc"
