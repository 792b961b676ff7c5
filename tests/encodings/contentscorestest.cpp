// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/attention.h"
#include "encodings/cope.h"
#include "encodings/deberta.h"
#include "encodings/seeded.h"
#include "encodings/shaw.h"
#include "encodings/transformerxl.h"
#include "encodings/tupe.h"

#include "casenumbers.h"
#include "publishedcases.h"
#include "schemes.h"
#include "warnings.h"

#include <QTest>

#include <cmath>

using namespace encodings;
using Eigen::ArrayXd;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// Distances of the keys 0 .. count - 1 from a query.
ArrayXd distancesFrom(Index query, Index count)
{
    return static_cast<double>(query) - ArrayXd::LinSpaced(count, 0, static_cast<double>(count - 1));
}

/// The scores of Hugging Face's relative_key (Shaw) and relative_key_query (Huang).
void relativeKeyCase(const QJsonObject& one)
{
    const QJsonObject params = one.value("params").toObject();
    const MatrixXd q = matrixOf(params.value("q"));
    const MatrixXd keys = matrixOf(params.value("k")).transpose();
    const RowTable table(matrixOf(params.value("table")));
    const MatrixXd expected = matrixOf(one.value("y"));
    const bool ofKeys = one.value("id").toString().startsWith("huang");
    for (Index query = 0; query < q.rows(); ++query) {
        const VectorXd own = q.row(query).transpose();
        const ArrayXd rows = distancesFrom(query, keys.cols()).unaryExpr([&](double distance) {
            return relativeKeyRow(distance, static_cast<double>(keys.cols()));
        });
        const ArrayXd content = (keys.transpose() * own).array() / std::sqrt(3.0);
        QVERIFY(areClose(content + relativeVectorTerm(table, own, keys, rows, ofKeys),
            expected.row(query).transpose().array()));
    }
}

void shawCase(const QJsonObject& one)
{
    if (one.value("id").toString() == "shaw.score") {
        relativeKeyCase(one);
        return;
    }
    const double k = one.value("params").toObject().value("k").toDouble();
    const ArrayXd x = arrayOf(one.value("x")); // key minus query
    QVERIFY(
        areClose(x.unaryExpr([k](double offset) { return shawRow(-offset, k); }), arrayOf(one.value("y"))));
}

void transformerXlCase(const QJsonObject& one)
{
    const QJsonObject params = one.value("params").toObject();
    const MatrixXd q = matrixOf(params.value("q"));
    const MatrixXd keys = matrixOf(params.value("k")).transpose();
    const TransformerXlWeights weights { .u = arrayOf(params.value("u")).matrix(),
        .v = arrayOf(params.value("v")).matrix(),
        .distances = matrixOf(params.value("W_kR")) };
    const MatrixXd expected = matrixOf(one.value("y"));
    for (Index query = 0; query < q.rows(); ++query) {
        const VectorXd own = q.row(query).transpose();
        const MatrixXd seen = keys.leftCols(query + 1);
        const ArrayXd scores = ((seen.transpose() * own).array()
                                   + transformerXlTerm(weights, own, seen, distancesFrom(query, query + 1)))
            / std::sqrt(8.0);
        QVERIFY(areClose(scores, expected.row(query).head(query + 1).transpose().array(), 3e-6));
    }
}

void debertaScoreCase(const QJsonObject& one)
{
    const QJsonObject params = one.value("params").toObject();
    const double k = params.value("k").toDouble();
    const MatrixXd q = matrixOf(params.value("Qc"));
    const MatrixXd keys = matrixOf(params.value("Kc")).transpose();
    const MatrixXd expected = matrixOf(one.value("y"));
    const auto form = one.value("id").toString().endsWith("paper") ? DebertaForm::Paper : DebertaForm::Code;
    for (Index query = 0; query < q.rows(); ++query) {
        const VectorXd own = q.row(query).transpose();
        const DebertaRows rows = debertaRows(form, distancesFrom(query, keys.cols()),
            [k](double distance) { return debertaRow(distance, k); });
        const ArrayXd scores = (keys.transpose() * own).array() / std::sqrt(9.0)
            + debertaTerm(RowTable(matrixOf(params.value("Kr"))), RowTable(matrixOf(params.value("Qr"))), own,
                keys, rows);
        QVERIFY(areClose(scores, expected.row(query).transpose().array(), 1e-6));
    }
}

void debertaCase(const QJsonObject& one)
{
    const QString id = one.value("id").toString();
    if (id.startsWith("deberta.score")) {
        debertaScoreCase(one);
        return;
    }
    const double k = one.value("params").toObject().value("k").toDouble();
    const bool buckets = id.contains("logbucket");
    const ArrayXd found = arrayOf(one.value("x")).unaryExpr([&](double distance) {
        return buckets ? debertaLogBucket(distance, 256, 512) : debertaRow(distance, k);
    });
    QVERIFY((found == arrayOf(one.value("y"))).all());
}

void tupeCase(const QJsonObject& one)
{
    const QJsonObject params = one.value("params").toObject();
    const T5Buckets buckets { .count = params.value("bins").toInt(),
        .maxDistance = params.value("max_rel_pos").toDouble(),
        .bidirectional = true };
    const MatrixXd expected = matrixOf(one.value("y"));
    const ArrayXd keys = ArrayXd::LinSpaced(expected.cols(), 0, static_cast<double>(expected.cols() - 1));
    for (Index query = 0; query < expected.rows(); ++query) {
        const ArrayXd rows
            = tupeBuckets(buckets, true, static_cast<double>(query), keys, static_cast<double>(query) - keys);
        QVERIFY((rows == expected.row(query).transpose().array()).all());
    }
}

void copeCase(const QJsonObject& one)
{
    const QJsonObject params = one.value("params").toObject();
    const MatrixXd q = matrixOf(params.value("q"));
    const MatrixXd logits = matrixOf(params.value("logits"));
    const MatrixXd positions = matrixOf(params.value("positions"));
    const MatrixXd expected = matrixOf(one.value("y"));
    const RowTable embedding(matrixOf(params.value("emb")));
    for (Index query = 0; query < q.rows(); ++query) {
        const ArrayXd gates = 1 / (1 + (-logits.row(query).head(query + 1).transpose().array()).exp());
        const ArrayXd found = copePositions(gates, params.value("max_pos").toDouble());
        QVERIFY(areClose(found, positions.row(query).head(query + 1).transpose().array(), 1e-6));
        QVERIFY(areClose(copeTerm(embedding, q.row(query).transpose(), found),
            expected.row(query).head(query + 1).transpose().array(), 1e-6));
    }
}

struct Scored {
    Scheme scheme;
    Attention attention;

    Scored(const std::string& id, const Values& values)
        : scheme(schemeOf({ id }, values))
        , attention(scheme, resolvedValuesOf({ id }, values))
    {
    }
};

const Values small { { "dimension", 8.0 }, { "head_dimension", 8.0 }, { "heads", 4.0 },
    { "trained_length", 64.0 } };

Values with(Values values, const Values& more)
{
    values.merge(more);
    return values;
}

} // namespace

class ContentScoresTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void publishedCasesAgree_data()
    {
        QTest::addColumn<QJsonObject>("one");
        for (const char* prefix : { "shaw.", "huang", "txl.", "deberta.", "tupe.", "cope." }) {
            for (const QJsonObject& one : publishedCases(prefix))
                QTest::newRow(qPrintable(one.value("id").toString())) << one;
        }
    }

    void publishedCasesAgree()
    {
        if (publishedCases("shaw.").isEmpty())
            QSKIP("the published values are not here");
        QFETCH(const QJsonObject, one);
        static const std::map<QString, void (*)(const QJsonObject&)> checks { { "shaw", shawCase },
            { "huang2020", relativeKeyCase }, { "txl", transformerXlCase }, { "deberta", debertaCase },
            { "tupe", tupeCase }, { "cope", copeCase } };
        checks.at(one.value("id").toString().section('.', 0, 0))(one);
    }

    // Shaw's table of 2k + 1: all keys from k on share one vector, so the term is the same for them.
    void farKeysShareShawsRow()
    {
        const Scored shaw("shaw", with(small, { { "k", 3.0 } }));
        const ArrayXd term = shaw.attention.positionPart(1, 20, ArrayXd { { 0, 10, 17, 18, 20 } });
        QCOMPARE(term[0], term[1]);
        QCOMPARE(term[1], term[2]);
        QVERIFY(term[2] != term[3] && term[3] != term[4]);
        QCOMPARE(shaw.attention.contentUsed(), ContentUsed::Seeded);
    }

    void whatHasNoRowHasNoValue()
    {
        for (const auto& [id, more] : std::map<std::string, Values> {
                 { "shaw", { { "shaw_convention", "hf" } } }, { "huang", {} }, { "tupe", {} } }) {
            const Scored scored(id, with(small, more));
            const ArrayXd inside = scored.attention.positionPart(0, 63, ArrayXd { { 0, 62 } });
            QVERIFY2(inside.isFinite().all(), id.c_str());
            const ArrayXd beyond = scored.attention.positionPart(0, 64, ArrayXd { { 0 } });
            QVERIFY2(std::isnan(beyond[0]), id.c_str());
        }
    }

    void bidirectionalModelsSeeLaterKeys()
    {
        for (const char* id : { "huang", "tupe", "deberta" })
            QVERIFY2(!schemeOf({ id }).causal, id);
        for (const char* id : { "shaw", "transformer-xl", "cope" })
            QVERIFY2(schemeOf({ id }).causal, id);
    }

    void divisorsCountTheTerms()
    {
        const auto factor = [](const char* id) {
            return std::get<ScoreTerm>(schemeOf({ id }, small).mechanism).contentFactor;
        };
        QVERIFY(!factor("shaw"));
        QVERIFY(isClose(*factor("tupe"), 1 / std::sqrt(16.0)));
        QVERIFY(isClose(*factor("deberta"), 1 / std::sqrt(24.0)));
    }

    void clampedDistancesCountAsTheLargest()
    {
        const Scored free("transformer-xl", small);
        const Scored clamped("transformer-xl", with(small, { { "clamp_len", 5.0 } }));
        const ArrayXd keys { { 10, 20, 25 } };
        const ArrayXd one = free.attention.positionPart(0, 30, keys);
        const ArrayXd other = clamped.attention.positionPart(0, 30, keys);
        QCOMPARE(other[2], one[2]);
        QVERIFY(other[1] != one[1]);
    }

    // BERT's [CLS] is the first token: as key it has one number, whatever the query.
    void clsIsFreedFromPosition()
    {
        const Values values = with(small, { { "tupe_relative", false } });
        const Scored untied("tupe", values);
        const auto ofFirst = [&](const Scored& scored, double query) {
            return scored.attention.positionPart(2, query, ArrayXd { { 0 } })[0];
        };
        QCOMPARE(ofFirst(untied, 5), ofFirst(untied, 40));
        QVERIFY(ofFirst(untied, 0) != ofFirst(untied, 5));
        const Scored tied("tupe", with(values, { { "cls_untying", false } }));
        QVERIFY(ofFirst(tied, 5) != ofFirst(tied, 40));
    }

    // Golovneva et al.: gate 1 counts i - j + 1, half a gate half of it.
    void constantGatesCountTokens()
    {
        const Scored ones("cope", with(small, { { "gate", 1.0 } }));
        const Scored halves("cope", with(small, { { "gate", 0.5 } }));
        const ArrayXd whole = ones.attention.positionPart(0, 40, ArrayXd { { 38, 30 } });
        const ArrayXd half = halves.attention.positionPart(0, 40, ArrayXd { { 35, 19 } });
        QVERIFY(areClose(whole, half));
        // q · e[p] with rows of variance 1/d: p = 3 for the key two before.
        const double product = contentVector(1, QueryStream, 0, 40, 8).dot(RowTable(1, 0, 8).row(3));
        QVERIFY(isClose(whole[0], product / std::sqrt(8.0)));
    }

    void gatesOfKeysNotAskedForCount()
    {
        const Scored cope("cope", small);
        const ArrayXd all = ArrayXd::LinSpaced(41, 0, 40);
        const ArrayXd every = cope.attention.positionPart(1, 40, all);
        const ArrayXd some = cope.attention.positionPart(1, 40, ArrayXd { { 3, 20, 37 } });
        QVERIFY(areClose(some, ArrayXd { { every[3], every[20], every[37] } }));
    }

    // Gates by hand: sigmoid of the seeded products.
    void seededGatesAreThoseOfTheContent()
    {
        const Scored cope("cope", with(small, { { "max_pos", 4.0 } }));
        const VectorXd query = contentVector(1, QueryStream, 1, 40, 8);
        double position = 0;
        for (double token = 40; token >= 39; --token)
            position += 1 / (1 + std::exp(-query.dot(contentVector(1, KeyStream, 1, token, 8))));
        const RowTable embedding(1, 0, 8);
        const auto low = static_cast<std::int64_t>(position);
        const double share = position - static_cast<double>(low);
        const double expected
            = (1 - share) * query.dot(embedding.row(low)) + share * query.dot(embedding.row(low + 1));
        QVERIFY(
            isClose(cope.attention.positionPart(1, 40, ArrayXd { { 39 } })[0], expected / std::sqrt(8.0)));
        // Far keys share the last position.
        QVERIFY(isClose(cope.attention.positionPart(1, 60, ArrayXd { { 0 } })[0],
            contentVector(1, QueryStream, 1, 60, 8).dot(embedding.row(3)) / std::sqrt(8.0)));
    }

    void mapsKeepTheirEnds()
    {
        QCOMPARE(shawRow(2.9, 4), 2.0); // whole part, key before the query
        QCOMPARE(debertaRow(1e12, 4), 7.0);
        QCOMPARE(debertaRow(-1e12, 4), 0.0);
        // Hugging Face goes on beyond the largest distance: -381 at -2000 (256 buckets, 512).
        QCOMPARE(debertaLogBucket(-2000, 256, 512), -381.0);
        QVERIFY(std::isnan(shawRow(std::nan(""), 4)) && std::isnan(debertaRow(std::nan(""), 4)));
    }

    void tablesAreTheSameFromAnyOrder()
    {
        const RowTable one(7, 3, 16);
        const RowTable other(7, 3, 16);
        const VectorXd last = one.row(100000);
        other.rows(0, 5);
        QVERIFY(last == other.row(100000));
        QVERIFY(last != RowTable(8, 3, 16).row(100000));
        QVERIFY(last != RowTable(7, 4, 16).row(100000));
    }
};

QTEST_APPLESS_MAIN(ContentScoresTest)
#include "contentscorestest.moc"
