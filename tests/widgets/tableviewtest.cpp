// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tableview.h"

#include "encodings/state.h"
#include "widgets/plotframe.h"
#include "widgets/tableraster.h"

#include "closeness.h"
#include "publishedcases.h"
#include "warnings.h"

#include <QTest>

#include <atomic>
#include <cmath>
#include <limits>
#include <set>

using encodings::Scene;
using encodings::State;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

State stateOf(
    double dimension, const std::vector<std::string>& series, const std::string& order = "interleaved")
{
    State state = encodings::defaultState();
    state.values.set("dimension", dimension);
    state.values.set("order", order);
    state.series.clear();
    for (const std::string& encoding : series)
        state.series.push_back({ .label = encoding, .encodings = { encoding } });
    return encodings::withinLimits(state);
}

std::shared_ptr<const Scene> sceneOf(const State& state)
{
    return std::make_shared<const Scene>(encodings::makeScene(state));
}

bool near(QRgb one, QRgb other)
{
    return std::abs(qRed(one) - qRed(other)) <= 1 && std::abs(qGreen(one) - qGreen(other)) <= 1
        && std::abs(qBlue(one) - qBlue(other)) <= 1;
}

} // namespace

class TableViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void csv_data();
    void csv();
    void csvDividesPositions();
    void runsCoverEveryCellOnce_data();
    void runsCoverEveryCellOnce();
    void wideCellsAreCrisp();
    void meansEqualBruteForce_data();
    void meansEqualBruteForce();
    void manyPairsComeInFewerColumnsFirst();
    void imageOfCells();
    void imageAveragesDimensions();
    void shiftedAndComplexTablesArePublished();
    void tableEndsAtItsLastRow();
    void sampledColumnsSaySo();
    void unevenIdsHaveTheirValues();
    void captions();
    void readsOut();
    void draws();
};

void TableViewTest::csv_data()
{
    QTest::addColumn<QString>("encoding");
    QTest::addColumn<QString>("order");
    QTest::addColumn<QList<double>>("atOne");
    QTest::addColumn<QList<double>>("atSeven");

    // encodings.json, sin.interleaved.d8.
    const QList<double> one { 0.841470984808, 0.540302305868, 0.0998334166468, 0.995004165278,
        0.00999983333417, 0.999950000417, 0.000999999833333, 0.9999995 };
    const QList<double> seven { 0.656986598719, 0.753902254343, 0.644217687238, 0.764842187284,
        0.0699428473375, 0.997551000253, 0.00699994283347, 0.9999755001 };
    const auto picked = [](const QList<double>& values, const QList<int>& order) {
        QList<double> result;
        for (const int index : order)
            result << values[index];
        return result;
    };
    const QList<int> halves { 0, 2, 4, 6, 1, 3, 5, 7 };
    const QList<int> cosineFirst { 1, 0, 3, 2, 5, 4, 7, 6 };
    QTest::newRow("interleaved") << "sinusoidal"
                                 << "interleaved" << one << seven;
    QTest::newRow("halves") << "sinusoidal"
                            << "halves" << picked(one, halves) << picked(seven, halves);
    QTest::newRow("rope") << "rope"
                          << "interleaved" << picked(one, cosineFirst) << picked(seven, cosineFirst);
    // encodings.json, sin.t2t.d8.
    QTest::newRow("tensor2tensor") << "sinusoidal"
                                   << "tensor2tensor"
                                   << QList<double> { 0.841470984808, 0.0463992234647, 0.00215443302337,
                                          9.99999998333e-05, 0.540302305868, 0.998922976041, 0.999997679206,
                                          0.999999995 }
                                   << QList<double> { 0.656986598719, 0.319224650606, 0.0150804711701,
                                          0.000699999942833, 0.753902254343, 0.94767907144, 0.999886283229,
                                          0.999999755 };
}

void TableViewTest::csv()
{
    QFETCH(QString, encoding);
    QFETCH(QString, order);
    QFETCH(QList<double>, atOne);
    QFETCH(QList<double>, atSeven);
    const CsvTable table
        = TableView().csv(sceneOf(stateOf(8, { encoding.toStdString() }, order.toStdString())));
    QCOMPARE(table.rowName, std::string("position"));
    QCOMPARE(table.columns.size(), std::size_t(8));
    QCOMPARE(table.columns.back(), encoding.toStdString() + ".d[7]");
    QCOMPARE(table.rows.first, 0.0);
    QCOMPARE(table.rows.last, 4095.0);

    Eigen::ArrayXXd values;
    table.fill(7.0, -6.0, 2, values);
    for (int dimension = 0; dimension < 8; ++dimension) {
        QVERIFY(std::abs(values(0, dimension) - atSeven[dimension]) < 1e-11);
        QVERIFY(std::abs(values(1, dimension) - atOne[dimension]) < 1e-11);
    }
}

void TableViewTest::csvDividesPositions()
{
    State state = stateOf(8, { "rope", "pi" });
    state.values.set("scale", 2.0);
    const CsvTable table = TableView().csv(sceneOf(state));
    QCOMPARE(table.columns[8], std::string("pi.d[0]"));
    Eigen::ArrayXXd values;
    table.fill(2.0, 1.0, 1, values);
    QVERIFY(std::abs(values(0, 0) - -0.416146836547) < 1e-11); // cos 2
    QVERIFY(std::abs(values(0, 8) - 0.540302305868) < 1e-11); // cos 1
    QVERIFY(std::abs(values(0, 9) - 0.841470984808) < 1e-11); // sin 1
}

void TableViewTest::runsCoverEveryCellOnce_data()
{
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::addColumn<int>("pixels");

    QTest::newRow("12 a pixel") << 0.0 << 4096.0 << 341;
    QTest::newRow("barely more than one") << 0.0 << 1000.0 << 997;
    QTest::newRow("far away") << 16000000.0 << 16777216.0 << 1100;
    QTest::newRow("negative") << -300.0 << 300.0 << 7;
    QTest::newRow("fewer than pixels") << 0.0 << 61.0 << 1100;
}

void TableViewTest::runsCoverEveryCellOnce()
{
    QFETCH(double, from);
    QFETCH(double, to);
    QFETCH(int, pixels);
    const CellRuns runs = CellRuns::over(from, to, pixels, -infinity, infinity);
    double next = from;
    for (std::size_t run = 0; run < runs.firsts.size(); ++run) {
        QCOMPARE(runs.firsts[run], next);
        QVERIFY(runs.counts[run] >= 1);
        next += runs.counts[run];
    }
    QCOMPARE(next, to);
    QCOMPARE(runs.runOfPixel.size(), std::size_t(pixels));
    QCOMPARE(runs.runOfPixel.front(), 0);
    QCOMPARE(runs.runOfPixel.back(), static_cast<int>(runs.firsts.size()) - 1);
    QVERIFY(std::is_sorted(runs.runOfPixel.begin(), runs.runOfPixel.end()));
}

void TableViewTest::wideCellsAreCrisp()
{
    const CellRuns runs = CellRuns::over(3.0, 6.0, 6, 0.0, 4.0);
    QCOMPARE(runs.firsts, (std::vector<double> { 3, 4 }));
    QCOMPARE(runs.counts, (std::vector<double> { 1, 1 }));
    QCOMPARE(runs.runOfPixel, (std::vector<int> { 0, 0, 1, 1, -1, -1 }));
}

void TableViewTest::meansEqualBruteForce_data()
{
    QTest::addColumn<double>("from");
    QTest::addColumn<double>("to");
    QTest::addColumn<int>("pixels");

    QTest::newRow("one position each") << 0.0 << 300.0 << 300;
    QTest::newRow("crisp") << 0.0 << 30.0 << 300;
    QTest::newRow("12.01 a pixel") << 0.0 << 4096.0 << 341;
    QTest::newRow("1.7 a pixel, negative") << -200.0 << 140.0 << 200;
    QTest::newRow("far away") << 16700000.0 << 16777216.0 << 150;
}

void TableViewTest::meansEqualBruteForce()
{
    QFETCH(double, from);
    QFETCH(double, to);
    QFETCH(int, pixels);
    Eigen::ArrayXd frequencies(11);
    frequencies << 1.0, 0.1, 0.73, 7.5, 1e-4, 3.14159, 0.5, 0.25, 1e-6, 2.0, 0.0;
    const CellRuns runs = CellRuns::over(from, to, pixels, -infinity, infinity);
    encodings::CosSinTable means;
    meanOverRuns(frequencies, runs, means);
    QCOMPARE(means.cos.rows(), Eigen::Index(11));
    QCOMPARE(means.cos.cols(), static_cast<Eigen::Index>(runs.firsts.size()));
    double worst = 0.0;
    for (Eigen::Index pair = 0; pair < frequencies.size(); ++pair) {
        for (std::size_t run = 0; run < runs.firsts.size(); ++run) {
            long double cos = 0;
            long double sin = 0;
            for (double j = 0; j < runs.counts[run]; ++j) {
                const long double angle = static_cast<long double>(runs.firsts[run] + j)
                    * static_cast<long double>(frequencies[pair]);
                cos += std::cos(angle);
                sin += std::sin(angle);
            }
            const auto column = static_cast<Eigen::Index>(run);
            worst = std::max(
                worst, std::abs(static_cast<double>(cos) / runs.counts[run] - means.cos(pair, column)));
            worst = std::max(
                worst, std::abs(static_cast<double>(sin) / runs.counts[run] - means.sin(pair, column)));
        }
    }
    QVERIFY2(worst < 1e-11, qPrintable(QString::number(worst)));
}

void TableViewTest::imageOfCells()
{
    const auto scene = sceneOf(stateOf(2, { "rope" }));
    const Theme theme = Theme::named(Theme::Name::Light);
    const SignedColors colors(theme);
    const QImage image
        = tableImage(scene->series.front().scheme, { 0.0, 4.0, 0.0, 2.0, QSize(8, 4) }, colors);
    QCOMPARE(image.size(), QSize(8, 4));
    QCOMPARE(image.pixel(0, 0), theme.unseen.rgb()); // cos 0 = 1
    QCOMPARE(image.pixel(1, 1), theme.unseen.rgb());
    QCOMPARE(image.pixel(0, 2), theme.ground.rgb()); // sin 0 = 0
    QCOMPARE(image.pixel(1, 3), theme.ground.rgb());
    // cos 3 = -0.98999: all but the blue of -1.
    QVERIFY(qRed(image.pixel(7, 0)) < 6);
    // sin 3 = 0.14112 of the way from white to vermilion, #D55E00.
    QVERIFY(near(image.pixel(6, 2),
        qRgb(255 - qRound(0.1411 * 42), 255 - qRound(0.1411 * 161), 255 - qRound(0.1411 * 255))));
    QCOMPARE(image.pixel(6, 2), image.pixel(7, 3));
}

void TableViewTest::imageAveragesDimensions()
{
    const auto scene = sceneOf(stateOf(2, { "rope" }));
    const SignedColors colors(Theme::named(Theme::Name::Light));
    const QImage image
        = tableImage(scene->series.front().scheme, { 0.0, 1.0, 0.0, 2.0, QSize(1, 1) }, colors);
    // Half of cos 0 and sin 0: half way from white to #D55E00.
    QVERIFY(near(image.pixel(0, 0), qRgb(234, 175, 128)));
}

void TableViewTest::shiftedAndComplexTablesArePublished()
{
    const QList<QJsonObject> shape = publishedCases("shape.eval.K500");
    const QList<QJsonObject> complex = publishedCases("complex.embedding");
    if (shape.isEmpty() || complex.isEmpty())
        QSKIP("no reference values");
    Eigen::ArrayXXd values;
    State state = stateOf(8, { "shape" });
    state.values.set("K", 500.0);
    TableView().csv(sceneOf(state)).fill(0.0, 1.0, 6, values);
    QJsonArray rows = shape.front().value("y").toArray();
    for (int row = 0; row < 6; ++row) {
        for (int dimension = 0; dimension < 8; ++dimension)
            QVERIFY(isClose(values(row, dimension), rows[row].toArray()[dimension].toDouble()));
    }
    state = stateOf(8, { "complex" });
    for (const char* const key : { "omega", "r", "theta" }) {
        encodings::Numbers numbers;
        for (const QJsonValue& value : complex.front().value("params").toObject().value(key).toArray())
            numbers.push_back(value.toDouble());
        state.values.set(key, numbers);
    }
    const CsvTable table = TableView().csv(sceneOf(state));
    QCOMPARE(table.columns.size(), std::size_t(8));
    table.fill(0.0, 1.0, 6, values);
    rows = complex.front().value("y").toArray();
    for (int row = 0; row < 6; ++row) {
        for (int dimension = 0; dimension < 8; ++dimension) {
            const QJsonArray parts = rows[row].toArray()[dimension / 2].toArray();
            QVERIFY(isClose(values(row, dimension), parts[dimension % 2].toDouble()));
        }
    }
}

void TableViewTest::tableEndsAtItsLastRow()
{
    State state = stateOf(64, { "learned" });
    state.values.set("trained_length", 40.0);
    state.values.set("range", encodings::Numbers { 0.0, 79.0 });
    const auto scene = sceneOf(state);
    Eigen::ArrayXXd values;
    TableView().csv(scene).fill(39.0, 1.0, 2, values);
    QVERIFY(!values.row(0).isNaN().any());
    QVERIFY(values.row(1).isNaN().all());
    QCOMPARE(TableView().csv(scene).rows.last, 39.0);
    state.series.push_back({ .label = "rope", .encodings = { "rope" } });
    QCOMPARE(TableView().csv(sceneOf(state)).rows.last, 79.0);
    QCOMPARE(TableView().caption(*scene),
        QString("64 dimensions of Learned table at 80 positions; the table ends at 40."));
    TableView view;
    QVERIFY(view.readout(*scene, 40.0, 0.6).endsWith(": the table ends at 40"));
    QVERIFY(view.readout(*scene, 39.0, 0.6).contains(" = "));

    // 0.02 is the deviation of an untrained table: 64 x 40 numbers stay below five of them.
    QCOMPARE(tableExtent(scene->series.front().scheme, 0.0, 79.0), 0.1);
    const Theme theme = Theme::named(Theme::Name::Light);
    QCustomPlot plot;
    resetPlot(plot, theme, QString());
    view.draw(plot, scene, Look { theme, true, {} });
    const QImage image = plot.toPixmap(700, 500).toImage();
    const QColor empty = SignedColors(theme).empty();
    const int y = plot.axisRect()->rect().bottom() - 20;
    const auto at
        = [&](double position) { return image.pixelColor(qRound(plot.xAxis->coordToPixel(position)), y); };
    QVERIFY(empty != theme.ground);
    QCOMPARE(at(40.0), empty);
    QCOMPARE(at(78.0), empty);
    QVERIFY(at(38.8) != empty);
}

void TableViewTest::sampledColumnsSaySo()
{
    const auto scene = sceneOf(stateOf(2, { "learned" }));
    const encodings::Scheme& scheme = scene->series.front().scheme;
    const SignedColors colors(Theme::named(Theme::Name::Light));
    // 64 positions in one pixel: the mean of 16 of them, 2, 6, 10, ...
    double mean = 0.0;
    for (double token = 2.0; token < 64.0; token += 4.0)
        mean += tableValues(scheme, token)[0] / 16.0;
    const QImage image = tableImage(scheme, { 0.0, 64.0, 0.0, 2.0, QSize(1, 2) }, colors, 0.02);
    QCOMPARE(image.pixel(0, 0), colors.of(static_cast<float>(mean / 0.02)));
}

void TableViewTest::unevenIdsHaveTheirValues()
{
    const auto scene = sceneOf(stateOf(8, { "randomized" }));
    const encodings::SceneSeries& series = scene->series.front();
    QVERIFY(!series.scheme.hasEvenIds());
    Eigen::ArrayXXd values;
    TableView().csv(scene).fill(3.0, 1.0, 1, values);
    const double id = series.scheme.id(3.0);
    QVERIFY(id >= 3.0);
    const bool additive = std::holds_alternative<encodings::AdditiveTable>(series.scheme.mechanism);
    QVERIFY(isClose(values(0, 0), additive ? std::sin(id) : std::cos(id)));
    QVERIFY(isClose(values(0, 1), additive ? std::cos(id) : std::sin(id)));
}

void TableViewTest::captions()
{
    // 2 pi and 2 pi 10000^(126/128) = 54409.6.
    QCOMPARE(TableView().caption(encodings::makeScene(encodings::defaultState())),
        QString("128 dimensions of RoPE at 4,096 positions; dimensions at the top turn once in 6.28 "
                "positions, at the bottom once in "
                "54,410."));
    // Proportional RoPE turns a quarter of the pairs.
    State partly = stateOf(64, { "proportional" });
    partly.values.set("partial_rotary_factor", 0.25);
    QVERIFY(
        TableView().caption(*sceneOf(partly)).endsWith("6.28 positions, at the bottom they stand still."));
    QVERIFY(TableView()
                .caption(*sceneOf(stateOf(64, { "sinusoidal" }, "halves")))
                .contains("sines above, cosines below"));
}

void TableViewTest::readsOut()
{
    const auto scene = sceneOf(stateOf(4, { "rope", "sinusoidal" }));
    const TableView view;
    // Dimension 1 of 4 lies around 3/8 of the lane; sin 3 = 0.141120, cos 3 = -0.989992.
    QCOMPARE(view.readout(*scene, 3.2, 0.375), QString("RoPE: position 3, d[1] = 0.14112 (sine of pair 0)"));
    QCOMPARE(view.readout(*scene, 2.8, 1.375),
        QString("Sinusoidal: position 3, d[1] = −0.989992 (cosine of pair 0)"));
    QCOMPARE(view.readout(*scene, 3.0, 2.5), QString());
}

void TableViewTest::draws()
{
    State state = stateOf(64, { "rope", "pi", "ntk" });
    state.values.set("scale", 4.0);
    const Theme theme = Theme::named(Theme::Name::Dark);
    QCustomPlot plot;
    resetPlot(plot, theme, QString());
    TableView view;
    view.draw(plot, sceneOf(state), Look { theme, true, {} });
    const QImage image = plot.toPixmap(700, 500).toImage();
    const QRect map = plot.axisRect()->rect();
    std::set<QRgb> colors;
    for (int y = map.top(); y <= map.bottom(); ++y) {
        for (int x = map.left(); x <= map.right(); ++x)
            colors.insert(image.pixel(x, y));
    }
    QVERIFY(colors.size() > 200);
    // The colour scale stands beside the map.
    int scale = 0;
    for (int y = 0; y < image.height(); ++y)
        scale += image.pixelColor(map.right() + 18, y) != theme.ground;
    QVERIFY(scale > map.height() / 2);
}

void TableViewTest::manyPairsComeInFewerColumnsFirst()
{
    QCustomPlot plot;
    plot.setViewport(QRect(0, 0, 1200, 800));
    TableView view;
    std::atomic<int> repaints = 0;
    const auto draw = [&](TableView& drawn, bool exporting) {
        drawView(plot, drawn, sceneOf(stateOf(8192.0, { "rope", "sinusoidal" })),
            Look { Theme::named(Theme::Name::Light), exporting, [&repaints] { ++repaints; } }, {});
        return plot.toPixmap(1200, 800).toImage();
    };
    const QImage first = draw(view, false);
    QTRY_COMPARE_WITH_TIMEOUT(repaints.load(), 1, 60000);
    const QImage last = plot.toPixmap(1200, 800).toImage();
    QVERIFY(first != last);
    TableView exact;
    QCOMPARE(last, draw(exact, true));
}

QTEST_MAIN(TableViewTest)
#include "tableviewtest.moc"
