// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/similarityview.h"

#include "closeness.h"
#include "drawing.h"
#include "publishedcases.h"
#include "scenes.h"
#include "warnings.h"

#include <QTest>

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

/// similarity and product of a query and keys 0, 1, ...
Eigen::ArrayXXd rowOf(const std::shared_ptr<const Scene>& scene, double query)
{
    const CsvTable table = SimilarityView().csv(scene);
    Eigen::ArrayXXd values;
    table.fill(query, 1.0, 1, values);
    return values.reshaped(table.keys.count(), 2);
}

} // namespace

class SimilarityViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void productsArePublished()
    {
        const QList<QJsonObject> cases = publishedCases("sin.innerproduct.d128");
        if (cases.isEmpty())
            QSKIP("no reference values");
        const auto scene
            = sceneOf("sinusoidal", { { "dimension", 128.0 }, { "range", Numbers { 0.0, 1000.0 } } });
        QCOMPARE(SimilarityView().csv(scene).columns.front(), std::string("sinusoidal.similarity"));
        const Eigen::ArrayXXd row = rowOf(scene, 0.0);
        const QJsonArray x = cases.front().value("x").toArray();
        const QJsonArray y = cases.front().value("y").toArray();
        for (qsizetype i = 0; i < x.size(); ++i) {
            const auto key = static_cast<Eigen::Index>(x[i].toDouble());
            QVERIFY(isClose(row(key, 1), y[i].toDouble()));
            QVERIFY(isClose(row(key, 0), y[i].toDouble() / 64.0));
        }
    }

    void shiftChangesNothing()
    {
        // SHAPE's lesson: inner products stay.
        const Values values { { "dimension", 32.0 }, { "range", Numbers { 0.0, 50.0 } } };
        const Eigen::ArrayXXd plain = rowOf(sceneOf("sinusoidal", values), 7.0);
        const Eigen::ArrayXXd shifted = rowOf(sceneOf("shape", values), 7.0);
        QVERIFY((plain - shifted).abs().maxCoeff() < 1e-9);
    }

    void allOfATableIsShown()
    {
        const auto lastOf = [](const char* id, Values values) {
            values.set("trained_length", 40.0);
            values.set("scale", 4.0);
            return SimilarityView().csv(sceneOf(id, values)).rows.last;
        };
        QCOMPARE(lastOf("learned", {}), 39.0);
        QCOMPARE(lastOf("learned", { { "range", Numbers { 0.0, 79.0 } } }), 79.0);
        QCOMPARE(lastOf("sinusoidal", {}), 159.0);
    }

    void tableHasAHardEdge()
    {
        const auto scene = sceneOf("learned",
            { { "trained_length", 40.0 }, { "dimension", 64.0 }, { "range", Numbers { 0.0, 79.0 } } });
        const Eigen::ArrayXXd row = rowOf(scene, 39.0);
        QVERIFY(isClose(row(39, 0), 1.0));
        // Untrained: 0.02^2 times 64, about.
        QVERIFY(row(39, 1) > 0.01 && row(39, 1) < 0.05);
        QVERIFY(std::abs(row(0, 0)) < 0.6);
        QVERIFY(std::isnan(row(40, 0)) && std::isnan(row(40, 1)));
        const SimilarityView view;
        QVERIFY(view.caption(*scene).endsWith("; the table ends at 40."));
        QCOMPARE(view.readout(*scene, 40.0, 3.0), QString("query 3, key 40: the table ends at 40"));

        QCustomPlot plot;
        SimilarityView drawing;
        const QImage image = drawnView(plot, drawing, scene, true);
        const auto at = [&](double query, double key) {
            return image.pixelColor(
                qRound(plot.xAxis->coordToPixel(key)), qRound(plot.yAxis->coordToPixel(query)));
        };
        QCOMPARE(at(20, 20), QColor(0xD55E00)); // 1: the end of the scale
        QVERIFY(at(20, 60).saturation() < 20);
        QVERIFY(at(20, 60) != QColor(Qt::white));
    }

    void projectionsAreSeeded()
    {
        const auto with = [](double seed, const char* between) {
            return rowOf(sceneOf("sinusoidal",
                             { { "dimension", 128.0 }, { "range", Numbers { 0.0, 30.0 } }, { "seed", seed },
                                 { "similarity_between", std::string(between) } }),
                5.0);
        };
        const Eigen::ArrayXXd one = with(1.0, "projected");
        QVERIFY((one == with(1.0, "projected")).all());
        QVERIFY((one != with(2.0, "projected")).any());
        // The peak at the position itself is gone.
        QVERIFY(with(1.0, "rows")(5, 0) > 0.999);
        QVERIFY(std::abs(one(5, 0)) < 0.6);
    }

    void saysWhyNot()
    {
        const SimilarityView view;
        QVERIFY(!view.whyNot(sceneOf("rope", {})->series.front()).isEmpty());
        QVERIFY(!view.whyNot(sceneOf("alibi", {})->series.front()).isEmpty());
        QVERIFY(view.whyNot(sceneOf("complex", {})->series.front()).isEmpty());
    }
};

QTEST_MAIN(SimilarityViewTest)
#include "similarityviewtest.moc"
