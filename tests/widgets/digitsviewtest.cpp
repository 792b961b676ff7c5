// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/digitsview.h"

#include "encodings/state.h"
#include "widgets/digitways.h"
#include "widgets/plotframe.h"

#include "widgets/scenes.h"
#include "warnings.h"

#include <QTest>

using encodings::Scene;
using encodings::State;

namespace {

/// The numbers of kexue.fm 9675: three decimal digits trained, twice as far wanted.
State articleState()
{
    State state = encodings::defaultState();
    state.values.set("trained_length", 1000.0);
    state.values.set("scale", 2.0);
    state.values.set("position", 1749.0);
    return state;
}

DigitWays waysOf(const State& state) { return digitWays(encodings::makeScene(state).values); }

QList<double> listOf(const std::vector<double>& digits) { return { digits.begin(), digits.end() }; }

QImage drawnWithoutLegend(std::shared_ptr<const Scene> scene, const Theme& theme, const QSize& size)
{
    QCustomPlot plot;
    resetPlot(plot, theme, QString());
    DigitsView().draw(plot, std::move(scene), Look { theme, true, {} });
    setLegend(plot, {});
    return plot.toPixmap(size.width(), size.height()).toImage();
}

/// What the clock of pair 40, wherever it stands, is read out as.
QString readoutOfPair40(const DigitsView& view, const Scene& scene)
{
    for (double y = 0.0; y < 1.0; y += 0.01) {
        for (double x = 0.0; x < 1.0; x += 0.01) {
            const QString text = view.readout(scene, x, y);
            if (text.startsWith("pair 40;"))
                return text;
        }
    }
    return {};
}

} // namespace

class DigitsViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void ways();
    void marks_data();
    void marks();
    void marksOfTheArticle();
    void unseenAngles_data();
    void unseenAngles();
    void captions_data();
    void captions();
    void captionOfALargerDigit();
    void csvCountsPlacesDown();
    void csvUsesEachSeriesOwnValues();
    void everyClockHasItsPlace();
    void tooManyClocksAreThinnedOut();
    void everyClockWhereSmallerOnesFit();
    void smallFractionsKeepTheirDigits();
    void handsOfOtherClocksAreLeftOut();
    void tinyPicturesAreEmpty();
    void drawsAndReadsOut();
    void stillPairsMeetNothingNew();
};

void DigitsViewTest::ways()
{
    // curves.json, beta_digits: 1749 in base 10, 874.5 in base 10, 1749 in base 13 and in base 16.
    State state = articleState();
    DigitWays ways = waysOf(state);
    QCOMPARE(listOf(ways.extrapolated.digits), (QList<double> { 1, 7, 4, 9 }));
    QCOMPARE(listOf(ways.interpolated.digits), (QList<double> { 0, 8, 7, 4.5 }));
    QCOMPARE(listOf(ways.converted.digits), (QList<double> { 0, 10, 4, 7 }));
    QCOMPARE(ways.trainedDigits, 3);
    QCOMPARE(spelled(ways.interpolated), QString("8\u00a07\u00a04.5"));

    state.values.set("converted_base", 16.0);
    ways = waysOf(state);
    QCOMPARE(listOf(ways.converted.digits), (QList<double> { 0, 6, 13, 5 }));
    QCOMPARE(convertedWords(ways), QString("base 16 holds up to 4,095"));
    QCOMPARE(interpolatedWords(ways), QString("neighbours 1/2 apart"));
}

void DigitsViewTest::marks_data()
{
    QTest::addColumn<double>("digit");
    QTest::addColumn<double>("trainedLength");
    QTest::addColumn<int>("place");
    QTest::addColumn<DigitMark>("expected");

    // By hand, for numbers read in base 10.
    QTest::newRow("thousands of 0..999") << 1.0 << 1000.0 << 3 << DigitMark::Unseen;
    QTest::newRow("thousands of 0..1000") << 1.0 << 1001.0 << 3 << DigitMark::Trained;
    QTest::newRow("0 is always trained") << 0.0 << 1000.0 << 7 << DigitMark::Trained;
    QTest::newRow("thousands of 0..4095, 4") << 4.0 << 4096.0 << 3 << DigitMark::Trained;
    QTest::newRow("thousands of 0..4095, 5") << 5.0 << 4096.0 << 3 << DigitMark::Unseen;
    QTest::newRow("hundreds of 0..4095") << 9.0 << 4096.0 << 2 << DigitMark::Trained;
    QTest::newRow("larger than any digit") << 13.0 << 1000.0 << 1 << DigitMark::Unseen;
    QTest::newRow("fraction") << 4.5 << 1000.0 << 0 << DigitMark::Interpolated;
    QTest::newRow("between 9 and the next 0") << 9.5 << 1000.0 << 0 << DigitMark::Interpolated;
    QTest::newRow("fraction beyond") << 3.5 << 3.0 << 0 << DigitMark::Unseen;
}

void DigitsViewTest::marks()
{
    QFETCH(double, digit);
    QFETCH(double, trainedLength);
    QFETCH(int, place);
    QFETCH(DigitMark, expected);
    QCOMPARE(digitMark(digit, trainedLength, 10, place), expected);
}

void DigitsViewTest::marksOfTheArticle()
{
    using enum DigitMark;
    const DigitWays ways = waysOf(articleState());
    QCOMPARE(ways.extrapolated.marks, (std::vector<DigitMark> { Unseen, Trained, Trained, Trained }));
    QCOMPARE(ways.interpolated.marks, (std::vector<DigitMark> { Trained, Trained, Trained, Interpolated }));
    // The 10 of 10 4 7 is a digit that a model of decimal numbers never read.
    QCOMPARE(ways.converted.marks, (std::vector<DigitMark> { Trained, Unseen, Trained, Trained }));
}

void DigitsViewTest::unseenAngles_data()
{
    QTest::addColumn<double>("angle");
    QTest::addColumn<double>("trained");
    QTest::addColumn<bool>("expected");

    QTest::newRow("inside") << 1.0 << 2.0 << false;
    QTest::newRow("outside") << 3.0 << 2.0 << true;
    QTest::newRow("zero") << 0.0 << 2.0 << false;
    QTest::newRow("the end itself") << 2.0 << 2.0 << false;
    QTest::newRow("one turn on, inside") << 1.0 + 6.283185307179586 << 2.0 << false;
    QTest::newRow("one turn on, outside") << 3.0 + 6.283185307179586 << 2.0 << true;
    QTest::newRow("backwards") << -1.0 << 2.0 << true;
    QTest::newRow("a whole turn trained") << 6.0 << 6.2832 << false;
}

void DigitsViewTest::unseenAngles()
{
    QFETCH(double, angle);
    QFETCH(double, trained);
    QFETCH(bool, expected);
    QCOMPARE(isUnseenAngle(angle, trained), expected);
}

void DigitsViewTest::captions_data()
{
    QTest::addColumn<double>("position");
    QTest::addColumn<double>("scale");
    QTest::addColumn<QString>("expected");

    QTest::newRow("new digit") << 1749.0 << 2.0
                               << "1,749 needs a fourth digit that was 0 for every trained position; halved "
                                  "it is 8 7 4.5; in base 13 three "
                                  "digits hold it as 10 4 7.";
    QTest::newRow("inside training") << 749.0 << 1.0
                                     << "749 is written with digits that training met; at scale 1 "
                                        "interpolation leaves it alone; in base 10 "
                                        "three digits hold it as 7 4 9.";
    QTest::newRow("scale too small") << 5000.0 << 2.0
                                     << "5,000 needs a fourth digit that was 0 for every trained position; "
                                        "halved it is 2 5 0 0, still beyond "
                                        "training; in base 13 it needs four digits: 2 3 7 8.";
}

void DigitsViewTest::captions()
{
    QFETCH(double, position);
    QFETCH(double, scale);
    QFETCH(QString, expected);
    State state = articleState();
    state.values.set("position", position);
    state.values.set("scale", scale);
    const QString caption = DigitsView().caption(encodings::makeScene(state));
    QCOMPARE(QString(caption).replace(QChar(QChar::Nbsp), ' '), expected);
}

void DigitsViewTest::captionOfALargerDigit()
{
    // 0..1199 showed a 0 or a 1 in the thousands. Base 10 holds 1,200: the converted base never becomes
    // smaller.
    State state = encodings::defaultState();
    state.values.set("trained_length", 1200.0);
    state.values.set("position", 2300.0);
    const QString caption = DigitsView().caption(encodings::makeScene(state));
    QCOMPARE(QString(caption).replace(QChar(QChar::Nbsp), ' '),
        QString("2,300 has a digit 2 where training stopped at 1; at scale 1 interpolation leaves it alone; "
                "in base 10 four digits hold it as 2 3 0 0."));
}

void DigitsViewTest::csvCountsPlacesDown()
{
    const auto scene = std::make_shared<const Scene>(encodings::makeScene(articleState()));
    const CsvTable table = DigitsView().csv(scene);
    QCOMPARE(table.rowName, std::string("digit"));
    QCOMPARE(table.columns,
        (std::vector<std::string> { "rope.extrapolated", "rope.interpolated", "rope.converted" }));
    QCOMPARE(table.rows.first, 4.0);
    QCOMPARE(table.rows.last, 1.0);
    QCOMPARE(table.rows.step, -1.0);
    QCOMPARE(table.rows.count(), Eigen::Index(4));

    Eigen::ArrayXXd values;
    table.fill(4.0, -1.0, 4, values);
    Eigen::ArrayXXd expected(4, 3);
    expected << 1, 0, 0, 7, 8, 10, 4, 7, 4, 9, 4.5, 7; // curves.json, beta_digits
    QVERIFY((values == expected).all());
    // Any run of rows.
    table.fill(2.0, 1.0, 2, values);
    QVERIFY((values.row(0) == expected.row(2)).all());
    QVERIFY((values.row(1) == expected.row(1)).all());
}

void DigitsViewTest::csvUsesEachSeriesOwnValues()
{
    State state = articleState();
    state.series = { { .label = "first", .encodings = { "rope" } },
        { .label = "second",
            .encodings = { "pi" },
            .overrides = { { "scale", 4.0 }, { "converted_base", 2.0 } } } };
    const CsvTable table = DigitsView().csv(std::make_shared<const Scene>(encodings::makeScene(state)));
    QCOMPARE(table.rows.first, 11.0); // 1749 = 11011010101 in base 2
    Eigen::ArrayXXd values;
    table.fill(table.rows.first, -1.0, 11, values);
    Eigen::ArrayXXd expected = Eigen::ArrayXXd::Zero(11, 6);
    expected.bottomRows(4) << 1, 0, 0, 1, 0, 0, 7, 8, 10, 7, 4, 1, 4, 7, 4, 4, 3, 0, 9, 4.5, 7, 9, 7.25, 1;
    const double binary[] = { 1, 1, 0, 1, 1, 0, 1, 0, 1, 0, 1 };
    for (Eigen::Index row = 0; row < 11; ++row)
        expected(row, 5) = binary[row];
    QVERIFY((values == expected).all());
}

void DigitsViewTest::everyClockHasItsPlace()
{
    const QRectF area(10, 20, 1100, 500);
    const ClockGrid grid = layOutClocks(area, 64, 40, QSizeF(20, 14));
    QCOMPARE(grid.cells.size(), 64);
    QVERIFY(grid.labelled);
    for (int i = 0; i < grid.cells.size(); ++i) {
        QCOMPARE(grid.cells[i].pair, Eigen::Index(i));
        QVERIFY(area.contains(grid.cells[i].rect));
        for (int j = 0; j < i; ++j)
            QVERIFY(!grid.cells[i].rect.intersects(grid.cells[j].rect));
    }
}

void DigitsViewTest::tooManyClocksAreThinnedOut()
{
    const QRectF area(0, 0, 460, 90);
    const ClockGrid grid = layOutClocks(area, 4096, 1501, QSizeF(30, 14));
    QVERIFY(grid.cells.size() > 20);
    QVERIFY(grid.cells.size() < 80);
    QCOMPARE(grid.cells.front().pair, Eigen::Index(0));
    QCOMPARE(grid.cells.back().pair, Eigen::Index(4095));
    QVERIFY(std::any_of(
        grid.cells.begin(), grid.cells.end(), [](const ClockCell& cell) { return cell.pair == 1501; }));
    for (const ClockCell& cell : grid.cells) {
        QVERIFY(area.contains(cell.rect));
        QVERIFY(cell.rect.width() >= 26);
    }
}

void DigitsViewTest::everyClockWhereSmallerOnesFit()
{
    // Three rows of 26 px hold 63; four of 25 px hold all.
    const QRectF area(0, 0, 570, 102);
    const ClockGrid grid = layOutClocks(area, 64, 40, QSizeF(16, 14));
    QCOMPARE(grid.cells.size(), 64);
    for (const ClockCell& cell : grid.cells) {
        QVERIFY(area.contains(cell.rect));
        QVERIFY(cell.rect.width() >= 22);
    }
}

void DigitsViewTest::smallFractionsKeepTheirDigits()
{
    QCOMPARE(digitText(0.001749), QString("0.001749"));
    QCOMPARE(digitText(4.5), QString("4.5"));
    QCOMPARE(digitText(2.0 / 3.0), QString("0.667"));
    QCOMPARE(digitText(0.9999), QString("0.999"));
    QCOMPARE(digitText(3.0 + 4e-12), QString("3"));
    State state = articleState();
    state.values.set("scale", 1e6);
    const QString caption = DigitsView().caption(encodings::makeScene(state));
    QVERIFY2(caption.contains("divided by 1,000,000 it is 0.001749;"), qPrintable(caption));
}

void DigitsViewTest::handsOfOtherClocksAreLeftOut()
{
    State state = encodings::defaultState();
    state.series
        = { { .label = "first", .encodings = { "rope" } }, { .label = "same", .encodings = { "pi" } },
              { .label = "other", .encodings = { "rope" }, .overrides = { { "base", 500.0 } } } };
    const auto scene = std::make_shared<const Scene>(encodings::makeScene(state));
    QCOMPARE(scene->series.size(), std::size_t(3));
    const QString caption = DigitsView().caption(*scene);
    QVERIFY2(caption.endsWith(". other has other clocks: make it the subject."), qPrintable(caption));

    const Theme theme = Theme::named(Theme::Name::Light);
    const QImage image = drawnWithoutLegend(scene, theme, { 800, 500 });
    QVERIFY(pixelsOf(image, theme.series(0)) > 30);
    QVERIFY(pixelsOf(image, theme.series(1)) > 30);
    QCOMPARE(pixelsOf(image, theme.series(2)), 0);
}

void DigitsViewTest::tinyPicturesAreEmpty()
{
    const auto scene = std::make_shared<const Scene>(encodings::makeScene(articleState()));
    const Theme theme = Theme::named(Theme::Name::Light);
    const QImage image = drawnWithoutLegend(scene, theme, { 50, 40 });
    QCOMPARE(pixelsOf(image, theme.ground), 50 * 40);
}

void DigitsViewTest::drawsAndReadsOut()
{
    const auto scene = std::make_shared<const Scene>(encodings::makeScene(articleState()));
    const Theme theme = Theme::named(Theme::Name::Light);
    QCustomPlot plot;
    resetPlot(plot, theme, QString());
    DigitsView view;
    view.draw(plot, scene, Look { theme, true, {} });
    QVERIFY(view.zoomable() == Qt::Orientations());
    const QImage image = plot.toPixmap(800, 500).toImage();
    int unseen = 0;
    int hands = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            unseen += image.pixelColor(x, y) == theme.unseen;
            hands += image.pixelColor(x, y) == theme.series(0);
        }
    }
    QVERIFY(unseen > 20);
    QVERIFY(hands > 100);

    // Pair 40 turns once in 2 pi 10000^(80/128) = 1986.9 positions, so 1749 is 0.8803 turns, and 1000 are
    // 0.503.
    const QString found = readoutOfPair40(view, *scene);
    QVERIFY2(
        found.contains("1,987") && found.contains("0.8803") && found.contains("unseen"), qPrintable(found));
    QCOMPARE(view.readout(*scene, 2.0, 2.0), QString());
}

// p-RoPE with share 0 (NoPE in Hugging Face's proportional): no pair turns, so no angle can be unseen.
void DigitsViewTest::stillPairsMeetNothingNew()
{
    State state = encodings::defaultState();
    state.series = { { "still", { "proportional" } } };
    state.values.set("partial_rotary_factor", 0.0);
    state.values.set("scale", 8.0);
    const auto scene = std::make_shared<const Scene>(encodings::makeScene(state));
    const Theme theme = Theme::named(Theme::Name::Light);
    QCustomPlot plot;
    resetPlot(plot, theme, QString());
    DigitsView view;
    view.draw(plot, scene, Look { theme, true, {} });
    plot.toPixmap(800, 500);
    const QString found = readoutOfPair40(view, *scene);
    QVERIFY2(found.contains("does not turn") && !found.contains("unseen"), qPrintable(found));
}

QTEST_MAIN(DigitsViewTest)
#include "digitsviewtest.moc"
