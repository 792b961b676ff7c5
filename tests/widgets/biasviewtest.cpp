// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/biaschart.h"
#include "widgets/biasview.h"
#include "widgets/plotframe.h"

#include "closeness.h"
#include "publishedcases.h"
#include "widgets/scenes.h"
#include "warnings.h"

#include <QTest>

#include <atomic>
#include <cmath>

using namespace encodings;

namespace {

/// Values of the view's table at these distances; shape (distances, columns).
Eigen::ArrayXXd biasesAt(const std::shared_ptr<const Scene>& scene, const QJsonArray& distances)
{
    const CsvTable table = BiasView().csv(scene);
    Eigen::ArrayXXd all(distances.size(), static_cast<Eigen::Index>(table.columns.size()));
    for (qsizetype i = 0; i < distances.size(); ++i) {
        Eigen::ArrayXXd row;
        table.fill(distances[i].toDouble(), 1, 1, row);
        all.row(i) = row.row(0);
    }
    return all;
}

/// A picture of 600 x 400 px, with the plot that drew it.
QImage drawn(QCustomPlot& plot, const std::shared_ptr<const Scene>& scene)
{
    BiasView view;
    drawView(plot, view, scene, Look { Theme::named(Theme::Name::Print), true, {} }, {});
    plot.replot();
    return plot.toPixmap(600, 400).toImage();
}

} // namespace

class BiasViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void slopesOfAlibiAreThePublishedOnes()
    {
        const QList<QJsonObject> cases = publishedCases("alibi.slopes");
        if (cases.isEmpty())
            QSKIP("no reference values");
        for (const QJsonObject& one : cases) {
            const double heads = one["params"].toObject()["heads"].toDouble();
            const auto scene = sceneWith({ { "heads", heads } }, { { "alibi", { "alibi" } } });
            const CsvTable table = BiasView().csv(scene);
            QCOMPARE(table.rowName, std::string("distance"));
            QCOMPARE(table.columns.size(), static_cast<std::size_t>(heads));
            QCOMPARE(table.columns.back(), "alibi.head[" + std::to_string(int(heads)) + "]");
            const Eigen::ArrayXXd values = biasesAt(scene, { 1 });
            const QJsonArray slopes = one["y"].toArray();
            bool same = true;
            for (qsizetype head = 0; head < slopes.size(); ++head)
                same = same && isClose(values(0, head), -slopes[head].toDouble());
            QCOMPARE(same, one["expect"].toString() == "match");
        }
    }

    void publishedCurvesOfAllHeads_data()
    {
        QTest::addColumn<QString>("prefix");
        QTest::addColumn<QString>("encoding");
        QTest::newRow("kerple log") << "kerple.log"
                                    << "kerple-log";
        QTest::newRow("kerple power") << "kerple.power"
                                      << "kerple-power";
        QTest::newRow("sandwich") << "sandwich.nemo"
                                  << "sandwich";
    }
    void publishedCurvesOfAllHeads()
    {
        QFETCH(QString, prefix);
        QFETCH(QString, encoding);
        const QList<QJsonObject> cases = publishedCases(prefix);
        if (cases.isEmpty())
            QSKIP("no reference values");
        const auto numbersOf = [](const QJsonArray& array) {
            Numbers numbers;
            for (const QJsonValue& one : array)
                numbers.push_back(one.toDouble());
            return numbers;
        };
        for (const QJsonObject& one : cases) {
            const QJsonObject params = one["params"].toObject();
            const QJsonArray curves = one["y"].toArray();
            Values own;
            if (params.contains("r1")) {
                own.set("r1_heads", numbersOf(params["r1"].toArray()));
                own.set("r2_heads", numbersOf(params["r2"].toArray()));
            }
            const auto scene = sceneWith({ { "heads", static_cast<double>(curves.size()) } },
                { { "s", { encoding.toStdString() }, {}, own } });
            const Eigen::ArrayXXd values = biasesAt(scene, one["x"].toArray());
            QCOMPARE(values.cols(), curves.size());
            for (Eigen::Index head = 0; head < values.cols(); ++head) {
                const Numbers expected = numbersOf(curves[head].toArray());
                for (Eigen::Index i = 0; i < values.rows(); ++i)
                    QVERIFY(isClose(values(i, head), expected[static_cast<std::size_t>(i)]));
            }
        }
    }

    // Ruoss et al.: earlier keys are half a step nearer (slope 0.5 for head 1 of 8).
    void laterKeysAreShownWhereTheyAreSeen()
    {
        const auto scene
            = sceneWith({ { "heads", 8.0 }, { "causal", std::string("false") }, { "trained_length", 64.0 } },
                { { "a", { "alibi" }, {}, { { "alibi_noncausal", std::string("ruoss") } } } });
        const CsvTable table = BiasView().csv(scene);
        QCOMPARE(table.rows.first, -63.0);
        QCOMPARE(table.rows.last, 63.0);
        const Eigen::ArrayXXd values = biasesAt(scene, { -2, 0, 2 });
        QVERIFY(isClose(values(0, 0), -1.0) && isClose(values(1, 0), 0.0) && isClose(values(2, 0), -0.75));
    }

    void aCausalQueryHasNoLaterKeys()
    {
        const auto scene = sceneWith({ { "range", Numbers { -50, 50 } } }, { { "alibi", { "alibi" } } });
        QVERIFY(biasesAt(scene, { -1 }).isNaN().all());
        QVERIFY(BiasView().caption(*scene).contains("no keys after the query"));
        QVERIFY(BiasView().readout(*scene, -3, 0).contains("no such key"));
        QCustomPlot plot;
        const QImage image = drawn(plot, scene);
        const QRect rect = plot.axisRect()->rect();
        const QColor color = Theme::named(Theme::Name::Print).series(0);
        QCOMPARE(
            pixelsOf(image.copy(rect.left(), rect.top(), rect.width() / 2 - 3, rect.height()), color), 0);
        QVERIFY(pixelsOf(image.copy(rect), color) > 50);
    }

    void noEncodingAddsNothing()
    {
        const auto scene = sceneWith({}, { { "nope", { "nope" } } });
        QCOMPARE(BiasView().csv(scene).columns, std::vector<std::string> { "nope.head[1]" });
        QVERIFY((biasesAt(scene, { 0, 1, 1000 }) == 0.0).all());
        QVERIFY(BiasView().caption(*scene).contains("NoPE adds nothing at any distance"));
        QCustomPlot plot;
        const QImage image = drawn(plot, scene);
        const QRect rect = plot.axisRect()->rect();
        int blue = 0;
        for (int x = rect.left(); x < rect.right(); ++x) {
            const QColor color = image.pixelColor(x, rect.center().y());
            blue += color.blue() - color.red() > 60;
        }
        QVERIFY2(blue > rect.width() / 2, qPrintable(QString::number(blue)));
    }

    void rotationIsNotABias()
    {
        const auto scene = sceneWith({});
        QVERIFY(BiasView().whyNot(scene->series.front()).contains("see Decay"));
        const auto table = sceneWith({}, { { "sinusoidal", { "sinusoidal" } } });
        QVERIFY(BiasView().whyNot(table->series.front()).contains("see Table"));
    }

    // Slope of head 3 of 8: 2^-3. At distance 4096: -512.
    void captionHasTodaysNumbers()
    {
        const auto scene = sceneWith(
            { { "heads", 8.0 }, { "head", 3.0 }, { "scale", 2.0 } }, { { "alibi", { "alibi" } } });
        const QString caption = BiasView().caption(*scene);
        QVERIFY2(caption.contains(QString::fromUtf8("ALiBi, head 3 of 8: −0.125 at distance 1"))
                && caption.contains(QString::fromUtf8("−512 at distance 4,096 = L"))
                && caption.contains(QString::fromUtf8("straight line of slope −0.125")),
            qPrintable(caption));
        const QString text = BiasView().readout(*scene, 100.2, 0);
        QVERIFY2(text.contains("distance 100") && text.contains(QString::fromUtf8("ALiBi, head 3: −12.5")),
            qPrintable(text));
    }

    // BLOOM stores m j: at the query 1000 and distance 10 of head 1 of 8, 0.5 x 990.
    void whatDependsOnTheQuerySaysSo()
    {
        const auto scene = sceneWith({ { "heads", 8.0 }, { "query", 1000.0 } },
            { { "a", { "alibi" }, {}, { { "alibi_storage", std::string("bloom") } } } });
        const Eigen::ArrayXXd values = biasesAt(scene, { 10, 1000, 1001 });
        QVERIFY(isClose(values(0, 0), 495.0) && isClose(values(1, 0), 0.0) && std::isnan(values(2, 0)));
        QVERIFY(BiasView().caption(*scene).contains("for the query at position 1,000"));
    }

    // encodings.json, t5.edges.causal.32.128: bucket 31 from distance 113 on.
    void tablesThatEndAreTold()
    {
        const auto tupe = sceneWith({ { "scale", 4.0 }, { "query", 16383.0 } }, { { "tupe", { "tupe" } } });
        QCOMPARE(BiasView().whyNot(tupe->series.front()),
            QString("its table ends at L = 4,096 and has no row for the query at 16,383"));
        const auto noIds = sceneWith(
            { { "trained_length", 24.0 }, { "query", 33.0 } }, { { "s", { "randomized", "alibi" } } });
        QCOMPARE(
            BiasView().whyNot(noIds->series.front()), QString("no position id is drawn for the query at 33"));
        const QString caption = BiasView().caption(
            *sceneWith({ { "scale", 4.0 }, { "query", 9000.0 } }, { { "huang", { "huang" } } }));
        QVERIFY2(
            caption.endsWith("at distance 1; its table ends at L = 4,096 and has no row for distance 4,096."),
            qPrintable(caption));
    }

    void bucketsAreStepsThatEnd()
    {
        const auto scene = sceneWith({ { "heads", 8.0 } }, { { "t5", { "t5" } } });
        const BiasSource source(scene, scene->series.front());
        QVERIFY(source.hasSteps(0));
        QCOMPARE(source.constantFrom(0, 4095), std::optional(113.0));
        QVERIFY2(BiasView().caption(*scene).contains("the same from distance 113 on")
                && BiasView().caption(*scene).contains("untrained"),
            qPrintable(BiasView().caption(*scene)));
        const auto plain = sceneWith({}, { { "alibi", { "alibi" } } });
        const BiasSource line(plain, plain->series.front());
        QVERIFY(!line.hasSteps(0) && !line.constantFrom(0, 4095));
    }

    // encodings.json, da.w-0.1.v0.0: 0.538 at distance 10.
    void multipliersHaveAnAxisOfTheirOwn()
    {
        const auto both = sceneWith({},
            { { "alibi", { "alibi" } },
                { "da", { "da-transformer" }, {}, { { "w", -0.1 }, { "v", 0.0 } } } });
        QVERIFY(isClose(biasesAt(both, { 10 })(0, 32), 0.53788284274));
        QCustomPlot plot;
        drawn(plot, both);
        QVERIFY(plot.yAxis->visible() && plot.yAxis2->visible());
        QVERIFY(plot.yAxis2->label().contains("factor"));
        QVERIFY(plot.yAxis2->range().upper < 2.0 && plot.yAxis->range().lower < -1000.0);
        QVERIFY(BiasView().readout(*both, 10, 0).contains(QString::fromUtf8("× 0.537883")));
        drawn(plot, sceneWith({}, { { "da", { "da-transformer" } } }));
        QVERIFY(!plot.yAxis->visible() && plot.yAxis2->visible());
    }

    // So many distances that ripples are in every pixel: a band, and all of its values inside the axis.
    void ripplesAreABand()
    {
        const auto scene = sceneWith({ { "bias_heads", std::string("one") } }, { { "s", { "sandwich" } } });
        const BiasChart chart(scene);
        const DistanceCurve curve
            = distanceCurve(chart.functions->front(), distanceColumns(0.0, 40000.0, false, 500));
        QVERIFY(curve.rippled && curve.samples == 0);
        double widest = 0.0;
        for (std::size_t i = 0; i < curve.columns.size(); ++i) {
            widest = std::max(widest, curve.ranges[i].high - curve.ranges[i].low);
            const double value = chart.sources.front()->at(0, curve.columns[i].first + 7.0);
            // Sums over blocks of distances differ in the last digits.
            QVERIFY(value >= curve.ranges[i].low - 1e-9 && value <= curve.ranges[i].high + 1e-9);
        }
        QVERIFY(widest > 1.0);
        QVERIFY(distanceCurve(chart.functions->front(), distanceColumns(0, 1e9, false, 500)).samples > 0);
    }

    void slowCurvesAreCompletedByAWorker()
    {
        const auto curves = std::make_shared<DistanceCurves>();
        std::vector<DistanceFunction> slow { { [](const Eigen::ArrayXd& distances) -> Eigen::ArrayXd {
            QTest::qSleep(static_cast<int>(distances.size()) / 100);
            return -distances;
        } } };
        const auto functions = std::make_shared<const std::vector<DistanceFunction>>(std::move(slow));
        const std::vector<DistanceColumn> columns = distanceColumns(0, 1e6, false, 2000);
        std::atomic<int> repaints = 0;
        const DistanceAnswer rough = curves->answer(functions, columns, false, [&] { ++repaints; });
        QVERIFY(rough.pending && rough.curves.front().columns.size() < columns.size());
        QTRY_VERIFY_WITH_TIMEOUT(repaints == 1, 60000);
        const DistanceAnswer full = curves->answer(functions, columns, false, [&] { ++repaints; });
        QVERIFY(!full.pending && full.curves.front().columns == columns);
    }

    void allHeadsOrOne()
    {
        const auto traces = [](const Values& values, std::vector<Series> series) {
            return BiasChart(sceneWith(values, std::move(series))).traces.size();
        };
        const std::vector<Series> one { { "alibi", { "alibi" } } };
        const std::vector<Series> two { { "alibi", { "alibi" } }, { "nope", { "nope" } } };
        QCOMPARE(traces({ { "heads", 8.0 } }, one), std::size_t(8));
        QCOMPARE(traces({ { "heads", 8.0 } }, two), std::size_t(2));
        QCOMPARE(traces({ { "heads", 8.0 }, { "bias_heads", std::string("all") } }, two), std::size_t(9));
        QCOMPARE(traces({ { "heads", 8.0 }, { "bias_heads", std::string("one") } }, one), std::size_t(1));
        // So many are not told apart, and the picture says how many are left out.
        const BiasChart many(sceneWith({ { "heads", 4096.0 }, { "head", 4096.0 } }, one));
        QVERIFY(many.traces.size() <= 33 && many.headsLeft() >= 4063);
        QCOMPARE(many.traces.back().head, Eigen::Index(4095));
    }

    void logarithmicDistancesBeginAtOne()
    {
        QCustomPlot plot;
        const QImage image = drawn(
            plot, sceneWith({ { "bias_axis", std::string("logarithmic") } }, { { "a", { "alibi" } } }));
        QCOMPARE(plot.xAxis->scaleType(), QCPAxis::stLogarithmic);
        QCOMPARE(plot.xAxis->range().lower, 1.0);
        QVERIFY(plot.xAxis->label().contains("logarithmic"));
        QVERIFY(pixelsOf(image, Theme::named(Theme::Name::Print).series(0)) > 100);
    }

    void columnsHoldEveryDistanceOnce()
    {
        for (const bool logarithmic : { false, true }) {
            double next = 1.0;
            for (const DistanceColumn& column : distanceColumns(1.0, 5000.0, logarithmic, 300)) {
                QCOMPARE(column.first, next);
                next = column.last + 1.0;
            }
            QCOMPARE(next, 5001.0);
        }
        QVERIFY(distanceColumns(0.2, 0.8, false, 10).empty());
        QCOMPARE(distanceColumns(0.0, 1e9, false, 500).back().last, 1e9);
    }

    void largeRangesCostPixels()
    {
        QCustomPlot plot;
        QElapsedTimer timer;
        timer.start();
        drawn(plot, sceneWith({ { "trained_length", 1e9 } }, { { "alibi", { "alibi" } } }));
        QVERIFY(timer.elapsed() < 2000);
    }
};

QTEST_MAIN(BiasViewTest)
#include "biasviewtest.moc"
