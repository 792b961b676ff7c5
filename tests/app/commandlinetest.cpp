// SPDX-License-Identifier: GPL-3.0-or-later
#include "warnings.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>

#include <array>
#include <cmath>

namespace {

struct Answer {
    int code = -1;
    QByteArray output;
    QByteArray errors;
};

/// Columns of a CSV file by name.
struct Csv {
    QStringList names;
    QList<QStringList> rows;

    double at(int row, const QString& name) const
    {
        return rows.value(row).value(names.indexOf(name), "nan").toDouble();
    }
};

bool isNear(double value, double expected)
{
    return std::abs(value - expected) <= 1e-12 + 1e-6 * std::abs(expected);
}

} // namespace

/// Runs the real program.
class CommandLineTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        failOnWarnings();
        m_folder = std::make_unique<QTemporaryDir>();
        m_environment = QProcessEnvironment::systemEnvironment();
        for (const char* name :
            { "DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "LC_ALL", "LANG", "XDG_RUNTIME_DIR" })
            m_environment.remove(name);
    }

    void helpAndVersion()
    {
        const Answer help = run({ "--help" });
        QCOMPARE(help.code, 0);
        QVERIFY(help.output.contains("Examples"));
        QVERIFY(help.errors.isEmpty());
        QCOMPARE(run({ "export", "-h" }).code, 0);
        for (const QStringList& arguments :
            { QStringList { "--version" }, { "list", "views", "--version" }, { "export", "--version" } }) {
            const Answer version = run(arguments);
            QCOMPARE(version.code, 0);
            QVERIFY(version.output.startsWith("Encoding Explorer 0."));
        }
        QCOMPARE(run({ "list", "views", "--help" }).output, help.output);
    }

    void wrongUse_data();
    void wrongUse();
    void filesThatCannotBeRead_data();
    void filesThatCannotBeRead();

    void failureLeavesTheFileUntouched()
    {
        const QString file = write("a.csv", "before");
        QCOMPARE(run({ "export", "--view", "decay", "--out", file, "--set", "base=0" }).code, 2);
        QCOMPARE(read(file), QByteArray("before"));
        QCOMPARE(run({ "export", "--view", "decay", "--out", path("no/a.csv") }).code, 1);
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList { "a.csv" });
    }

    void ntkAndPiFollowTheirFormulas()
    {
        // base × 4^(128/126) = 40889.94243248622 at base 10000: bloc97, June 2023.
        const Csv csv = exported("wavelengths", { "--encoding", "rope,pi,ntk", "--set", "scale=4" });
        QCOMPARE(csv.rows.size(), 64);
        QCOMPARE(csv.names.first(), QString("pair"));
        QVERIFY(isNear(csv.at(1, "rope.frequency"), std::pow(10000.0, -2.0 / 128)));
        QVERIFY(isNear(csv.at(1, "pi.frequency"), std::pow(10000.0, -2.0 / 128) / 4));
        QVERIFY(isNear(csv.at(1, "ntk.frequency"), std::pow(40889.94243248622, -2.0 / 128)));
        QVERIFY(isNear(csv.at(63, "ntk.frequency"), csv.at(63, "rope.frequency") / 4));
        QCOMPARE(csv.at(0, "ntk.frequency"), 1.0);
    }

    void bothWaysOfWritingOptions()
    {
        const Csv one = exported("wavelengths", { "--set=base=1e6", "--encoding=rope" });
        const Csv two = exported("wavelengths", { "--set", "base=1000000", "--encoding", "rope" });
        QCOMPARE(one.rows, two.rows);
        QVERIFY(isNear(one.at(32, "rope.frequency"), 1e-3)); // 1e6^(-64/128)
    }

    void theOrderOnTheLineDoesNotMatter()
    {
        const Csv csv = exported("wavelengths",
            { "--set", "x.base=16", "--series", "x=rope:base=4", "--set", "base=1e4", "--model", "Llama 3 8B",
                "--encoding", "rope" });
        QVERIFY(isNear(csv.at(32, "x.frequency"), 0.25)); // 16^(-1/2)
        QVERIFY(isNear(csv.at(32, "rope.frequency"), 0.01)); // 10000^(-1/2)
    }

    void aSeriesHasItsOwnLabelModelAndValues()
    {
        const Csv csv = exported("wavelengths",
            { "--series", "a.b + c=rope@Llama 3 8B", "--series", "d=pi:scale=8,base=256", "--set",
                "a.b + c.dimension=64" });
        QVERIFY(!csv.names.contains("rope.frequency")); // the default series gives way
        QVERIFY(isNear(csv.at(16, "a.b + c.frequency"), std::pow(500000.0, -0.5)));
        QVERIFY(isNear(csv.at(32, "d.frequency"), 1.0 / 16 / 8));
    }

    void listsMayStandInASeriesAndInFiles()
    {
        const QString lines = write("lines.txt", "0\n8\n\n");
        const QString array = write("array.json", "[0, 8]");
        for (const QString& value : { QString("0,8"), "@" + lines, "@" + array }) {
            const Csv csv
                = exported("curves", { "--set", "pairs=" + value, "--set", "base=0x10", "--rows", "0:1" });
            QCOMPARE(csv.names,
                (QStringList { "position", "rope.cos[0]", "rope.sin[0]", "rope.cos[8]", "rope.sin[8]" }));
            QVERIFY(isNear(csv.at(1, "rope.cos[8]"), std::cos(std::pow(16.0, -16.0 / 128))));
        }
        QCOMPARE(run({ "export", "--view", "curves", "--out", path("b.csv"), "--series",
                         "a=rope:pairs=0,8,base=5" })
                     .code,
            0);
    }

    void whatAListFileHoldsIsChecked_data();
    void whatAListFileHoldsIsChecked();

    void aHeadNotAskedForGrowsWithTheDimension()
    {
        const QStringList model { "--model", "GPT-NeoX 20B" };
        QCOMPARE(exported("wavelengths", model).rows.size(), 12);
        QCOMPARE(exported("wavelengths", model + QStringList { "--set", "dimension=128" }).rows.size(), 64);
        QCOMPARE(
            exported("wavelengths", { "--series", "x=rope@GPT-NeoX 20B:dimension=128" }).rows.size(), 64);
        QCOMPARE(
            exported("wavelengths", { "--set", "head_dimension=96", "--set", "dimension=64" }).rows.size(),
            32);
        QCOMPARE(
            exported("wavelengths", { "--set", "head_dimension=auto", "--set", "dimension=64" }).rows.size(),
            32);
    }

    void onlyKeysOfASeriesAreNamedForIt()
    {
        for (const QStringList& options :
            { QStringList { "--series", "x=rope:foo=1" }, { "--set", "rope.range=0:5" } }) {
            const Answer answer
                = run(QStringList { "export", "--view", "decay", "--out", "a.csv" } + options);
            QCOMPARE(answer.code, 2);
            const QByteArray allowed = answer.errors.mid(answer.errors.indexOf("allowed"));
            QVERIFY2(allowed.contains("base") && allowed.contains("pairs"), answer.errors);
            for (const char* key : { "range", "curve_parts", "decay_sums", "wavelength_quantity" })
                QVERIFY2(!allowed.contains(key), answer.errors);
        }
    }

    void rowsTakeEveryFormOfNumbers()
    {
        for (const char* rows : { "16:18", "0x10:0x12", "1.6e1:0x12:1" })
            QCOMPARE(exported("decay", { "--rows", rows }).rows.value(2).value(0), QString("18"));
    }

    void tablesComeInAndGoOut()
    {
        write("t.csv", "position,a,b\n0,1,2\n1,3,-4\n");
        const auto table = [this](const QString& out, const QStringList& what) {
            return run(QStringList { "export", "--view", "table", "--rows", "0:1", "--out", out } + what);
        };
        // Paths count from where the program is called.
        QCOMPARE(table("t.npy", { "--encoding", "learned", "--set", "table=t.csv" }).code, 0);
        QFile array(path("t.npy"));
        QVERIFY(array.open(QIODevice::ReadOnly));
        const QByteArray bytes = array.readAll();
        QVERIFY(bytes.contains("'shape': (2, 2)"));
        const std::array<double, 4> numbers { 1, 2, 3, -4 };
        QCOMPARE(bytes.mid(128), QByteArray(reinterpret_cast<const char*>(numbers.data()), sizeof numbers));
        QCOMPARE(table("again.npy", { "--series", "x=learned:table=t.npy" }).code, 0);
        QFile again(path("again.npy"));
        QVERIFY(again.open(QIODevice::ReadOnly));
        QCOMPARE(again.readAll(), bytes);

        const Answer missing = table("no.csv", { "--encoding", "learned", "--set", "table=none.npy" });
        QCOMPARE(missing.code, 1);
        QVERIFY2(
            missing.errors.contains(path("none.npy").toUtf8() + " (there is no such file)"), missing.errors);
        QCOMPARE(run({ "export", "--view", "table", "--out", "a.png", "--rows", "0:1" }).code, 2);
    }

    void rowsArePicked()
    {
        const Csv csv = exported("decay", { "--rows", "0:10:5" });
        QCOMPARE(csv.rows.size(), 3);
        QCOMPARE(csv.rows.last().first(), QString("10"));
        QCOMPARE(csv.at(0, "rope.ones"), 1.0);
    }

    void modelFilesAreRead()
    {
        const QString file = write("config.json", linearModel());
        const Csv csv = exported("wavelengths", { "--model", file + "#all" });
        QVERIFY(isNear(csv.at(1, "pi.frequency"), std::pow(10000.0, -2.0 / 64) / 4));
    }

    void inspectSaysNumbersAndOrigins()
    {
        const QString file = write("config.json", linearModel());
        const Answer answer = run({ "inspect", file, "--json" });
        QCOMPARE(answer.code, 0);
        QVERIFY(answer.errors.isEmpty());
        const QJsonObject root = QJsonDocument::fromJson(answer.output).object();
        QCOMPARE(root["kind"].toString(), QString("rope"));
        const QJsonValue layers = root["layers"][0];
        QCOMPARE(layers["rotary_dim"].toInt(), 64);
        QCOMPARE(layers["scaling"].toString(), QString("linear"));
        QCOMPARE(layers["factor"].toDouble(), 4.0);
        QCOMPARE(layers["inv_freq"].toArray().size(), 32);
        QCOMPARE(layers["inv_freq"][0].toDouble(), 0.25);
        QVERIFY(root["origins"]["base"].toString().startsWith("file"));
        QVERIFY(run({ "inspect", file }).output.contains("rope_theta"));

        const QJsonObject set
            = QJsonDocument::fromJson(run({ "inspect", file, "--json", "--set", "scale=2" }).output).object();
        QCOMPARE(set["layers"][0]["inv_freq"][0].toDouble(), 0.5);
        QCOMPARE(set["layers"][0]["factor"].toDouble(), 2.0);
        QVERIFY(set["origins"]["factor"].toString().contains("--set"));
    }

    void inspectSaysWhatSettingsReplace()
    {
        // Like Chinese-Alpaca 2 16k: the trained length follows from the factor.
        const QString linear
            = write("linear.json", R"({"model_type": "llama", "hidden_size": 5120, "num_attention_heads": 40,
            "rope_theta": 10000, "max_position_embeddings": 16384, "rope_scaling": {"type": "linear", "factor": 4}})");
        QVERIFY(inspected(linear, {})["warnings"][0].toString().contains("drawn is 4096"));
        const QJsonObject length = inspected(linear, { "--set", "trained_length=100" });
        QCOMPARE(length["layers"][0]["trained_length"].toInt(), 100);
        QCOMPARE(length["origins"]["trained_length"].toString(), QString("option: --set trained_length=100"));
        QVERIFY(length["warnings"].toArray().isEmpty());

        const Answer refused = run({ "inspect", linear, "--set", "head_dimension=64", "--json" });
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.errors.contains("head_dimension cannot be"), refused.errors);

        const QJsonObject both = inspected(linear, { "--set", "pi.base=5", "--set", "base=7" });
        QCOMPARE(both["layers"][0]["base"].toDouble(), 5.0); // one series before all
        QCOMPARE(both["origins"]["base"].toString(), QString("option: --set pi.base=5"));
    }

    void inspectSaysThatTheHeadGrows()
    {
        const QString partial = write(
            "partial.json", R"({"model_type": "gpt_neox", "hidden_size": 6144, "num_attention_heads": 64,
            "rotary_emb_base": 10000, "rotary_pct": 0.25, "rotary_dim": 32, "max_position_embeddings": 2048})");
        const QJsonObject stated = inspected(partial, {});
        QCOMPARE(stated["layers"][0]["head_dim"].toInt(), 96);
        QVERIFY(stated["warnings"][0].toString().contains("rotary_pct is used"));
        const QJsonObject grown = inspected(partial, { "--set", "dimension=128" });
        QCOMPARE(grown["layers"][0]["rotary_dim"].toInt(), 128);
        QCOMPARE(grown["layers"][0]["head_dim"].toInt(), 128);
        QVERIFY(grown["origins"]["head_dim"].toString().contains("--set"));
        QVERIFY(grown["warnings"].toArray().isEmpty());
        const QJsonObject kept = inspected(partial, { "--set", "dimension=64" });
        QCOMPARE(kept["layers"][0]["head_dim"].toInt(), 96);
        QVERIFY(kept["origins"]["head_dim"].toString().contains("hidden_size"));
    }

    void listsAreComplete()
    {
        for (const char* topic : { "encodings", "views", "models", "parameters" }) {
            const QJsonArray list = QJsonDocument::fromJson(run({ "list", topic, "--json" }).output).array();
            QVERIFY(!list.isEmpty());
            for (const QJsonValue& one : list)
                QVERIFY(!one["id"].toString().isEmpty() && !one["name"].toString().isEmpty());
            QVERIFY(run({ "list", topic }).output.count('\n') > list.size());
        }
        const QJsonArray parameters
            = QJsonDocument::fromJson(run({ "list", "parameters", "--json" }).output).array();
        QCOMPARE(parameters[0]["key"].toString(), QString("base"));
        QCOMPARE(parameters[0]["minimum"].toDouble(), 1.0);
        QCOMPARE(parameters[6]["default"].toString(), QString("follow"));
    }

    void encodingsSayWhatTheyAre()
    {
        QJsonObject alibi;
        for (const QJsonValue& one :
            QJsonDocument::fromJson(run({ "list", "encodings", "--json" }).output).array()) {
            QVERIFY(QStringList({ "absolute", "relative", "neither" }).contains(one["refers"].toString()));
            QVERIFY(!one["enters"].toArray().isEmpty() && one["trainable"].isBool());
            QVERIFY(!one["extrapolation"].toString().isEmpty());
            if (one["id"] == "alibi")
                alibi = one.toObject();
        }
        QCOMPARE(alibi["refers"].toString(), QString("relative"));
        QCOMPARE(alibi["enters"].toArray(), QJsonArray { "score" });
        QCOMPARE(alibi["trainable"].toBool(), false);
        const Answer answer = run({ "export", "--view", "catalogue", "--out", path("catalogue.csv") });
        QVERIFY2(answer.code == 0, answer.errors);
        const QByteArray plain = run({ "list", "encodings" }).output;
        QVERIFY(plain.startsWith("ID ") && plain.contains("ENTERS") && plain.contains("EXTRAPOLATION"));
    }

    void picturesHaveTheSizeAskedFor()
    {
        const QString file = path("a.png");
        QCOMPARE(
            run({ "export", "--view", "curves", "--out", file, "--size", "320x200", "--theme", "dark" }).code,
            0);
        QCOMPARE(QImage(file).size(), QSize(320, 200));
        QCOMPARE(run({ "export", "--view", "curves", "--out", file, "--size", "4inx2in", "--dpi", "150",
                         "--background", "transparent" })
                     .code,
            0);
        QCOMPARE(QImage(file).size(), QSize(600, 300));
        for (const char* ending : { "svg", "pdf" }) {
            const Answer answer
                = run({ "export", "--view", "wavelengths", "--out", path(QString("a.") + ending) });
            QCOMPARE(answer.code, 0);
            QVERIFY2(answer.errors.isEmpty(), answer.errors);
        }
    }

    void localesDoNotChangeNumbers()
    {
        const Csv plain = exported("wavelengths", {});
        for (const char* locale : { "de_DE.UTF-8", "C", "POSIX" }) {
            m_environment.insert("LC_ALL", locale);
            QCOMPARE(exported("wavelengths", { "--set", "scale=1.0" }).rows, plain.rows);
        }
    }

    void explorationsAreTheStart()
    {
        const QString file = write("e.json", R"({"format": "encoding-explorer exploration", "version": 1,
            "model": {"name": "m", "source": "", "values": {}, "encodings": ["rope"]}, "values": {"base": 256},
            "series": [{"label": "kept", "encodings": ["rope"]}]})");
        const Csv csv = exported("wavelengths", { "--exploration", file, "--series", "added=rope:base=16" });
        QVERIFY(isNear(csv.at(32, "kept.frequency"), 1.0 / 16));
        QVERIFY(isNear(csv.at(32, "added.frequency"), 1.0 / 4));
    }

private:
    Answer run(const QStringList& arguments)
    {
        QProcess process;
        process.setProcessEnvironment(m_environment);
        process.setWorkingDirectory(m_folder->path());
        process.start(PROGRAM, arguments);
        if (!process.waitForFinished(120000))
            return {};
        return { process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2,
            process.readAllStandardOutput(), process.readAllStandardError() };
    }

    Csv exported(const QString& view, const QStringList& options)
    {
        const QString file = path("table.csv");
        const Answer answer = run(QStringList { "export", "--view", view, "--out", file } + options);
        if (answer.code != 0 || !answer.errors.isEmpty())
            qCritical("%s", answer.errors.constData());
        Csv csv;
        for (const QString& line : QString::fromUtf8(read(file)).split('\n', Qt::SkipEmptyParts)) {
            if (csv.names.isEmpty())
                csv.names = line.split(',');
            else
                csv.rows.append(line.split(','));
        }
        return csv;
    }

    QJsonObject inspected(const QString& file, const QStringList& options)
    {
        const Answer answer = run(QStringList { "inspect", file, "--json" } + options);
        if (answer.code != 0 || !answer.errors.isEmpty())
            qCritical("%s", answer.errors.constData());
        return QJsonDocument::fromJson(answer.output).object();
    }

    QString path(const QString& name) const { return m_folder->filePath(name); }

    QString write(const QString& name, const QByteArray& text) const
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("the temporary folder cannot be written");
        return file.fileName();
    }

    static QByteArray read(const QString& name)
    {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    static QByteArray linearModel()
    {
        return R"({"model_type": "llama", "hidden_size": 128, "num_attention_heads": 2, "rope_theta": 10000,
                   "max_position_embeddings": 2048, "rope_scaling": {"type": "linear", "factor": 4}})";
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QProcessEnvironment m_environment;
};

void CommandLineTest::wrongUse_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const QStringList& arguments, const char* part) {
        QTest::newRow(name) << arguments << QString(part);
    };
    const auto decay
        = [&](const char* name, const QStringList& options, const char* part, const char* out = "a.csv") {
              row(name, QStringList { "export", "--view", "decay", "--out", out } + options, part);
          };
    row("option", { "--foo" }, "--foo");
    row("unknown command", { "exprt", "--view", "decay" },
        "\"exprt\": unknown command; allowed: export, inspect, list");
    row("option after a file", { PROGRAM, "--view" }, "--view: unknown option");
    row("options of export alone", { "--model", "x" }, "--model");
    row("no view", { "export", "--out", "a.csv" }, "--view");
    row("no file", { "export", "--view", "decay" }, "--out");
    row("view", { "export", "--view", "x", "--out", "a.csv" }, "wavelengths, curves");
    row("stray", { "export", "a.json", "--view", "decay", "--out", "a.csv" }, "a.json");
    decay("gif", {}, ".png", "a.gif");
    decay("ending", {}, ".csv", "a.gif");
    decay("no ending", {}, ".csv", "a");
    decay("figure", { "--figure", "x" }, "--figure");
    decay("value missing", { "--set" }, "--set");
    decay("twice", { "--model", "a", "--model", "b" }, "twice");
    decay("key", { "--set", "bass=1" }, "base");
    decay("unknown key", { "--set", "blocks=1" }, "blocks");
    decay("head", { "--set", "head=33" }, "heads 1 to 32");
    decay("no equals", { "--set", "base" }, "KEY=VALUE");
    decay("range", { "--set", "base=0.5" }, "from 1");
    decay("text", { "--set", "base=big" }, "a number");
    decay("comma", { "--set", "base=1,5" }, "a number");
    decay("pair", { "--set", "pair=64" }, "0 to 63");
    decay("list file without a name", { "--set", "pairs=@" }, "@FILE");
    decay("head for all", { "--set", "head_dimension=64", "--set", "dimension=128" },
        "at least the dimension, 128");
    decay("head for one", { "--set", "rope.head_dimension=64" }, "at least the dimension, 128");
    decay("head for all but one", { "--set", "head_dimension=128", "--series", "x=rope:dimension=256" },
        "at least the dimension, 256");
    decay("label", { "--set", "x.base=5" }, "no series is called \"x\"");
    decay("model", { "--model", "no such model" }, "list models");
    decay("layers", { "--model", "Llama 2 7B#local" }, "local");
    decay("encoding", { "--encoding", "rope,ropes" }, "ropes");
    decay("same part", { "--encoding", "rope+ntk" }, "ntk");
    decay("same label", { "--encoding", "rope,rope" }, "two series");
    decay("series", { "--series", "rope" }, "LABEL=");
    decay("series label", { "--series", "=rope" }, "label");
    decay("series key", { "--series", "a=rope:order=halves" }, "order");
    decay("series colon", { "--series", "x=rope:" }, "key=value");
    decay("series key alone", { "--series", "x=rope:base" }, "key=value");
    decay("series colon after a model", { "--series", "x=rope@Llama 3 8B:" }, "key=value");
    decay("series range", { "--series", "x=rope:range=0:5" }, "\"range\" is set for all series");
    decay("series value", { "--series", "a=rope:base=x" }, "base");
    decay("ntk of two", { "--encoding", "ntk", "--set", "dimension=2" }, "dimension");
    decay("rows", { "--rows", "5" }, "FIRST:LAST");
    decay("rows text", { "--rows", "0x:5" }, "FIRST:LAST");
    decay("rows fraction", { "--rows", "0:1.5" }, "FIRST:LAST");
    decay("rows backwards", { "--rows", "5:1" }, "FIRST:LAST");
    decay("rows step", { "--rows", "1:5:0" }, "FIRST:LAST");
    decay("rows of a picture", { "--rows", "1:5" }, ".csv", "a.png");
    decay("size", { "--size", "12" }, "1200x800", "a.png");
    decay("huge", { "--size", "100000x100000" }, "memory", "a.png");
    decay("dpi", { "--dpi", "0" }, "from 1", "a.png");
    decay("theme", { "--theme", "pink" }, "projector", "a.png");
    decay("background", { "--background", "pink" }, "transparent", "a.png");
    row("figures", { "list", "figures" }, "figures");
    row("list", { "list" }, "encodings");
    row("list what", { "list", "colours" }, "encodings");
    row("list two", { "list", "views", "models" }, "models");
    row("inspect", { "inspect" }, "one model file");
    row("inspect option", { "inspect", "--view", "a" }, "--view");
    row("version value", { "list", "views", "--version=1" }, "takes no value");
    row("json value", { "list", "views", "--json=1" }, "--json");
}

void CommandLineTest::wrongUse()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, part);
    const Answer answer = run(arguments);
    QCOMPARE(answer.code, 2);
    QVERIFY(answer.output.isEmpty());
    QVERIFY2(answer.errors.contains(part.toUtf8()), answer.errors);
    QVERIFY2(
        answer.errors.startsWith("encoding-explorer: ") && answer.errors.count('\n') <= 2, answer.errors);
    QVERIFY(QDir(m_folder->path()).isEmpty());
}

void CommandLineTest::whatAListFileHoldsIsChecked_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const QByteArray& text, const char* part) {
        QTest::newRow(name) << text << QString(part);
    };
    row("empty", "", "holds no numbers");
    row("blank", "\n\n", "holds no numbers");
    row("empty array", " []", "holds no numbers");
    row("word", "\n0\neight\n", "list.txt: line 3 holds eight; allowed: whole numbers from 0 to 32767");
    row("word of the command line", "all", "line 1 holds all");
    row("fraction", "0\r\n1.5\r\n", "line 2 holds 1.5");
    row("too large", "0\n40000", "line 2 holds 40000");
    row("cut array", "[0,\n8", "line 2");
    row("text in an array", "[\n0,\n\"8\"]", "line 3 holds \"8\"");
    row("fraction in an array", "[0, 8, 1.5]", "line 1 holds 1.5");
}

void CommandLineTest::whatAListFileHoldsIsChecked()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, part);
    const QString file = write("list.txt", text);
    const Answer answer = run({ "export", "--view", "curves", "--out", "a.csv", "--set", "pairs=@" + file });
    QCOMPARE(answer.code, 1);
    QVERIFY2(answer.errors.contains(part.toUtf8()) && answer.errors.contains("list.txt"), answer.errors);
    QVERIFY2(
        answer.errors.startsWith("encoding-explorer: ") && answer.errors.count('\n') == 1, answer.errors);
}

void CommandLineTest::filesThatCannotBeRead_data()
{
    QTest::addColumn<QStringList>("arguments");
    const QStringList decay { "export", "--view", "decay", "--out", "a.csv" };
    QTest::newRow("window") << QStringList { "none.json" };
    QTest::newRow("inspect") << QStringList { "inspect", "none.json" };
    QTest::newRow("inspect a folder") << QStringList { "inspect", "/" };
    QTest::newRow("model") << decay + QStringList { "--model", "none.json" };
    QTest::newRow("series") << decay + QStringList { "--series", "a=rope@none.json" };
    QTest::newRow("exploration") << decay + QStringList { "--exploration", "none.json" };
    QTest::newRow("list") << decay + QStringList { "--set", "pairs=@none.txt" };
    QTest::newRow("exploration without a name") << decay + QStringList { "--exploration", "" };
    QTest::newRow("window without a name") << QStringList { "" };
    QTest::newRow("inspect without a name") << QStringList { "inspect", "" };
    QTest::newRow("no display") << QStringList {};
}

void CommandLineTest::filesThatCannotBeRead()
{
    QFETCH(QStringList, arguments);
    const Answer answer = run(arguments);
    QCOMPARE(answer.code, 1);
    QVERIFY(answer.output.isEmpty());
    QVERIFY2(
        answer.errors.startsWith("encoding-explorer: ") && answer.errors.count('\n') == 1, answer.errors);
    QVERIFY(QDir(m_folder->path()).isEmpty());
}

QTEST_GUILESS_MAIN(CommandLineTest)
#include "commandlinetest.moc"
