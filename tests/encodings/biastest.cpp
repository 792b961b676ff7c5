// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/alibi.h"
#include "encodings/attention.h"
#include "encodings/datransformer.h"
#include "encodings/fire.h"
#include "encodings/parametererror.h"
#include "encodings/sandwich.h"
#include "encodings/t5.h"

#include "casenumbers.h"
#include "publishedcases.h"
#include "schemes.h"
#include "warnings.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace encodings;
using Eigen::ArrayXd;
using Eigen::Index;

namespace {

/// Bias of one head at distances 0, 1, ... from a query.
ArrayXd biasAt(const std::string& id, const Values& values, Index head, double query, const ArrayXd& keys)
{
    const Scheme scheme = schemeOf({ id }, values);
    return Attention(scheme, resolvedValuesOf({ id }, values)).positionPart(head, query, keys);
}

ArrayXd biasAtDistances(const std::string& id, const Values& values, Index head, const ArrayXd& distances)
{
    return biasAt(id, values, head, 100000, 100000 - distances);
}

Numbers listOf(const QJsonValue& value)
{
    const ArrayXd numbers = arrayOf(value);
    return { numbers.begin(), numbers.end() };
}

/// The rows of heads of a case against an encoding's bias at its distances.
void requireHeads(const std::string& id, const Values& values, const QJsonObject& one, double tolerance = 0.0)
{
    const QJsonArray rows = one.value("y").toArray();
    Values all = values;
    all.set("heads", static_cast<double>(rows.size()));
    for (int head = 0; head < rows.size(); ++head)
        QVERIFY2(
            areClose(biasAtDistances(id, all, head, arrayOf(one.value("x"))), arrayOf(rows[head]), tolerance),
            qPrintable(QStringLiteral("head %1").arg(head + 1)));
}

void requireRefusal(const std::string& id, const Values& values, const std::string& key)
{
    try {
        schemeOf({ id }, values);
    } catch (const ParameterError& error) {
        QCOMPARE(error.parameter(), key);
        return;
    }
    QFAIL("not refused");
}

void alibiCase(const QJsonObject& one)
{
    const QString id = one.value("id").toString();
    const QJsonObject params = one.value("params").toObject();
    const auto heads = static_cast<Index>(params.value("heads").toInt());
    const double length = params.value("L").toDouble();
    Values values { { "heads", static_cast<double>(heads) } };
    if (one.value("ylabel").toString().startsWith("slope")) {
        const ArrayXd slopes = alibiSlopes(heads, params.value("alibi_bias_max").toDouble(8));
        QCOMPARE(areClose(slopes, arrayOf(one.value("y"))), one.value("expect").toString() == "match");
        return;
    }
    const QJsonArray rows = one.value("y").toArray();
    QCOMPARE(rows.size(), heads);
    const ArrayXd keys = ArrayXd::LinSpaced(static_cast<Index>(length), 0, length - 1);
    if (id.contains("ruoss")) {
        values.set("alibi_noncausal", "ruoss");
        for (int head = 0; head < heads; ++head) {
            for (int query = 0; query < length; ++query)
                QVERIFY(areClose(
                    biasAt("alibi", values, head, query, keys), arrayOf(rows[head].toArray()[query])));
        }
        return;
    }
    values.set("alibi_storage", id.contains("bloom") ? "bloom" : "mpt");
    values.set("current_length", length);
    for (int head = 0; head < heads; ++head) {
        for (const double query : { 0.0, length - 1 })
            QVERIFY(areClose(biasAt("alibi", values, head, query, keys), arrayOf(rows[head])));
    }
}

void t5Case(const QJsonObject& one)
{
    const QJsonObject params = one.value("params").toObject();
    const T5Buckets buckets { .count = params.value("num_buckets").toInt(),
        .maxDistance = params.value("max_distance").toDouble(),
        .bidirectional = params.value("bidirectional").toBool() };
    const ArrayXd x = arrayOf(one.value("x"));
    const ArrayXd y = arrayOf(one.value("y"));
    if (one.value("id").toString().contains("edges")) {
        const ArrayXd first = t5FirstDistances(buckets);
        for (Index i = 0; i < x.size(); ++i)
            QCOMPARE(first[static_cast<Index>(x[i])], y[i]);
        return;
    }
    for (Index i = 0; i < x.size(); ++i) // x is key minus query
        QCOMPARE(static_cast<double>(t5Bucket(-x[i], buckets)), y[i]);
}

void kerpleCase(const QJsonObject& one)
{
    const QString id = one.value("id").toString();
    const QJsonObject params = one.value("params").toObject();
    if (id == "kerple.nemo.init") {
        requireHeads("kerple-log", { { "kerple_form", "nemo" } }, one);
        return;
    }
    requireHeads(id == "kerple.log" ? "kerple-log" : "kerple-power",
        { { "r1_heads", listOf(params.value("r1")) }, { "r2_heads", listOf(params.value("r2")) } }, one);
}

void sandwichCase(const QJsonObject& one)
{
    const QJsonObject params = one.value("params").toObject();
    const double width = params.value("d_bar").toDouble();
    if (one.value("id").toString().contains("raw")) {
        const ArrayXd x = arrayOf(one.value("x"));
        const auto dimension = static_cast<Index>(width);
        QVERIFY(areClose(sandwichSum(dimension, SandwichIndex::Plain, x), arrayOf(one.value("y")), 1e-9));
        QVERIFY(!areClose(sandwichSum(dimension, SandwichIndex::Nemo, x), arrayOf(one.value("y")), 0.1));
        return;
    }
    requireHeads("sandwich", { { "d_bar", width } }, one, 1e-9);
}

void fireCase(const QJsonObject& one)
{
    const QJsonObject params = one.value("params").toObject();
    const double query = params.value("query_index").toDouble();
    FireInput input { .c = params.value("c").toDouble(),
        .threshold = params.value("L").toDouble(),
        .epsilon = params.value("eps").toDouble() };
    const ArrayXd x = arrayOf(one.value("x"));
    if (one.value("id").toString().startsWith("fire.normalised")) {
        QVERIFY(areClose(input.at(query, x), arrayOf(one.value("y"))));
        // The encoding divides by a millionth more.
        QVERIFY(areClose(
            FireInput { .c = input.c, .threshold = input.threshold }.at(query, x), arrayOf(one.value("y"))));
        return;
    }
    const FireNetwork network { .inputWeights = matrixOf(params.value("W1")).col(0).array(),
        .inputBiases = arrayOf(params.value("b1")),
        .outputWeights = matrixOf(params.value("W2")),
        .outputBiases = arrayOf(params.value("b2")) };
    const QJsonArray rows = one.value("y").toArray();
    QCOMPARE(rows.size(), 4);
    for (int head = 0; head < rows.size(); ++head) // x is the key
        QVERIFY(areClose(network.at(head, input.at(query, query - x)), arrayOf(rows[head]), 2e-6));
}

void daCase(const QJsonObject& one)
{
    const QJsonObject params = one.value("params").toObject();
    const Values values { { "w", params.value("w").toDouble() }, { "v", params.value("v").toDouble() } };
    QVERIFY(areClose(
        biasAtDistances("da-transformer", values, 0, arrayOf(one.value("x"))), arrayOf(one.value("y"))));
    const std::string about = encodingById("da-transformer").about;
    QVERIFY(about.find("unverified") != std::string::npos);
}

} // namespace

class BiasTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void publishedCasesAgree_data()
    {
        QTest::addColumn<QJsonObject>("one");
        for (const char* prefix : { "alibi.", "t5.", "kerple.", "sandwich.", "fire.", "da." }) {
            for (const QJsonObject& one : publishedCases(prefix))
                QTest::newRow(qPrintable(one.value("id").toString())) << one;
        }
    }

    void publishedCasesAgree()
    {
        if (publishedCases("alibi.").isEmpty())
            QSKIP("the published values are not here");
        QFETCH(const QJsonObject, one);
        static const std::map<QString, void (*)(const QJsonObject&)> checks { { "alibi", alibiCase },
            { "t5", t5Case }, { "kerple", kerpleCase }, { "sandwich", sandwichCase }, { "fire", fireCase },
            { "da", daCase } };
        checks.at(one.value("id").toString().section('.', 0, 0))(one);
    }

    // Row constants: BLOOM adds m i, MPT takes m (L - 1 - i) off again.
    void storagesOfAlibiAreOneSoftmax()
    {
        const ArrayXd keys = ArrayXd::LinSpaced(8, 0, 7);
        ArrayXd relative;
        for (const char* storage : { "relative", "bloom", "mpt" }) {
            const Values values { { "alibi_storage", storage } };
            const Scheme scheme = schemeOf({ "alibi" }, values);
            const ArrayXd weights
                = softmax(Attention(scheme, resolvedValuesOf({ "alibi" }, values)).logits(3, 7, keys));
            if (relative.size() == 0)
                relative = weights;
            QVERIFY(areClose(weights, relative));
            QCOMPARE(
                std::get<ScoreTerm>(scheme.mechanism).ofDistanceAlone, std::string(storage) == "relative");
        }
        requireRefusal(
            "alibi", { { "alibi_storage", "mpt" }, { "alibi_noncausal", "ruoss" } }, "alibi_storage");
    }

    void bidirectionalT5SeesLaterKeys()
    {
        QVERIFY(schemeOf({ "t5" }).causal);
        QVERIFY(!schemeOf({ "t5" }, { { "bidirectional", true } }).causal);
        QVERIFY(schemeOf({ "t5" }, { { "bidirectional", true }, { "causal", "true" } }).causal);
    }

    // The reference: with 8 buckets up to 64, distance 32 is in bucket 7; a factor taken out first gives 6.
    void distancesOfT5AreWholeAndExact()
    {
        QCOMPARE(t5Bucket(32, { .count = 8, .maxDistance = 64 }), 7);
        QCOMPARE(t5Bucket(15.9, {}), 15);
        QCOMPARE(t5Bucket(16.0, {}), 16);
        QCOMPARE(t5Bucket(-0.5, { .bidirectional = true }), 0);
        QCOMPARE(t5Bucket(-1.5, { .bidirectional = true }), 17);
        QCOMPARE(t5Bucket(1e12, {}), 31);
    }

    void bucketsWithoutDistancesHaveNone()
    {
        const ArrayXd first = t5FirstDistances({ .count = 8, .maxDistance = 5 });
        QCOMPARE(first[3], 3.0);
        QCOMPARE(first[4], 4.0);
        QVERIFY(std::isnan(first[5]) || first[5] > 4);
        for (Index bucket = 0; bucket < first.size(); ++bucket)
            QVERIFY(std::isnan(first[bucket])
                || t5Bucket(first[bucket], { .count = 8, .maxDistance = 5 }) == bucket);
    }

    void impossibleBucketsAreRefusedByName()
    {
        requireRefusal("t5", { { "num_buckets", 2.0 }, { "bidirectional", true } }, "num_buckets");
        requireRefusal("t5", { { "max_distance", 16.0 } }, "max_distance");
        requireRefusal("t5", { { "num_buckets", 65536.0 } }, "num_buckets");
        requireRefusal("tupe", { { "bins", 65536.0 } }, "bins");
        requireRefusal("deberta", { { "position_buckets", 65536.0 } }, "position_buckets");
    }

    void t5TakesAFileOfValues()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("table.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (int bucket = 0; bucket < 32; ++bucket)
            file.write(QByteArray::number(bucket) + "," + QByteArray::number(-bucket) + "\n");
        file.close();
        const Values values { { "heads", 2.0 }, { "table", file.fileName().toStdString() } };
        const ArrayXd distances { { 0.0, 15.0, 16.0, 20.0, 5000.0 } };
        QVERIFY(areClose(biasAtDistances("t5", values, 0, distances), ArrayXd { { 0, 15, 16, 17, 31 } }));
        QVERIFY(areClose(biasAtDistances("t5", values, 1, distances), ArrayXd { { 0, -15, -16, -17, -31 } }));
        requireRefusal("t5", { { "heads", 3.0 }, { "table", file.fileName().toStdString() } }, "table");
        requireRefusal("t5", { { "table", "/none.csv" } }, "table");
    }

    void listsHaveANumberForEachHead()
    {
        requireRefusal("kerple-log", { { "r1_heads", Numbers { 1, 2 } } }, "r1_heads");
        requireRefusal("da-transformer", { { "heads", 2.0 }, { "v_heads", Numbers { 1 } } }, "v_heads");
        const Values values { { "heads", 2.0 }, { "w_heads", Numbers { 0, 1 } }, { "v", 0.0 } };
        const ArrayXd far { { 1000.0 } };
        QVERIFY(isClose(biasAtDistances("da-transformer", values, 0, far)[0], 1.0));
        QVERIFY(isClose(biasAtDistances("da-transformer", values, 1, far)[0], 2.0));
    }

    // The same distance from another query beyond the threshold: another bias.
    void fireIsNoFunctionOfDistance()
    {
        const Values values { { "L", 512.0 } };
        const auto at
            = [&](double query) { return biasAt("fire", values, 0, query, ArrayXd { { query - 100 } })[0]; };
        QCOMPARE(at(200), at(512));
        QVERIFY(at(1024) != at(512));
        QVERIFY(!std::get<ScoreTerm>(schemeOf({ "fire" }).mechanism).ofDistanceAlone);
    }

    void multiplierHoldsAtItsEnds()
    {
        const ArrayXd far { { 0.0, 1e9 } };
        QVERIFY(areClose(distanceMultipliers(far, 100, 100), ArrayXd { { 1.0, 1 + std::exp(100.0) } }));
        QVERIFY(areClose(distanceMultipliers(far, -100, 100), ArrayXd { { 1.0, 0.0 } }));
    }
};

QTEST_APPLESS_MAIN(BiasTest)
#include "biastest.moc"
