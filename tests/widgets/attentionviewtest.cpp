// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/attentioncache.h"
#include "widgets/attentionview.h"
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

Eigen::ArrayXXd weightsOf(
    const std::shared_ptr<const Scene>& scene, double first, double step, Eigen::Index count)
{
    Eigen::ArrayXXd values;
    AttentionView().csv(scene).fill(first, step, count, values);
    return values;
}

QImage pictureOf(const std::shared_ptr<const Scene>& scene, const Theme& theme)
{
    QCustomPlot plot;
    AttentionView view;
    drawView(plot, view, scene, Look { theme, true, {} }, QString());
    return plot.toPixmap(800, 500).toImage();
}

} // namespace

class AttentionViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void equalScoresShareTheWeight()
    {
        const QList<QJsonObject> cases = publishedCases("nope.uniform");
        if (cases.isEmpty())
            QSKIP("the published values are not here");
        const QJsonArray expected = cases.front().value("y").toArray();
        for (int query = 0; query < expected.size(); ++query) {
            const auto scene
                = sceneWith({ { "query", static_cast<double>(query) }, { "trained_length", 8.0 } },
                    { { "nope", { "nope" } } });
            const CsvTable table = AttentionView().csv(scene);
            QCOMPARE(table.rowName, std::string("key"));
            QCOMPARE(table.columns, std::vector<std::string> { "nope.weight" });
            const Eigen::ArrayXXd values = weightsOf(scene, 0, 1, 8);
            for (int key = 0; key < 8; ++key) {
                if (key <= query)
                    QVERIFY(isClose(values(key, 0), expected[query].toDouble()));
                else
                    QVERIFY(std::isnan(values(key, 0)));
            }
        }
    }

    // 200 equal keys: entropy ln 200, 99 % of the weight on 198 of them.
    void spreadOfEqualScores()
    {
        const auto scene = sceneWith({ { "query", 199.0 } }, { { "nope", { "nope" } } });
        const AttentionWeights weights = attentionWeights(AttentionQuery(*scene, scene->series.front()), 1e6);
        QVERIFY(weights.exact());
        QVERIFY(isClose(weights.entropy, std::log(200.0)));
        QCOMPARE(weights.holding, 198.0);
        QCOMPARE(weights.seen, 200.0);
        const QString caption = AttentionView().caption(*scene);
        // ln 200 = 5.298
        for (const char* part :
            { "query at 199", "200 keys", "equal scores", "like 200 equal ones", "5.298 nats", "198 keys" })
            QVERIFY2(caption.contains(part), qPrintable(caption));
    }

    // ALiBi's first of 8 heads: slope 1/2, so that the weights halve by e^(-1/2) from key to key; over three
    // keys 1, e^-0.5, e^-1 over their sum 1.97441.
    void weightsOfABias()
    {
        const auto scene = sceneWith(
            { { "query", 2.0 }, { "heads", 8.0 }, { "trained_length", 16.0 } }, { { "alibi", { "alibi" } } });
        const Eigen::ArrayXXd values = weightsOf(scene, 0, 1, 3);
        const double sum = 1.0 + std::exp(-0.5) + std::exp(-1.0);
        QVERIFY(isClose(values(2, 0), 1.0 / sum));
        QVERIFY(isClose(values(1, 0), std::exp(-0.5) / sum));
        QVERIFY(isClose(values(0, 0), std::exp(-1.0) / sum));
        QVERIFY(AttentionView().caption(*scene).contains("bias alone, head 1 of 8"));
        const QString readout = AttentionView().readout(*scene, 1.2, 0.0);
        QVERIFY2(readout.contains("key 1, query 2") && readout.contains("weight 0.307"), qPrintable(readout));
        QVERIFY(AttentionView().readout(*scene, 3.0, 0.0).contains("not seen"));
    }

    void weightsSumToOneAndFollowTheRowsAskedFor()
    {
        const auto scene = sceneWith({ { "query", 300.0 } },
            { { "rope", { "rope" } }, { "alibi", { "alibi" } }, { "sinusoidal", { "sinusoidal" } } });
        const Eigen::ArrayXXd all = weightsOf(scene, 0, 1, 301);
        for (int column = 0; column < 3; ++column)
            QVERIFY(isClose(all.col(column).sum(), 1.0));
        const Eigen::ArrayXXd some = weightsOf(scene, 250, -7, 10);
        for (int row = 0; row < 10; ++row) {
            for (int column = 0; column < 3; ++column)
                QVERIFY(isClose(some(row, column), all(250 - 7 * row, column)));
        }
        QVERIFY(std::isnan(weightsOf(scene, 0.5, 1, 1)(0, 0)));
        QVERIFY(std::isnan(weightsOf(scene, -1, 1, 1)(0, 0)));
    }

    void aQueryWithoutAValueHasNoWeights()
    {
        const Values values { { "trained_length", 24.0 }, { "query", 33.0 } };
        const auto whyNot = [&](const std::vector<std::string>& encodings) {
            return AttentionView().whyNot(sceneWith(values, { { "s", encodings } })->series.front());
        };
        QCOMPARE(whyNot({ "tupe" }), QString("its table ends at L = 24 and has no row for the query at 33"));
        QCOMPARE(whyNot({ "learned" }), QString("its table ends at 24 and has no row for the query at 33"));
        QCOMPARE(whyNot({ "randomized", "alibi" }), QString("no position id is drawn for the query at 33"));
        QCOMPARE(whyNot({ "rope" }), QString());
    }

    void laterKeysWhereTheyAreSeen()
    {
        const Values values { { "query", 3.0 }, { "trained_length", 10.0 },
            { "causal", std::string("false") } };
        const auto scene = sceneWith(values, { { "nope", { "nope" } } });
        const CsvTable table = AttentionView().csv(scene);
        QCOMPARE(table.rows.last, 9.0);
        QVERIFY(isClose(weightsOf(scene, 9, 1, 1)(0, 0), 0.1));
    }

    // Equal scores are the same in every sample; ALiBi's weight lies on the nearest keys, which are not
    // sampled.
    void samplesAgreeWithAllKeys()
    {
        const auto scene = sceneWith({ { "query", 99999.0 } },
            { { "nope", { "nope" } }, { "alibi", { "alibi" } }, { "rope", { "rope" } } });
        for (const SceneSeries& series : scene->series) {
            const AttentionQuery query(*scene, series);
            const AttentionWeights exact = attentionWeights(query, 1e6);
            const AttentionWeights sampled = attentionWeights(query, 20000);
            QVERIFY(exact.exact() && !sampled.exact());
            QCOMPARE(exact.looked, 100000.0);
            QVERIFY(sampled.looked < 40000.0);
            const double tolerance = series.label == "rope" ? 0.01 : 1e-9;
            QVERIFY(std::abs(exact.logSum - sampled.logSum) <= tolerance * std::abs(exact.logSum));
            QVERIFY(std::abs(exact.entropy - sampled.entropy) <= tolerance * exact.entropy);
            QVERIFY(std::abs(exact.holding - sampled.holding) <= std::max(1.0, tolerance * exact.holding));
            QVERIFY(std::abs(keysHolding(logWeights(query, exact.logSum, 0, 1, 100000).exp(), 0.99)
                        - exact.holding)
                <= 1.0);
        }
    }

    void manyKeysAreEstimatedThenCompleted()
    {
        const auto scene
            = sceneWith({ { "query", 999999.0 } }, { { "alibi", { "alibi" } }, { "rope", { "rope" } } });
        const auto cache = std::make_shared<AttentionCache>();
        std::atomic<int> repaints = 0;
        const std::vector<AttentionAnswer> estimates = cache->answers(scene, false, [&] { ++repaints; });
        for (const AttentionAnswer& estimate : estimates)
            QVERIFY(estimate.pending && !estimate.weights->exact());
        QTRY_VERIFY_WITH_TIMEOUT(repaints == 2, 120000);
        for (const AttentionAnswer& answer : cache->answers(scene, false, [] {}))
            QVERIFY(!answer.pending && answer.weights->exact());
    }

    // More than four million keys stay an estimate, in files too.
    void tooManyKeysAreSampled()
    {
        const auto scene = sceneWith({ { "query", 1e9 } }, { { "alibi", { "alibi" } } });
        const auto cache = std::make_shared<AttentionCache>();
        const AttentionAnswer answer = cache->answers(scene, true, {}).front();
        QVERIFY(!answer.pending && !answer.weights->exact());
        QVERIFY(answer.weights->looked < 8e6);
        // Slope of the first of 32 heads: 2^(-1/4).
        QVERIFY(isClose(std::exp(answer.weights->peak), 1.0 - std::exp(-std::pow(2.0, -0.25))));
    }

    void theSubjectsColourAndTheUntrainedRegion()
    {
        const Theme theme = Theme::named(Theme::Name::Print);
        // Few keys are dots.
        const auto inside = sceneWith({ { "trained_length", 16.0 } }, { { "nope", { "nope" } } });
        const auto beyond
            = sceneWith({ { "trained_length", 16.0 }, { "scale", 4.0 } }, { { "nope", { "nope" } } });
        QVERIFY(pixelsOf(pictureOf(inside, theme), theme.series(0)) > 100);
        QVERIFY(pixelsOf(pictureOf(inside, theme), theme.beyond) < 200);
        QVERIFY(pixelsOf(pictureOf(beyond, theme), theme.beyond) > 20000);
    }

    void logarithmicAxis()
    {
        const auto scene
            = sceneWith({ { "attention_axis", std::string("logarithmic") } }, { { "alibi", { "alibi" } } });
        QCustomPlot plot;
        AttentionView view;
        drawView(plot, view, scene, Look { Theme::named(Theme::Name::Print), true, {} }, QString());
        QCOMPARE(plot.yAxis->scaleType(), QCPAxis::stLogarithmic);
        QVERIFY(plot.yAxis->range().lower > 0.0 && plot.yAxis->range().lower < 1e-10);
        // Far keys have weights that no axis reaches: nothing lies along its end.
        const QImage image = plot.toPixmap(800, 500).toImage();
        const QRect far(
            plot.axisRect()->left(), plot.axisRect()->bottom() - 8, plot.axisRect()->width() / 2, 9);
        QCOMPARE(pixelsOf(image.copy(far), Theme::named(Theme::Name::Print).series(0)), 0);
    }

    void oddStates()
    {
        const Theme theme = Theme::named(Theme::Name::Print);
        for (const Values& values : { Values { { "query", 0.0 } }, Values { { "trained_length", 1.0 } },
                 Values { { "heads", 1.0 }, { "head", 1.0 } }, Values { { "scale", 1e6 } },
                 Values { { "query", 1e12 } } }) {
            const auto scene = sceneWith(values, { { "alibi", { "alibi" } }, { "nope", { "nope" } } });
            QVERIFY(!pictureOf(scene, theme).isNull());
            QVERIFY(!AttentionView().caption(*scene).isEmpty());
        }
    }
};

QTEST_MAIN(AttentionViewTest)
#include "attentionviewtest.moc"
