// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/phaseview.h"

#include "widgets/plotframe.h"

#include "closeness.h"
#include "warnings.h"
#include "widgets/scenes.h"

#include <QTest>

#include <cmath>

using encodings::Scene;
using encodings::Series;

namespace {

/// Llama-3.2-1B with its scaling, beside the same model unscaled.
std::shared_ptr<const Scene> llama32(double position)
{
    return sceneWith({ { "base", 5e5 }, { "dimension", 64.0 }, { "trained_length", 8192.0 },
                         { "scale", 32.0 }, { "position", position }, { "pair", 17.0 } },
        { { "llama3", { "llama3" } }, { "rope", { "rope" } } });
}

/// Report B1: base 1e6, d 128, s 4, L 32768.
std::shared_ptr<const Scene> qwen(double position)
{
    return sceneWith(
        { { "base", 1e6 }, { "trained_length", 32768.0 }, { "scale", 4.0 }, { "position", position } },
        { { "yarn", { "yarn" } } });
}

Eigen::ArrayXXd allRows(const CsvTable& table)
{
    Eigen::ArrayXXd values;
    table.fill(table.rows.first, table.rows.step, table.rows.count(), values);
    return values;
}

/// Published with six decimals.
bool agrees(double found, double published) { return std::abs(found - published) <= 5.1e-7; }

} // namespace

class PhaseViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void tableOfLlama3();
    void tableOfYarn();
    void tableOfDynamicNtk();
    void tableOfShortSeries();
    void standingPairs();
    void captions();
    void captionOfUnscaled();
    void readouts();
    void ticksOfRatios();
    void pictures_data();
    void pictures();
};

void PhaseViewTest::tableOfLlama3()
{
    PhaseView view;
    const CsvTable table = view.csv(llama32(100.0));
    QCOMPARE(table.rowName, std::string("pair"));
    const std::vector<std::string> names { "llama3.ratio", "llama3.phase", "rope.ratio", "rope.phase" };
    QCOMPARE(table.columns, names);
    QCOMPARE(table.rows.count(), Eigen::Index(32));
    const Eigen::ArrayXXd values = allRows(table);
    // Reports on unslothai/unsloth#6197, jmaczan/tiny-vllm#1 and others: Llama-3.2-1B.
    for (Eigen::Index pair = 0; pair < 15; ++pair) {
        QCOMPARE(values(pair, 0), 1.0);
        QCOMPARE(values(pair, 1), 0.0);
    }
    QVERIFY(agrees(values(15, 0), 0.605573));
    QVERIFY(agrees(values(16, 0), 0.303743));
    QVERIFY(agrees(values(17, 0), 0.103448));
    for (Eigen::Index pair = 18; pair < 32; ++pair)
        QVERIFY(isClose(values(pair, 0), 0.03125));
    // By hand: 100 x 500000^(-i/32) x (ratio - 1).
    for (const Eigen::Index pair : { 15, 17, 31 })
        QVERIFY(isClose(values(pair, 1),
            100.0 * std::pow(5e5, -static_cast<double>(pair) / 32.0) * (values(pair, 0) - 1.0)));
    QVERIFY((values.col(2) == 1.0).all());
    QVERIFY((values.col(3) == 0.0).all());
}

void PhaseViewTest::tableOfYarn()
{
    const Eigen::ArrayXXd values = allRows(PhaseView().csv(qwen(1000.0)));
    // Reports on huggingface/transformers#38224: short prompts are changed too.
    QCOMPARE(values(23, 0), 1.0);
    QVERIFY(agrees(values(24, 0), 0.955882));
    QVERIFY(agrees(values(30, 0), 0.691176));
    QVERIFY(agrees(values(39, 0), 0.294118));
    QVERIFY(isClose(values(63, 0), 0.25));
    QVERIFY(isClose(values(40, 1), -750.0 * std::pow(1e6, -40.0 / 64.0)));
}

void PhaseViewTest::tableOfDynamicNtk()
{
    // Reports on huggingface/transformers#27226: pair 32 at position 30000 is 30.000 rad at base 1e6 and
    // 17.170 rad at the base that twice the length asks for.
    const auto scene = sceneWith({ { "base", 1e6 }, { "trained_length", 32768.0 }, { "scale", 2.0 },
                                     { "position", 30000.0 }, { "current_length", 65536.0 } },
        { { "dynamic-ntk", { "dynamic-ntk" } } });
    const Eigen::ArrayXXd values = allRows(PhaseView().csv(scene));
    QVERIFY(std::abs(values(32, 1) - (17.170 - 30.0)) < 1e-3);
}

void PhaseViewTest::tableOfShortSeries()
{
    std::vector<Series> series { { "long", { "pi" } }, { "short", { "pi" } } };
    series[1].overrides.set("dimension", 64.0);
    PhaseView view;
    const CsvTable table = view.csv(sceneWith({ { "scale", 2.0 }, { "position", 10.0 } }, series));
    const Eigen::ArrayXXd values = allRows(table);
    // By hand: 10 x (1/2 - 1) x frequency.
    QVERIFY(isClose(values(0, 1), -5.0));
    QVERIFY(isClose(values(31, 3), -5.0 * std::pow(1e4, -31.0 / 32.0)));
    QVERIFY(values.bottomRightCorner(32, 2).isNaN().all());
    Eigen::ArrayXXd some;
    table.fill(0.0, 0.5, 2, some);
    QVERIFY(some.row(1).isNaN().all());
}

void PhaseViewTest::standingPairs()
{
    // Gemma's p-RoPE turns a quarter of the pairs; those that never turned have changed nothing.
    const auto scene = sceneWith({ { "position", 100.0 }, { "scale", 2.0 } },
        { { "p", { "proportional" }, {}, { { "partial_rotary_factor", 0.25 } } } });
    const Eigen::ArrayXXd values = allRows(PhaseView().csv(scene));
    QCOMPARE(values(0, 1), -50.0);
    QCOMPARE(values(15, 0), 0.5);
    QCOMPARE(values(16, 0), 1.0);
    QCOMPARE(values(63, 1), 0.0);
    const QString caption = PhaseView().caption(*scene);
    QVERIFY2(caption.contains("pairs that never turn: 48"), qPrintable(caption));
    // By hand: c/8 = 2 pi / 4096 / 8 = 1.917e-4 lies between pairs 59 and 60 of base 10000, d 128.
    const auto truncated = sceneWith({ { "position", 100.0 } }, { { "t", { "truncated-basis" } } });
    const QString stopped = PhaseView().caption(*truncated);
    QVERIFY2(stopped.contains("pairs that turn no more: 4."), qPrintable(stopped));
    QVERIFY(allRows(PhaseView().csv(truncated)).isFinite().all());
}

void PhaseViewTest::captions()
{
    // By hand from the published ratios at position 100: |phase| of pair 15 is 100 x 0.0021306 x 0.394427 =
    // 0.0840, pair 16 0.0985, pair 17 0.0842, pair 18 0.0603: all small, though the model is scaled.
    const QString near = PhaseView().caption(*llama32(100.0));
    QVERIFY2(near.startsWith(
                 "At position 100, Llama 3: 32 of 32 pairs within 0.1 rad of the unscaled model and 0 more "
                 "than π away"),
        qPrintable(near));
    // At 8000 the phases are 80 times larger, 6.7, 7.9, 6.7, 4.8, and 3.2 = 4.8 x 500000^(-1/32) for pair 19;
    // pair 20's is 2.1; slower ones fall by 0.664 each, below 0.1 from pair 28 on (0.08).
    const QString far = PhaseView().caption(*llama32(8000.0));
    QVERIFY2(far.contains("19 of 32 pairs within 0.1 rad of the unscaled model and 5 more than π away"),
        qPrintable(far));
    // Report B1: attention factor 1.138629, whose square is 1.296.
    const QString yarn = PhaseView().caption(*qwen(1000.0));
    QVERIFY2(yarn.contains("scores get A² = 1.13863² = 1.296"), qPrintable(yarn));
    // By hand: log-n multiplies by ln 16385 / ln 4096 at position 16384.
    const QString logN
        = PhaseView().caption(*sceneWith({ { "position", 16384.0 } }, { { "series", { "rope", "log-n" } } }));
    QVERIFY2(logN.contains("scores of the query there are multiplied by 1.167"), qPrintable(logN));
}

void PhaseViewTest::captionOfUnscaled()
{
    const QString caption = PhaseView().caption(*sceneWith({}));
    QVERIFY2(caption.startsWith("RoPE: every pair turns as in the unscaled model;"), qPrintable(caption));
}

void PhaseViewTest::readouts()
{
    PhaseView view;
    const QString text = view.readout(*llama32(100.0), 16.2, 0.5);
    for (const char* part : { "pair 16 at position 100", "Llama 3: ratio 0.303743",
             "RoPE: ratio 1, phase "
             "difference 0 rad" })
        QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
    QCOMPARE(view.readout(*llama32(100.0), 32.0, 0.5), QString());
    QCOMPARE(view.readout(*llama32(100.0), -1.0, 0.5), QString());
}

void PhaseViewTest::pictures_data()
{
    QTest::addColumn<double>("position");
    QTest::addColumn<double>("scale");
    QTest::newRow("here") << 0.0 << 4.0;
    QTest::newRow("near") << 10.0 << 4.0;
    QTest::newRow("far") << 1e12 << 1e6;
    QTest::newRow("shorter") << 1749.0 << 1e-3;
}

void PhaseViewTest::ticksOfRatios()
{
    // Ratios down to 1/32: a tick at 0.01 would stand below the pane.
    QCustomPlot plot;
    plot.setViewport(QRect(0, 0, 1280, 800));
    PhaseView view;
    drawView(plot, view, llama32(100.0), Look { Theme::named(Theme::Name::Light), true, {} }, QString());
    const auto ticks = plot.yAxis->ticker().staticCast<QCPAxisTickerText>()->ticks();
    QVERIFY(ticks.values().contains("0.05"));
    QVERIFY(!ticks.values().contains("0.01"));
}

void PhaseViewTest::pictures()
{
    QFETCH(double, position);
    QFETCH(double, scale);
    const auto scene = sceneWith(
        { { "position", position }, { "scale", scale } }, { { "rope", { "rope" } }, { "ntk", { "ntk" } } });
    const Theme theme = Theme::named(Theme::Name::Light);
    QCustomPlot plot;
    plot.setViewport(QRect(0, 0, 600, 400));
    PhaseView view;
    drawView(plot, view, scene, Look { theme, true, {} }, QString());
    const QImage image = plot.toPixmap(600, 400).toImage();
    // Two panes of 64 marks.
    QVERIFY(pixelsOf(image, theme.series(0)) > 500);
    QVERIFY(pixelsOf(image, theme.series(1)) > 500);
}

QTEST_MAIN(PhaseViewTest)
#include "phaseviewtest.moc"
