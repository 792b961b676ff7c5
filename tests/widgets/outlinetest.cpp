// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/coverage.h"
#include "widgets/outline.h"

#include "warnings.h"

#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QTest>

#include <cmath>

namespace {

QList<OutlinePoint> straight(double from, double to, double y, double slope = 0.0)
{
    QList<OutlinePoint> points;
    for (double x = from; x <= to; ++x) {
        const double middle = y + slope * (x - from);
        // Half a pen of width 2 to both sides.
        points << OutlinePoint { x, middle - std::abs(slope), middle, middle + std::abs(slope) };
    }
    return points;
}

/// Sum of the alpha of all pixels, in whole pixels.
double painted(const QImage& image)
{
    double sum = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            sum += qAlpha(image.pixel(x, y)) / 255.0;
    }
    return sum;
}

QImage imageOf(
    const QList<OutlinePoint>& points, double width, const QList<double>& dash = {}, double scale = 1.0)
{
    QImage image(100 * scale, 50 * scale, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.scale(scale, scale);
    fillOutline(painter, points, Qt::red, width, dash);
    return image;
}

} // namespace

class OutlineTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void trapezoidCoversItsArea()
    {
        // Upper edge from 2 to 6, lower edge from 12.5 to 10, over 8 columns: mean height 7.25.
        Coverage coverage(QRect(0, 0, 20, 20), Qt::black);
        coverage.add(1.0, 9.0, 2.0, 6.0, 12.5, 10.0);
        const QImage image = coverage.take();
        QVERIFY(std::abs(painted(image) - 8 * 7.25) < 0.2);
        QCOMPARE(qAlpha(image.pixel(5, 8)), 255);
        QCOMPARE(qAlpha(image.pixel(0, 8)), 0);
        QCOMPARE(qAlpha(image.pixel(9, 8)), 0);
    }

    void partsOfPixelsAreShares()
    {
        Coverage coverage(QRect(10, 10, 4, 4), Qt::black);
        coverage.add(10.25, 10.75, 10.5, 10.5, 11.0, 11.0);
        QCOMPARE(qAlpha(coverage.take().pixel(0, 0)), 64);
    }

    void lineHasItsWidthAtEverySlope_data()
    {
        QTest::addColumn<double>("slope");
        QTest::newRow("flat") << 0.0;
        QTest::newRow("quarter") << 0.25;
        QTest::newRow("diagonal") << 0.4;
    }

    void lineHasItsWidthAtEverySlope()
    {
        QFETCH(double, slope);
        const double length = 80 * std::sqrt(1 + slope * slope);
        const double area = painted(imageOf(straight(10, 90, 10, slope), 2.0));
        QVERIFY2(std::abs(area / (2 * length) - 1) < 0.03, QByteArray::number(area));
    }

    void bandIsFilledFromTopToBottom()
    {
        QList<OutlinePoint> band;
        for (double x = 10; x <= 90; ++x)
            band << OutlinePoint { x, 10, std::fmod(x, 2) == 0 ? 12.0 : 38.0, 40 };
        const QImage image = imageOf(band, 1.0);
        QCOMPARE(qAlpha(image.pixel(50, 25)), 255);
        QCOMPARE(qAlpha(image.pixel(50, 8)), 0);
        QCOMPARE(qAlpha(image.pixel(50, 42)), 0);
    }

    void dashesLeaveGaps()
    {
        const QList<OutlinePoint> line = straight(10, 90, 25);
        const double solid = painted(imageOf(line, 2.0));
        const double dashed = painted(imageOf(line, 2.0, { 6, 2 }));
        QVERIFY(std::abs(dashed / solid - 0.75) < 0.05);
    }

    void scaleKeepsTheProportions()
    {
        const QList<OutlinePoint> line = straight(10, 90, 25);
        QVERIFY(
            std::abs(painted(imageOf(line, 2.0, {}, 3.0)) / (9 * painted(imageOf(line, 2.0))) - 1) < 0.02);
        QImage image(30, 30, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&image);
        painter.scale(3.0, 3.0);
        QCOMPARE(outlineStep(painter), 1.0 / 3.0);
    }

    void whatLiesOutsideIsCut()
    {
        QVERIFY(painted(imageOf(straight(-50, 150, 25), 2.0)) <= 200.5);
        QCOMPARE(painted(imageOf(straight(10, 90, 500), 2.0)), 0.0);
        QCOMPARE(painted(imageOf({}, 2.0)), 0.0);
    }

    void vectorFilesGetPolygons()
    {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QPdfWriter writer(&buffer);
        QPainter painter(&writer);
        QCOMPARE(outlineStep(painter), 0.5);
        fillOutline(painter, straight(10, 90, 25), Qt::red, 2.0);
        painter.end();
        QVERIFY(!bytes.contains("/Subtype /Image"));
    }
};

QTEST_MAIN(OutlineTest)
#include "outlinetest.moc"
