// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/scoresview.h"

#include "closeness.h"
#include "drawing.h"
#include "publishedcases.h"
#include "scenes.h"
#include "warnings.h"

#include <QBuffer>
#include <QTest>

#include <atomic>
#include <cmath>

using encodings::Numbers;
using encodings::Scene;
using encodings::Values;

namespace {

std::shared_ptr<const Scene> sceneOf(const std::string& encoding, Values values)
{
    values.set("pair", 0.0); // one that every dimension has
    return sceneWith(values, { { encoding, { encoding } } });
}

/// Lines of the table by "query,key", without the header.
QMap<QByteArray, double> cellsOf(const std::shared_ptr<const Scene>& scene)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    writeCsv(buffer, ScoresView().csv(scene));
    QMap<QByteArray, double> cells;
    for (const QByteArray& line : bytes.split('\n').mid(1)) {
        const qsizetype comma = line.lastIndexOf(',');
        if (comma > 0)
            cells[line.left(comma)] = line.mid(comma + 1).toDouble();
    }
    return cells;
}

QByteArray cell(qsizetype query, qsizetype key)
{
    return QByteArray::number(query) + ',' + QByteArray::number(key);
}

} // namespace

class ScoresViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void showsPublishedDistances()
    {
        const QList<QJsonObject> cases = publishedCases("self_extend");
        if (cases.isEmpty())
            QSKIP("no reference values");
        for (const QJsonObject& one : cases) {
            const QJsonObject params = one.value("params").toObject();
            const auto cells = cellsOf(sceneOf("self-extend",
                { { "G", params.value("G").toDouble() }, { "W", params.value("W").toDouble() },
                    { "range", Numbers { 0.0, 39.0 } } }));
            QCOMPARE(cells.size(), 820); // 40 queries and the keys up to each
            const QJsonArray y = one.value("y").toArray();
            for (qsizetype key = 0; key < y.size(); ++key)
                QVERIFY(isClose(cells.value(cell(39, key), -1.0), y[key].toDouble()));
        }
    }

    void showsPublishedMasks_data()
    {
        QTest::addColumn<QString>("prefix");
        QTest::addColumn<QString>("encoding");
        QTest::newRow("distances under the mask") << "lambda.distance"
                                                  << "lambda-mask";
        QTest::newRow("mask") << "lambda_mask"
                              << "lambda-mask";
        QTest::newRow("window") << "window.mask"
                                << "window";
    }

    void showsPublishedMasks()
    {
        QFETCH(QString, prefix);
        QFETCH(QString, encoding);
        const QList<QJsonObject> cases = publishedCases(prefix);
        if (cases.isEmpty())
            QSKIP("no reference values");
        const bool distances = prefix == "lambda.distance";
        for (const QJsonObject& one : cases) {
            const QJsonObject params = one.value("params").toObject();
            const QJsonArray y = one.value("y").toArray();
            Values values { { "range", Numbers { 0.0, static_cast<double>(y.size() - 1) } },
                { "scores_quantity", std::string(distances ? "auto" : "visible") } };
            for (const char* const key : { "local_branch", "global_branch", "limit", "w" }) {
                if (params.contains(key))
                    values.set(key, params.value(key).toDouble());
            }
            const auto cells = cellsOf(sceneOf(encoding.toStdString(), values));
            for (qsizetype query = 0; query < y.size(); ++query) {
                const QJsonArray row = y[query].toArray();
                for (qsizetype key = 0; key < row.size(); ++key) {
                    const double expected = row[key].toDouble();
                    const bool seen = distances ? expected >= 0.0 : expected != 0.0;
                    QCOMPARE(cells.contains(cell(query, key)), seen);
                    if (seen)
                        QCOMPARE(cells.value(cell(query, key)), expected);
                }
            }
        }
    }

    void showsEqualWeightsWithoutEncoding()
    {
        // encodings.json, nope.uniform: 1 / (i + 1).
        const auto cells = cellsOf(sceneOf("nope", { { "range", Numbers { 0.0, 7.0 } } }));
        QCOMPARE(cells.size(), 36);
        for (qsizetype query = 0; query < 8; ++query) {
            for (qsizetype key = 0; key <= query; ++key)
                QVERIFY(isClose(cells.value(cell(query, key)), 1.0 / static_cast<double>(query + 1)));
        }
    }

    void showsBiasTriangle()
    {
        // Press et al., figure 3, with slope 2^-2: encodings.json, alibi.slopes.n4.
        const auto scene = sceneOf("alibi", { { "range", Numbers { 0.0, 4.0 } }, { "heads", 4.0 } });
        const auto cells = cellsOf(scene);
        QCOMPARE(cells.size(), 15);
        QCOMPARE(cells.value("4,0"), -1.0);
        QCOMPARE(cells.value("3,1"), -0.5);
        const ScoresView view;
        QCOMPARE(view.readout(*scene, 1.2, 2.9), QString("query 3, key 1: −0.5"));
        QCOMPARE(view.readout(*scene, 3.0, 1.0), QString("query 1, key 3: not seen"));
        QCOMPARE(view.readout(*scene, -3.0, 1.0), QString());
        QCOMPARE(view.caption(*scene),
            QString("ALiBi, head 1 of 4: position adds 0 to the score at the query's own position, "
                    "−1 at key 0 of query 4."));
        const auto second
            = sceneOf("alibi", { { "range", Numbers { 0.0, 4.0 } }, { "heads", 4.0 }, { "head", 2.0 } });
        QCOMPARE(cellsOf(second).value("4,0"), -0.25);
    }

    void captionsSayWhereTablesAndIdsEnd()
    {
        const Values values { { "trained_length", 64.0 }, { "scale", 4.0 } };
        const auto captionOf = [&](const std::vector<std::string>& encodings, const char* quantity) {
            Values all = values;
            all.set("scores_quantity", std::string(quantity));
            return ScoresView().caption(*sceneWith(all, { { "s", encodings } }));
        };
        for (const char* const quantity : { "position", "weights" }) {
            const QString caption = captionOf({ "tupe" }, quantity);
            QVERIFY2(caption.endsWith("its table ends at L = 64 and has no row for the query at 255."),
                qPrintable(caption));
        }
        const Values few { { "trained_length", 64.0 }, { "range", Numbers { 0.0, 255.0 } },
            { "scores_quantity", std::string("distance") } };
        const QString caption = ScoresView().caption(*sceneWith(few, { { "s", { "randomized", "alibi" } } }));
        QVERIFY2(caption.endsWith("no position id is drawn for the query at 255."), qPrintable(caption));
    }

    void weightsOfWindowsSumToOne_data()
    {
        QTest::addColumn<std::vector<std::string>>("ids");
        QTest::newRow("by distance") << std::vector<std::string> { "rope" };
        QTest::newRow("window") << std::vector<std::string> { "rope", "window" };
        QTest::newRow("query by query") << std::vector<std::string> { "self-extend" };
        QTest::newRow("rows") << std::vector<std::string> { "learned" };
        QTest::newRow("content") << std::vector<std::string> { "shaw" };
    }

    void weightsOfWindowsSumToOne()
    {
        QFETCH(std::vector<std::string>, ids);
        for (const char* const causal : { "true", "false" }) {
            const auto scene = sceneWith(
                { { "trained_length", 60.0 }, { "pair", 0.0 }, { "dimension", 16.0 },
                    { "scores_quantity", std::string("weights") }, { "causal", std::string(causal) } },
                { { "a", ids } });
            QCOMPARE(scene->series.size(), std::size_t(1));
            const ScoreValues values(scene->series.front(), ScoreQuantity::Weights);
            const Eigen::ArrayXd tokens = Eigen::ArrayXd::LinSpaced(60, 0, 59);
            const Eigen::ArrayXXd rows = values.at(tokens, tokens);
            const encodings::Attention attention(scene->series.front().scheme, scene->series.front().values);
            for (Eigen::Index row = 0; row < 60; ++row) {
                const Eigen::ArrayXd seen = rows.row(row).isNaN().select(0.0, rows.row(row)).transpose();
                QVERIFY(std::abs(seen.sum() - 1.0) < 1e-9);
                const Eigen::ArrayXd expected
                    = encodings::softmax(attention.logits(0, static_cast<double>(row), tokens));
                QVERIFY((seen - expected).abs().maxCoeff() < 1e-9);
            }
        }
    }

    void longRowsKeepTheirSums()
    {
        // Half of the keys' weight lies between those that are counted one by one.
        const auto scene = sceneOf("nope", { { "trained_length", 1e9 } });
        const ScoreValues values(scene->series.front(), ScoreQuantity::Weights);
        const double query = 999999999.0;
        QVERIFY(values.keysOf(query) > values.mostKeysCounted());
        const double weight
            = values.at(Eigen::ArrayXd::Constant(1, query), Eigen::ArrayXd::Constant(1, 12345.0))(0, 0);
        QVERIFY(isClose(weight, 1e-9));
    }

    void cellsHaveTheirColours()
    {
        QCustomPlot plot;
        ScoresView view;
        const QImage image = drawnView(
            plot, view, sceneOf("alibi", { { "range", Numbers { 0.0, 4.0 } }, { "heads", 4.0 } }), true);
        const QRect rect = plot.axisRect()->rect();
        QCOMPARE(rect.width(), rect.height());
        const auto at = [&](double query, double key) {
            // Beside the number in the middle of the cell.
            return image.pixelColor(
                qRound(plot.xAxis->coordToPixel(key - 0.4)), qRound(plot.yAxis->coordToPixel(query - 0.4)));
        };
        QCOMPARE(at(0, 0), QColor(0xFDE725)); // viridis' ends: 0 and -1
        QCOMPARE(at(3, 3), QColor(0xFDE725));
        QCOMPARE(at(4, 0), QColor(0x440154));
        QCOMPARE(at(3, 1), at(4, 2));
        const QColor unseen = at(0, 4);
        QVERIFY(unseen != QColor(Qt::white) && unseen.saturation() < 20);
        // Numbers stand in the cells.
        int written = 0;
        for (int x = -10; x <= 10; ++x)
            written += image.pixelColor(
                           qRound(plot.xAxis->coordToPixel(1)) + x, qRound(plot.yAxis->coordToPixel(3)))
                != at(3, 1);
        QVERIFY(written > 2);
    }

    void thinnedCellsKeepTheFirstKeys()
    {
        const SquareCells cells = SquareCells::in(QRectF(-0.5, -0.5, 2048, 2048), QSize(300, 300));
        QCOMPARE(cells.step, 7.0);
        QCOMPARE(cells.firstKey, 0.0);
        QCOMPARE(cells.keys, Eigen::Index(293));
        QCOMPARE(cells.keyTokens()[292], 2044.0);
        const SquareCells few = SquareCells::in(QRectF(2.5, -3.5, 5, 10), QSize(300, 300));
        QCOMPARE(few.firstKey, 3.0);
        QCOMPARE(few.keys, Eigen::Index(5));
        QCOMPARE(few.firstQuery, 0.0);
        QCOMPARE(few.queries, Eigen::Index(7));
        QCOMPARE(few.thinned(2).keyTokens()[0], 2.0);
    }

    void wholeLengthIsDrawnAndTold()
    {
        QCustomPlot plot;
        ScoresView view;
        const auto scene = sceneOf("alibi", { { "range", Numbers { 0.0, 2047.0 } } });
        const QImage image = drawnView(plot, view, scene, true);
        const QRect rect = plot.axisRect()->rect();
        // viridis' dark end, but for the thinning.
        const QColor last = image.pixelColor(rect.left() + 1, rect.bottom() - 1);
        QVERIFY(std::abs(last.red() - 0x44) <= 2 && std::abs(last.green() - 0x01) <= 3
            && std::abs(last.blue() - 0x54) <= 4);
        // Later keys stay unseen up to the corner.
        QVERIFY(image.pixelColor(rect.right() - 2, rect.center().y()).saturation() < 20);
    }

    void workersResultIsExact()
    {
        std::atomic<int> repaints = 0;
        const auto scene = sceneOf(
            "self-extend", { { "trained_length", 1024.0 }, { "scores_quantity", std::string("weights") } });
        QCustomPlot plot;
        ScoresView view;
        const QImage first = drawnView(plot, view, scene, false, [&repaints] { ++repaints; });
        QTRY_COMPARE_WITH_TIMEOUT(repaints.load(), 1, 60000);
        const QImage last = plot.toPixmap(700, 500).toImage();
        QVERIFY(first != last);
        ScoresView exact;
        QCustomPlot other;
        QCOMPARE(last, drawnView(other, exact, scene, true));
    }

    void extremesAreDrawn_data()
    {
        QTest::addColumn<QString>("encoding");
        QTest::addColumn<double>("length");
        for (const char* const encoding :
            { "rope", "alibi", "nope", "self-extend", "learned", "shaw", "fire" }) {
            QTest::addRow("%s, 1", encoding) << encoding << 1.0;
            QTest::addRow("%s, 1e9", encoding) << encoding << 1e9;
        }
    }

    void extremesAreDrawn()
    {
        QFETCH(QString, encoding);
        QFETCH(double, length);
        for (const char* const quantity : { "auto", "weights", "position", "distance", "visible" }) {
            QCustomPlot plot;
            ScoresView view;
            const auto scene = sceneOf(encoding.toStdString(),
                { { "trained_length", length }, { "dimension", 2.0 }, { "heads", 1.0 },
                    { "scores_quantity", std::string(quantity) } });
            QVERIFY(!drawnView(plot, view, scene, false).isNull());
            QVERIFY(!view.caption(*scene).contains("nan"));
        }
    }
};

QTEST_MAIN(ScoresViewTest)
#include "scoresviewtest.moc"
