// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/explorationfile.h"
#include "warnings.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/resource.h>

using namespace encodings;

namespace {

/// A state that uses everything: words, lists, exact fractions, a series with a model and values of its own.
State fullState()
{
    State state = defaultState();
    state.values.set("base", 1e30 / 3);
    state.values.set("scale", 0.1);
    state.values.set("alpha", 1.0000000000000002);
    state.values.set("pairs", Numbers { 0, 8, 40 });
    state.values.set("range", Numbers { -5, 9007 });
    state.values.set("seed", 9007199254740991.0);
    state.values.set("order", std::string("halves"));
    Model model { .name = "Größe \"7\"",
        .source = "a\nb",
        .values = { { "base", 5e5 }, { "dimension", 64.0 } },
        .encodings = { "pi" } };
    state.series.push_back({ .label = "b = 5e5, x.y",
        .encodings = { "pi", "ntk" },
        .model = model,
        .overrides = { { "scale", 8.0 }, { "alpha", Automatic {} } },
        .shown = false });
    state.series.back().encodings = { "ntk" };
    return state;
}

/// The text of the default exploration with the value at `path` (keys and indices) replaced, or removed when
/// undefined.
QJsonValue replaced(const QJsonValue& json, const QStringList& path, const QJsonValue& value)
{
    if (path.isEmpty())
        return value;
    if (json.isArray()) {
        QJsonArray array = json.toArray();
        const int index = path.first().toInt();
        array.replace(index, replaced(array.at(index), path.mid(1), value));
        return array;
    }
    QJsonObject object = json.toObject();
    object.insert(
        path.first(), replaced(object.value(path.first()), path.mid(1), value)); // undefined removes
    return object;
}

QByteArray defaultWith(const QString& path, const QJsonValue& value)
{
    const QJsonObject root = QJsonDocument::fromJson(explorationText(defaultState())).object();
    return QJsonDocument(replaced(root, path.split('/'), value).toObject()).toJson();
}

QString problemOf(const QByteArray& text)
{
    try {
        parseExploration(text, "x.json");
    } catch (const ExplorationError& error) {
        return error.message();
    }
    return {};
}

} // namespace

class ExplorationFileTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void everythingComesBackExactly()
    {
        const State state = fullState();
        QVERIFY(parseExploration(explorationText(state), "x.json") == state);
        QVERIFY(parseExploration(explorationText(defaultState()), "x.json") == defaultState());
    }

    void theTextIsReadable()
    {
        const QJsonObject root = QJsonDocument::fromJson(explorationText(fullState())).object();
        QCOMPARE(root["format"].toString(), QString("encoding-explorer exploration"));
        QCOMPARE(root["version"].toInt(), 1);
        QCOMPARE(root["values"]["pairs"].toArray(), (QJsonArray { 0, 8, 40 }));
        QCOMPARE(root["values"]["digits"].toString(), QString("auto"));
        QCOMPARE(root["series"][1]["overrides"]["alpha"].toString(), QString("follow"));
        QCOMPARE(root["series"][1]["shown"], QJsonValue(false));
    }

    void aMissingSharedValueTakesItsDefault()
    {
        QVERIFY(
            parseExploration(defaultWith("values/seed", QJsonValue::Undefined), "x.json") == defaultState());
    }

    void aSeriesThatCannotBeDrawnIsKept()
    {
        State state = defaultState();
        state.series.push_back(
            { .label = "n", .encodings = { "ntk" }, .overrides = { { "dimension", 2.0 } } });
        QVERIFY(parseExploration(explorationText(state), "x.json") == state);
    }

    void aByteOrderMarkIsAccepted()
    {
        const QByteArray text = "\xEF\xBB\xBF" + explorationText(fullState());
        QVERIFY(parseExploration(text, "x.json") == fullState());
    }

    void badFilesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QStringList>("parts"); // of the sentence
        const auto row = [](const char* name, const QByteArray& text, const QStringList& parts) {
            QTest::newRow(name) << text << parts;
        };
        const QByteArray good = explorationText(defaultState());
        row("empty", "", { "is not an exploration" });
        row("null alone", "null", { "is not an exploration", "JSON object" });
        row("number alone", "0", { "is not an exploration" });
        row("cut", good.left(good.size() / 2), { "is not JSON", "line" });
        row("array", "[]", { "is not an exploration" });
        row("model file", R"({"rope_theta": 10000})", { "format", "encoding-explorer exploration" });
        row("newer", defaultWith("version", 2), { "version", "newer", "up to version 1" });
        row("version 0", defaultWith("version", 0), { "version must be 1" });
        row("version text", defaultWith("version", "1"), { "version" });
        row("key at the top", defaultWith("colour", 1), { "colour", "not a known key", "series" });
        row("no model", defaultWith("model", QJsonValue::Undefined), { "model is missing" });
        row("model number", defaultWith("model", 3), { "model must be an object" });
        row("model name", defaultWith("model/name", 3), { "model.name must be a text" });
        row("model key", defaultWith("model/size", 3), { "model.size", "not a known key" });
        row("model value", defaultWith("model/values/base", 0.5), { "model.values.base", "0.5", "from 1" });
        row("model encoding", defaultWith("model/encodings", QJsonArray { "none" }),
            { "model.encodings", "none", "rope" });
        row("no values", defaultWith("values", QJsonValue::Undefined), { "values is missing" });
        row("unknown value", defaultWith("values/bass", 1), { "values.bass", "not a known key", "base" });
        row("too small", defaultWith("values/base", 0), { "values.base cannot be 0", "from 1" });
        row("too large", defaultWith("values/base", 1e31), { "values.base", "1e+31" });
        row("fraction", defaultWith("values/heads", 1.5), { "values.heads", "whole number" });
        row("odd", defaultWith("values/dimension", 127), { "values.dimension", "even" });
        row("text", defaultWith("values/scale", "8"), { "values.scale", "\"8\"", "a number" });
        row("switch", defaultWith("values/scale", true), { "values.scale", "true" });
        row("null", defaultWith("values/scale", QJsonValue()), { "values.scale", "null" });
        row("word", defaultWith("values/scale", "follow"), { "values.scale" });
        row("choice", defaultWith("values/curve_parts", "tan"), { "values.curve_parts", "tan", "both" });
        row("list of texts", defaultWith("values/pairs", QJsonArray { "1" }), { "values.pairs" });
        row("empty list", defaultWith("values/pairs", QJsonArray {}), { "values.pairs" });
        row("range", defaultWith("values/range", QJsonArray { 5, 5 }), { "values.range", "FROM:TO" });
        row("pair beyond", defaultWith("values/pair", 64), { "pair", "64", "0 to 63" });
        row("no series", defaultWith("series", QJsonArray {}), { "series", "at least one" });
        row("series number", defaultWith("series/0", 5), { "series[0] must be an object" });
        row("series key", defaultWith("series/0/width", 5), { "series[0].width" });
        row("no label", defaultWith("series/0/label", ""), { "series[0].label" });
        row("no encodings", defaultWith("series/0/encodings", QJsonArray {}), { "series[0].encodings" });
        row("encoding number", defaultWith("series/0/encodings", QJsonArray { 5 }),
            { "series[0].encodings" });
        row("override", defaultWith("series/0/overrides", QJsonObject { { "order", "halves" } }),
            { "series[0].overrides.order" });
        row("override of a view", defaultWith("series/0/overrides", QJsonObject { { "curve_parts", "cos" } }),
            { "series[0].overrides.curve_parts is not a known key; allowed: base" });
        row("shown", defaultWith("series/0/shown", 1), { "series[0].shown", "true or false" });
        const QJsonValue one = QJsonDocument::fromJson(good).object()["series"][0];
        row("same label", defaultWith("series", QJsonArray { one, one }), { "series[1].label" });
    }

    void badFilesAreRefused()
    {
        QFETCH(QByteArray, text);
        QFETCH(QStringList, parts);
        const QString problem = problemOf(text);
        QVERIFY(problem.startsWith("x.json"));
        QVERIFY2(!problem.contains('\n'), qPrintable(problem));
        for (const QString& part : parts)
            QVERIFY2(problem.contains(part), qPrintable(problem));
    }

    void writingIsWholeOrNotAtAll()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("a.json");
        writeExploration(fullState(), path);
        QVERIFY(readExploration(path) == fullState());
        QVERIFY(isExploration(path));
        QVERIFY(QDir(folder.path()).entryList(QDir::Files).size() == 1);
        QVERIFY_EXCEPTION_THROWN(
            writeExploration(fullState(), folder.filePath("no/a.json")), ExplorationError);
        QVERIFY_EXCEPTION_THROWN(writeExploration(fullState(), folder.path()), ExplorationError);
    }

    void aFullDiskIsNamedAndTheFileKept()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("a.json");
        writeExploration(defaultState(), path);
        rlimit usual;
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &usual), 0);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit small { 100, usual.rlim_max }; // as on a full disk
        QString problem;
        setrlimit(RLIMIT_FSIZE, &small);
        try {
            writeExploration(fullState(), path);
        } catch (const ExplorationError& error) {
            problem = error.message();
        }
        setrlimit(RLIMIT_FSIZE, &usual);
        std::signal(SIGXFSZ, handler);
        QVERIFY2(problem.contains(QString::fromLocal8Bit(std::strerror(EFBIG))), qPrintable(problem));
        QVERIFY(readExploration(path) == defaultState());
    }

    void whatIsNoFileIsRefused()
    {
        QVERIFY_EXCEPTION_THROWN(readExploration(""), ExplorationError);
        const QTemporaryDir folder;
        QVERIFY_EXCEPTION_THROWN(readExploration(folder.path()), ExplorationError);
        QVERIFY_EXCEPTION_THROWN(readExploration(folder.filePath("none.json")), ExplorationError);
        QVERIFY_EXCEPTION_THROWN(readExploration("/dev/zero"), ExplorationError);
        QVERIFY(!isExploration("/dev/zero"));
        QVERIFY(!isExploration(folder.filePath("none.json")));
    }
};

QTEST_GUILESS_MAIN(ExplorationFileTest)
#include "explorationfiletest.moc"
