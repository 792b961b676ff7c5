// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/decaycache.h"
#include "widgets/decayview.h"
#include "widgets/plotframe.h"

#include "closeness.h"
#include "widgets/scenes.h"
#include "warnings.h"

#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <cmath>

using namespace encodings;

namespace {

DecayRequest request(std::int64_t last)
{
    const auto scene = sceneWith({});
    return { scene->series.front().scheme.frequencies(), onesWeights(64), Columns(0, last, 500) };
}

} // namespace

class DecayViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    // curves.json, rope_allones_decay (d 128, base 10000) and RoFormer's figure 2 as computed there.
    void csvAgreesWithPublishedCurves()
    {
        const CsvTable table = DecayView().csv(sceneWith({}));
        QCOMPARE(table.rowName, std::string("distance"));
        QCOMPARE(table.columns, (std::vector<std::string> { "rope.ones", "rope.random", "rope.bound" }));
        Eigen::ArrayXXd values;
        table.fill(0, 1, 251, values);
        QVERIFY(isClose(values(0, 0), 1.0));
        QVERIFY(isClose(values(1, 0), 0.9702138094651191));
        QVERIFY(isClose(values(5, 0), 0.7372658120287496));
        QVERIFY(isClose(values(0, 2), 32.5));
        QVERIFY(isClose(values(50, 2), 12.629452488319242));
        QVERIFY(isClose(values(250, 2), 6.548179031941597));
    }

    void randomProductDependsOnTheSeedAlone()
    {
        const auto first = [](double seed) {
            Eigen::ArrayXXd values;
            DecayView().csv(sceneWith({ { "seed", seed } })).fill(3, 1, 1, values);
            return values(0, 1);
        };
        QCOMPARE(first(1), first(1));
        QVERIFY(first(1) != first(2));
        QVERIFY(std::abs(first(1)) <= 1.0);
    }

    // curves.json, first_negative_m: 1707 for base 10000, 18438 for 500000.
    void captionFindsTheFirstNegativeDistance()
    {
        QVERIFY(DecayView().caption(*sceneWith({})).contains("1,707"));
        const QString caption
            = DecayView().caption(*sceneWith({ { "base", 500000.0 }, { "trained_length", 20000.0 } }));
        QVERIFY2(caption.contains("18,438"), qPrintable(caption));
        const QString shortRange = DecayView().caption(*sceneWith({ { "range", Numbers { 0, 100 } } }));
        QVERIFY2(shortRange.contains("; no negative value up to distance 100")
                && !shortRange.contains("as far as searched"),
            qPrintable(shortRange));
        // Base 1e9: summed over all distances up to 32,768, where the search ends, outside this program.
        const QString longRange
            = DecayView().caption(*sceneWith({ { "base", 1e9 }, { "trained_length", 131072.0 } }));
        QVERIFY2(longRange.contains("; no negative value up to distance 32,768, as far as searched"),
            qPrintable(longRange));
    }

    void smallSumsAreExactAtOnce()
    {
        const auto cache = std::make_shared<DecayCache>();
        const DecayAnswer answer = cache->answers({ request(4095) }, false, [] {}).front();
        QVERIFY(answer.exact() && !answer.pending);
        QCOMPARE(answer.ranges.size(), std::size_t(500));
    }

    void largeSumsAreEstimatedThenCompleted()
    {
        const auto cache = std::make_shared<DecayCache>();
        std::atomic<int> repaints = 0;
        const DecayRequest large = request(1 << 24);
        const DecayAnswer estimate = cache->answers({ large }, false, [&] { ++repaints; }).front();
        QVERIFY(!estimate.exact() && estimate.pending);
        QTRY_VERIFY_WITH_TIMEOUT(repaints == 1, 60000);
        const DecayAnswer exact = cache->answers({ large }, false, [] {}).front();
        QVERIFY(exact.exact());
        QCOMPARE(exact.ranges.size(), std::size_t(500));
        for (int column = 0; column < estimate.columns.count(); ++column) {
            // The exact columns that an estimated one touches contain its range.
            Interval around { 1, -1 };
            for (int other = 0; other < exact.columns.count(); ++other) {
                if (exact.columns.start(other) >= estimate.columns.start(column + 1)
                    || exact.columns.start(other + 1) <= estimate.columns.start(column))
                    continue;
                around = { std::min(around.low, exact.ranges[static_cast<std::size_t>(other)].low),
                    std::max(around.high, exact.ranges[static_cast<std::size_t>(other)].high) };
            }
            QVERIFY(around.low <= estimate.ranges[static_cast<std::size_t>(column)].low + 1e-4);
            QVERIFY(around.high >= estimate.ranges[static_cast<std::size_t>(column)].high - 1e-4);
        }
    }

    void manyPairsAreRoughAtFirst()
    {
        const auto cache = std::make_shared<DecayCache>();
        std::atomic<int> repaints = 0;
        DecayRequest wide = request(1 << 16);
        wide.frequencies = Eigen::ArrayXd::LinSpaced(4096, 1.0, 1e-4);
        wide.weights = onesWeights(4096);
        const std::vector<DecayRequest> requests(5, wide);
        const DecayAnswer rough = cache->answers(requests, false, [&] { ++repaints; }).front();
        QVERIFY(rough.rough && rough.pending && !rough.exact());
        // Far fewer terms than the 256 samples of every third column: 167 x 256.
        QVERIFY(rough.columns.count() * rough.samplesPerColumn < 4000);
        // Better estimates, then exact answers.
        QTRY_VERIFY_WITH_TIMEOUT(repaints >= 1, 60000);
        const DecayAnswer better = cache->answers(requests, false, [] {}).front();
        QVERIFY(!better.rough);
        QVERIFY(better.exact() || better.samplesPerColumn == DecayCache::samplesPerColumn);
    }

    void filesAreExact()
    {
        const auto cache = std::make_shared<DecayCache>();
        QVERIFY(cache->answers({ request(1 << 21) }, true, {}).front().exact());
    }

    void droppedCacheEndsItsWorker()
    {
        std::atomic<int> repaints = 0;
        {
            const auto cache = std::make_shared<DecayCache>();
            cache->answers({ request(std::int64_t(1) << 27) }, false, [&] { ++repaints; });
        }
        // An exact pass of this size takes longer than this.
        QTest::qWait(300);
        QCOMPARE(repaints.load(), 0);
    }

    void estimateSaysSo()
    {
        QCustomPlot plot;
        plot.resize(600, 400);
        DecayView view;
        std::atomic<int> repaints = 0;
        drawView(plot, view,
            sceneWith({ { "trained_length", 16777216.0 }, { "decay_sums", std::string("ones") } }),
            Look { Theme::named(Theme::Name::Light), false, [&] { ++repaints; } }, {});
        plot.replot();
        const QImage estimate = plot.grab().toImage();
        QTRY_VERIFY_WITH_TIMEOUT(repaints == 1, 60000);
        plot.replot();
        // The note and the wider ranges change the picture.
        QVERIFY(plot.grab().toImage() != estimate);
    }

    // curves.json, xpos: d 128, base 10000, gamma 0.4, scale_base 512.
    void xposDecays()
    {
        const CsvTable table
            = DecayView().csv(sceneWith({}, { { "xpos", { "xpos" } }, { "both", { "pi", "xpos" } } }));
        Eigen::ArrayXXd values;
        table.fill(0, 1, 4097, values);
        const std::pair<int, double> published[] = { { 0, 1.0 }, { 1, 0.969287526290846 },
            { 5, 0.7350245068509391 }, { 100, 0.4540230854359045 }, { 4096, 0.04186550322023235 } };
        for (const auto& [distance, value] : published)
            QVERIFY(isClose(values(distance, 0), value));
        QVERIFY(values.col(2).isNaN().all());
        QVERIFY(values.col(1).isFinite().all());
        table.fill(-2, 1, 3, values);
        QVERIFY(values.topRows(2).leftCols(2).isNaN().all());
        QCOMPARE(values(2, 0), 1.0);
    }

    // Interpolated positions are nearer for the decay as well: distance 200 at scale 2 is distance 100.
    void xposDecaysByInterpolatedDistance()
    {
        Eigen::ArrayXXd values;
        DecayView()
            .csv(sceneWith({ { "scale", 2.0 } }, { { "both", { "pi", "xpos" } } }))
            .fill(200, 1, 1, values);
        QVERIFY(isClose(values(0, 0), 0.4540230854359045));
    }

    void decayIsPartOfARequest()
    {
        const DecayRequest plain = request(1000);
        DecayRequest decaying = plain;
        decaying.weights.logDecay = Eigen::ArrayXd::Constant(64, -1e-3);
        QVERIFY(plain.sameAs(plain) && decaying.sameAs(decaying) && !plain.sameAs(decaying));
        const auto cache = std::make_shared<DecayCache>();
        const auto answers = cache->answers({ plain, decaying }, true, {});
        QVERIFY(answers[0].ranges != answers[1].ranges);
    }

    void xposLooksBackOnly()
    {
        const Theme theme = Theme::named(Theme::Name::Print);
        const auto drawn = [&](const Numbers& range) {
            QCustomPlot plot;
            DecayView view;
            drawView(plot, view,
                sceneWith({ { "range", range }, { "decay_sums", std::string("ones") } },
                    { { "xpos", { "xpos" } } }),
                Look { theme, true, {} }, {});
            const QImage image = plot.toPixmap(600, 400).toImage();
            const QRect rect = plot.axisRect()->rect();
            return std::pair(
                pixelsOf(image.copy(rect.left(), rect.top(), rect.width() / 2 - 2, rect.height()),
                    theme.series(0)),
                pixelsOf(image.copy(rect), theme.series(0)));
        };
        const auto [left, all] = drawn({ -50, 50 });
        QCOMPARE(left, 0);
        QVERIFY(all > 50);
        QCOMPARE(drawn({ -100, -50 }).second, 0);

        const auto scene = sceneWith({ { "range", Numbers { -50, 50 } } }, { { "xpos", { "xpos" } } });
        const QString caption = DecayView().caption(*scene);
        QVERIFY2(caption.contains("nothing is drawn below distance 0")
                && caption.contains("RoFormer's bound is not defined for it"),
            qPrintable(caption));
        QVERIFY(!DecayView().readout(*scene, -3, 0).contains("ones"));
        QVERIFY(!DecayView().readout(*scene, 3, 0).contains("bound"));
    }

    void boundOfXposSaysWhyNot()
    {
        QCustomPlot plot;
        DecayView view;
        const auto scene = sceneWith({ { "decay_sums", std::string("bound") } }, { { "xpos", { "xpos" } } });
        drawView(plot, view, scene, Look { Theme::named(Theme::Name::Print), true, {} }, {});
        QVERIFY(!plot.toPixmap(600, 400).isNull());
        QVERIFY(view.caption(*scene).contains("not defined for the scores of xPos"));
    }

    // Report B1: base 1e6, k 4: A = 0.1 ln 4 + 1 = 1.138629, A squared 1.296477.
    void captionTellsFactorsThatAreNotDrawn()
    {
        const QString caption = DecayView().caption(
            *sceneWith({ { "base", 1e6 }, { "scale", 4.0 } }, { { "yarn", { "yarn" } } }));
        QVERIFY2(caption.contains(QString::fromUtf8("YaRN multiplies scores by A² = 1.29648, not drawn")),
            qPrintable(caption));
        QVERIFY(!DecayView().caption(*sceneWith({ { "scale", 4.0 } })).contains("multiplies"));
    }

    void readoutHasAllThreeSums()
    {
        const QString text = DecayView().readout(*sceneWith({}), 50.3, 0);
        QVERIFY2(text.contains("distance 50") && text.contains("12.6295"), qPrintable(text));
    }
};

QTEST_MAIN(DecayViewTest)
#include "decayviewtest.moc"
