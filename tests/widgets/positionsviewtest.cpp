// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/positionsview.h"

#include "widgets/plotframe.h"

#include "encodings/state.h"

#include "widgets/scenes.h"
#include "warnings.h"

#include <QTest>

#include <cmath>

using encodings::Scene;
using encodings::State;

namespace {

State stateOf(const QStringList& ids, double scale)
{
    State state = encodings::defaultState(); // d 128, base 10000, L 4096, pair 40
    state.series.clear();
    for (const QString& id : ids)
        state.series.push_back({ .label = id.toStdString(), .encodings = { id.toStdString() } });
    state.values.set("scale", scale);
    return state;
}

std::shared_ptr<const Scene> sceneOf(const State& state)
{
    encodings::validate(state);
    return std::make_shared<const Scene>(encodings::makeScene(state));
}

QImage pictureOf(const State& state, const Theme& theme)
{
    QCustomPlot plot;
    PositionsView view;
    drawView(plot, view, sceneOf(state), Look { theme, true, {} }, QString());
    return plot.toPixmap(800, 500).toImage();
}

} // namespace

class PositionsViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void ids();
    void captions_data();
    void captions();
    void cosineOfTheFirstThatHasThePair();
    void readouts();
    void kindsOfMarkers();
    void equalSamplesStayOnTheCurve();
    void samplesFollowTheSeed();
    void onlyPositionsZoom();
};

void PositionsViewTest::ids()
{
    const CsvTable table = PositionsView().csv(sceneOf(stateOf({ "rope", "pi", "ntk" }, 8.0)));
    QCOMPARE(table.rowName, std::string("position"));
    const std::vector<std::string> names { "rope.id", "pi.id", "ntk.id" };
    QCOMPARE(table.columns, names);
    QCOMPARE(table.rows.first, 0.0);
    QCOMPARE(table.rows.last, 32767.0);

    Eigen::ArrayXXd values;
    table.fill(1749.0, 31018.0, 2, values);
    QCOMPARE(values.rows(), Eigen::Index(2));
    // 1749 / 8 and 32767 / 8; a larger base leaves the ids alone.
    QCOMPARE(values(0, 0), 1749.0);
    QCOMPARE(values(0, 1), 218.625);
    QCOMPARE(values(0, 2), 1749.0);
    QCOMPARE(values(1, 0), 32767.0);
    QCOMPARE(values(1, 1), 4095.875);
    QCOMPARE(values(1, 2), 32767.0);
}

void PositionsViewTest::captions_data()
{
    QTest::addColumn<QStringList>("ids");
    QTest::addColumn<double>("scale");
    QTest::addColumn<double>("trainedLength");
    QTest::addColumn<double>("dimension");
    QTest::addColumn<double>("pair");
    QTest::addColumn<QString>("said");
    // Turns by hand: L 10000^(-2i/d) / 2 pi.
    QTest::newRow("not longer") << QStringList { "rope" } << 1.0 << 4096.0 << 128.0 << 40.0
                                << "Pair 40 turns 2.06 times inside 4,096 positions; a scale above 1 shows";
    QTest::newRow("fast enough")
        << QStringList { "rope" } << 8.0 << 4096.0 << 128.0 << 40.0
        << "Pair 40 turns 2.06 times inside 4,096 positions, so no cosine value beyond is unseen.";
    QTest::newRow("interpolated") << QStringList { "rope", "pi" } << 8.0 << 4096.0 << 128.0 << 40.0
                                  << "PI moves 4,096..32,767 back below 4,096, neighbours 0.125 apart.";
    // 8^(-80/126) = 0.26706, times 32767: 8750.77.
    QTest::newRow("NTK-aware")
        << QStringList { "rope", "ntk" } << 8.0 << 4096.0 << 128.0 << 40.0
        << "NTK-aware turns this pair at 0.267 times its frequency, so 32,767 stands where 8,750.";
    // The article's figure as its text says (channel 2000 of 2048) and as its code says (of 4096).
    QTest::newRow("slow")
        << QStringList { "rope" } << 2.0 << 2048.0 << 2048.0 << 1000.0
        << "Pair 1,000 turns 0.0404 times inside 2,048 positions, so the values beyond are truly unseen";
    QTest::newRow("not so slow")
        << QStringList { "rope" } << 2.0 << 2048.0 << 4096.0 << 1000.0
        << "Pair 1,000 turns 3.63 times inside 2,048 positions, so no cosine value beyond is unseen";
}

void PositionsViewTest::captions()
{
    QFETCH(QStringList, ids);
    QFETCH(double, scale);
    QFETCH(double, trainedLength);
    QFETCH(double, dimension);
    QFETCH(double, pair);
    QFETCH(QString, said);
    State state = stateOf(ids, scale);
    state.values.set("trained_length", trainedLength);
    state.values.set("dimension", dimension);
    state.values.set("head_dimension", encodings::Automatic {});
    state.values.set("pair", pair);
    const QString caption = PositionsView().caption(*sceneOf(state));
    QVERIFY2(caption.contains(said), qPrintable(caption));
}

void PositionsViewTest::cosineOfTheFirstThatHasThePair()
{
    State state = stateOf({}, 2.0);
    // 24 dimensions are 12 pairs: none is pair 40.
    state.series = { { .label = "short",
                         .encodings = { "rope" },
                         .overrides = { { "dimension", 24.0 }, { "trained_length", 2048.0 } } },
        { .label = "long", .encodings = { "rope" } } };
    const QString caption = PositionsView().caption(*sceneOf(state));
    QVERIFY2(caption.startsWith("long: pair 40 turns 2.06 times inside 4,096 positions, so no cosine value"),
        qPrintable(caption));
    QCustomPlot plot;
    PositionsView view;
    drawView(plot, view, sceneOf(state), Look { Theme::named(Theme::Name::Print), true, {} }, QString());
    QVERIFY2(plot.yAxis->label().endsWith(" of long"), qPrintable(plot.yAxis->label()));
}

void PositionsViewTest::readouts()
{
    const auto scene = sceneOf(stateOf({ "rope", "pi", "ntk" }, 8.0));
    const QString text = PositionsView().readout(*scene, 1000.2, 0.0);
    // By hand: cos(1000 t) for t = 10000^(-40/64), for t / 8 and for 8^(-80/126) t.
    for (const char* part : { "position 1,000", "RoPE: id 1,000, cos of pair 40 −0.9998",
             "PI: id 125, cos of pair 40 0.9229", "NTK-aware: id 1,000, cos of pair 40 0.6641" })
        QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
    QCOMPARE(PositionsView().readout(*scene, -20.0, 0.0), QString());
}

void PositionsViewTest::kindsOfMarkers()
{
    const Theme theme = Theme::named(Theme::Name::Print);
    const QImage trainedOnly = pictureOf(stateOf({ "rope" }, 1.0), theme);
    QVERIFY(pixelsOf(trainedOnly, theme.trained) > 200);
    QCOMPARE(pixelsOf(trainedOnly, theme.unseen), 0);
    QCOMPARE(pixelsOf(trainedOnly, theme.interpolated), 0);

    const QImage longer = pictureOf(stateOf({ "rope" }, 2.0), theme);
    QVERIFY(pixelsOf(longer, theme.trained) > 200);
    QVERIFY(pixelsOf(longer, theme.unseen) > 20);
    QCOMPARE(pixelsOf(longer, theme.interpolated), 0);

    const QImage interpolated = pictureOf(stateOf({ "pi" }, 2.0), theme);
    QVERIFY(pixelsOf(interpolated, theme.interpolated) > 100);
}

// Four series alike put every sample on the same place of the curve: none above cosine 1 but for half a mark,
// and all four colours in it.
void PositionsViewTest::equalSamplesStayOnTheCurve()
{
    const Theme theme = Theme::named(Theme::Name::Print);
    State state = stateOf({ "rope", "rope", "rope", "rope" }, 2.0);
    for (std::size_t i = 0; i < state.series.size(); ++i)
        state.series[i].label = "same" + std::to_string(i);
    QCustomPlot plot;
    PositionsView view;
    drawView(plot, view, sceneOf(state), Look { theme, true, {} }, QString());
    const QImage image = plot.toPixmap(800, 500).toImage();
    const QRect rect = plot.axisRect()->rect();
    const int one = qRound(plot.yAxis->coordToPixel(1.0));
    const int border = one - qRound(0.13 * std::abs(plot.yAxis->coordToPixel(-1.0) - one));
    const QRect above(rect.left(), border + 1, rect.width(), one - 9 - border);
    QVERIFY(above.height() > 3);
    const QRect curve(rect.left(), one - 9, rect.width(), rect.bottom() - one);
    for (int series = 0; series < 4; ++series) {
        QCOMPARE(pixelsOf(image.copy(above), theme.series(series)), 0);
        QVERIFY(pixelsOf(image.copy(curve), theme.series(series)) > 20);
    }
}

void PositionsViewTest::samplesFollowTheSeed()
{
    const Theme theme = Theme::named(Theme::Name::Print);
    State state = stateOf({ "rope" }, 2.0);
    const QImage first = pictureOf(state, theme);
    QCOMPARE(pictureOf(state, theme), first);
    state.values.set("seed", 2.0);
    QVERIFY(pictureOf(state, theme) != first);
}

void PositionsViewTest::onlyPositionsZoom()
{
    QCOMPARE(PositionsView().zoomable(), Qt::Orientations(Qt::Horizontal));
}

QTEST_MAIN(PositionsViewTest)
#include "positionsviewtest.moc"
