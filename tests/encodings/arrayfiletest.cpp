// SPDX-License-Identifier: GPL-3.0-or-later
#include "encodings/arrayfile.h"
#include "encodings/parametererror.h"

#include "warnings.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstring>
#include <sstream>
#include <thread>

#include <sys/stat.h>

using encodings::readCsv;
using encodings::readNpy;
using encodings::readTable;

namespace {

std::string bytesOf(std::initializer_list<int> values)
{
    std::string bytes;
    for (const int value : values)
        bytes += static_cast<char>(value);
    return bytes;
}

/// A .npy file whose header is `dict`, as the format says: magic, version, length in 2 or 4 bytes.
std::string npyFile(const std::string& dict, const std::string& numbers, int version = 1)
{
    std::string file = "\x93NUMPY" + bytesOf({ version, 0 });
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
        file += static_cast<char>((dict.size() >> (8 * i)) & 0xff);
    return file + dict + numbers;
}

std::string dictOf(
    const std::string& type, const std::string& shape = "(2, 2)", const std::string& fortran = "False")
{
    return "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}

Eigen::MatrixXd npy(const std::string& bytes)
{
    std::istringstream stream(bytes);
    return readNpy(stream);
}

Eigen::MatrixXd csv(const std::string& text)
{
    std::istringstream stream(text);
    return readCsv(stream);
}

/// What the reader says against `bytes`; empty when it reads them.
template <typename Read> QString refusal(Read read, const std::string& bytes)
{
    try {
        read(bytes);
    } catch (const std::runtime_error& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

Eigen::MatrixXd matrix(std::initializer_list<std::initializer_list<double>> rows)
{
    Eigen::MatrixXd table(
        static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows.begin()->size()));
    Eigen::Index row = 0;
    for (const auto& numbers : rows) {
        Eigen::Index column = 0;
        for (const double number : numbers)
            table(row, column++) = number;
        ++row;
    }
    return table;
}

const std::string four(32, '\0'); ///< four float64

} // namespace

class ArrayFileTest : public QObject {
    Q_OBJECT

    QString write(const QString& name, const std::string& bytes)
    {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            return {};
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        return path;
    }

    QString tableRefusal(const QString& path)
    {
        try {
            readTable(path.toStdString());
        } catch (const encodings::ParameterError& error) {
            return error.parameter() == "table" ? QString::fromUtf8(error.what()) : "another parameter";
        }
        return {};
    }

    QTemporaryDir m_folder;

private slots:
    void init() { failOnWarnings(); }

    void everyTypeIsRead_data()
    {
        QTest::addColumn<QString>("type");
        QTest::addColumn<QByteArray>("bytes");
        const auto add = [](const char* type, std::initializer_list<int> values) {
            QTest::newRow(type) << QString(type) << QByteArray::fromStdString(bytesOf(values));
        };
        // 1, 2, -3 and 0.5, or 1, 2, -3, 4 for whole numbers, written by hand after IEEE 754 and two's
        // complement.
        add("<f2", { 0, 0x3c, 0, 0x40, 0, 0xc2, 0, 0x38 });
        add(">f2", { 0x3c, 0, 0x40, 0, 0xc2, 0, 0x38, 0 });
        add("<f4", { 0, 0, 0x80, 0x3f, 0, 0, 0, 0x40, 0, 0, 0x40, 0xc0, 0, 0, 0, 0x3f });
        add(">f4", { 0x3f, 0x80, 0, 0, 0x40, 0, 0, 0, 0xc0, 0x40, 0, 0, 0x3f, 0, 0, 0 });
        add("<f8",
            { 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0x08, 0xc0, 0, 0, 0,
                0, 0, 0, 0xe0, 0x3f });
        add(">f8",
            { 0x3f, 0xf0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0, 0xc0, 0x08, 0, 0, 0, 0, 0, 0, 0x3f,
                0xe0, 0, 0, 0, 0, 0, 0 });
        add("|i1", { 1, 2, 0xfd, 4 });
        add("<i2", { 1, 0, 2, 0, 0xfd, 0xff, 4, 0 });
        add(">i2", { 0, 1, 0, 2, 0xff, 0xfd, 0, 4 });
        add("<i4", { 1, 0, 0, 0, 2, 0, 0, 0, 0xfd, 0xff, 0xff, 0xff, 4, 0, 0, 0 });
        add("<i8",
            { 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0xfd, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                4, 0, 0, 0, 0, 0, 0, 0 });
    }

    void everyTypeIsRead()
    {
        QFETCH(QString, type);
        QFETCH(QByteArray, bytes);
        const double last = type.contains('f') ? 0.5 : 4.0;
        QCOMPARE(npy(npyFile(dictOf(type.toStdString()), bytes.toStdString())),
            matrix({ { 1, 2 }, { -3, last } }));
    }

    void unsignedNumbersAndHalvesKeepTheirEnds()
    {
        QCOMPARE(
            npy(npyFile(dictOf("|u1"), bytesOf({ 0, 1, 128, 255 }))), matrix({ { 0, 1 }, { 128, 255 } }));
        QCOMPARE(npy(npyFile(dictOf("|b1"), bytesOf({ 0, 1, 1, 0 }))), matrix({ { 0, 1 }, { 1, 0 } }));
        QCOMPARE(npy(npyFile(dictOf("<u2"), bytesOf({ 0xff, 0xff, 0, 1, 1, 0, 0, 0 }))),
            matrix({ { 65535, 256 }, { 1, 0 } }));
        // The least and the largest half, the least normal one, and minus zero: 2^-24, 65504, 2^-14.
        const Eigen::MatrixXd halves
            = npy(npyFile(dictOf("<f2"), bytesOf({ 1, 0, 0xff, 0x7b, 0, 0x04, 0, 0x80 })));
        QCOMPARE(halves, matrix({ { 0x1p-24, 65504 }, { 0x1p-14, 0 } }));
        QVERIFY(std::signbit(halves(1, 1)));
    }

    void orderAndFormatAreRespected()
    {
        const std::string numbers = bytesOf({ 1, 2, 3, 4, 5, 6 });
        const Eigen::MatrixXd rows = matrix({ { 1, 2, 3 }, { 4, 5, 6 } });
        const Eigen::MatrixXd columns = matrix({ { 1, 3, 5 }, { 2, 4, 6 } });
        for (const int version : { 1, 2, 3 }) {
            QCOMPARE(npy(npyFile(dictOf("|u1", "(2, 3)"), numbers, version)), rows);
            QCOMPARE(npy(npyFile(dictOf("|u1", "(2, 3)", "True"), numbers, version)), columns);
        }
        const char* const loose = " { \"shape\" :( 2,3 ,) ,'descr':\"|u1\" , 'fortran_order' : False}   \n";
        QCOMPARE(npy(npyFile(loose, numbers)), rows);
    }

    void lyingNpyIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        const auto add = [](const char* name, const std::string& bytes, const char* says) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(says);
        };
        const std::string good = npyFile(dictOf("<f8"), four);
        add("nothing", "", "ends inside its header");
        add("other file", "{\"a\": 1, \"b\": 2}", "does not begin as a NumPy file");
        add("cut magic", good.substr(0, 5), "ends inside its header");
        add("cut length", good.substr(0, 9), "ends inside its header");
        add("cut header", good.substr(0, 40), "ends inside its header");
        add("cut numbers", good.substr(0, good.size() - 1),
            "announces 32 bytes of numbers, and there are 31");
        add("longer", good + '\0', "announces 32 bytes of numbers, and there are 33");
        add("format 4", npyFile(dictOf("<f8"), four, 4), "format 4.0");
        add("long header", "\x93NUMPY" + bytesOf({ 2, 0, 0xff, 0xff, 0xff, 0xff }), "4294967295 bytes long");
        add("huge", npyFile(dictOf("<f8", "(4611686018427387904, 4)"), four), "at most 134217728 numbers");
        add("many", npyFile(dictOf("<f8", "(65536, 65536)"), four), "at most 134217728 numbers");
        add("overflow", npyFile(dictOf("<f8", "(99999999999999999999, 1)"), four), "header is wrong");
        add("negative", npyFile(dictOf("<f8", "(-2, -2)"), four), "shape is (-2, -2)");
        add("empty", npyFile(dictOf("<f8", "(0, 4)"), ""), "shape is (0, 4)");
        add("no dimension", npyFile(dictOf("<f8", "()"), four), "shape is ()");
        add("one dimension", npyFile(dictOf("<f8", "(4,)"), four), "shape is (4,); two dimensions");
        add("three dimensions", npyFile(dictOf("<f8", "(1, 2, 2)"), four), "shape is (1, 2, 2); two");
        add("complex", npyFile(dictOf("<c16"), four), "the type <c16");
        add("text", npyFile(dictOf("<U8"), four), "the type <U8");
        add("object", npyFile(dictOf("|O"), four), "the type |O");
        add("type of no text", npyFile(dictOf("<\xb8\x01"), four), "the type <??;");
        add("no order", npyFile(dictOf("|f8"), four), "the type |f8");
        add("empty type", npyFile(dictOf(""), four), "the type ");
        add("records", npyFile("{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (2, 2), }", four),
            "header is wrong at character 10");
        add("twice", npyFile("{'descr': '<f8', 'descr': '<f8', 'shape': (2, 2), }", four), "header is wrong");
        add("missing", npyFile("{'descr': '<f8', 'shape': (2, 2), }", four), "header is wrong");
        add("unknown key", npyFile("{'descr': '<f8', 'x': 1, 'shape': (2, 2), }", four), "header is wrong");
        add("more after", npyFile(dictOf("<f8") + "x", four), "header is wrong");
        add("not closed", npyFile("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2", four),
            "is wrong");
        add("not ended", npyFile("{'descr': '<f8", four), "header is wrong");
        add("truth", npyFile(dictOf("<f8", "(2, 2)", "0"), four), "header is wrong");
        // quiet NaN and infinity as half precision
        add("nan", npyFile(dictOf("<f2"), bytesOf({ 0, 0, 0, 0, 0, 0x7e, 0, 0 })), "[1, 0] is not finite");
        add("infinite", npyFile(dictOf("<f2"), bytesOf({ 0, 0, 0, 0xfc, 0, 0, 0, 0 })),
            "[0, 1] is not finite");
        add("nan in columns",
            npyFile(dictOf("<f2", "(2, 2)", "True"), bytesOf({ 0, 0, 0, 0x7e, 0, 0, 0, 0 })),
            "[1, 0] is not finite");
    }

    void lyingNpyIsRefused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        const QString sentence = refusal(npy, bytes.toStdString());
        QVERIFY2(sentence.contains(says), qPrintable(sentence));
    }

    void csvIsRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("commas") << QByteArray("1,2\n-3,0.5\n");
        QTest::newRow("semicolons") << QByteArray("1;2\n-3;0.5\n");
        QTest::newRow("tabs") << QByteArray("1\t2\n-3\t0.5");
        QTest::newRow("spaces and signs") << QByteArray(" +1 , 2e0\r\n -3.0,\"5e-1\"\r\n\r\n\r\n");
        QTest::newRow("mark") << QByteArray("\xef\xbb\xbf"
                                            "1,2\n-3,0.5\n");
        QTest::newRow("header") << QByteArray("a,b\n1,2\n-3,0.5\n");
        QTest::newRow("positions") << QByteArray("position,a,b\n0,1,2\n1,-3,0.5\n");
        QTest::newRow("numbered positions") << QByteArray("position,0,1\n0,1,2\n1,-3,0.5\n");
        QTest::newRow("distances") << QByteArray("distance,a,b\n-7,1,2\n-6,-3,0.5\n");
        QTest::newRow("other separators in names")
            << QByteArray("position,\"a,b\",\"c;\n\"\"d\"\n0,1,2\n1,-3,0.5");
        QTest::newRow("bare semicolon in a name") << QByteArray("position,a;b,c\n0,1,2\n1,-3,0.5\n");
    }

    void csvIsRead()
    {
        QFETCH(QByteArray, text);
        QCOMPARE(csv(text.toStdString()), matrix({ { 1, 2 }, { -3, 0.5 } }));
    }

    void oneColumnAndOneRowAreTables()
    {
        QCOMPARE(csv("1\n2\n3\n"), matrix({ { 1 }, { 2 }, { 3 } }));
        QCOMPARE(csv("1,2,3"), matrix({ { 1, 2, 3 } }));
        QCOMPARE(csv("name\n1"), matrix({ { 1 } }));
    }

    void wrongCsvIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("says");
        const auto add = [](const char* name, const char* text, const char* says) {
            QTest::newRow(name) << QByteArray(text) << QString(says);
        };
        add("nothing", "", "is empty");
        add("blank", "\n\n", "is empty");
        add("names alone", "a,b\n", "no line of numbers");
        add("positions alone", "position\n0\n", "no column beside position");
        add("word", "1,2\n3,x\n", "line 2, column 2: \"x\" is not a number");
        add("word in the first line", "1,x\n3,4\n", "line 1, column 2: \"x\" is not a number");
        add("decimal comma", "1,5;2,5\n3,5;4,5\n", "line 2, column 1: \"3,5\" is not a number");
        add("empty cell", "a,b,c\n1,,3\n", "line 2, column 2: an empty cell");
        add("empty first cell", ",0,1\n0,1,2\n", "line 1, column 1: an empty cell");
        add("empty line", "1,2\n\n3,4\n", "line 2, column 1: an empty line");
        add("short line", "1,2\n3\n", "line 2, column 2: 1 cell, where the lines before have 2");
        add("long line", "1,2\n3,4,5\n", "line 2, column 3: 3 cells");
        add("nan", "1,2\n3,nan\n", "line 2, column 2: \"nan\" is not a finite number");
        add("infinite", "1,2\n-inf,4\n", "line 2, column 1: \"-inf\" is not a finite number");
        add("too large", "1,1e999\n", "line 1, column 2: \"1e999\" is not a finite number");
        add("open quote", "a,\"b\n1,2\n", "line 1, column 1: a quote that is not closed");
        add("skipped positions", "position,a\n0,1\n2,3\n",
            "line 3, column 1: position 2, where 1 is expected");
        add("pairs", "query,key,rope.score\n0,0,1\n", "pairs of query and key");
        add("hexadecimal", "0x10\n", "no line of numbers");
        // As a spreadsheet saves "Unicode text": UTF-16 with its mark.
        QTest::newRow("UTF-16") << QByteArray("\xff\xfe\x31\0\n\0", 6)
                                << QString("a zero byte in line 1: it is not UTF-8 text");
    }

    void wrongCsvIsRefused()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, says);
        const QString sentence = refusal(csv, text.toStdString());
        QVERIFY2(sentence.contains(says), qPrintable(sentence));
    }

    void whatIsWrittenIsReadAgain()
    {
        const Eigen::MatrixXd table
            = matrix({ { 1.0 / 3, -0.0, 5e-324 }, { 1.7976931348623157e308, 2, -7 } });
        std::string bytes = encodings::npyHeader(2, 3);
        // The format: the numbers begin at a multiple of 64; the header ends with a new line.
        QCOMPARE(bytes.size() % 64, std::size_t(0));
        QCOMPARE(bytes.substr(0, 8), "\x93NUMPY" + bytesOf({ 1, 0 }));
        QCOMPARE(bytes.back(), '\n');
        QVERIFY(bytes.find("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }") == 10);
        encodings::appendNpyRows(bytes, table.array().topRows(1));
        encodings::appendNpyRows(bytes, table.array().bottomRows(1));
        QCOMPARE(npy(bytes), table);
        QVERIFY(std::signbit(npy(bytes)(0, 1)));
    }

    void filesAreReadByTheirEnding()
    {
        const QString csvPath = write("Tabelle ∑.CSV", "1,2\n3,4\n");
        QCOMPARE(*readTable(csvPath.toStdString()), matrix({ { 1, 2 }, { 3, 4 } }));
        const QString npyPath = write("t.npy", npyFile(dictOf("|u1"), bytesOf({ 1, 2, 3, 4 })));
        QCOMPARE(*readTable(npyPath.toStdString()), matrix({ { 1, 2 }, { 3, 4 } }));
        const QString text = write("t.txt", "1,2\n");
        QVERIFY(tableRefusal(text).contains(text + " (its name does not end in .npy or .csv)"));
        const QString wrong = write("wrong.csv", "1,2\n3,x\n");
        QVERIFY(tableRefusal(wrong).contains(
            wrong + " (line 2, column 2: \"x\" is not a number); allowed: a .npy"));
    }

    void onlyRegularFilesAreRead()
    {
        QVERIFY(tableRefusal("").contains("\"\" (there is no such file)"));
        QVERIFY(tableRefusal(m_folder.filePath("none.npy")).contains("none.npy (there is no such file)"));
        QVERIFY(QDir(m_folder.path()).mkdir("folder.npy"));
        QVERIFY(tableRefusal(m_folder.filePath("folder.npy")).contains("(this is a folder)"));
        const QString pipe = m_folder.filePath("pipe.npy"); // opening it would wait for ever
        QCOMPARE(::mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
        QVERIFY(tableRefusal(pipe).contains("(this is not a regular file)"));
    }

    void aFileIsReadOnceAndAgainWhenItChanges()
    {
        const std::string path = write("changing.csv", "1,2\n").toStdString();
        const auto first = readTable(path);
        QCOMPARE(readTable(path), first);
        write("changing.csv", "1,2,3\n");
        QCOMPARE(*readTable(path), matrix({ { 1, 2, 3 } }));
        QCOMPARE(*first, matrix({ { 1, 2 } })); // who still holds it keeps it
        write("changing.csv", "1,2,x\n");
        QVERIFY(!tableRefusal(QString::fromStdString(path)).isEmpty());
        QVERIFY(!tableRefusal(QString::fromStdString(path)).isEmpty());
        QVERIFY(QFile::remove(QString::fromStdString(path)));
        QVERIFY(tableRefusal(QString::fromStdString(path)).contains("no such file"));
    }

    void threadsMayReadAtOnce()
    {
        std::vector<std::string> paths;
        for (int i = 0; i < 6; ++i) // more than are kept
            paths.push_back(write(QString("t%1.csv").arg(i), std::to_string(i) + "\n").toStdString());
        std::atomic<int> wrong = 0;
        std::vector<std::thread> threads;
        for (int thread = 0; thread < 4; ++thread) {
            threads.emplace_back([&] {
                for (int i = 0; i < 120; ++i)
                    wrong += (*readTable(paths[static_cast<std::size_t>(i % 6)]))(0, 0) == i % 6 ? 0 : 1;
            });
        }
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(wrong, 0);
    }
};

QTEST_APPLESS_MAIN(ArrayFileTest)
#include "arrayfiletest.moc"
