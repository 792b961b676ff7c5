// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/precisionview.h"

#include "widgets/picture.h"
#include "widgets/plotframe.h"
#include "widgets/precisioncurves.h"
#include "widgets/views.h"

#include "encodings/state.h"

#include "widgets/scenes.h"
#include "warnings.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace {

double cell(const CsvTable& table, double row, Eigen::Index column)
{
    Eigen::ArrayXXd values;
    table.fill(row, 1.0, 1, values);
    return values(0, column);
}

const std::string all = "all";

/// The picture as text.
QString exported(const encodings::Values& values)
{
    const QTemporaryDir folder;
    encodings::State state = encodings::defaultState();
    state.values.merge(values);
    PictureOptions options;
    options.size = { 1200, 700 };
    const QString file = folder.filePath("picture.svg");
    savePicture(*findView("precision"), state, file, options);
    QFile svg(file);
    return svg.open(QIODevice::ReadOnly) ? QString::fromUtf8(svg.readAll()) : QString();
}

} // namespace

class PrecisionViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void table()
    {
        const CsvTable table = PrecisionView().csv(sceneWith({ { "pairs", all } }));
        QCOMPARE(table.rowName, std::string("position"));
        const std::vector<std::string> names { "rope.float32", "rope.bfloat16", "rope.float16" };
        QCOMPARE(table.columns, names);
        QCOMPARE(table.rows.last, 4095.0);
        // kekzl/imp#1325: d 128, base 10000, all pairs; half a unit of the last digit printed.
        QVERIFY(std::abs(cell(table, 2048, 0) - 6e-5) <= 0.5e-5);
        QVERIFY(std::abs(cell(table, 131071, 0) - 4.2e-3) <= 0.05e-3);
        QVERIFY(std::abs(cell(table, 1048575, 0) - 2.5e-2) <= 0.05e-2);
        for (Eigen::Index column = 0; column < 3; ++column)
            QCOMPARE(cell(table, 0, column), 0.0);
        // float16 has no number from 65520 on.
        QVERIFY(cell(table, 65519, 2) > 0.0);
        QVERIFY(std::isnan(cell(table, 65520, 2)));
    }

    void chosenPairsAlone()
    {
        // EleutherAI/gpt-neox#1003: cosines 0.3067 and, in float16, -0.4082.
        const CsvTable half = PrecisionView().csv(
            sceneWith({ { "dimension", 32.0 }, { "pair", 1.0 }, { "pairs", encodings::Numbers { 1.0 } } }));
        QVERIFY(std::abs(cell(half, 1857, 2) - 0.7149) <= 1e-4);
        // huggingface/candle#3520, put right: cos(15962) = -0.9080, cos(15936) = -0.2680. Pair 0 is exact in
        // float32.
        const CsvTable brain = PrecisionView().csv(sceneWith({ { "pairs", encodings::Numbers { 0.0 } } }));
        QVERIFY(std::abs(cell(brain, 15962, 1) - 0.6400) <= 1e-4);
        QCOMPARE(cell(brain, 15962, 0), 0.0);
    }

    void captions()
    {
        const auto scene
            = sceneWith({ { "dimension", 32.0 }, { "pair", 1.0 }, { "pairs", encodings::Numbers { 1.0 } },
                { "position", 1857.0 }, { "precision_format", std::string("float16") } });
        const QString caption = PrecisionView().caption(*scene);
        // |0.3067 + 0.4082| = 0.71
        QVERIFY2(caption.startsWith(
                     "RoPE, pair 1: the cosine of position 1,857 is off by 0.71 in float16 (position"),
            qPrintable(caption));
        const QString beyond = PrecisionView().caption(*sceneWith({ { "position", 100000.0 } }));
        QVERIFY2(beyond.contains("in bfloat16 and beyond float16"), qPrintable(beyond));
        QVERIFY2(beyond.contains("worst of pairs 0, 16, 40 and 63"), qPrintable(beyond));
    }

    void readouts()
    {
        const auto scene = sceneWith({ { "pairs", encodings::Numbers { 0.0 } } });
        const QString text = PrecisionView().readout(*scene, 15962.3, 1.0);
        // 15962 becomes 15936 in bfloat16 and 15960 in float16, whose step there is 8: cos(15960) = 0.7588.
        for (const char* part : { "position 15,962", "float32 cosine 0 ",
                 "bfloat16 cosine 0.64 (pair 0), angle 26 rad", "float16 cosine 1.67 (pair 0), angle 2 rad" })
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
        QVERIFY(PrecisionView().readout(*scene, 70000.0, 1.0).contains("float16 ended"));
        QCOMPARE(PrecisionView().readout(*scene, 0.2, 1.0), QString());
    }

    void landmarks()
    {
        const auto drawn = [](const char* format) {
            return exported({ { "range", encodings::Numbers { 0.0, 2e7 } },
                { "precision_format", std::string(format) } });
        };
        const QString brain = drawn("bfloat16");
        QVERIFY(brain.contains("bfloat16: 256 = 257"));
        QVERIFY(!brain.contains("ends"));
        const QString half = drawn("float16");
        QVERIFY(half.contains("float16: 2,048 = 2,049"));
        QVERIFY(half.contains("float16 ends: no number above 65,504"));
        QVERIFY(drawn("float32").contains("float32: 16,777,216 = 16,777,217"));
    }

    void columnsFollowThePixels()
    {
        QCustomPlot plot;
        plot.xAxis->setScaleType(QCPAxis::stLogarithmic);
        plot.setViewport(QRect(0, 0, 800, 400));
        plot.replot();
        const QRectF rect = plot.axisRect()->rect();
        for (const double last : { 50.0, 4095.0, 1e7, 1e12 }) {
            plot.xAxis->setRange(1.0, last);
            const PositionColumns columns(*plot.xAxis, rect);
            QCOMPARE(columns.starts.size(), columns.px.size() + 1);
            QVERIFY(columns.positions.size() <= Eigen::Index(rect.width() / 8.0 + 1) * 128);
            QCOMPARE(columns.sampled, last > 4095.0 || columns.positions.size() < last);
            QCOMPARE(columns.positions[0], 1.0);
            for (Eigen::Index i = 1; i < columns.positions.size(); ++i) {
                QVERIFY(columns.positions[i] >= columns.positions[i - 1]);
                QCOMPARE(columns.positions[i], std::floor(columns.positions[i]));
            }
            QVERIFY(columns.positions[columns.positions.size() - 1] <= last);
        }
    }

    void rangesWithoutPositions()
    {
        QCustomPlot plot;
        PrecisionView view;
        const auto scene = sceneWith({ { "range", encodings::Numbers { -50.0, 0.0 } } });
        drawView(plot, view, scene, Look { Theme::named(Theme::Name::Print), true, {} }, QString());
        QVERIFY(!plot.toPixmap(600, 400).isNull());
    }

    void furthestPositions()
    {
        QCustomPlot plot;
        plot.setViewport(QRect(0, 0, 600, 400));
        PrecisionView view;
        const auto scene = sceneWith({ { "range", encodings::Numbers { 9e11, 1e12 } } });
        drawView(plot, view, scene, Look { Theme::named(Theme::Name::Print), true, {} }, QString());
        // Nothing beyond the range asked for.
        QCOMPARE(plot.xAxis->range().upper, 1e12);
        const QString drawn = exported({ { "range", encodings::Numbers { 9e11, 1e12 } } });
        QVERIFY(drawn.contains("No numbers in float16 for the positions shown."));
        QVERIFY(!drawn.contains("No error in"));
    }

    void manyPairsAreThinned()
    {
        const auto scene = sceneWith(
            { { "dimension", 8192.0 }, { "head_dimension", encodings::Automatic {} }, { "pairs", all } });
        const PrecisionSeries asked(scene->series.front());
        QCOMPARE(asked.pairs.size(), std::size_t(4096));
        const PrecisionSeries thinned = asked.thinnedTo(PrecisionCurves::mostPairs);
        QCOMPARE(thinned.pairs.size(), std::size_t(64));
        QCOMPARE(thinned.pairs.front(), 0);
        QCOMPARE(thinned.pairs.back(), 4095);
    }
};

QTEST_MAIN(PrecisionViewTest)
#include "precisionviewtest.moc"
