// SPDX-License-Identifier: GPL-3.0-or-later
#include "gguffiles.h"

#include "app/modelfile/ggufcursor.h"
#include "app/modelfile/gguffile.h"
#include "app/modelfile/ggufreader.h"
#include "app/modelfile/modelfileerror.h"

#include "warnings.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <limits>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

namespace {

template <typename Read> QString refusalOf(Read read)
{
    try {
        read();
    } catch (const ModelFileError& error) {
        return error.message();
    }
    return {};
}

QString refusal(const QByteArray& bytes)
{
    return refusalOf([&] { ggufFromBytes(bytes, "test.gguf"); });
}

QString fileRefusal(const QString& path)
{
    return refusalOf([&] { readGguf(path); });
}

bool isOneSentence(const QString& text)
{
    return !text.isEmpty() && !text.contains('\n') && text.size() < 1000;
}

template <typename Number> QByteArray bytesOf(Number number) { return GgufWriter::bytesOf(number); }

/// The beginning of a file that announces so many tensors and keys.
QByteArray header(quint64 tensors, quint64 keys, quint32 version = 3)
{
    return "GGUF" + bytesOf(version) + bytesOf(tensors) + bytesOf(keys);
}

GgufWriter small()
{
    GgufWriter writer("llama");
    writer.count("llama.context_length", 4096)
        .count("llama.embedding_length", 256)
        .counts("llama.attention.head_count", { 4, 4 })
        .texts("tokenizer.ggml.tokens", { "a", "b" });
    return writer;
}

} // namespace

/// Broken and hostile GGUF files give one sentence, and nothing else.
class GgufRefusalTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void truncated();
    void everyByteChanged();
    void headers_data();
    void headers();
    void values_data();
    void values();
    void keys_data();
    void keys();
    void tensors_data();
    void tensors();
    void incompleteFile();
    void files();
    void shortenedFile();
};

void GgufRefusalTest::truncated()
{
    const QByteArray whole = small().tensor("rope_freqs.weight", std::vector<float>(32, 1.0F)).bytes();
    QCOMPARE(refusal(whole), QString());
    for (qsizetype size = 0; size < whole.size(); ++size) {
        const QString sentence = refusal(whole.left(size));
        QVERIFY2(isOneSentence(sentence), qPrintable(QString::number(size) + ": " + sentence));
    }
}

// Read or refused, but never anything else.
void GgufRefusalTest::everyByteChanged()
{
    const QByteArray whole = small().tensor("rope_freqs.weight", std::vector<float>(32, 1.0F)).bytes();
    for (qsizetype i = 0; i < whole.size(); ++i) {
        for (const int change : { 0x01, 0x80, 0xff }) {
            QByteArray bytes = whole;
            bytes[i] = static_cast<char>(bytes.at(i) ^ change);
            const QString sentence = refusal(bytes);
            QVERIFY2(sentence.isEmpty() || isOneSentence(sentence), qPrintable(sentence));
        }
    }
}

void GgufRefusalTest::headers_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("word");
    QTest::newRow("empty") << QByteArray() << "too short";
    QTest::newRow("other letters") << QByteArray("GGML") + header(0, 0).mid(4) << "letters GGUF";
    QTest::newRow("version 0") << header(0, 0, 0) << "version 0";
    QTest::newRow("version 1") << header(0, 0, 1) << "version 1";
    QTest::newRow("version 4") << header(0, 0, 4) << "versions 2 and 3 are read";
    QTest::newRow("big-endian") << header(0, 0, 0x03000000) << "big-endian";
    QTest::newRow("2^62 keys") << header(0, quint64(1) << 62) << "4611686018427387904 keys";
    QTest::newRow("2^62 tensors") << header(quint64(1) << 62, 0) << "4611686018427387904 tensors";
    QTest::newRow("more keys than bytes") << header(0, 1000) << "more than fit";
    QTest::newRow("no keys") << header(0, 0) << "general.architecture";
    QTest::newRow("long key") << header(0, 1) + bytesOf(quint64(1) << 63) + QByteArray(20, 'x')
                              << "key 1 of 1";
    QTest::newRow("key not text") << header(0, 1) + GgufWriter::textBytes("\xff\xfe") + bytesOf<quint32>(0)
            + QByteArray(20, 0) << "UTF-8";
}

void GgufRefusalTest::headers()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, word);
    const QString sentence = refusal(bytes);
    QVERIFY(isOneSentence(sentence));
    QVERIFY2(sentence.contains(word), qPrintable(sentence));
}

void GgufRefusalTest::values_data()
{
    QTest::addColumn<quint32>("type");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("word");
    QTest::newRow("unknown type") << 13U << QByteArray(8, 0) << "types 0 to 12";
    QTest::newRow("neither true nor false")
        << quint32(GgufWriter::Bool) << QByteArray(1, 2) << "neither true";
    QTest::newRow("text of 2^63 bytes")
        << quint32(GgufWriter::Text) << bytesOf(quint64(1) << 63) << "9223372036854775808";
    const auto list = [](quint32 type, quint64 count) { return bytesOf(type) + bytesOf(count); };
    QTest::newRow("2^62 numbers") << quint32(GgufWriter::List) << list(GgufWriter::Float64, quint64(1) << 62)
                                  << "elements";
    QTest::newRow("2^62 texts") << quint32(GgufWriter::List) << list(GgufWriter::Text, quint64(1) << 62)
                                << "elements";
    QTest::newRow("list of unknown type")
        << quint32(GgufWriter::List) << list(99, 1) + QByteArray(8, 0) << "types 0 to 12";
    QByteArray nested;
    for (int i = 0; i < 1000; ++i)
        nested += list(GgufWriter::List, 1);
    QTest::newRow("1000 lists in lists")
        << quint32(GgufWriter::List) << nested + list(GgufWriter::UInt8, 0) << "nested too deeply";
}

void GgufRefusalTest::values()
{
    QFETCH(quint32, type);
    QFETCH(QByteArray, value);
    QFETCH(QString, word);
    const QString sentence = refusal(small().raw("llama.odd", type, value).bytes());
    QVERIFY(isOneSentence(sentence));
    QVERIFY2(sentence.contains("llama.odd"), qPrintable(sentence));
    QVERIFY2(sentence.contains(word), qPrintable(sentence));
}

void GgufRefusalTest::keys_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("word");
    const auto row = [](const char* name, const GgufWriter& writer, const char* key, const char* word) {
        QTest::newRow(name) << writer.bytes() << QString(key) << QString(word);
    };
    const float infinity = std::numeric_limits<float>::infinity();
    row("text for a number", small().text("llama.rope.freq_base", "x"), "llama.rope.freq_base", "number");
    row("infinite base", small().number("llama.rope.freq_base", infinity), "llama.rope.freq_base", "finite");
    row("negative base", small().number("llama.rope.freq_base", -1), "llama.rope.freq_base", "allowed");
    row("no context", small().count("llama.context_length", 0), "llama.context_length", "from 1 on");
    row("half a dimension", small().number("llama.rope.dimension_count", 2.5F), "llama.rope.dimension_count",
        "whole");
    row("odd dimension", small().count("llama.rope.dimension_count", 63), "llama.rope.dimension_count",
        "even");
    row("wider than the head", small().count("llama.rope.dimension_count", 128), "llama.rope.dimension_count",
        "head dimension 64");
    row("width not divisible", small().count("llama.embedding_length", 257), "llama.embedding_length",
        "does not divide");
    row("number for a type", small().count("llama.rope.scaling.type", 1), "llama.rope.scaling.type", "text");
    row("unknown scaling", small().text("llama.rope.scaling.type", "magic"), "llama.rope.scaling.type",
        "longrope");
    row("negative factor", small().number("llama.rope.scaling.factor", -2), "llama.rope.scaling.factor",
        "allowed");
    row("sections", small().counts("llama.rope.dimension_sections", { 1, 2, 3, 0 }),
        "llama.rope.dimension_sections", "32 pairs");
    row("layers", small().count("llama.block_count", 4000000000), "llama.block_count", "4096");
    row("architecture", GgufWriter("llama").count("general.architecture", 1), "general.architecture", "text");
    row("alignment", small().count("general.alignment", 3).tensor("x", { 1.0F }), "general.alignment",
        "power of two");
    row("no alignment", small().count("general.alignment", 0), "general.alignment", "power of two");
}

void GgufRefusalTest::keys()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, key);
    QFETCH(QString, word);
    const QString sentence = refusal(bytes);
    QVERIFY(isOneSentence(sentence));
    QVERIFY2(sentence.contains(key) && sentence.contains(word), qPrintable(sentence));
}

void GgufRefusalTest::tensors_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("word");
    const char* const name = "rope_freqs.weight";
    const quint64 large = quint64(1) << 62;
    const QByteArray data(128, '\0');
    const auto row = [](const char* title, const GgufWriter& writer, const char* word) {
        QTest::newRow(title) << writer.bytes() << QString(word);
    };
    row("five dimensions", small().tensor(name, { 1, 1, 1, 1, 32 }, GgufWriter::F32, data), "at most 4");
    row("2^62 numbers", small().tensor(name, { large }, GgufWriter::F32, data),
        "4611686018427387904 numbers");
    row("2^124 numbers", small().tensor(name, { large, large }, GgufWriter::F32, data), "numbers");
    row("no numbers", small().tensor(name, { 0 }, GgufWriter::F32, data), "0 numbers");
    row("far outside", small().tensorAt(name, { 32 }, GgufWriter::F32, ~quint64(31), data),
        "outside the file");
    row("not aligned", small().tensorAt(name, { 16 }, GgufWriter::F32, 4, data), "multiple");
    row("quantised", small().tensor(name, { 32 }, GgufWriter::Q8_0, data), "F32, F16 and BF16");
    row("zeros", small().tensor(name, { 32 }, GgufWriter::F32, data), "above 0");
    row("another number of pairs", small().tensor(name, std::vector<float>(16, 1.0F)), "32 are expected");
}

void GgufRefusalTest::tensors()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, word);
    const QString sentence = refusal(bytes);
    QVERIFY(isOneSentence(sentence));
    QVERIFY2(sentence.contains("rope_freqs.weight") && sentence.contains(word), qPrintable(sentence));
}

// Enough to see the numbers, but not a whole model.
void GgufRefusalTest::incompleteFile()
{
    const GgufWriter writer = small().tensorAt("output.weight", { 4 }, GgufWriter::F32, 1 << 20);
    QVERIFY(ggufFromBytes(writer.bytes(), "test.gguf").warnings.filter("may not be complete").size() == 1);
}

void GgufRefusalTest::files()
{
    const QTemporaryDir folder;
    QVERIFY(fileRefusal({}).contains("not the name of a file"));
    QVERIFY(fileRefusal(folder.filePath("none.gguf")).contains("no such file"));
    QVERIFY(fileRefusal(folder.path()).contains("folder"));
    const QString path = folder.filePath("model.gguf");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    QVERIFY(fileRefusal(path).contains("too short"));
    QVERIFY(!isGgufFile(path));
    QVERIFY(!isGgufFile(folder.path()));
#ifdef Q_OS_UNIX
    QVERIFY(fileRefusal("/dev/zero").contains("not a regular file"));
    QVERIFY(!isGgufFile("/dev/zero"));
    if (QFile::exists("/proc/self/status"))
        QVERIFY(isOneSentence(fileRefusal("/proc/self/status")));
    if (geteuid() != 0) {
        QVERIFY(file.setPermissions({}));
        QVERIFY(fileRefusal(path).contains("cannot be opened"));
    }
#endif
}

// Another program shortens the file while it is read: the size said more than there is.
void GgufRefusalTest::shortenedFile()
{
    constexpr qint64 left = 10;
    GgufCursor cursor("test.gguf", 1000, [](quint64 offset, char* to, qint64 size) -> qint64 {
        const qint64 count = std::clamp<qint64>(left - static_cast<qint64>(offset), 0, size);
        std::memset(to, 0, static_cast<std::size_t>(count));
        return count;
    });
    QCOMPARE(cursor.number<quint64>(), quint64(0));
    const QString sentence = refusalOf([&] { cursor.number<quint64>(); });
    QVERIFY2(sentence.contains("byte 8") && sentence.contains("shortened"), qPrintable(sentence));
}

QTEST_GUILESS_MAIN(GgufRefusalTest)
#include "ggufrefusaltest.moc"
