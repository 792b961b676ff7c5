// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curvesview.h"
#include "widgets/plotframe.h"

#include "widgets/scenes.h"
#include "warnings.h"

#include <QTest>

#include <cmath>

using namespace encodings;

namespace {

Eigen::ArrayXXd rows(const CsvTable& table, double first, double step, Eigen::Index count)
{
    Eigen::ArrayXXd values;
    table.fill(first, step, count, values);
    return values;
}

QImage drawn(const Values& values, std::vector<Series> series = { { "rope", { "rope" } } })
{
    QCustomPlot plot;
    plot.resize(600, 400);
    CurvesView view;
    drawView(plot, view, sceneWith(values, std::move(series)),
        Look { Theme::named(Theme::Name::Light), false, {} }, {});
    plot.replot();
    return plot.grab().toImage();
}

} // namespace

class CurvesViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void csvHasCosAndSinOfTheChosenPairs()
    {
        const CsvTable table = CurvesView().csv(
            sceneWith({ { "pairs", Numbers { 0, 1 } }, { "dimension", 4.0 }, { "pair", 0.0 } }));
        QCOMPARE(table.rowName, std::string("position"));
        QCOMPARE(table.columns,
            (std::vector<std::string> { "rope.cos[0]", "rope.sin[0]", "rope.cos[1]", "rope.sin[1]" }));
        QCOMPARE(table.rows.last, 4095.0);
        // d = 4: theta = 1 and 0.01; position 1857 as in gpt-neox issue 1003 (cos of 1857 rad).
        const Eigen::ArrayXXd values = rows(table, 1857, 1, 1);
        QVERIFY(std::abs(values(0, 0) - std::cos(1857.0L)) < 1e-11);
        QVERIFY(std::abs(values(0, 3) - std::sin(18.57L)) < 1e-11);
    }

    void shiftedPositionsAreDrawnShifted()
    {
        // SHAPE: cos((m + 500) t); encodings.json, shape.eval.K500 at token 1: -0.0839293987848.
        const Values values { { "pairs", Numbers { 0 } }, { "dimension", 8.0 }, { "pair", 0.0 },
            { "K", 500.0 }, { "curve_parts", std::string("cos") } };
        const auto scene = sceneWith(values, { { "shape", { "shape" } } });
        QVERIFY(std::abs(rows(CurvesView().csv(scene), 1, 1, 1)(0, 0) - -0.0839293987848) < 1e-11);
        QVERIFY(CurvesView().readout(*scene, 1.0, 0.0).contains("cos −0.0839294"));
        Values near = values;
        near.set("range", Numbers { 0, 20 });
        const QImage plain = drawn(near, { { "sinusoidal", { "sinusoidal" } } });
        QVERIFY(drawn(near, { { "shape", { "shape" } } }) != plain);
    }

    void narrowSeriesLeaveCellsEmpty()
    {
        const Model neox { "GPT-NeoX 20B", "", { { "dimension", 24.0 }, { "head_dimension", 96.0 } },
            { "rope" } };
        const auto scene = sceneWith(
            { { "pairs", Numbers { 0, 40 } } }, { { "rope", { "rope" } }, { "neox", { "rope" }, neox } });
        const Eigen::ArrayXXd values = rows(CurvesView().csv(scene), 0, 1, 3);
        QCOMPARE(values.cols(), 8);
        QVERIFY(!std::isnan(values(1, 2)) && std::isnan(values(1, 6)));
    }

    void interpolatedCurveIsThePlainOneStretched()
    {
        const auto scene = sceneWith(
            { { "scale", 4.0 }, { "pairs", Numbers { 7 } } }, { { "rope", { "rope" } }, { "pi", { "pi" } } });
        const CsvTable table = CurvesView().csv(scene);
        const Eigen::ArrayXXd plain = rows(table, 0, 1, 100);
        const Eigen::ArrayXXd stretched = rows(table, 0, 4, 100);
        QVERIFY(((plain.col(0) - stretched.col(2)).abs() < 1e-11).all());
    }

    void captionHasTodaysNumbers()
    {
        // Pair 40 of d 128: 2 pi 10000^(80/128) = 1,986.92 positions a turn; 4096 / 1986.92 = 2.06.
        const QString caption = CurvesView().caption(*sceneWith({}));
        QVERIFY2(caption.contains("1,986.92") && caption.contains("2.06") && caption.contains("4,096"),
            qPrintable(caption));
        QVERIFY(CurvesView().caption(*sceneWith({ { "scale", 2.0 } })).contains("extrapolated"));
    }

    void readoutNamesPositionPairAndValues()
    {
        const QString text = CurvesView().readout(*sceneWith({ { "pairs", Numbers { 0, 40 } } }), 100.2, 1.1);
        // cos 100 = 0.862319, 100 / 2 pi = 15.9155.
        QVERIFY2(
            text.contains("position 100, pair 0") && text.contains("0.862319") && text.contains("15.9155"),
            qPrintable(text));
        QVERIFY(CurvesView().readout(*sceneWith({}), 0, 77).isEmpty());
    }

    void costFollowsPixelsAtAnyContext()
    {
        // Positions up to 10^9 draw without a sample for each of them; the picture is not empty.
        const QImage image = drawn({ { "trained_length", 1e9 } });
        QSet<QRgb> colors;
        for (int x = 0; x < image.width(); x += 7) {
            for (int y = 0; y < image.height(); y += 7)
                colors << image.pixel(x, y);
        }
        QVERIFY(colors.size() > 5);
    }

    void fastPairIsABandSlowPairALine()
    {
        const QImage fast = drawn(
            { { "pairs", Numbers { 0 } }, { "curve_parts", std::string("cos") }, { "position", 4000.0 } });
        const QImage slow = drawn(
            { { "pairs", Numbers { 63 } }, { "curve_parts", std::string("cos") }, { "position", 4000.0 } });
        const auto coloured = [](const QImage& image) {
            int count = 0;
            for (int y = 0; y < image.height(); ++y) {
                const QColor color = image.pixelColor(300, y);
                count += color.blue() - color.red() > 40;
            }
            return count;
        };
        QVERIFY(coloured(fast) > 150);
        QVERIFY(coloured(slow) > 0 && coloured(slow) < 6);
    }
};

QTEST_MAIN(CurvesViewTest)
#include "curvesviewtest.moc"
