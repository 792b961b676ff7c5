// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/conversionview.h"

#include "widgets/conversiontable.h"
#include "widgets/plotframe.h"

#include "closeness.h"
#include "warnings.h"
#include "widgets/scenes.h"

#include <QTest>

#include <cmath>

using encodings::Scene;

namespace {

std::shared_ptr<const Scene> sceneOf(const encodings::Values& values, std::initializer_list<const char*> ids)
{
    std::vector<encodings::Series> series;
    for (const QString id : ids) {
        encodings::Series one { id.toStdString(), {} };
        for (const QString& part : id.split(QLatin1Char('+')))
            one.encodings.push_back(part.toStdString());
        series.push_back(one);
    }
    return sceneWith(values, series);
}

QString valueOf(const Scene& scene, const QString& name, qsizetype series = 0)
{
    for (const ConversionRow& row : conversionRows(convertedSeries(scene))) {
        if (row.name == name)
            return row.values[series];
    }
    return "no such row";
}

} // namespace

class ConversionViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void rowsOfNtkAware();
    void rowsOfStacked();
    void rowsOfLargeBase();
    void rowsWithoutBase();
    void remarks();
    void table();
    void captions();
    void captionOfBoth();
    void readouts();
    void pictures_data();
    void pictures();
};

void ConversionViewTest::rowsOfNtkAware()
{
    // Reports on turboderp/exllama#115 and LostRuins/koboldcpp#375; 4.08899 and 4^(1/63) by hand.
    const auto scene = sceneOf({ { "alpha", 4.0 } }, { "ntk" });
    QCOMPARE(valueOf(*scene, "base before"), QString("10,000"));
    QCOMPARE(valueOf(*scene, "new base b′"), QString("40,889.9"));
    QCOMPARE(valueOf(*scene, "alpha"), QString("4"));
    QCOMPARE(valueOf(*scene, "base times"), QString("4.08899"));
    QCOMPARE(valueOf(*scene, "per digit λ"), QString("1.02225"));
    QCOMPARE(valueOf(*scene, "linear factor k"), QString("1"));
    QCOMPARE(valueOf(*scene, "first pair stretched by"), QString("1"));
    QCOMPARE(valueOf(*scene, "last pair stretched by"), QString("4"));
}

void ConversionViewTest::rowsOfStacked()
{
    const auto scene = sceneOf({ { "scale", 4.0 } }, { "pi", "pi+ntk" });
    QCOMPARE(valueOf(*scene, "linear factor k"), QString("4"));
    QCOMPARE(valueOf(*scene, "1 / k"), QString("0.25"));
    QCOMPARE(valueOf(*scene, "last pair stretched by"), QString("4"));
    QCOMPARE(valueOf(*scene, "last pair stretched by", 1), QString("16"));
    QCOMPARE(valueOf(*scene, "first pair stretched by", 1), QString("4"));
}

void ConversionViewTest::rowsOfLargeBase()
{
    const auto alpha = [](double base) {
        return valueOf(*sceneOf({ { "base", base } }, { "rope" }), "alpha from 10,000").toDouble();
    };
    // Reports, as far as they write it.
    QVERIFY(std::abs(alpha(1e6) - 93.057) < 5e-4);
    QVERIFY(std::abs(alpha(35000.0) - 3.4322) < 5e-5);
}

void ConversionViewTest::rowsWithoutBase()
{
    const auto scene = sceneOf({ { "scale", 4.0 } }, { "yarn" });
    QCOMPARE(valueOf(*scene, "new base b′"), QString("–"));
    QCOMPARE(valueOf(*scene, "alpha"), QString("–"));
    // Its scale is 4, but no factor is common to its pairs.
    QCOMPARE(valueOf(*scene, "linear factor k"), QString("–"));
    QCOMPARE(valueOf(*scene, "1 / k"), QString("–"));
    QCOMPARE(valueOf(*scene, "last pair stretched by"), QString("4"));
}

void ConversionViewTest::remarks()
{
    QVERIFY(conversionRemarks(convertedSeries(*sceneOf({ { "scale", 4.0 } }, { "pi", "ntk", "rope" })))
                .isEmpty());
    const auto stacked = conversionRemarks(
        convertedSeries(*sceneOf({ { "scale", 4.0 }, { "base", 1e6 } }, { "ntk", "pi+ntk" })));
    QCOMPARE(stacked.size(), 3);
    QVERIFY(stacked[0].warning);
    QVERIFY2(stacked[0].text.contains("stacks two methods: the last pair is stretched by 16"),
        qPrintable(stacked[0].text));
    QVERIFY(!stacked[1].warning);
    // By hand: alpha 4 on top of alpha 93.057 is 372.23.
    QVERIFY2(stacked[1].text.contains("alpha 4 starts from base 1,000,000")
            && stacked[1].text.contains("need alpha 372.2"),
        qPrintable(stacked[1].text));
}

void ConversionViewTest::table()
{
    ConversionView view;
    const CsvTable table = view.csv(sceneOf({ { "scale", 4.0 } }, { "pi+ntk", "rope" }));
    QCOMPARE(table.rowName, std::string("alpha"));
    QCOMPARE(table.columns.size(), std::size_t(8));
    QCOMPARE(table.columns[2], std::string("pi+ntk.last_stretch"));
    Eigen::ArrayXXd values;
    table.fill(table.rows.first, table.rows.step, table.rows.count(), values);
    QCOMPARE(values.rows(), Eigen::Index(64));
    // Reports, two decimals.
    QVERIFY(std::abs(values(1, 4) - 20221.26) < 5e-3);
    QVERIFY(std::abs(values(7, 4) - 82684.62) < 5e-3);
    QCOMPARE(values(7, 5), 80000.0);
    QVERIFY(isClose(values(3, 2), 16.0));
    QVERIFY(isClose(values(3, 6), 4.0));
    QVERIFY(isClose(std::pow(values(3, 7), 63), 4.0));

    view.csv(sceneOf({ { "dimension", 2.0 }, { "pair", 0.0 } }, { "rope" })).fill(1.0, 1.0, 3, values);
    QVERIFY(values.isNaN().all());
}

void ConversionViewTest::captions()
{
    QCOMPARE(ConversionView().caption(*sceneOf({ { "scale", 4.0 } }, { "ntk", "pi", "pi+ntk", "rope" })),
        QString("NTK-aware with alpha 4 turns base 10,000 into 40,889.9 and stretches the last pair 4 times; "
                "PI is a linear factor of 4 (compress_pos_emb 4, rope_freq_scale 0.25), which stretches "
                "every pair "
                "alike; PI + NTK-aware stacks two methods and stretches the last pair 16 times, 4 by "
                "positions and "
                "4 by frequencies; …"));
    QCOMPARE(ConversionView().caption(*sceneOf({ { "base", 1e6 } }, { "rope" })),
        QString("RoPE keeps base 1,000,000, what alpha 93.057 makes of 10,000."));
    QCOMPARE(ConversionView().caption(*sceneOf({ { "dimension", 2.0 }, { "pair", 0.0 } }, { "rope" })),
        QString("RoPE has a single pair, stretched 1 times."));
}

void ConversionViewTest::captionOfBoth()
{
    // kexue.fm 9706: base k, and every angle divided by lambda = k^(2/d), 4^(1/64) = 1.0219, so that the last
    // pair is stretched 4 times.
    const QString caption = ConversionView().caption(*sceneOf({ { "scale", 4.0 } }, { "ntk-fixed" }));
    QVERIFY2(caption.endsWith(
                 "turns base 10,000 into 40,000, slows every pair 1.0219 times and stretches the last "
                 "pair 4 times."),
        qPrintable(caption));
}

void ConversionViewTest::readouts()
{
    const QString text = ConversionView().readout(*sceneOf({}, { "rope" }), 4.0, 1.0);
    for (const char* part : { "alpha 4", "becomes 40,889.9", "or 40,000 without the exponent" })
        QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
    QCOMPARE(
        ConversionView().readout(*sceneOf({ { "dimension", 2.0 }, { "pair", 0.0 } }, { "rope" }), 4.0, 1.0),
        QString());
}

void ConversionViewTest::pictures_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("chart");
    QTest::newRow("large") << QSize(1280, 800) << true;
    QTest::newRow("small") << QSize(600, 400) << false;
    QTest::newRow("tiny") << QSize(160, 120) << false;
}

void ConversionViewTest::pictures()
{
    QFETCH(QSize, size);
    QFETCH(bool, chart);
    const auto scene = sceneOf({ { "scale", 4.0 } }, { "rope", "ntk", "pi+ntk" });
    const Theme theme = Theme::named(Theme::Name::Light);
    QCustomPlot plot;
    plot.setViewport(QRect(QPoint(0, 0), size));
    ConversionView view;
    drawView(plot, view, scene, Look { theme, true, {} }, QString());
    const QImage image = plot.toPixmap(size.width(), size.height()).toImage();
    QCOMPARE(plot.xAxis->visible(), chart);
    // The bar beside the warning.
    if (size.width() > 300)
        QVERIFY(pixelsOf(image.copy(0, 0, 16, size.height()), theme.unseen) > 40);
}

QTEST_MAIN(ConversionViewTest)
#include "conversionviewtest.moc"
