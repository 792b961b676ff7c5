// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/attention.h"
#include "encodings/parametererror.h"

#include "closeness.h"
#include "publishedcases.h"
#include "schemes.h"
#include "warnings.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <numbers>

using namespace encodings;
using Eigen::ArrayXd;
using Eigen::Index;

namespace {

/// What is added to the embedding of a token.
ArrayXd vectorOf(const Scheme& scheme, double token)
{
    const double id = scheme.id(token);
    if (const auto* rows = std::get_if<AdditiveRows>(&scheme.mechanism))
        return rows->at(id);
    const auto& table = std::get<AdditiveTable>(scheme.mechanism);
    const ArrayXd angles = id * table.frequencies;
    const Index pairs = angles.size();
    ArrayXd row(2 * pairs);
    for (Index pair = 0; pair < pairs; ++pair) {
        const bool halves = table.order == TableOrder::Halves;
        row[halves ? pair : 2 * pair] = std::sin(angles[pair]);
        row[halves ? pairs + pair : 2 * pair + 1] = std::cos(angles[pair]);
    }
    return row;
}

std::vector<double> flattened(const QJsonArray& array)
{
    std::vector<double> numbers;
    for (const QJsonValue& value : array) {
        const std::vector<double> inner
            = value.isArray() ? flattened(value.toArray()) : std::vector { value.toDouble() };
        numbers.insert(numbers.end(), inner.begin(), inner.end());
    }
    return numbers;
}

void requireRows(const Scheme& scheme, const QJsonObject& one, double tolerance)
{
    const QJsonArray tokens = one.value("x").toArray();
    QVERIFY(!tokens.isEmpty());
    for (int i = 0; i < tokens.size(); ++i) {
        const ArrayXd row = vectorOf(scheme, tokens[i].toDouble());
        const std::vector<double> expected = flattened(one.value("y").toArray()[i].toArray());
        QCOMPARE(row.size(), static_cast<Index>(expected.size()));
        for (Index d = 0; d < row.size(); ++d)
            QVERIFY2(std::abs(row[d] - expected[static_cast<std::size_t>(d)]) <= tolerance,
                qPrintable(QStringLiteral("token %1, dimension %2: %3").arg(i).arg(d).arg(row[d])));
    }
}

Numbers listAt(const QJsonObject& params, const char* key) { return flattened(params.value(key).toArray()); }

const AdditiveRows& rowsOf(const Scheme& scheme) { return std::get<AdditiveRows>(scheme.mechanism); }

} // namespace

class AdditiveTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void publishedTablesAgree_data()
    {
        QTest::addColumn<QString>("id");
        for (const char* id : { "sin.interleaved.d8", "sin.t2t.d8", "shape.eval.K500", "complex.embedding",
                 "floater.sinusoid_is_special_case" })
            QTest::newRow(id) << QString(id);
    }

    void publishedTablesAgree()
    {
        QFETCH(const QString, id);
        const QList<QJsonObject> cases = publishedCases(id);
        if (cases.isEmpty())
            QSKIP("the published values are not here");
        const QJsonObject params = cases.front().value("params").toObject();
        Values values { { "dimension", 8.0 } };
        if (id == "sin.t2t.d8")
            values.set("order", std::string("tensor2tensor"));
        if (id.startsWith("shape"))
            values.set("K", params.value("K").toDouble());
        for (const char* key : { "r", "omega", "theta" }) {
            if (params.contains(key))
                values.set(key, listAt(params, key));
        }
        const std::string encoding
            = id.startsWith("sin") ? "sinusoidal" : id.section('.', 0, 0).toStdString();
        requireRows(schemeOf({ encoding }, values), cases.front(), 1e-9);
    }

    // Inner products depend on the distance alone; also with SHAPE's shift.
    void publishedInnerProductsAndPeriodsAgree()
    {
        const QList<QJsonObject> products = publishedCases("sin.innerproduct.d128");
        const QList<QJsonObject> periods = publishedCases("sin.period.d128");
        if (products.isEmpty() || periods.isEmpty())
            QSKIP("the published values are not here");
        for (const char* encoding : { "sinusoidal", "shape" }) {
            const Scheme scheme = schemeOf({ encoding });
            const Attention attention(scheme, { { "head_dimension", 128.0 }, { "seed", 1.0 } });
            const QJsonArray distances = products.front().value("x").toArray();
            for (int i = 0; i < distances.size(); ++i) {
                const double expected = products.front().value("y").toArray()[i].toDouble();
                const double query = distances[i].toDouble() + 37;
                const ArrayXd part = attention.positionPart(0, query, ArrayXd::Constant(1, 37.0));
                QVERIFY(isClose(part[0] * std::sqrt(128.0), expected));
                QVERIFY(
                    std::abs(vectorOf(scheme, query).matrix().dot(vectorOf(scheme, 37).matrix()) - expected)
                    < 1e-9);
            }
        }
        const ArrayXd frequencies = schemeOf({ "sinusoidal" }).frequencies();
        for (Index pair = 0; pair < 64; ++pair)
            QVERIFY(isClose(2 * std::numbers::pi / frequencies[pair],
                periods.front().value("y").toArray()[static_cast<int>(pair)].toDouble()));
    }

    // GPT-2 and BERT: initializer_range 0.02; there is no row beyond the last.
    void untrainedTableEndsAtTheTrainedLength()
    {
        const Scheme scheme = schemeOf({ "learned" }, { { "trained_length", 300.0 } });
        const AdditiveRows& rows = rowsOf(scheme);
        QCOMPARE(rows.length, 300.0);
        QCOMPARE(rows.at(299).size(), 128);
        QVERIFY(rows.at(299).isFinite().all());
        for (const double beyond : { 299.5, 300.0, 1e9, -1.0, std::nan("") })
            QVERIFY(rows.at(beyond).isNaN().all());
        double sum = 0;
        double squares = 0;
        for (int row = 0; row < 300; ++row) {
            sum += rows.at(row).sum();
            squares += rows.at(row).square().sum();
        }
        const double count = 300 * 128;
        QVERIFY(std::abs(sum / count) < 4 * 0.02 / std::sqrt(count));
        QVERIFY(std::abs(std::sqrt(squares / count) / 0.02 - 1) < 4 / std::sqrt(2 * count));
        QVERIFY((rows.at(7.25) - 0.75 * rows.at(7) - 0.25 * rows.at(8)).abs().maxCoeff() < 1e-15);
        const Scheme other = schemeOf({ "learned" }, { { "seed", 2.0 } });
        QVERIFY((rowsOf(other).at(7) != rows.at(7)).any());
        // Nothing is sized by the length.
        const Scheme longest = schemeOf({ "learned" }, { { "trained_length", 1e9 } });
        QVERIFY(rowsOf(longest).at(1e9 - 1).isFinite().all());
    }

    void importedTableHasItsOwnSize()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("wpe.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("1,2,3\n4,5,6\n");
        file.close();
        const Values values { { "table", file.fileName().toStdString() } };
        const Scheme scheme = schemeOf({ "learned" }, values);
        QCOMPARE(rowsOf(scheme).dimension, Index { 3 });
        QCOMPARE(rowsOf(scheme).length, 2.0);
        QCOMPARE(rowsOf(scheme).at(1)[2], 6.0);
        QVERIFY(rowsOf(scheme).at(2).isNaN().all());
        // Interpolated positions fall between rows.
        Values interpolated = values;
        interpolated.set("scale", 2.0);
        const Scheme squeezed = schemeOf({ "learned", "pi" }, interpolated);
        QCOMPARE(vectorOf(squeezed, 1)[0], 2.5);
        try {
            schemeOf({ "learned" }, { { "table", folder.filePath("none.npy").toStdString() } });
            QFAIL("accepted");
        } catch (const ParameterError& error) {
            QCOMPARE(error.parameter(), std::string("table"));
        }
    }

    void keysWithoutARowGetNoWeight()
    {
        const Scheme scheme = schemeOf({ "learned" }, { { "trained_length", 4.0 } });
        const Attention attention(scheme, { { "head_dimension", 128.0 }, { "seed", 1.0 } });
        const ArrayXd keys = ArrayXd::LinSpaced(6, 0, 5);
        QVERIFY(attention.logits(0, 3, keys).head(4).isFinite().all());
        QVERIFY((attention.logits(0, 3, keys).tail(2) == -std::numeric_limits<double>::infinity()).all());
        QVERIFY((softmax(attention.logits(0, 5, keys)) == 0.0).all());
    }

    void wavesAreCountedByTheDimension()
    {
        const Scheme scheme = schemeOf({ "complex" }, { { "dimension", 8.0 }, { "word_id", 3.0 } });
        // 3 x 10000^(-2c/4), r 1, theta 0, at position 2.
        const ArrayXd row = vectorOf(scheme, 2);
        QVERIFY(isClose(row[2], std::cos(0.06)) && isClose(row[3], std::sin(0.06)));
        QVERIFY(isClose(row[7], std::sin(6e-6)));
        try {
            schemeOf({ "complex" }, { { "omega", Numbers { 1, 2 } } });
            QFAIL("accepted");
        } catch (const ParameterError& error) {
            QCOMPARE(error.parameter(), std::string("omega"));
        }
    }

    // p' = J p, followed by Runge and Kutta from sines and cosines of 0.
    void rotationIsTheSolvedSystem()
    {
        for (const double damping : { 0.0, 0.05 }) {
            const Scheme scheme = schemeOf({ "floater" },
                { { "dimension", 8.0 }, { "dynamics", std::string("damped") }, { "damping", damping } });
            Eigen::MatrixXd system = Eigen::MatrixXd::Identity(8, 8) * -damping;
            Eigen::VectorXd point = Eigen::VectorXd::Zero(8);
            for (Index pair = 0; pair < 4; ++pair) {
                const double frequency = std::pow(10000.0, -2.0 * static_cast<double>(pair) / 8);
                system(2 * pair, 2 * pair + 1) = frequency;
                system(2 * pair + 1, 2 * pair) = -frequency;
                point[2 * pair + 1] = 1;
            }
            const double step = 0.02;
            for (int i = 0; i < 550; ++i) {
                const Eigen::VectorXd one = system * point;
                const Eigen::VectorXd two = system * (point + step / 2 * one);
                const Eigen::VectorXd three = system * (point + step / 2 * two);
                const Eigen::VectorXd four = system * (point + step * three);
                point += step / 6 * (one + 2 * two + 2 * three + four);
            }
            QVERIFY((vectorOf(scheme, 11) - point.array()).abs().maxCoeff() < 1e-7);
            QVERIFY(vectorOf(scheme, -1).isNaN().all());
        }
    }

    void networkIsFollowedAsFarAsItSays()
    {
        const Values values { { "dimension", 16.0 }, { "dynamics", std::string("network") } };
        const Scheme scheme = schemeOf({ "floater" }, values);
        const AdditiveRows& rows = rowsOf(scheme);
        QVERIFY(rows.length >= 4096);
        const ArrayXd start = rows.at(0);
        QVERIFY(start.abs().maxCoeff() <= std::sqrt(6.0 / 17) && start.abs().maxCoeff() > 0);
        // The first step is one of 0.01 along h(0, p(0)): small, and nearly repeated by the second.
        const ArrayXd first = rows.at(1) - start;
        const ArrayXd second = rows.at(2) - rows.at(1);
        QVERIFY(first.abs().maxCoeff() < 0.05 && first.abs().maxCoeff() > 0);
        QVERIFY((first - second).abs().maxCoeff() < 0.05 * first.abs().maxCoeff());
        QVERIFY(rows.at(rows.length).isNaN().all());
        // An equal scheme reads the same path; half the step reaches the same point in twice the positions.
        const Scheme again = schemeOf({ "floater" }, values);
        QVERIFY((rowsOf(again).at(50) == rows.at(50)).all());
        Values finer = values;
        finer.set("step", 0.005);
        const Scheme halved = schemeOf({ "floater" }, finer);
        QVERIFY((rowsOf(halved).at(100) - rows.at(50)).abs().maxCoeff() < 1e-5);
    }

    void networkStaysWithinItsTime()
    {
        const Scheme scheme
            = schemeOf({ "floater" }, { { "dynamics", std::string("network") }, { "step", 1.0 } });
        const AdditiveRows& rows = rowsOf(scheme);
        QVERIFY(rows.length > 1000);
        // A path may leave what numbers can hold: it has no value from there on, and never an infinite one.
        const ArrayXd last = rows.at(rows.length - 1);
        QVERIFY(last.isFinite().all() || last.isNaN().all());
        try {
            schemeOf({ "floater" }, { { "dimension", 4096.0 }, { "dynamics", std::string("network") } });
            QFAIL("accepted");
        } catch (const ParameterError& error) {
            QCOMPARE(error.parameter(), std::string("dimension"));
        }
    }
};

QTEST_APPLESS_MAIN(AdditiveTest)
#include "additivetest.moc"
