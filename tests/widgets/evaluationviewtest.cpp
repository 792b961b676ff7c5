// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/evaluationsums.h"
#include "widgets/evaluationview.h"
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

std::shared_ptr<const Scene> sceneOf(const char* quantity, Values values, std::vector<Series> series)
{
    values.set("evaluation_quantity", std::string(quantity));
    return sceneWith(values, std::move(series));
}

double valueAt(const CsvTable& table, double row, Eigen::Index column = 0)
{
    Eigen::ArrayXXd values;
    table.fill(row, 1, 1, values);
    return values(0, column);
}

/// Whether column 0 agrees with a published case, whose x are the rows.
bool agrees(const std::shared_ptr<const Scene>& scene, const QJsonObject& published)
{
    const CsvTable table = EvaluationView().csv(scene);
    const QJsonArray x = published["x"].toArray();
    const QJsonArray y = published["y"].toArray();
    for (qsizetype i = 0; i < x.size(); ++i) {
        if (!isClose(valueAt(table, x[i].toDouble()), y[i].toDouble())) {
            qInfo("%s at %g: %.12g, published %.12g", qPrintable(published["id"].toString()), x[i].toDouble(),
                valueAt(table, x[i].toDouble()), y[i].toDouble());
            return false;
        }
    }
    return x.size() > 0;
}

QString captionOf(const std::shared_ptr<const Scene>& scene) { return EvaluationView().caption(*scene); }

} // namespace

class EvaluationViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void expectationAgreesWithPublishedValues()
    {
        const QList<QJsonObject> cases = publishedCases("attn_expectation");
        if (cases.isEmpty())
            QSKIP("no reference values");
        for (const QJsonObject& one : cases) {
            const std::string id = one["id"].toString().contains("xpos") ? "xpos" : "rope";
            QVERIFY(agrees(
                sceneOf("expectation", { { "dimension", 64.0 }, { "pair", 0.0 }, { "pairs", Numbers { 0 } } },
                    { { id, { id } } }),
                one));
        }
    }

    // The same sum for the sinusoidal table: 32 at distance 0, 30.9168 at 1 for d 64.
    void expectationOfATable()
    {
        const auto scene
            = sceneOf("expectation", { { "dimension", 64.0 }, { "pair", 0.0 }, { "pairs", Numbers { 0 } } },
                { { "sinusoidal", { "sinusoidal" } } });
        const CsvTable table = EvaluationView().csv(scene);
        QCOMPARE(table.columns, std::vector<std::string> { "sinusoidal.expectation" });
        QVERIFY(isClose(valueAt(table, 1), 30.9168316616));
        QVERIFY2(
            captionOf(scene).contains("Sinusoidal: from 32 at distance 0"), qPrintable(captionOf(scene)));
    }

    // encodings.json: a definition from memory, labelled as unverified.
    void resolutionAgreesAndSaysThatItIsUnverified()
    {
        const QList<QJsonObject> cases = publishedCases("attn_resolution");
        if (cases.isEmpty())
            QSKIP("no reference values");
        for (const QJsonObject& one : cases) {
            const bool alibi = one["id"].toString().contains("alibi");
            // Slope 2^-4: head 4 of 8.
            const Series series = alibi
                ? Series { "s", { "alibi" } }
                : Series { "s", { "kerple-log" }, {}, { { "r1", 1.0 }, { "r2", 0.1 } } };
            const auto scene = sceneOf("resolution", { { "heads", 8.0 }, { "head", 4.0 } }, { series });
            QVERIFY(agrees(scene, one));
            QVERIFY2(captionOf(scene).contains("could not be verified"), qPrintable(captionOf(scene)));
        }
        // Equal scores tell nothing apart.
        QCOMPARE(valueAt(EvaluationView().csv(sceneOf("resolution", {}, { { "n", { "nope" } } })), 100), 0.0);
    }

    void receptiveFieldOfWindows()
    {
        const auto scene = sceneOf("receptive-field", { { "layers", 8.0 } },
            { { "w", { "nope", "window" }, {}, { { "w", 4.0 } } }, { "all", { "rope" } } });
        const CsvTable table = EvaluationView().csv(scene);
        QCOMPARE(table.columns, (std::vector<std::string> { "w.receptive_field", "all.receptive_field" }));
        // R (w - 1) + 1, as in the case window.receptive_field.w4 of encodings.json.
        for (int layers = 1; layers <= 8; ++layers)
            QCOMPARE(valueAt(table, layers), layers * 3.0 + 1.0);
        QCOMPARE(valueAt(table, 1, 1), 4096.0);
        QVERIFY2(captionOf(scene).contains("4 tokens through one layer, 25 through 8")
                && captionOf(scene).contains("one layer sees every token (4,096)"),
            qPrintable(captionOf(scene)));
    }

    // 10 first tokens and a window of 8: 7 more a layer, until the window meets the first tokens.
    void firstTokensCountOnce()
    {
        Scheme scheme;
        scheme.visible = [](double query, double key) { return query - key < 8 || key < 10; };
        const std::optional<Eigen::ArrayXd> fields = receptiveFields(scheme, 99, 20);
        QVERIFY(fields);
        QCOMPARE((*fields)[0], 18.0);
        QCOMPARE((*fields)[1], 25.0);
        QCOMPARE((*fields)[19], 100.0);
        scheme.visible = [](double query, double key) { return std::fmod(query - key, 3.0) == 0.0; };
        QVERIFY(!receptiveFields(scheme, 99, 2));
    }

    void cumulatedSharesAgreeWithPublishedValues()
    {
        const QList<QJsonObject> cases = publishedCases("cng.biasonly");
        if (cases.isEmpty())
            QSKIP("no reference values");
        for (const QJsonObject& one : cases) {
            const QString id = one["id"].toString();
            const Series series = id.contains("kerple")
                ? Series { "s", { "kerple-log" }, {}, { { "r1", 1.0 }, { "r2", 0.1 } } }
                : id.contains("window") ? Series { "s", { "nope", "window" }, {}, { { "w", 32.0 } } }
                                        : Series { "s", { "nope" } };
            const auto scene
                = sceneOf("cumulated", { { "trained_length", 512.0 }, { "layers", 4.0 } }, { series });
            QVERIFY(agrees(scene, one));
            // The case's note: 105 tokens for the window, 512 for the others.
            const QString words = id.contains("window") ? "the nearest 105 of 512 tokens hold 99 %"
                                                        : "the nearest 512 of 512 tokens hold 99 %";
            QVERIFY2(captionOf(scene).contains(words) && captionOf(scene).contains("bias-only toy"),
                qPrintable(captionOf(scene)));
        }
    }

    // reference/encodings.md, F: ALiBi with slope 1/16 (head 4 of 8), 4 layers, 512 tokens: 160 hold 99 %.
    void cumulatedSharesOfAlibi()
    {
        const auto scene = sceneOf("cumulated",
            { { "trained_length", 512.0 }, { "layers", 4.0 }, { "heads", 8.0 }, { "head", 4.0 } },
            { { "alibi", { "alibi" } } });
        QVERIFY2(captionOf(scene).contains("ALiBi, head 4: the nearest 160 of 512 tokens hold 99 %"),
            qPrintable(captionOf(scene)));
    }

    void manyTokensAreLimitedAndSaid()
    {
        const auto scene = sceneOf("cumulated", { { "layers", 1.0 } }, { { "nope", { "nope" } } });
        QVERIFY2(captionOf(scene).contains("the first 2,048 tokens only"), qPrintable(captionOf(scene)));
        QCOMPARE(EvaluationView().csv(scene).rows.last, 2047.0);
    }

    void longWorkComesFromAWorker()
    {
        QCustomPlot plot;
        plot.resize(600, 400);
        EvaluationView view;
        std::atomic<int> repaints = 0;
        const auto scene = sceneOf("cumulated", {}, { { "nope", { "nope" } } });
        drawView(
            plot, view, scene, Look { Theme::named(Theme::Name::Light), false, [&] { ++repaints; } }, {});
        plot.replot();
        QVERIFY(!view.caption(*scene).contains("hold 99"));
        const QImage before = plot.grab().toImage();
        QTRY_VERIFY_WITH_TIMEOUT(repaints >= 1, 60000);
        QVERIFY(view.caption(*scene).contains("hold 99"));
        plot.replot();
        QVERIFY(plot.grab().toImage() != before);
    }

    // reference/encodings.md, C5: regression on ln r over 1 .. 8191: slope -6.70, R squared 0.73; first rise
    // at 13. Head 1 of 8 is divided by 1.
    void sandwichIsALogTrendWithRipples()
    {
        const auto scene = sceneOf("log-fit", { { "trained_length", 8192.0 }, { "heads", 8.0 } },
            { { "sandwich", { "sandwich" } } });
        const QString caption = captionOf(scene);
        QVERIFY2(caption.contains(QString::fromUtf8("− 6.7 ln r"))
                && caption.contains(QString::fromUtf8("R² = 0.73"))
                && caption.contains("log trend with ripples, first rise after distance 13"),
            qPrintable(caption));
    }

    void whatDoesNotApplyIsSaid()
    {
        const auto whyNot = [](const char* quantity, const Values& values, const Series& series) {
            return EvaluationView().whyNot(sceneOf(quantity, values, { series })->series.front());
        };
        QCOMPARE(whyNot("log-fit", {}, { "rope", { "rope" } }), QString("it adds no bias"));
        for (const char* const id : { "shaw", "huang", "tupe", "deberta", "cope", "transformer-xl" })
            QCOMPARE(whyNot("log-fit", {}, { id, { id } }), QString("its bias depends on the content"));
        QCOMPARE(whyNot("expectation", {}, { "alibi", { "alibi" } }),
            QString("its expected score is the bias itself; see Bias"));
        QVERIFY(!whyNot("resolution", {}, { "shaw", { "shaw" } }).isEmpty());
        QVERIFY(!whyNot("cumulated", {}, { "rope", { "rope" } }).isEmpty());
        for (const char* const quantity : { "auto", "expectation" })
            QCOMPARE(whyNot(quantity, { { "scale", 4.0 }, { "query", 9000.0 } }, { "pose", { "pose" } }),
                QString("no position id is drawn for the query at 9,000"));
        const auto both = sceneOf("auto", {}, { { "rope", { "rope" } }, { "alibi", { "alibi" } } });
        QVERIFY2(
            captionOf(both).contains("ALiBi is not drawn: its expected score is the bias itself; see Bias"),
            qPrintable(captionOf(both)));
    }

    void theFirstSeriesDecidesWhatIsDrawn_data()
    {
        QTest::addColumn<QString>("encoding");
        QTest::addColumn<QString>("column");
        QTest::newRow("turned") << "rope"
                                << "expectation";
        QTest::newRow("bias") << "alibi"
                              << "bias";
        QTest::newRow("nothing") << "nope"
                                 << "share";
        QTest::newRow("content") << "shaw"
                                 << "receptive_field";
    }
    void theFirstSeriesDecidesWhatIsDrawn()
    {
        QFETCH(QString, encoding);
        QFETCH(QString, column);
        const std::string id = encoding.toStdString();
        const auto scene = sceneWith({ { "trained_length", 256.0 } }, { { id, { id } } });
        QCOMPARE(EvaluationView().whyNot(scene->series.front()), QString());
        const CsvTable table = EvaluationView().csv(scene);
        QCOMPARE(table.columns.front(), id + "." + column.toStdString());
        QVERIFY(std::isfinite(valueAt(table, 1)));
    }

    void noSeriesIsAnEmptyTable()
    {
        Scene nothing = *sceneWith({});
        nothing.series.clear();
        QVERIFY(EvaluationView().csv(std::make_shared<const Scene>(nothing)).columns.empty());
    }

    // A query at 100 has no key at distance L: its first is told. d = 2 and theta = 1: cos 0 and cos 100.
    void theExpectationEndsWithTheKeys()
    {
        const auto scene = sceneOf("expectation",
            { { "dimension", 2.0 }, { "pair", 0.0 }, { "pairs", Numbers { 0 } }, { "query", 100.0 },
                { "position", 0.0 } },
            { { "s", { "streaming-llm", "rope" }, {}, { { "recent_size", 200.0 } } } });
        QVERIFY2(captionOf(scene).contains(
                     "query at 100: from 1 at distance 0 to 0.8623 at distance 100, the first key"),
            qPrintable(captionOf(scene)));
    }

    void everyQuantityDrawsItsCurve_data()
    {
        QTest::addColumn<QString>("quantity");
        for (const char* const word :
            { "expectation", "resolution", "receptive-field", "cumulated", "log-fit" })
            QTest::newRow(word) << QString(word);
    }
    void everyQuantityDrawsItsCurve()
    {
        QFETCH(QString, quantity);
        const std::string id = quantity == "expectation" ? "rope" : "alibi";
        QCustomPlot plot;
        EvaluationView view;
        drawView(plot, view,
            sceneOf(qPrintable(quantity), { { "trained_length", 600.0 } }, { { id, { id } } }),
            Look { Theme::named(Theme::Name::Print), true, {} }, {});
        plot.replot();
        const QImage image = plot.toPixmap(600, 400).toImage();
        QVERIFY(
            pixelsOf(image.copy(plot.axisRect()->rect()), Theme::named(Theme::Name::Print).series(0)) > 30);
        QVERIFY(!plot.xAxis->label().isEmpty() && !plot.yAxis->label().isEmpty());
    }

    void hugeLengthsCostLittle_data() { everyQuantityDrawsItsCurve_data(); }
    void hugeLengthsCostLittle()
    {
        QFETCH(QString, quantity);
        const auto scene = sceneOf(qPrintable(quantity),
            { { "trained_length", 1e9 }, { "scale", 1e3 }, { "layers", 1.0 } },
            { { "alibi", { "alibi" } }, { "rope", { "rope" } } });
        QCustomPlot plot;
        EvaluationView view;
        QElapsedTimer timer;
        timer.start();
        drawView(plot, view, scene, Look { Theme::named(Theme::Name::Print), false, [] {} }, {});
        plot.toPixmap(600, 400);
        QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_MAIN(EvaluationViewTest)
#include "evaluationviewtest.moc"
