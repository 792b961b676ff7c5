// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layoutview.h"

#include "widgets/layoutpainter.h"
#include "widgets/picture.h"
#include "widgets/plotframe.h"
#include "widgets/views.h"

#include "encodings/state.h"

#include "widgets/scenes.h"
#include "warnings.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using encodings::Automatic;
using encodings::Series;
using encodings::State;
using encodings::Values;

namespace {

/// A head of `dimension` channels, `position` looked at.
Values small(double dimension, double position)
{
    return { { "dimension", dimension }, { "head_dimension", Automatic {} }, { "pair", 1.0 },
        { "position", position } };
}

Eigen::ArrayXXd allRows(const CsvTable& table)
{
    Eigen::ArrayXXd values;
    table.fill(table.rows.first, table.rows.step, table.rows.count(), values);
    return values;
}

QImage pictureOf(const Values& values, const Theme& theme, const QSize& size, std::vector<Series> series)
{
    QCustomPlot plot;
    LayoutView view;
    drawView(plot, view, sceneWith(values, std::move(series)), Look { theme, true, {} }, QString());
    return plot.toPixmap(size.width(), size.height()).toImage();
}

} // namespace

class LayoutViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void fourChannels()
    {
        const CsvTable table = LayoutView().csv(sceneWith(small(4.0, 1.0)));
        QCOMPARE(table.rowName, std::string("channel"));
        const std::vector<std::string> names { "rope.pair_interleaved", "rope.pair_half", "rope.interleaved",
            "rope.half" };
        QCOMPARE(table.columns, names);
        // EleutherAI/gpt-neox#834 and its kin: x = 1, 2, 3, 4, base 10000, position 1, six decimals.
        const double expected[4][4] = { { 0, 0, -1.142640, -1.984111 }, { 0, 1, 1.922076, 1.959901 },
            { 1, 0, 2.959851, 2.462378 }, { 1, 1, 4.029800, 4.019800 } };
        const Eigen::ArrayXXd values = allRows(table);
        QCOMPARE(values.rows(), Eigen::Index(4));
        for (Eigen::Index channel = 0; channel < 4; ++channel) {
            for (Eigen::Index column = 0; column < 4; ++column)
                QVERIFY(std::abs(values(channel, column) - expected[channel][column]) <= 0.5e-6);
        }
    }

    void partialRotary_data()
    {
        QTest::addColumn<double>("head");
        QTest::addColumn<double>("turning");
        QTest::addColumn<QString>("said");
        QTest::newRow("GPT-NeoX-20B") << 96.0 << 24.0 << "turns 24 of 96 channels and lets 72 pass";
        QTest::newRow("Phi-2") << 80.0 << 32.0 << "turns 32 of 80 channels and lets 48 pass";
    }
    void partialRotary()
    {
        QFETCH(double, head);
        QFETCH(double, turning);
        QFETCH(QString, said);
        const Values values { { "dimension", turning }, { "head_dimension", head }, { "pair", 5.0 } };
        const auto scene = sceneWith(values);
        const Eigen::ArrayXXd table = allRows(LayoutView().csv(scene));
        QCOMPARE(table.rows(), static_cast<Eigen::Index>(head));
        for (Eigen::Index channel = 0; channel < table.rows(); ++channel) {
            const bool turns = static_cast<double>(channel) < turning;
            QCOMPARE(std::isnan(table(channel, 0)), !turns);
            QCOMPARE(std::isnan(table(channel, 1)), !turns);
            if (!turns)
                QCOMPARE(table(channel, 3), static_cast<double>(channel + 1));
        }
        const LayoutView view;
        QVERIFY2(view.caption(*scene).contains(said), qPrintable(view.caption(*scene)));
        QVERIFY(view.readout(*scene, head - 1.0, 0.5).contains("passes unturned"));
        QVERIFY(exported(values).contains("pass through unturned"));
    }

    void readouts()
    {
        const auto scene = sceneWith(small(4.0, 1.0));
        const QString text = LayoutView().readout(*scene, 1.8, 0.5);
        for (const char* part :
            { "channel 2, RoPE", "interleaved pair 1 with channel 3, 0.01 rad per position",
                "3 becomes 2.95985", "half pair 0 with channel 0, 1 rad per position", "3 becomes 2.46238" })
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
        QCOMPARE(LayoutView().readout(*scene, 4.0, 0.5), QString());
        QCOMPARE(LayoutView().readout(*scene, -1.0, 0.5), QString());
    }

    void numbersInThePicture()
    {
        const QString both = exported(small(4.0, 1.0));
        for (const char* part : { "interleaved (2i, 2i + 1): pair 1 is channels 2 and 3",
                 "half (i, i + d/2): pair 1 is channels 1 and 3", "1.92208", "2.46238" })
            QVERIFY2(both.contains(QString::fromUtf8(part)), part);
        Values values = small(4.0, 1.0);
        values.set("layout_shown", std::string("half"));
        const QString half = exported(values);
        QVERIFY(half.contains("2.46238"));
        QVERIFY(!half.contains("1.92208"));
    }

    void cellsHaveTheColoursOfTheirPairs()
    {
        const Theme theme = Theme::named(Theme::Name::Print);
        const QImage image = pictureOf(small(8.0, 1.0), theme, { 800, 500 }, { { "rope", { "rope" } } });
        for (Eigen::Index pair = 0; pair < 4; ++pair)
            QVERIFY(pixelsOf(image, LayoutPainter::pairColor(pair, 4)) > 1000);
    }

    void readableAtEverySize_data()
    {
        QTest::addColumn<double>("dimension");
        QTest::addColumn<QSize>("size");
        for (const double dimension : { 2.0, 64.0, 512.0, 8192.0 }) {
            for (const QSize size : { QSize(60, 40), QSize(300, 200), QSize(600, 400), QSize(1600, 1000) })
                QTest::addRow("%g channels, %d px", dimension, size.width()) << dimension << size;
        }
    }
    void readableAtEverySize()
    {
        QFETCH(double, dimension);
        QFETCH(QSize, size);
        const Theme theme = Theme::named(Theme::Name::Dark);
        Values values = small(dimension, 1e6);
        values.set("pair", 0.0);
        QVERIFY(!pictureOf(values, theme, size, { { "rope", { "rope" } }, { "pi", { "pi" } } }).isNull());
        values.set("dimension", 2.0);
        values.set("head_dimension", dimension);
        QVERIFY(!pictureOf(values, theme, size, { { "rope", { "rope" } } }).isNull());
    }

    void seriesThatLookAlikeAreDrawnOnce()
    {
        const std::vector<Series> scalings { { "rope", { "rope" } }, { "pi", { "pi" } },
            { "ntk", { "ntk" } } };
        const LayoutChart one(sceneWith(small(64.0, 1.0), scalings), Theme());
        QCOMPARE(one.heads.size(), std::size_t(1));
        QCOMPARE(one.heads.front().alike.size(), std::size_t(2));
        QCOMPARE(one.seriesFrom(0), std::size_t(3));
        // p-RoPE's slowest pairs stand still: another picture.
        const LayoutChart two(
            sceneWith(small(64.0, 1.0), { { "rope", { "rope" } }, { "p", { "proportional" } } }), Theme());
        QCOMPARE(two.heads.size(), std::size_t(2));

        const QString drawn = exported(small(64.0, 1.0), { 1000, 700 }, scalings);
        for (const char* name : { ">RoPE<", ">PI<", ">NTK-aware<" })
            QVERIFY2(drawn.contains(name), name);
        QCOMPARE(drawn.count("interleaved (2i, 2i + 1)"), 1);
        QVERIFY(drawn.contains("RoPE turns x = 1, 2, 3"));
    }

    void exampleLeftOutIsSaid()
    {
        QVERIFY(!exported(small(64.0, 1.0)).contains("no room for the worked example"));
        const QString low = exported(small(64.0, 1.0), { 1000, 240 });
        QVERIFY(!low.contains("turns x = 1"));
        QVERIFY(low.contains("no room for the worked example"));
    }

    void bandsAreSaid()
    {
        QVERIFY(exported(small(8192.0, 1.0)).contains("cells are narrower than a pixel"));
        QVERIFY(!exported(small(512.0, 1.0)).contains("cells are narrower than a pixel"));
    }

    void axesOfMrope()
    {
        // Qwen2-VL: 16 pairs by time, 24 by height, 24 by width.
        State state = encodings::defaultState();
        state.values.set("pair", 16.0);
        state.series = { { .label = "m",
            .encodings = { "mrope" },
            .overrides = { { "mrope_section", encodings::Numbers { 16, 24, 24 } } } } };
        const auto scene = std::make_shared<const encodings::Scene>(encodings::makeScene(state));
        QCOMPARE(scene->series.size(), std::size_t(1));
        const QString text = LayoutView().readout(*scene, 16.0, 0.5);
        QVERIFY2(text.contains("interleaved pair 8 with channel 17, 0.3162 rad per position of time"),
            qPrintable(text));
        QVERIFY2(
            text.contains("half pair 16 with channel 80, 0.1 rad per position of height"), qPrintable(text));
        // Half: channels 0 .. 63 are the first of pairs 0 .. 63, 64 .. 127 the second of the same.
        const CsvTable table = LayoutView().csv(scene);
        QCOMPARE(table.columns.back(), std::string("m.axis"));
        const Eigen::ArrayXXd values = allRows(table);
        for (const auto& [channel, axis] :
            { std::pair { 0, 0.0 }, { 15, 0.0 }, { 16, 1.0 }, { 39, 1.0 }, { 40, 2.0 }, { 64 + 16, 1.0 } })
            QCOMPARE(values(channel, 4), axis);
        const QString file = m_folder.filePath("axes.svg");
        savePicture(*findView("layout"), state, file, {});
        QFile svg(file);
        QVERIFY(svg.open(QIODevice::ReadOnly));
        const QString drawn = QString::fromUtf8(svg.readAll());
        QVERIFY(drawn.contains("for text all are equal"));
        QVERIFY(drawn.contains(">width<"));
    }

    void pairsThatStandStill()
    {
        // p-RoPE: three of every four pairs turn, the slowest do not.
        const QString caption = LayoutView().caption(*sceneWith({}, { { "p", { "proportional" } } }));
        QVERIFY2(caption.contains("turns 96 of 128 channels and lets 32 pass"), qPrintable(caption));
    }

    void nothingTurned()
    {
        const auto scene = sceneWith({}, { { "table", { "sinusoidal" } } });
        const QString reason = LayoutView().whyNot(scene->series.front());
        QVERIFY2(reason.contains("adds a table to the embedding and turns no channels"), qPrintable(reason));
        QVERIFY(sceneFor(LayoutView(), scene)->series.empty());
    }

private:
    /// The picture as text.
    QString exported(const Values& values, const QSize& size = { 1000, 700 },
        std::vector<Series> series = { { "rope", { "rope" } } }) const
    {
        State state = encodings::defaultState();
        state.values.merge(values);
        state.series = std::move(series);
        const QString file = m_folder.filePath("picture.svg");
        PictureOptions options;
        options.size = size;
        savePicture(*findView("layout"), state, file, options);
        QFile svg(file);
        return svg.open(QIODevice::ReadOnly) ? QString::fromUtf8(svg.readAll()) : QString();
    }

    QTemporaryDir m_folder;
};

QTEST_MAIN(LayoutViewTest)
#include "layoutviewtest.moc"
