// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/baseboundview.h"

#include "widgets/baseboundcache.h"
#include "widgets/plotframe.h"

#include "encodings/rope.h"

#include "warnings.h"
#include "widgets/scenes.h"

#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <cmath>

using encodings::Scene;

namespace {

QImage drawn(QCustomPlot& plot, BaseBoundView& view, std::shared_ptr<const Scene> scene, const Look& look)
{
    plot.setViewport(QRect(0, 0, 600, 400));
    drawView(plot, view, std::move(scene), look, QString());
    return plot.toPixmap(600, 400).toImage();
}

} // namespace

class BaseBoundViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void table();
    void captionBeforeAndAfter();
    void captionOfSeriesThatDiffer();
    void captionOfLongTargets();
    void readouts();
    void exactInFiles();
    void roughThenWhole();
    void farDistancesCome();
    void pictures_data();
    void pictures();
};

void BaseBoundViewTest::table()
{
    BaseBoundView view;
    const CsvTable table = view.csv(sceneWith({}, { { "rope", { "rope" } } }));
    QCOMPARE(table.rowName, std::string("base"));
    const std::vector<std::string> names { "rope.first_negative", "rope.own_first_negative", "rope.bound" };
    QCOMPARE(table.columns, names);
    QCOMPARE(table.rows.count(), Eigen::Index(100));
    Eigen::ArrayXXd values;
    // shared/reference/values/curves.json: first_negative_m, and base_lower_bound_scan with its step.
    table.fill(1e4, 49e4, 2, values);
    QCOMPARE(values(0, 0), 1707.0);
    QCOMPARE(values(1, 0), 18438.0);
    QCOMPARE(values(1, 1), 1707.0);
    QVERIFY(values(0, 2) <= 26963.2 && values(0, 2) > 26963.2 - 40.96);
}

void BaseBoundViewTest::captionBeforeAndAfter()
{
    const auto scene = sceneWith({ { "base", 5e5 } });
    BaseBoundView view;
    QCOMPARE(view.caption(*scene),
        QString(
            "The sum of the cosines of all pairs first turns negative under RoPE (base 500,000) at distance "
            "18,438; the lowest base for 4,096 positions at dimension 128 is found by a scan."));
    QCustomPlot plot;
    drawn(plot, view, scene, Look { Theme::named(Theme::Name::Print), true, {} });
    // 26,952 is within a step below the published scan's 26,963.2.
    QVERIFY2(view.caption(*scene).endsWith("4,096 positions at dimension 128 is 26,952."),
        qPrintable(view.caption(*scene)));
}

void BaseBoundViewTest::captionOfSeriesThatDiffer()
{
    // By hand: positions divided by 4 bring every negative distance to at most 4 times; published: 1707 at
    // base 10000.
    const auto scene = sceneWith({ { "scale", 4.0 } }, { { "rope", { "rope" } }, { "pi", { "pi" } } });
    const QString caption = BaseBoundView().caption(*scene);
    QVERIFY2(caption.contains("RoPE (base 10,000) at distance 1,707, PI (base 10,000) at distance 6,82"),
        qPrintable(caption));
}

void BaseBoundViewTest::captionOfLongTargets()
{
    const QString caption = BaseBoundView().caption(*sceneWith({ { "trained_length", 2e6 } }));
    QVERIFY2(
        caption.endsWith("the lowest base is worked out for targets up to 1,048,576."), qPrintable(caption));
    const QString single = BaseBoundView().caption(*sceneWith({ { "dimension", 2.0 }, { "pair", 0.0 } }));
    QVERIFY2(single.contains("at distance 2;"), qPrintable(single)); // cos 2 < 0
}

void BaseBoundViewTest::readouts()
{
    const auto scene = sceneWith({});
    const QString text = BaseBoundView().readout(*scene, 1e4, 1.0);
    QVERIFY2(
        text.startsWith("base 10,000 at dimension 128: first negative at distance 1,707"), qPrintable(text));
    QCOMPARE(BaseBoundView().readout(*scene, 0.5, 1.0), QString());
}

void BaseBoundViewTest::exactInFiles()
{
    const auto cache = std::make_shared<BaseBoundCache>();
    const BaseCurveRequest request { 128, 30000, 1e4, 1e6, 3 };
    const BaseBoundAnswer answer = cache->answer(request, { 128, 1024 }, true, {});
    QVERIFY(!answer.curvePending);
    QCOMPARE(answer.curve.first.size(), std::size_t(3));
    QCOMPARE(answer.curve.first[0], std::optional<std::int64_t>(1707));
    QCOMPARE(answer.curve.first[2], std::optional<std::int64_t>(27115));
    QVERIFY(answer.bound && std::abs(*answer.bound->base - 4297.28) < 10.24);
    QVERIFY(cache->known({ 128, 1024 }));
    QVERIFY(!cache->known({ 128, 1025 }));
}

void BaseBoundViewTest::roughThenWhole()
{
    const auto cache = std::make_shared<BaseBoundCache>();
    const BaseCurveRequest request { 128, 60000, 1e4, 1e6, 300 };
    const BoundRequest bound { 128, 4096 };
    std::atomic<int> repaints = 0;
    const auto ask = [&] { return cache->answer(request, bound, false, [&repaints] { ++repaints; }); };
    const BaseBoundAnswer first = ask();
    QVERIFY(first.curvePending);
    QVERIFY(!first.bound);
    QVERIFY(first.curve.first.size() >= 10 && first.curve.first.size() < 300);
    QTRY_VERIFY_WITH_TIMEOUT(repaints == 2, 60000);
    const BaseBoundAnswer last = ask();
    QVERIFY(!last.curvePending);
    QCOMPARE(last.curve.first.size(), std::size_t(300));
    QVERIFY(last.bound && last.bound->base);
    QCOMPARE(repaints.load(), 2);
}

void BaseBoundViewTest::farDistancesCome()
{
    const auto cache = std::make_shared<BaseBoundCache>();
    // No sum of cosines is negative where nothing turns.
    const std::vector<Eigen::ArrayXd> frequencies { Eigen::ArrayXd::Zero(64),
        encodings::geometricFrequencies(1e4, 128) };
    const auto ask = [&] { return cache->firstNegatives(frequencies, false); };
    QVERIFY(!ask()[0].known);
    QCOMPARE(ask()[1].distance, std::optional<std::int64_t>(1707));
    std::atomic<int> repaints = 0;
    cache->answer({}, {}, false, [&repaints] { ++repaints; });
    QTRY_VERIFY_WITH_TIMEOUT(repaints >= 1, 60000);
    QVERIFY(ask()[0].known && !ask()[0].distance);
    QVERIFY(std::make_shared<BaseBoundCache>()->firstNegatives(frequencies, true)[0].known);
}

void BaseBoundViewTest::pictures_data()
{
    QTest::addColumn<double>("base");
    QTest::addColumn<double>("dimension");
    QTest::addColumn<double>("length");
    QTest::newRow("usual") << 1e4 << 128.0 << 4096.0;
    QTest::newRow("lowest base") << 1.0 << 128.0 << 4096.0;
    QTest::newRow("highest base") << 1e30 << 128.0 << 4096.0;
    QTest::newRow("single pair") << 1e4 << 2.0 << 4096.0;
    QTest::newRow("one position") << 1e4 << 128.0 << 1.0;
    QTest::newRow("longest") << 1e4 << 128.0 << 1e9;
    QTest::newRow("widest") << 1e4 << 65536.0 << 4096.0;
}

void BaseBoundViewTest::pictures()
{
    QFETCH(double, base);
    QFETCH(double, dimension);
    QFETCH(double, length);
    const auto scene = sceneWith({ { "base", base }, { "dimension", dimension },
        { "head_dimension", dimension }, { "trained_length", length }, { "pair", 0.0 } });
    const Theme theme = Theme::named(Theme::Name::Light);
    QElapsedTimer timer;
    timer.start();
    BaseBoundView view;
    QCustomPlot plot;
    const QImage image = drawn(plot, view, scene, Look { theme, true, {} });
    QVERIFY2(timer.elapsed() < 60000, "bounded work");
    QVERIFY(pixelsOf(image, theme.series(0)) > 30);
}

QTEST_MAIN(BaseBoundViewTest)
#include "baseboundviewtest.moc"
