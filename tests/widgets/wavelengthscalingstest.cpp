// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plotframe.h"
#include "widgets/wavelengthchart.h"
#include "widgets/wavelengthsview.h"

#include "widgets/scenes.h"
#include "widgets/wavelengthscenes.h"
#include "warnings.h"

#include <QBuffer>
#include <QTest>

#include <cmath>
#include <limits>

using encodings::State;

/// What Wavelengths tells about scalings: rows of ticks, ramps, regions, pairs that stand still.
class WavelengthScalingsTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void rowsOfPairs();
    void rampEnds();
    void regions();
    void standingPairs();
    void readoutsOfOtherNumbers();
    void captionsOfSameCurves();
    void captionsWhereAllFinishInTraining();
    void captionsOfCurrentLengths();
};

// Report C16. By hand: pair 32 of 64 turns by 10000^(-1/2) = 0.01, 628.319 positions per turn, 4096 / 628.319
// = 6.51899 turns; the rows speak of training, whatever the scaling.
void WavelengthScalingsTest::rowsOfPairs()
{
    QCustomPlot plot;
    WavelengthsView view;
    drawView(plot, view, sceneOf(stateOf({ "pi" }, 8.0)), Look { Theme::named(Theme::Name::Print), true, {} },
        QString());
    plot.xAxis->setRange(31.5, 32.5);
    plot.replot();
    const QVector<QString> labels = plot.xAxis->tickVectorLabels();
    QVERIFY2(labels.contains(QStringLiteral("32\n628\n6.52")), qPrintable(labels.join('|')));
    QVERIFY(!plot.xAxis->label().isEmpty());

    // A low plot has the first row only.
    QCustomPlot low;
    low.setViewport(QRect(0, 0, 600, 150));
    drawView(low, view, sceneOf(stateOf({ "pi" }, 8.0)), Look { Theme::named(Theme::Name::Print), true, {} },
        QString());
    low.xAxis->setRange(31.5, 32.5);
    low.replot();
    QVERIFY(low.xAxis->tickVectorLabels().contains(QStringLiteral("32")));
}

// Report B1: Qwen3's factor 4 at 32768. Report B6: gpt-oss. Report B10: Llama-3.1-8B, by hand 64 ln(8192 / (2
// pi 4)) / ln 5e5 = 28.2230 and 64 ln(8192 / (2 pi)) / ln 5e5 = 34.9841.
void WavelengthScalingsTest::rampEnds()
{
    WavelengthsView view;
    State qwen = stateOf({ "yarn" }, 4.0);
    qwen.values.set("base", 1e6);
    qwen.values.set("trained_length", 32768.0);
    QString text = view.readout(*sceneOf(qwen), 30, 100);
    for (const char* part : { "ramp from 23 to 40", "ratio 0.691176", "A = 1.13863" })
        QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));

    State oss = stateOf({ "yarn" }, 32.0);
    for (const auto& [key, value] : { std::pair { "base", 150000.0 }, { "dimension", 64.0 } })
        oss.values.set(key, value);
    oss.values.set("head_dimension", encodings::Automatic {});
    oss = encodings::withinLimits(oss);
    oss.series[0].overrides.set("truncate", false);
    text = view.readout(*sceneOf(oss), 9, 100);
    QVERIFY2(text.contains("ramp from 8.093 to 17.398"), qPrintable(text));
    QVERIFY2(text.contains("ratio 0.905551") && text.contains("A = 1.34657"), qPrintable(text));
    oss.series[0].overrides.set("truncate", true);
    text = view.readout(*sceneOf(oss), 9, 100);
    QVERIFY2(text.contains("ramp from 8 to 18") && text.contains("ratio 0.903125"), qPrintable(text));

    State llama = stateOf({ "llama3" }, 8.0);
    llama.values.set("base", 5e5);
    llama.values.set("trained_length", 8192.0);
    text = view.readout(*sceneOf(llama), 30, 100);
    QVERIFY2(
        text.contains("ramp from 28.223 to 34.984") && text.contains("ratio 0.643743"), qPrintable(text));

    // Dotted lines in the colour of the series, all the way down.
    const Theme theme = Theme::named(Theme::Name::Print);
    QCustomPlot plot;
    drawView(plot, view, sceneOf(llama), Look { theme, true, {} }, QString());
    const QImage image = plot.toPixmap(600, 400).toImage();
    for (const double end : { 28.223, 34.984 }) {
        const int x = qRound(plot.xAxis->coordToPixel(end));
        int most = 0;
        for (int column = x - 1; column <= x + 1; ++column)
            most = std::max(most, pixelsOf(image.copy(column, 0, 1, 400), theme.series(0)));
        QVERIFY2(most > 40, qPrintable(QString::number(most)));
    }
}

void WavelengthScalingsTest::regions()
{
    const auto runs = [](const State& state) {
        const WavelengthChart chart(sceneOf(state), Theme());
        QStringList words;
        for (const PairRun& run : chart.changes)
            words
                << QStringLiteral("%1 %2-%3").arg(static_cast<int>(run.change)).arg(run.first).arg(run.last);
        for (const PairRun& run : chart.unfinished)
            words << QStringLiteral("unfinished %1-%2").arg(run.first).arg(run.last);
        return words.join(QStringLiteral(", "));
    };
    // Report B1: pairs up to 23 unchanged, from 40 on interpolated. By hand: 32768 < 2 pi 1e6^(i/64) from i =
    // 39.65 on. The first series that changes anything is told.
    State state = stateOf({ "rope", "yarn" }, 4.0);
    state.values.set("base", 1e6);
    state.values.set("trained_length", 32768.0);
    QCOMPARE(runs(state), QString("0 0-23, 1 24-39, 2 40-63, unfinished 40-63"));
    // Plain RoPE has no regions of scaling.
    QCOMPARE(runs(stateOf({ "rope" }, 4.0)), QString("unfinished 46-63"));
    // NTK-aware scaling leaves the first pair and divides the last by k.
    QCOMPARE(runs(stateOf({ "ntk" }, 8.0)), QString("0 0-0, 1 1-62, 2 63-63, unfinished 46-63"));
}

// p-RoPE turns 3/4 of the pairs: 48 of 64 here, of which 46 and 47 never finish a turn.
void WavelengthScalingsTest::standingPairs()
{
    const auto scene = sceneOf(stateOf({ "proportional" }, 1.0));
    WavelengthsView view;
    const QString caption = view.caption(*scene);
    QVERIFY2(caption.startsWith("2 of 64 pairs never finish") && caption.contains("16 pairs do not turn"),
        qPrintable(caption));
    const CsvTable table = view.csv(scene);
    const Eigen::ArrayXXd values = allRows(table);
    QCOMPARE(values(48, 0), 0.0);
    QCOMPARE(values(48, 1), std::numeric_limits<double>::infinity());
    QCOMPARE(values(48, 2), 0.0);
    QCOMPARE(values(48, 3), 1.0);
    QCOMPARE(values(48, 4), 1.0);
    QBuffer file;
    file.open(QIODevice::WriteOnly);
    QVERIFY(writeCsv(file, table, CsvRows { 48, 48, 1 }));
    // As Python and numpy read it.
    QVERIFY2(file.data().endsWith("\n48,0,inf,0,1,1\n"), file.data().constData());
    const QString text = view.readout(*scene, 50, 1);
    QVERIFY2(text.contains("does not turn") && !text.contains("inf"), qPrintable(text));

    // Marks at the upper edge, in the colour of the series.
    const Theme theme = Theme::named(Theme::Name::Print);
    QCustomPlot plot;
    drawView(plot, view, scene, Look { theme, true, {} }, QString());
    const QImage image = plot.toPixmap(600, 400).toImage();
    const QRect rect = plot.axisRect()->rect();
    const int left = qRound(plot.xAxis->coordToPixel(47.5));
    QVERIFY(pixelsOf(image.copy(left, rect.top(), rect.right() - left, 12), theme.series(0)) > 50);
    QVERIFY(pixelsOf(image.copy(left, rect.top() + 20, rect.right() - left, 60), theme.series(0)) == 0);

    // Giraffe stops pairs that turned in training.
    const QString truncated = view.caption(*sceneOf(stateOf({ "truncated-basis" }, 1.0)));
    QVERIFY2(truncated.contains("do not turn"), qPrintable(truncated));
}

void WavelengthScalingsTest::readoutsOfOtherNumbers()
{
    // Qwen2-VL's sections 16, 24, 24.
    const QString axes = WavelengthsView().readout(*sceneOf(stateOf({ "mrope" }, 1.0)), 20, 1);
    QVERIFY2(axes.contains("turned by height"), qPrintable(axes));
    // Report B26: a quarter of 256 dimensions, base 1e7 as in the file; 64 dimensions count, not 256.
    State partial = stateOf({ "rope" }, 1.0);
    partial.values.set("base", 1e7);
    partial.values.set("head_dimension", 256.0);
    partial.values.set("dimension", 64.0);
    partial = encodings::withinLimits(partial);
    const QString text = WavelengthsView().readout(*sceneOf(partial), 1, 1);
    QVERIFY2(text.contains("0.604296 rad"), qPrintable(text));
}

void WavelengthScalingsTest::captionsOfSameCurves()
{
    const auto caption = [](std::initializer_list<const char*> ids, double scale) {
        return WavelengthsView().caption(*sceneOf(stateOf(ids, scale)));
    };
    QVERIFY(caption({ "rope", "pi", "ntk" }, 1.0).contains("PI and NTK-aware are unscaled RoPE here"));
    QVERIFY(caption({ "yarn" }, 1.0).contains("YaRN is unscaled RoPE here"));
    QVERIFY(!caption({ "rope", "pi", "ntk" }, 8.0).contains("here"));
    QVERIFY(!caption({ "rope" }, 1.0).contains("here"));
    QVERIFY(caption({ "rope", "mrope" }, 1.0).contains("RoPE and M-RoPE turn alike"));
    // By hand: 512 < 2 pi 10000^(i/64) from i = 30.58 on; 4096 < 2 pi 10000^(i/64) 8^(i/63) from i = 36.6 on.
    const QString drawn = caption({ "pi", "ntk" }, 8.0);
    QVERIFY2(drawn.contains("(as drawn, never finishing: PI 33, NTK-aware 27)"), qPrintable(drawn));
    // Ten series are not told one by one.
    const QString many = caption({ "rope", "pi", "ntk", "ntk-simple", "ntk-fixed", "ntk-mixed", "yarn",
                                     "ntk-by-parts", "llama3", "power-basis" },
        8.0);
    QVERIFY2(many.size() < 520, qPrintable(many));
}

// By hand, d 128, base 10000: the last pair takes 2 pi 10000^(63/64) = 54,410 positions per turn.
void WavelengthScalingsTest::captionsWhereAllFinishInTraining()
{
    const auto caption = [](std::initializer_list<const char*> ids, double length, double share = 0.75) {
        State state = stateOf(ids, 4.0);
        state.values.set("trained_length", length);
        for (encodings::Series& series : state.series) {
            if (series.encodings.front() == "proportional")
                series.overrides.set("partial_rotary_factor", share);
        }
        return WavelengthsView().caption(*sceneOf(state));
    };
    // 65536 < 4 2 pi 10000^(i/64) from i = 54.66 on; 65536 < 2 pi 10000^(i/64) 4^(i/63) from i = 55.77 on.
    const QString one = caption({ "ntk" }, 65536.0);
    QVERIFY2(one.startsWith("In training every one of the 64 pairs finishes a turn inside 65,536 positions "
                            "(8 never finish as NTK-aware turns them)"),
        qPrintable(one));
    const QString two = caption({ "pi", "ntk" }, 65536.0);
    QVERIFY2(two.contains("inside 65,536 positions (as drawn, never finishing: PI 9, NTK-aware 8)"),
        qPrintable(two));
    // Half of the pairs turn: 2 pi 10000^(31/64) = 544 positions.
    const QString standing = caption({ "proportional" }, 4096.0, 0.5);
    QVERIFY2(standing.contains("32 of 64 pairs turn, and every one of these finishes a turn inside 4,096 "
                               "positions; 32 pairs do not turn"),
        qPrintable(standing));
    const QString listed = caption({ "rope", "proportional" }, 4096.0, 0.5);
    QVERIFY2(listed.contains("none of 32 that turn"), qPrintable(listed));
}

void WavelengthScalingsTest::captionsOfCurrentLengths()
{
    const auto caption = [](const char* id, double length, const char* convention = "hf") {
        State state = stateOf({ id }, 4.0);
        state.values.set("current_length", length);
        state.series[0].overrides.set("convention", std::string(convention));
        return WavelengthsView().caption(*sceneOf(state));
    };
    // Report B24: exactly L is short, L + 1 is long.
    QVERIFY2(
        caption("longrope", 4096)
            .contains("under LongRoPE the long list counts beyond the trained length L = 4,096; T is 4,096"),
        qPrintable(caption("longrope", 4096)));
    QVERIFY(caption("longrope", 4097).contains("L = 4,096; T is 4,097"));
    // Decided once, by the longest context.
    QVERIFY(!caption("longrope", 4097, "vllm").contains("long list"));
    // Report B11.
    QVERIFY(caption("dynamic-ntk", 8192).contains("Dynamic NTK is drawn at current length 8,192"));
    QVERIFY(!caption("dynamic-ntk", 8192, "vllm").contains("current length"));
    QVERIFY(!caption("yarn", 8192).contains("current length"));
    const State state = stateOf({ "dynamic-ntk" }, 4.0);
    QVERIFY(WavelengthsView().readout(*sceneOf(state), 3, 1).contains("at current length 16,384"));
}

QTEST_MAIN(WavelengthScalingsTest)
#include "wavelengthscalingstest.moc"
