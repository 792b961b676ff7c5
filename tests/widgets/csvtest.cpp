// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/csv.h"

#include "warnings.h"

#include <QBuffer>
#include <QLocale>
#include <QTest>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace {

CsvTable sample()
{
    CsvTable table;
    table.rowName = "position";
    table.columns = { "rope.cos[0]", "a, \"b\".x" };
    table.rows = { 0, 3, 1 };
    table.fill = [](double first, double step, Eigen::Index count, Eigen::ArrayXXd& values) {
        values.resize(count, 2);
        for (Eigen::Index row = 0; row < count; ++row) {
            const double position = first + step * static_cast<double>(row);
            values(row, 0) = position / 3;
            values(row, 1) = position == 2 ? std::numeric_limits<double>::quiet_NaN() : 1e6 * position;
        }
    };
    return table;
}

QByteArray written(const CsvTable& table, const std::optional<CsvRows>& rows = std::nullopt)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    return writeCsv(buffer, table, rows) ? bytes : QByteArray("failed");
}

} // namespace

class CsvTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void contractIsKept()
    {
        // 1/3 and 2/3 with 17 significant digits.
        QCOMPARE(written(sample()),
            QByteArray("position,rope.cos[0],\"a, \"\"b\"\".x\"\n"
                       "0,0,0\n"
                       "1,0.33333333333333331,1000000\n"
                       "2,0.66666666666666663,\n"
                       "3,1,3000000\n"));
    }

    void localeChangesNothing()
    {
        const QByteArray plain = written(sample());
        QLocale::setDefault(QLocale(QLocale::German));
        QCOMPARE(written(sample()), plain);
        QLocale::setDefault(QLocale::c());
    }

    void rowsCanBeChosenAndCountDown()
    {
        QCOMPARE(written(sample(), CsvRows { 1, 7, 3 }).count('\n'), 4);
        QVERIFY(written(sample(), CsvRows { 1, 7, 3 }).contains("\n7,2.3333333333333335,"));
        QVERIFY(written(sample(), CsvRows { 3, 1, -1 }).contains("\n3,1,3000000\n2,"));
        QCOMPARE((CsvRows { 0, 10, 3 }).count(), Eigen::Index(4));
        QCOMPARE((CsvRows { 10, 0, 3 }).count(), Eigen::Index(0));
    }

    void manyRowsComeInBlocks()
    {
        const QByteArray bytes = written(sample(), CsvRows { 0, 200000, 1 });
        QCOMPARE(bytes.count('\n'), 200002);
        QVERIFY(bytes.endsWith("\n200000,66666.666666666672,200000000000\n"));
    }

    void arrayHoldsTheValuesAlone()
    {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QVERIFY(writeNpy(buffer, sample(), CsvRows { 1, 3, 1 }));
        QVERIFY(bytes.startsWith("\x93NUMPY\x01"));
        QVERIFY(bytes.contains("'descr': '<f8', 'fortran_order': False, 'shape': (3, 2)"));
        std::array<double, 6> numbers {};
        QCOMPARE(bytes.size(), qsizetype(128 + sizeof numbers));
        std::memcpy(numbers.data(), bytes.constData() + 128, sizeof numbers);
        QCOMPARE(numbers[0], 1.0 / 3);
        QCOMPARE(numbers[1], 1e6);
        QCOMPARE(numbers[2], 2.0 / 3);
        QVERIFY(std::isnan(numbers[3])); // an empty cell of the table
        QCOMPARE(numbers[4], 1.0);
        QCOMPARE(numbers[5], 3e6);
    }

    void pairsHaveALineForEveryKey()
    {
        CsvTable table = sample();
        table.rowName = "query";
        table.keyName = "key";
        table.keys = { 4, 0, -2 };
        table.rows = { 1, 2, 1 };
        table.fill = [](double first, double step, Eigen::Index count, Eigen::ArrayXXd& values) {
            values.resize(count, 6);
            for (Eigen::Index row = 0; row < count; ++row) {
                for (Eigen::Index cell = 0; cell < 6; ++cell)
                    values(row, cell)
                        = 10 * (first + step * static_cast<double>(row)) + static_cast<double>(cell);
            }
            values(0, 1) = std::numeric_limits<double>::quiet_NaN();
            // A pair without any value has no line.
            values(1, 2) = values(1, 5) = std::numeric_limits<double>::quiet_NaN();
        };
        QCOMPARE(cellsPerRow(table), Eigen::Index(6));
        QCOMPARE(written(table),
            QByteArray("query,key,rope.cos[0],\"a, \"\"b\"\".x\"\n"
                       "1,4,10,13\n1,2,,14\n1,0,12,15\n"
                       "2,4,20,23\n2,2,21,24\n"));
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QVERIFY(writeNpy(buffer, table));
        QVERIFY(bytes.contains("'shape': (2, 6)"));
    }

    void failingDeviceIsReported()
    {
        QBuffer closed;
        QTest::ignoreMessage(QtWarningMsg, "QIODevice::write (QBuffer): device not open");
        QVERIFY(!writeCsv(closed, sample()));
        QTest::ignoreMessage(QtWarningMsg, "QIODevice::write (QBuffer): device not open");
        QVERIFY(!writeNpy(closed, sample()));
    }
};

QTEST_APPLESS_MAIN(CsvTest)
#include "csvtest.moc"
