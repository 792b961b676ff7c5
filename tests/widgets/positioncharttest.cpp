// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plotframe.h"
#include "widgets/positionsview.h"

#include "closeness.h"
#include "publishedcases.h"
#include "widgets/scenes.h"
#include "warnings.h"

#include <QTest>

#include <cmath>

using namespace encodings;

namespace {

std::shared_ptr<const Scene> sceneOf(const char* id, const Values& own, const Values& shared = {})
{
    return sceneWith(shared, { { .label = "it", .encodings = { id }, .overrides = own } });
}

/// The column `name` for positions 0 .. count - 1.
Eigen::ArrayXd columnOf(
    const std::shared_ptr<const Scene>& scene, const std::string& name, Eigen::Index count)
{
    const CsvTable table = PositionsView().csv(scene);
    const auto found = std::find(table.columns.begin(), table.columns.end(), name);
    if (found == table.columns.end())
        return {};
    Eigen::ArrayXXd values;
    table.fill(0, 1, count, values);
    return values.col(found - table.columns.begin());
}

Numbers numbersOf(const QJsonValue& values)
{
    Numbers numbers;
    for (const QJsonValue& value : values.toArray())
        numbers.push_back(value.toDouble());
    return numbers;
}

QJsonObject caseOf(const QString& id) { return publishedCases(id).value(0); }

/// Distances from `query` to keys, by distance.
void compareDistances(const std::shared_ptr<const Scene>& scene, int query, const Numbers& expected)
{
    const Eigen::ArrayXd found = columnOf(scene, "it.distance", query + 1);
    QCOMPARE(found.size(), Eigen::Index(query + 1));
    for (int distance = 0; distance <= query; ++distance)
        QVERIFY(isClose(found[query - distance], expected[static_cast<std::size_t>(distance)]));
}

} // namespace

class PositionChartTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        failOnWarnings();
        if (publishedCases("rerope").isEmpty())
            QSKIP("the published values are not here");
    }

    void cappedAndSlowedDistances()
    {
        const Values query { { "query", 39.0 } };
        compareDistances(
            sceneOf("rerope", { { "w", 8.0 } }, query), 39, numbersOf(caseOf("rerope.w8").value("y")));
        for (const double slowing : { 4.0, 16.0 })
            compareDistances(sceneOf("leaky-rerope", { { "w", 8.0 }, { "k", slowing } }, query), 39,
                numbersOf(caseOf(QStringLiteral("leaky_rerope.w8.k%1").arg(slowing)).value("y")));
    }

    void groupedDistances()
    {
        for (const auto& [group, window] : { std::pair { 4.0, 8.0 }, std::pair { 5.0, 12.0 } }) {
            const Numbers expected
                = numbersOf(caseOf(QStringLiteral("self_extend.G%1.W%2").arg(group).arg(window)).value("y"));
            const Eigen::ArrayXd found
                = columnOf(sceneOf("self-extend", { { "G", group }, { "W", window } }, { { "query", 39.0 } }),
                    "it.distance", 40);
            for (std::size_t key = 0; key < 40; ++key)
                QVERIFY(isClose(found[static_cast<Eigen::Index>(key)], expected[key]));
        }
    }

    // -1 in the case: not seen.
    void distancesUnderAMask()
    {
        const QJsonArray rows = caseOf("lambda.distance").value("y").toArray();
        QVERIFY(!rows.isEmpty());
        for (int query = 0; query < rows.size(); ++query) {
            const Numbers expected = numbersOf(rows[query]);
            const Eigen::ArrayXd found
                = columnOf(sceneOf("lambda-mask",
                               { { "limit", 4.0 }, { "local_branch", 4.0 }, { "global_branch", 2.0 } },
                               { { "query", static_cast<double>(query) } }),
                    "it.distance", static_cast<Eigen::Index>(expected.size()));
            for (std::size_t key = 0; key < expected.size(); ++key) {
                const double value = found[static_cast<Eigen::Index>(key)];
                QVERIFY(expected[key] < 0.0 ? std::isnan(value) : isClose(value, expected[key]));
            }
        }
    }

    void placesInACache()
    {
        const auto compare = [](const char* id, double query, const Values& own) {
            const Numbers tokens = numbersOf(caseOf(id).value("y"));
            const auto scene = sceneOf("streaming-llm", own, { { "query", query } });
            const auto count = static_cast<Eigen::Index>(query) + 2;
            const Eigen::ArrayXd places = columnOf(scene, "it.id", count);
            const Eigen::ArrayXd distances = columnOf(scene, "it.distance", count);
            Eigen::Index kept = 0;
            for (Eigen::Index token = 0; token < count; ++token)
                kept += !std::isnan(places[token]);
            QCOMPARE(kept, static_cast<Eigen::Index>(tokens.size()));
            for (std::size_t place = 0; place < tokens.size(); ++place) {
                const auto token = static_cast<Eigen::Index>(tokens[place]);
                QCOMPARE(places[token], static_cast<double>(place));
                QCOMPARE(distances[token], static_cast<double>(tokens.size() - 1 - place));
            }
        };
        compare("streaming.evict_for_space.t23", 23,
            { { "start_size", 4.0 }, { "recent_size", 8.0 }, { "mode", std::string("evict-for-space") } });
        compare("streaming.paper_example.t9", 9,
            { { "start_size", 4.0 }, { "recent_size", 3.0 }, { "mode", std::string("evict-after") } });
    }

    void unevenIds()
    {
        const QJsonObject drawn = caseOf("randomized.positions");
        const Numbers ids = numbersOf(drawn.value("y"));
        const Eigen::ArrayXd found
            = columnOf(sceneOf("randomized",
                           { { "L_max", 2048.0 },
                               { "drawn", numbersOf(drawn.value("params").toObject().value("drawn")) } }),
                "it.id", 17);
        for (std::size_t token = 0; token < 16; ++token)
            QCOMPARE(found[static_cast<Eigen::Index>(token)], ids[token]);
        QVERIFY(std::isnan(found[16]));

        const QJsonObject skipped = caseOf("pose.seed11");
        const Numbers tokens = numbersOf(skipped.value("x"));
        const Numbers landed = numbersOf(skipped.value("y"));
        const Eigen::ArrayXd pose = columnOf(
            sceneOf("pose", { { "L_c", 2048.0 }, { "L_t", 8192.0 }, { "l0", 927.0 }, { "u1", 4585.0 } }),
            "it.id", 2049);
        for (std::size_t i = 0; i < tokens.size(); ++i)
            QCOMPARE(pose[static_cast<Eigen::Index>(tokens[i])], landed[i]);
        QVERIFY(std::isnan(pose[2048]));
    }

    void augmentedIds()
    {
        const QJsonObject one = caseOf("cape.train.positions");
        const QJsonObject params = one.value("params").toObject();
        const Numbers expected = numbersOf(one.value("y"));
        const auto scene = sceneOf("cape",
            { { "normalize", true }, { "Delta", params.value("Delta").toDouble() },
                { "eps", numbersOf(params.value("eps")) },
                { "log_lambda", params.value("log_lambda").toDouble() } },
            { { "trained_length", 7.0 } });
        const Eigen::ArrayXd found = columnOf(scene, "it.id", 7);
        for (std::size_t token = 0; token < 7; ++token)
            QVERIFY(std::abs(found[static_cast<Eigen::Index>(token)] - expected[token])
                <= 1e-6 * std::abs(expected[token]));
    }

    void captionsAndReadouts()
    {
        const auto scene = sceneOf("rerope", { { "w", 1024.0 } }, { { "scale", 8.0 } });
        const QString caption = PositionsView().caption(*scene);
        QVERIFY2(caption.contains("query at 32,767, distances up to 1,024, all below L = 4,096"),
            qPrintable(caption));
        const QString readout = PositionsView().readout(*scene, 0.0, 0.0);
        QVERIFY2(readout.contains("position 0") && readout.contains("distance 1,024"), qPrintable(readout));

        const QString bias = PositionsView().caption(*sceneOf("alibi", {}, { { "scale", 2.0 } }));
        QVERIFY2(
            bias.contains("tokens 0..8,191 have ids 0..8,191, beyond L = 4,096: unseen"), qPrintable(bias));
        const QString learned = PositionsView().caption(*sceneOf("learned", {}, { { "scale", 2.0 } }));
        QVERIFY2(learned.contains("no value from id 4,096 on"), qPrintable(learned));
        QVERIFY(std::isnan(columnOf(sceneOf("learned", {}, { { "scale", 2.0 } }), "it.id", 4097)[4096]));
    }

    // With even ids and pairs alone the number lines stay; a bias beside them calls for the chart.
    void chartOnlyWhereNeeded()
    {
        const auto label = [](std::vector<Series> series) {
            QCustomPlot plot;
            PositionsView view;
            drawView(plot, view, sceneWith({ { "scale", 2.0 } }, std::move(series)),
                Look { Theme::named(Theme::Name::Print), true, {} }, QString());
            return plot.yAxis->label();
        };
        QVERIFY(label({ { "rope", { "rope" } }, { "pi", { "pi" } } }).startsWith("cos("));
        QCOMPARE(label({ { "rope", { "rope" } }, { "alibi", { "alibi" } } }), QStringLiteral("position id"));
        QCOMPARE(
            label({ { "rerope", { "rerope" } } }), QStringLiteral("distance used from the query at 8,191"));
    }

    // Sixteen drawn ids are sixteen dots, with nothing between them; a jump of thousands of ids is no line.
    void jumpsAreNoLines()
    {
        const Theme theme = Theme::named(Theme::Name::Print);
        QCustomPlot plot;
        PositionsView view;
        const auto scene
            = sceneOf("pose", { { "L_c", 4096.0 }, { "L_t", 16384.0 }, { "l0", 2000.0 }, { "u1", 9000.0 } },
                { { "scale", 4.0 } });
        drawView(plot, view, scene, Look { theme, true, {} }, QString());
        const QImage image = plot.toPixmap(800, 500).toImage();
        const double top = plot.yAxis->coordToPixel(10000.0);
        const double bottom = plot.yAxis->coordToPixel(3000.0);
        const QRect between(
            plot.axisRect()->left(), qRound(top), plot.axisRect()->width(), qRound(bottom - top));
        QVERIFY(between.height() > 50);
        QCOMPARE(pixelsOf(image.copy(between), theme.series(0)), 0);
        QVERIFY(pixelsOf(image, theme.series(0)) > 100);
    }
};

QTEST_MAIN(PositionChartTest)
#include "positioncharttest.moc"
