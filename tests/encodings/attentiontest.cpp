// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/attention.h"
#include "encodings/channellayout.h"
#include "encodings/rope.h"
#include "encodings/seeded.h"
#include "encodings/xpos.h"

#include "casenumbers.h"
#include "publishedcases.h"
#include "schemes.h"
#include "warnings.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <set>

using namespace encodings;
using Eigen::ArrayXd;
using Eigen::Index;

namespace {

constexpr double none = -std::numeric_limits<double>::infinity();

const Values small { { "dimension", 8.0 }, { "head_dimension", 8.0 }, { "heads", 4.0 } };

ArrayXd tokens(Index count) { return ArrayXd::LinSpaced(count, 0, static_cast<double>(count - 1)); }

/// A scheme with the values that its attention needs.
struct Scored {
    Scheme scheme;
    Attention attention;

    explicit Scored(const std::vector<std::string>& ids, const Values& values = small)
        : scheme(schemeOf(ids, values))
        , attention(scheme, resolvedValuesOf(ids, values))
    {
    }
};

} // namespace

class AttentionTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    // The causal mask alone: every key of query i weighs 1/(i + 1).
    void withoutPositionAllKeysWeighTheSame()
    {
        const Scored nope({ "nope" });
        QCOMPARE(nope.attention.contentUsed(), ContentUsed::None);
        QCOMPARE(nope.attention.heads(), 1);
        QVERIFY(nope.attention.followsFromDifference());
        QList<QJsonObject> cases = publishedCases("nope.");
        const ArrayXd expected
            = cases.isEmpty() ? ArrayXd(1 / (tokens(8) + 1)) : arrayOf(cases.first().value("y"));
        for (Index query = 0; query < 8; ++query) {
            const ArrayXd weights = softmax(nope.attention.logits(0, static_cast<double>(query), tokens(8)));
            QVERIFY(areClose(weights.head(query + 1), ArrayXd::Constant(query + 1, expected[query])));
            QVERIFY((weights.tail(7 - query) == 0).all());
        }
    }

    // Two vectors of ones, turned: their inner product by the root of the head dimension.
    void logitsOfRopeAreTurnedOnes()
    {
        const Values values { { "dimension", 6.0 }, { "head_dimension", 8.0 } };
        const Scored rope({ "rope" }, values);
        QCOMPARE(rope.attention.contentUsed(), ContentUsed::Ones);
        const ArrayXd frequencies = geometricFrequencies(10000, 6);
        const ArrayXd query = turned(ChannelLayout::Half, ArrayXd::Ones(8), frequencies, 21);
        const ArrayXd keys { { 0, 3, 20, 21 } };
        const ArrayXd logits = rope.attention.logits(0, 21, keys);
        for (Index i = 0; i < keys.size(); ++i) {
            const ArrayXd key = turned(ChannelLayout::Half, ArrayXd::Ones(8), frequencies, keys[i]);
            QVERIFY(isClose(logits[i], (query * key).sum() / std::sqrt(8.0)));
        }
    }

    void scoresOfXposDecay()
    {
        const Scored xpos({ "xpos" });
        const ArrayXd frequencies = geometricFrequencies(10000, 8);
        const ArrayXd zeta = xposDecay(4, 0.4);
        const double expected = 2 * ((100 * frequencies).cos() * zeta.pow(100.0 / 512)).sum();
        QVERIFY(isClose(xpos.attention.logits(0, 150, ArrayXd { { 50 } })[0], expected / std::sqrt(8.0)));
    }

    // An additive table's own rows: sin and cos of both positions, multiplied out.
    void scoresOfATableAreInnerProducts()
    {
        const Scored table({ "sinusoidal" });
        QCOMPARE(table.attention.contentUsed(), ContentUsed::Table);
        const ArrayXd frequencies = geometricFrequencies(10000, 8);
        const ArrayXd one = 7 * frequencies;
        const ArrayXd other = 3 * frequencies;
        const double product = (one.sin() * other.sin() + one.cos() * other.cos()).sum();
        QVERIFY(isClose(table.attention.logits(0, 7, ArrayXd { { 3 } })[0], product / std::sqrt(8.0)));
    }

    void rowsWithoutAValueAreNotSeen()
    {
        Scheme scheme;
        scheme.mechanism = AdditiveRows { .dimension = 2,
            .length = 3,
            .at = [](double id) -> ArrayXd {
                return id < 3 ? ArrayXd { { id, 1.0 } } : ArrayXd::Constant(2, std::nan("")).eval();
            } };
        const Attention attention(scheme, resolvedValuesOf({ "nope" }, small));
        QVERIFY(!attention.followsFromDifference());
        QVERIFY(areClose(attention.logits(0, 2, tokens(3)), ArrayXd { { 1, 3, 5 } } / std::sqrt(2.0)));
        QVERIFY((attention.logits(0, 3, tokens(4)) == none).all());
    }

    void laterKeysAreSeenWhereNotCausal()
    {
        const Values values { { "heads", 4.0 }, { "causal", "false" } };
        const Scored open({ "alibi" }, values);
        const Scored causal({ "alibi" }, { { "heads", 4.0 } });
        const ArrayXd logits = causal.attention.logits(0, 2, tokens(5));
        QVERIFY(areClose(logits.head(3), ArrayXd { { -0.5, -0.25, 0 } }));
        QVERIFY((logits.tail(2) == none).all());
        QVERIFY(
            areClose(open.attention.logits(0, 2, tokens(5)), ArrayXd { { -0.5, -0.25, 0, -0.25, -0.5 } }));
        QCOMPARE(open.attention.heads(), 4);
    }

    void visibilityHidesKeys()
    {
        Scheme scheme = schemeOf({ "alibi" }, { { "heads", 4.0 } });
        scheme.visible = [](double query, double key) { return query - key < 2; };
        const Attention attention(scheme, resolvedValuesOf({ "alibi" }, { { "heads", 4.0 } }));
        const ArrayXd logits = attention.logits(0, 3, tokens(4));
        QVERIFY((logits.head(2) == none).all());
        QVERIFY(areClose(logits.tail(2), ArrayXd { { -0.25, 0 } }));
    }

    // A cache of the first token and the last two: kept tokens count 0, 1, 2.
    void renumberedTokensCountAnew()
    {
        Scheme scheme = schemeOf({ "alibi" }, { { "heads", 4.0 } });
        scheme.renumbered = [](double query, double token) {
            return token == 0 ? 0.0 : token > query - 2 ? token - query + 2 : std::nan("");
        };
        const Attention attention(scheme, resolvedValuesOf({ "alibi" }, { { "heads", 4.0 } }));
        QVERIFY(!attention.followsFromDifference());
        const ArrayXd distances = attention.distances(9, ArrayXd { { 0, 5, 8, 9 } });
        QCOMPARE(distances[0], 2.0);
        QVERIFY(std::isnan(distances[1]));
        QCOMPARE(distances[2], 1.0);
        const ArrayXd logits = attention.logits(0, 9, ArrayXd { { 0, 5, 8, 9 } });
        QCOMPARE(logits[1], none);
        QVERIFY(isClose(logits[0], -0.5));
    }

    // Multiplied scores are not below 0; temperature multiplies all but a bias.
    void contentBiasAndTemperature()
    {
        const ArrayXd keys = tokens(10);
        const Values values { { "dimension", 8.0 }, { "head_dimension", 8.0 }, { "heads", 2.0 },
            { "w", 0.5 } };
        const Scored da({ "da-transformer" }, values);
        const ArrayXd logits = da.attention.logits(1, 9, keys);
        const Eigen::VectorXd query = contentVector(1, QueryStream, 1, 9, 8);
        for (Index i = 0; i < keys.size(); ++i) {
            const double content
                = std::max(0.0, query.dot(contentVector(1, KeyStream, 1, keys[i], 8)) / std::sqrt(8.0));
            QVERIFY(isClose(logits[i], content * 2 / (1 + std::exp(-0.5 * (9 - keys[i])))));
        }
        Scheme scheme = da.scheme;
        scheme.temperature = [](double) { return 3.0; };
        QVERIFY(areClose(Attention(scheme, resolvedValuesOf({ "da-transformer" }, values)).logits(1, 9, keys),
            3 * logits));
        Scheme bias = schemeOf({ "alibi" }, values);
        bias.temperature = scheme.temperature;
        QVERIFY(
            isClose(Attention(bias, resolvedValuesOf({ "alibi" }, values)).logits(0, 9, ArrayXd { { 5 } })[0],
                -0.25));
    }

    // Every encoding with a mechanism: asked for a few keys, it answers as it does for all.
    void someKeysHaveTheValuesOfAll()
    {
        Values values = small;
        values.set("trained_length", 64.0);
        for (const Encoding& encoding : allEncodings()) {
            const Scored scored({ encoding.id }, values);
            const Index head = scored.attention.heads() - 1;
            const ArrayXd all = scored.attention.logits(head, 40, tokens(41));
            const ArrayXd keys { { 0, 1, 2, 17, 19, 33, 40 } };
            const ArrayXd some = scored.attention.logits(head, 40, keys);
            const ArrayXd backwards = scored.attention.logits(head, 40, keys.reverse());
            for (Index i = 0; i < keys.size(); ++i) {
                const double expected = all[static_cast<Index>(keys[i])];
                const auto agrees
                    = [&](double found) { return found == expected || std::abs(found - expected) < 1e-9; };
                QVERIFY2(agrees(some[i]) && agrees(backwards[keys.size() - 1 - i]), encoding.id.c_str());
            }
        }
    }

    void softmaxOfNothingIsNothing()
    {
        QVERIFY((softmax(ArrayXd::Constant(3, none)) == 0).all());
        QCOMPARE(softmax(ArrayXd()).size(), 0);
        QVERIFY(areClose(
            softmax(ArrayXd { { 1000, 1000 + std::log(3.0), none } }), ArrayXd { { 0.25, 0.75, 0 } }));
    }

    void entropyCountsKeys()
    {
        QVERIFY(isClose(std::exp(entropyOf(ArrayXd::Constant(16, 1.0 / 16))), 16));
        QCOMPARE(entropyOf(ArrayXd { { 0, 1, 0 } }), 0.0);
        QVERIFY(
            isClose(entropyOf(ArrayXd { { 0.25, 0.75 } }), 0.25 * std::log(4) + 0.75 * std::log(4.0 / 3)));
    }

    void fewestKeysHoldTheShare()
    {
        const ArrayXd weights { { 0.1, 0.5, 0.15, 0.25 } };
        QCOMPARE(keysHolding(weights, 0.5), 1);
        QCOMPARE(keysHolding(weights, 0.75), 2);
        QCOMPARE(keysHolding(weights, 0.76), 3);
        QCOMPARE(keysHolding(weights, 1), 4);
        QCOMPARE(keysHolding(ArrayXd::Zero(4), 0.99), 0);
        QCOMPARE(keysHolding(ArrayXd::Constant(1000, 0.001), 0.99), 990);
    }

    void seededNumbersAreGaussian()
    {
        const ArrayXd numbers = seededNormals(1, KeyStream, 0, 100000);
        QVERIFY(std::abs(numbers.mean()) < 0.02);
        QVERIFY(std::abs((numbers - numbers.mean()).square().mean() - 1) < 0.02);
        QVERIFY(std::abs(numbers.pow(4).mean() - 3) < 0.1);
        QVERIFY(std::abs((numbers.head(99999) * numbers.tail(99999)).mean()) < 0.02);
        QVERIFY(std::abs((numbers * seededNormals(1, QueryStream, 0, 100000)).mean()) < 0.02);
        QVERIFY(std::abs((numbers * seededNormals(2, KeyStream, 0, 100000)).mean()) < 0.02);
    }

    void seededNumbersAreFunctionsOfTheirIndex()
    {
        const ArrayXd run = seededNormals(5, TableStream, 1000, 10);
        for (Index i = 0; i < run.size(); ++i)
            QCOMPARE(run[i], seededNormal(5, TableStream, static_cast<std::uint64_t>(1000 + i)));
        std::set<double> uniforms;
        for (std::uint64_t i = 0; i < 1000; ++i) {
            const double uniform = seededUniform(5, PositionStream, i);
            QVERIFY(uniform > 0 && uniform < 1);
            uniforms.insert(uniform);
        }
        QCOMPARE(uniforms.size(), std::size_t { 1000 });
    }
};

QTEST_APPLESS_MAIN(AttentionTest)
#include "attentiontest.moc"
