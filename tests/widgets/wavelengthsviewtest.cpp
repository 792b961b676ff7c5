// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wavelengthsview.h"

#include "widgets/plotframe.h"

#include "encodings/state.h"

#include "widgets/scenes.h"
#include "widgets/wavelengthscenes.h"
#include "warnings.h"

#include <QTest>

#include <cmath>

using encodings::State;

namespace {

bool isNear(double found, double expected)
{
    return std::abs(found - expected) <= 1e-12 * std::abs(expected);
}

} // namespace

class WavelengthsViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void tableOfNtkAware();
    void tableOfInterpolation();
    void tableBeyondAShortSeries();
    void captions_data();
    void captions();
    void captionsOfSeriesThatDiffer();
    void captionOfOneTrainedPosition();
    void linesOfSeriesThatDiffer();
    void readouts();
    void pictures_data();
    void pictures();
    void axisOfTurnsFollows();
};

void WavelengthsViewTest::tableOfNtkAware()
{
    WavelengthsView view;
    const CsvTable table = view.csv(sceneOf(stateOf({ "ntk" }, 8.0)));
    QCOMPARE(table.rowName, std::string("pair"));
    const std::vector<std::string> names { "ntk.frequency", "ntk.wavelength", "ntk.turns", "ntk.ratio",
        "ntk.reach" };
    QCOMPARE(table.columns, names);
    QCOMPARE(table.rows.count(), Eigen::Index(64));
    QCOMPARE(table.lowestRow, 0.0);
    QCOMPARE(table.highestRow, 63.0);

    struct Row {
        int pair;
        double frequency, wavelength, turns, ratio, reach;
    };
    // Frequencies: scaled_rope/LlamaNTKScaledRotaryEmbedding.py of jquesnelle/yarn, alpha 8; the rest by hand
    // from them and from the unscaled 10000^(-i/64): 2 pi / f, 4096 f / 2 pi, f / unscaled, 8 f / unscaled.
    const Row rows[] = {
        { 0, 1.0, 6.283185307179586, 651.8986469044033, 1.0, 8.0 },
        { 1, 0.8378480019188024, 7.499194714065217, 546.1919787624252, 0.9675317785238916,
            7.740254228191133 },
        { 40, 0.0008445192086307204, 7439.955471666494, 0.5505409293911441, 0.26706042270360064,
            2.136483381628805 },
        { 46, 0.0002921466844358343, 21506.954012889353, 0.1904500282813281, 0.21907910693410845,
            1.7526328554728676 },
        { 63, 1.4434774808618228e-05, 435281.145046214, 0.00941001016610799, 0.125, 1.0 },
    };
    const Eigen::ArrayXXd values = allRows(table);
    for (const Row& row : rows) {
        QVERIFY(isNear(values(row.pair, 0), row.frequency));
        QVERIFY(isNear(values(row.pair, 1), row.wavelength));
        QVERIFY(isNear(values(row.pair, 2), row.turns));
        QVERIFY(isNear(values(row.pair, 3), row.ratio));
        QVERIFY(isNear(values(row.pair, 4), row.reach));
    }
}

void WavelengthsViewTest::tableOfInterpolation()
{
    WavelengthsView view;
    const Eigen::ArrayXXd values = allRows(view.csv(sceneOf(stateOf({ "pi" }, 8.0))));
    for (Eigen::Index pair = 0; pair < 64; ++pair) {
        QCOMPARE(values(pair, 3), 0.125);
        QCOMPARE(values(pair, 4), 1.0);
    }
}

void WavelengthsViewTest::tableBeyondAShortSeries()
{
    State state = stateOf({ "rope", "ntk" }, 8.0);
    state.series[1].overrides.set("dimension", 64.0);
    WavelengthsView view;
    const CsvTable table = view.csv(sceneOf(state));
    QCOMPARE(table.rows.count(), Eigen::Index(64));
    const Eigen::ArrayXXd values = allRows(table);
    // The same source, dimension 64.
    QVERIFY(isNear(values(31, 5), 1.6669017902041553e-05));
    QVERIFY(values.rightCols(5).bottomRows(32).isNaN().all());
    QVERIFY(values.leftCols(5).isFinite().all());

    Eigen::ArrayXXd some;
    table.fill(62.0, 2.0, 2, some);
    QVERIFY(isNear(some(0, 0), std::pow(10000.0, -62.0 / 64.0)));
    QVERIFY(some.row(1).isNaN().all());
}

void WavelengthsViewTest::captions_data()
{
    QTest::addColumn<QStringList>("ids");
    QTest::addColumn<double>("scale");
    QTest::addColumn<QStringList>("said");
    // By hand: 4096 < 2 pi 10000^(i/64) from i = 45.03 on; 8 x 8^(-2i/126) is 1.753 at i = 46 and 1 at i
    // = 63.
    QTest::newRow("unscaled") << QStringList { "rope" } << 1.0
                              << QStringList { "18 of 64 pairs never finish a turn inside 4,096 positions" };
    QTest::newRow("longer") << QStringList { "rope", "pi", "ntk" } << 8.0
                            << QStringList { "18 of 64 pairs",
                                   "under RoPE 18 pairs meet unseen angles at 32,768, pair 46 up to 8 times",
                                   "under PI no angle is unseen",
                                   "under NTK-aware 17 pairs meet unseen angles, pair 46 up to 1.75 times" };
    // By hand: 512 < 2 pi 10000^(i/64) from i = 30.58 on.
    QTest::newRow("interpolated") << QStringList { "pi" } << 8.0
                                  << QStringList { "In training 18 of 64 pairs",
                                         "4,096 positions (33 never finish as PI turns them)",
                                         "no angle is unseen at 32,768" };
    QTest::newRow("shorter") << QStringList { "rope", "ntk" } << 0.5
                             << QStringList { "target length of 2,048 is shorter, and no angle is unseen" };
}

void WavelengthsViewTest::captions()
{
    QFETCH(QStringList, ids);
    QFETCH(double, scale);
    QFETCH(QStringList, said);
    State state = stateOf({}, scale);
    for (const QString& id : ids)
        state.series.push_back({ .label = id.toStdString(), .encodings = { id.toStdString() } });
    const QString caption = WavelengthsView().caption(*sceneOf(state));
    for (const QString& part : said)
        QVERIFY2(caption.contains(part), qPrintable(caption));
    QCOMPARE(caption.count(QStringLiteral(". ")), 0);
    QVERIFY(caption.endsWith(QLatin1Char('.')));
}

void WavelengthsViewTest::captionsOfSeriesThatDiffer()
{
    // By hand: 4096 / 2 pi = 651.9; 1000^(i/64) is larger from i = 60.03 on, 10000^(i/64) from i = 45.03 on.
    State state = stateOf({}, 1.0);
    for (const double base : { 10.0, 100.0, 1000.0, 10000.0 }) {
        encodings::Series series { .label = "base " + std::to_string(static_cast<int>(base)),
            .encodings = { "rope" } };
        series.overrides.set("base", base);
        state.series.push_back(series);
    }
    QCOMPARE(WavelengthsView().caption(*sceneOf(state)),
        QString("Pairs that never finish a turn inside 4,096 positions in training: base 10 and base 100 "
                "none of 64, base 1000 3 of 64, base 10000 18 of 64; no angle is unseen at 4,096."));

    // The fourth group gives way: 512 / 2 pi = 81.5, 10000^(i/64) is larger from i = 30.58 on.
    state.series[1].overrides.set("trained_length", 512.0);
    state.series.push_back(
        { .label = "last", .encodings = { "rope" }, .overrides = { { "trained_length", 512.0 } } });
    const QString caption = WavelengthsView().caption(*sceneOf(state));
    QVERIFY2(caption.contains("inside their own L"), qPrintable(caption));
    QVERIFY2(caption.contains(QString::fromUtf8("base 1000 3 of 64, …; ")), qPrintable(caption));
    QVERIFY2(caption.endsWith("; no angle is unseen at their target lengths."), qPrintable(caption));
    // The same base; where their training ended moves no mark.
    QVERIFY2(caption.contains("base 10000 and last turn alike"), qPrintable(caption));
}

void WavelengthsViewTest::captionOfOneTrainedPosition()
{
    State state = stateOf({ "rope" }, 1.0);
    state.values.set("trained_length", 1.0);
    const QString caption = WavelengthsView().caption(*sceneOf(state));
    QVERIFY2(
        caption.startsWith("64 of 64 pairs never finish a turn inside 1 position:"), qPrintable(caption));
}

void WavelengthsViewTest::linesOfSeriesThatDiffer()
{
    const Theme theme = Theme::named(Theme::Name::Print);
    State state = stateOf({}, 1.0);
    state.series
        = { { .label = "short", .encodings = { "rope" }, .overrides = { { "trained_length", 2048.0 } } },
              { .label = "long", .encodings = { "rope" } } };
    QCustomPlot plot;
    WavelengthsView view;
    drawView(plot, view, sceneOf(state), Look { theme, true, {} }, QString());
    const QImage image = plot.toPixmap(600, 400).toImage();
    QCOMPARE(plot.yAxis2->label(), QString("turns inside L of short"));
    plot.yAxis->setRange(8.0, 2048.0);
    QCOMPARE(plot.yAxis2->range().lower, 1.0);
    // A line in the colour of each series, at its own length.
    for (const std::size_t index : { 0U, 1U }) {
        int longest = 0;
        for (int y = 0; y < image.height(); ++y) {
            int found = 0;
            for (int x = 0; x < image.width(); ++x)
                found += image.pixelColor(x, y) == theme.series(index);
            longest = std::max(longest, found);
        }
        QVERIFY(longest > 200);
    }
}

void WavelengthsViewTest::readouts()
{
    const auto scene = sceneOf(stateOf({ "rope", "ntk" }, 8.0));
    WavelengthsView view;
    const QString text = view.readout(*scene, 39.7, 100.0);
    for (const char* part :
        { "pair 40", "RoPE", "NTK-aware: ", "0.000844519 rad per position, 0.00316228 in training",
            "7,439.96 positions per turn", "0.550541 turns inside L", "ratio 0.26706", "reach 2.13648" })
        QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
    QCOMPARE(view.readout(*scene, -3.0, 100.0), QString());
    QCOMPARE(view.readout(*scene, 64.0, 100.0), QString());
}

void WavelengthsViewTest::pictures_data()
{
    QTest::addColumn<QString>("quantity");
    for (const char* quantity : { "wavelength", "turns", "ratio", "reach" })
        QTest::newRow(quantity) << quantity;
}

void WavelengthsViewTest::pictures()
{
    QFETCH(QString, quantity);
    const Theme theme = Theme::named(Theme::Name::Print);
    for (const double dimension : { 128.0, 8192.0 }) {
        State state = stateOf({ "ntk" }, 8.0);
        state.values.set("wavelength_quantity", quantity.toStdString());
        state.values.set("dimension", dimension);
        state.values.set("head_dimension", encodings::Automatic {});
        QCustomPlot plot;
        WavelengthsView view;
        drawView(plot, view, sceneOf(state), Look { theme, true, {} }, QString());
        const QImage image = plot.toPixmap(600, 400).toImage();
        QVERIFY(pixelsOf(image, theme.series(0)) > 200);
        QVERIFY(pixelsOf(image, theme.unseen) > 20);
    }
}

void WavelengthsViewTest::axisOfTurnsFollows()
{
    QCustomPlot plot;
    WavelengthsView view;
    State state = stateOf({ "rope" }, 1.0);
    drawView(plot, view, sceneOf(state), Look { Theme::named(Theme::Name::Print), true, {} }, QString());
    plot.yAxis->setRange(8.0, 2048.0);
    QCOMPARE(plot.yAxis2->range().lower, 2.0);
    QCOMPARE(plot.yAxis2->range().upper, 512.0);
    QVERIFY(plot.yAxis2->rangeReversed());

    state.values.set("trained_length", 8192.0);
    drawView(plot, view, sceneOf(state), Look { Theme::named(Theme::Name::Print), true, {} }, QString());
    plot.yAxis->setRange(8.0, 2048.0);
    QCOMPARE(plot.yAxis2->range().lower, 4.0);
    QCOMPARE(plot.yAxis2->range().upper, 1024.0);
}

QTEST_MAIN(WavelengthsViewTest)
#include "wavelengthsviewtest.moc"
