// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plotframe.h"
#include "widgets/rotationnumbers.h"
#include "widgets/rotationview.h"

#include "closeness.h"
#include "widgets/scenes.h"
#include "warnings.h"

#include <QTest>

#include <cmath>
#include <numbers>

using namespace encodings;

namespace {

QImage pictureOf(const std::shared_ptr<const Scene>& scene, const QSize& size = { 800, 500 })
{
    QCustomPlot plot;
    RotationView view;
    drawView(plot, view, scene, Look { Theme::named(Theme::Name::Print), true, {} }, QString());
    return plot.toPixmap(size.width(), size.height()).toImage();
}

Values shownAs(const char* picture, Values values = {})
{
    values.set("rotation_shown", std::string(picture));
    return values;
}

} // namespace

class RotationViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    // Pair 40 of 64: theta = 10000^(-40/64) = 0.0031622776601684.
    void anglesOfAPair()
    {
        const auto scene = sceneWith({ { "query", 1000.0 }, { "position", 600.0 } });
        const CsvTable table = RotationView().csv(scene);
        QCOMPARE(table.rowName, std::string("pair"));
        QCOMPARE(table.columns,
            (std::vector<std::string> { "rope.query_angle", "rope.key_angle", "rope.difference" }));
        Eigen::ArrayXXd values;
        table.fill(0, 1, 64, values);
        QVERIFY(isClose(values(40, 0), 3.1622776601684));
        QVERIFY(isClose(values(40, 1), 1.89736659610103));
        QVERIFY(isClose(values(40, 2), 1.26491106406735));
        for (Eigen::Index pair = 0; pair < 64; ++pair)
            QVERIFY(isClose(values(pair, 2), values(pair, 0) - values(pair, 1)));
        const QString caption = RotationView().caption(*scene);
        for (const char* part :
            { "pair 40", "query at 1,000", "3.162 rad", "key at 600", "1.265 rad = 0.201 turns" })
            QVERIFY2(caption.contains(part), qPrintable(caption));
        const QString readout = RotationView().readout(*scene, 0, 0);
        QVERIFY2(readout.contains("RoPE, pair 40: query 3.162 rad"), qPrintable(readout));
    }

    // Positions 8 times closer; distances of ReRoPE end at its window.
    void anglesOfOtherSchemes()
    {
        const auto scene = sceneWith({ { "query", 8000.0 }, { "position", 0.0 }, { "scale", 8.0 } },
            { { "pi", { "pi" } },
                { .label = "rerope", .encodings = { "rerope" }, .overrides = { { "w", 512.0 } } } });
        Eigen::ArrayXXd values;
        RotationView().csv(scene).fill(0, 1, 1, values); // pair 0 turns by 1 from id to id
        QVERIFY(isClose(values(0, 0), 1000.0));
        QVERIFY(isClose(values(0, 3), 8000.0));
        QVERIFY(isClose(values(0, 5), 512.0));
    }

    // A shift of both tokens leaves RoPE's score alone, also by distances of its own; a table's score moves
    // by the terms of content and position, and the term of positions stays.
    void scoresOfTwoSentences()
    {
        const auto scene = sceneWith({ { "query", 500.0 }, { "position", 200.0 } },
            { { "rope", { "rope" } }, { "rerope", { "rerope" } }, { "sinusoidal", { "sinusoidal" } },
                { "logn", { "rope", "log-n" } } });
        const auto scores = [&](std::size_t series) {
            return std::pair { SentenceScore(scene->series[series], 500, 200),
                SentenceScore(scene->series[series], 500 + 4096, 200 + 4096) };
        };
        for (const std::size_t relative : { 0, 1 }) {
            const auto [first, second] = scores(relative);
            QVERIFY(isSameScore(first, second));
            QVERIFY(!first.terms && first.total != 0.0);
        }
        const auto [first, second] = scores(2);
        QVERIFY(!isSameScore(first, second));
        QVERIFY(isClose((*first.terms)[0], (*second.terms)[0]));
        QVERIFY(!isClose((*first.terms)[1], (*second.terms)[1]));
        QVERIFY(isClose((*first.terms)[3], (*second.terms)[3]));
        // encodings.json sin.innerproduct.d128 at 0 is 64; divided by sqrt(128).
        QVERIFY(isClose((*SentenceScore(scene->series[2], 7, 7).terms)[3], 64.0 / std::sqrt(128.0)));
        const auto [early, late] = scores(3); // log-n: the query's own position counts
        QVERIFY(!isSameScore(early, late));
    }

    void captionsOfTwoSentences()
    {
        const Values values = shownAs("sentences", { { "query", 500.0 }, { "position", 200.0 } });
        const QString rope = RotationView().caption(*sceneWith(values));
        QVERIFY2(rope.contains("300 apart, 4,096 positions later") && rope.contains("only m − n counts"),
            qPrintable(rope));
        const QString table
            = RotationView().caption(*sceneWith(values, { { "sinusoidal", { "sinusoidal" } } }));
        QVERIFY2(table.contains("two of its four terms"), qPrintable(table));
    }

    void captionOfAddition()
    {
        const Values values = shownAs("addition", { { "query", 110.0 }, { "position", 100.0 } });
        const QString caption
            = RotationView().caption(*sceneWith(values, { { "sinusoidal", { "sinusoidal" } } }));
        // 10 / (2 pi) turns of pair 0
        QVERIFY2(caption.contains("r = 10: pair 0 by 1.59 turns"), qPrintable(caption));
    }

    void onlyForPairs()
    {
        const auto scene = sceneWith({}, { { "rope", { "rope" } }, { "alibi", { "alibi" } } });
        const RotationView view;
        QVERIFY(view.whyNot(scene->series[0]).isEmpty());
        QVERIFY(!view.whyNot(scene->series[1]).isEmpty());
    }

    void tokensWithoutAPositionAreNotDrawn()
    {
        const auto whyNot = [](const char* id, const Values& values) {
            return RotationView().whyNot(sceneWith(values, { { id, { id } } })->series.front());
        };
        QCOMPARE(whyNot("streaming-llm", { { "query", 4000.0 }, { "position", 1000.0 } }),
            QString("the key at 1,000 is not kept in the cache"));
        QCOMPARE(whyNot("pose", { { "scale", 4.0 }, { "query", 9000.0 } }),
            QString("no position id is drawn for the query at 9,000"));
        QCOMPARE(
            whyNot("randomized", { { "trained_length", 24.0 }, { "query", 33.0 }, { "position", 30.0 } }),
            QString("no position id is drawn for the query at 33"));
        QCOMPARE(whyNot("randomized", { { "trained_length", 24.0 }, { "query", 20.0 }, { "position", 3.0 } }),
            QString());
        // The second sentence begins at L.
        QCOMPARE(
            whyNot("randomized",
                shownAs("sentences", { { "trained_length", 24.0 }, { "query", 20.0 }, { "position", 3.0 } })),
            QString("no position id is drawn for the query at 44"));
    }

    void picturesOfAllKinds()
    {
        const Theme theme = Theme::named(Theme::Name::Print);
        for (const char* picture : { "pair", "sentences", "addition" }) {
            const std::vector<Series> series { { "rope", { "rope" } }, { "pi", { "pi" } },
                { "sinusoidal", { "sinusoidal" } } };
            const QImage image = pictureOf(sceneWith(shownAs(picture, { { "scale", 4.0 } }), series));
            for (std::size_t i = 0; i < series.size(); ++i) {
                if (std::string(picture) != "sentences" || i == 0)
                    QVERIFY2(pixelsOf(image, theme.series(i)) > 30, picture);
            }
        }
    }

    void oddStates()
    {
        for (const char* picture : { "pair", "sentences", "addition" }) {
            for (Values values : { Values { { "dimension", 2.0 }, { "pair", 0.0 } },
                     Values { { "query", 0.0 }, { "position", 0.0 } },
                     Values { { "query", 5.0 }, { "position", 900.0 } }, Values { { "trained_length", 1e9 } },
                     Values { { "scale", 1e6 } }, Values { { "pairs", std::string("all") } } }) {
                const auto scene = sceneWith(shownAs(picture, values));
                QVERIFY(!pictureOf(scene).isNull());
                QVERIFY(!pictureOf(scene, { 90, 70 }).isNull());
                QVERIFY(!RotationView().caption(*scene).isEmpty());
            }
        }
    }
};

QTEST_MAIN(RotationViewTest)
#include "rotationviewtest.moc"
