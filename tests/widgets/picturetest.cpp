// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/picture.h"
#include "widgets/plotframe.h"
#include "widgets/views.h"

#include "encodings/parametererror.h"

#include "warnings.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>

using namespace encodings;

namespace {

/// One series, of encodings joined by "+".
State stateOf(const std::string& encodings)
{
    State state = defaultState();
    state.values.set("scale", 8.0);
    state.values.set("trained_length", 128.0); // maps of every cell and lowest bases cost more than a length
    state.series = { { encodings, {} } };
    for (const QString& id : QString::fromStdString(encodings).split('+'))
        state.series.front().encodings.push_back(id.toStdString());
    // A wide head of which most stands still, as Gemma's.
    if (encodings == "proportional")
        state.series.front().overrides
            = { { "dimension", 512.0 }, { "head_dimension", 512.0 }, { "partial_rotary_factor", 0.25 } };
    return state;
}

State comparison()
{
    State state = stateOf("rope");
    state.series.push_back({ "pi", { "pi" } });
    state.series.push_back({ "ntk", { "ntk" } });
    // For views that RoPE says nothing to.
    state.series.push_back({ "sinusoidal", { "sinusoidal" } });
    state.series.push_back({ "alibi", { "alibi" } });
    return state;
}

int colorCount(const QImage& image)
{
    QSet<QRgb> colors;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            colors << image.pixel(x, y);
    }
    return static_cast<int>(colors.size());
}

QString failure(const std::function<void()>& action, bool* fileFault = nullptr)
{
    try {
        action();
    } catch (const PictureError& error) {
        if (fileFault)
            *fileFault = error.fileFault();
        return QString::fromUtf8(error.what());
    }
    return {};
}

/// Why the view does not apply to the only series of the state; empty where it does.
QString reasonAgainst(const ViewInfo& info, const State& state)
{
    return info.create()->whyNot(makeScene(state).series.at(0));
}

void addViewsAndEncodings()
{
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("encoding");
    for (const ViewInfo& view : allViews()) {
        std::vector<std::string> series { "yarn+mrope+log-n+xpos" };
        for (const Encoding& encoding : allEncodings())
            series.push_back(encoding.id);
        for (const std::string& one : series) {
            QTest::addRow("%s of %s", view.id, one.c_str())
                << QString::fromLatin1(view.id) << QString::fromStdString(one);
        }
    }
}

} // namespace

class PictureTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void everyViewDrawsEveryEncoding_data() { addViewsAndEncodings(); }
    void everyViewDrawsEveryEncoding()
    {
        QFETCH(QString, view);
        QFETCH(QString, encoding);
        const ViewInfo& info = *findView(view.toStdString());
        const State state = stateOf(encoding.toStdString());
        const QString png = path("picture.png");
        PictureOptions options;
        options.size = { 600, 400 };
        const QString reason = reasonAgainst(info, state);
        if (!reason.isEmpty()) {
            bool fileFault = true;
            const QString message = failure([&] { savePicture(info, state, png, options); }, &fileFault);
            const std::string name = makeScene(state).series.at(0).name;
            QVERIFY2(message.contains(reason) && message.contains(QString::fromStdString(name)),
                qPrintable(message));
            QVERIFY(!fileFault);
            return;
        }
        savePicture(info, state, png, options);
        const QImage image(png);
        QCOMPARE(image.size(), QSize(600, 400));
        QVERIFY(colorCount(image) > 20);

        State few = state; // a table of scores has a row for every cell
        few.values.set("range", Numbers { 0, 40 });
        savePicture(info, few, path("table.csv"), options);
        QFile csv(path("table.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        const QByteArray header = csv.readLine().trimmed();
        QVERIFY2(header.contains("," + encoding.toUtf8() + "."), header);
        const QByteArray row = csv.readLine().trimmed();
        QCOMPARE(row.count(','), header.count(','));
    }

    void drawingAThenBEqualsB_data() { addViewsAndEncodings(); }
    void drawingAThenBEqualsB()
    {
        QFETCH(QString, view);
        QFETCH(QString, encoding);
        const Look look { Theme::named(Theme::Name::Light), true, {} };
        State other = comparison();
        other.values.set("trained_length", 16.0);
        const auto a = std::make_shared<const Scene>(makeScene(other));
        const auto b = std::make_shared<const Scene>(makeScene(stateOf(encoding.toStdString())));
        const auto picture = [&](QCustomPlot& plot) { return plot.toPixmap(500, 300).toImage(); };
        QCustomPlot alone;
        const std::unique_ptr<View> fresh = findView(view.toStdString())->create();
        drawView(alone, *fresh, b, look, {});

        // Whatever the rows before have drawn is left in it.
        if (!m_used) {
            m_used = std::make_unique<QCustomPlot>();
            for (const ViewInfo& info : allViews())
                drawView(
                    *m_used, *info.create(), a, Look { Theme::named(Theme::Name::Dark), true, {} }, "title");
        }
        const std::unique_ptr<View> again = findView(view.toStdString())->create();
        drawView(*m_used, *again, a, look, {});
        picture(*m_used);
        drawView(*m_used, *again, b, look, {});
        QCOMPARE(picture(*m_used), picture(alone));
    }

    void nothingToDrawIsSaid_data() { drawnViews(); }
    void nothingToDrawIsSaid()
    {
        QFETCH(QString, view);
        State state = stateOf("rope");
        state.series.front().shown = false;
        PictureOptions options;
        options.size = { 600, 400 };
        savePicture(*findView(view.toStdString()), state, path("empty.svg"), options);
        QFile file(path("empty.svg"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("show a hidden one"));
        savePicture(*findView(view.toStdString()), state, path("empty.csv"), options);
    }

    void svgStaysInsideAndIsComplete_data() { drawnViews(); }
    void svgStaysInsideAndIsComplete()
    {
        QFETCH(QString, view);
        PictureOptions options;
        options.size = { 600, 400 };
        savePicture(*findView(view.toStdString()), comparison(), path("picture.svg"), options);
        QFile file(path("picture.svg"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader reader(&file);
        static const QRegularExpression number("-?\\d+(?:\\.\\d+)?(?:e-?\\d+)?");
        int shapes = 0;
        int texts = 0;
        while (!reader.atEnd()) {
            reader.readNext();
            if (!reader.isStartElement())
                continue;
            if (reader.name() == u"svg")
                QCOMPARE(reader.attributes().value("viewBox").toString(), QString("0 0 600 400"));
            texts += reader.name() == u"text";
            const QString points
                = reader.attributes().value(reader.name() == u"path" ? "d" : "points").toString();
            if (points.isEmpty())
                continue;
            ++shapes;
            bool vertical = false;
            for (auto match = number.globalMatch(points); match.hasNext(); vertical = !vertical) {
                const double value = match.next().captured().toDouble();
                QVERIFY2(value > -30 && value < (vertical ? 430 : 630), qPrintable(points.left(200)));
            }
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QVERIFY(shapes > 3);
        QVERIFY(texts > 3);
    }

    void pdfHasTheAskedPage_data() { drawnViews(); }
    void pdfHasTheAskedPage()
    {
        QFETCH(QString, view);
        PictureOptions options;
        QVERIFY(parsePictureSize("16cmx9cm", options));
        savePicture(*findView(view.toStdString()), comparison(), path("picture.pdf"), options);
        QFile file(path("picture.pdf"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QVERIFY(bytes.startsWith("%PDF"));
        static const QRegularExpression box("/MediaBox \\[0 0 ([\\d.]+) ([\\d.]+)");
        const QRegularExpressionMatch match = box.match(QString::fromLatin1(bytes));
        // 16 cm = 453.5 pt, 9 cm = 255.1 pt.
        QVERIFY(std::abs(match.captured(1).toDouble() - 453.5) < 1.5);
        QVERIFY(std::abs(match.captured(2).toDouble() - 255.1) < 1.5);
    }

    void sizeAndResolutionAreKept()
    {
        PictureOptions options;
        QVERIFY(parsePictureSize("16cmx9cm", options));
        options.dpi = 300;
        savePicture(*findView("wavelengths"), stateOf("rope"), path("paper.png"), options);
        const QImage image(path("paper.png"));
        QCOMPARE(image.size(), QSize(1890, 1063));
        QCOMPARE(image.dotsPerMeterX(), 11811);
    }

    void sizesAreRead_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("accepted");
        for (const char* good : { "1200x800", "16cmx9cm", "6inx4in", "160mmx90mm", "6.5inx4in" })
            QTest::newRow(good) << QString::fromLatin1(good) << true;
        for (const char* bad :
            { "", "1200", "0x100", "-5x5", "16cmx9in", "axb", "1200x", "1.5x2.5", "1200 800" })
            QTest::newRow(bad) << QString::fromLatin1(bad) << false;
    }
    void sizesAreRead()
    {
        QFETCH(QString, text);
        PictureOptions options;
        QTEST(parsePictureSize(text, options), "accepted");
    }

    void groundCanBeTransparent()
    {
        PictureOptions options;
        options.size = { 400, 300 };
        options.transparent = true;
        savePicture(*findView("curves"), stateOf("rope"), path("clear.png"), options);
        QCOMPARE(qAlpha(QImage(path("clear.png")).pixel(0, 299)), 0);
        options.transparent = false;
        savePicture(*findView("curves"), stateOf("rope"), path("white.png"), options);
        QCOMPARE(QImage(path("white.png")).pixel(0, 299), qRgb(255, 255, 255));
    }

    void refusalsAreSentencesAndLeaveTheFileAlone()
    {
        const QString file = path("kept.png");
        QFile old(file);
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.write("old");
        old.close();
        const ViewInfo& view = *findView("curves");
        bool fileFault = true;
        PictureOptions huge;
        huge.size = { 50000, 40000 };
        QVERIFY(failure([&] { savePicture(view, stateOf("rope"), file, huge); }, &fileFault).contains("GB"));
        QVERIFY(!fileFault);
        PictureOptions rows;
        rows.rows = CsvRows { 0, 1, 1 };
        QVERIFY(failure([&] { savePicture(view, stateOf("rope"), file, rows); }).contains("csv"));
        QVERIFY(
            failure([&] { savePicture(view, stateOf("rope"), path("picture.bmp"), {}); }).contains(".png"));
        rows.rows = CsvRows { 0, 64, 1 };
        const QString csv = path("kept.csv");
        QVERIFY(failure([&] {
            savePicture(*findView("wavelengths"), stateOf("rope"), csv, rows);
        }).contains("63"));
        QVERIFY(!QFile::exists(csv));
        rows.rows = CsvRows { 0, 1e11, 1 };
        QVERIFY(failure([&] { savePicture(view, stateOf("rope"), csv, rows); }).contains("GB"));
        State bad = stateOf("rope");
        bad.values.set("pair", 1000.0);
        QVERIFY_EXCEPTION_THROWN(savePicture(view, bad, file, {}), ParameterError);
        QVERIFY(
            failure([&] { savePicture(view, stateOf("rope"), path("no/such/folder.png"), {}); }, &fileFault)
                .contains("folder.png"));
        QVERIFY(fileFault);
        // A device is not replaced by a file, through a link neither.
        QVERIFY(QFile::link("/dev/null", path("device.csv")));
        QVERIFY(failure([&] { savePicture(view, stateOf("rope"), path("device.csv"), {}); }, &fileFault)
                    .contains("not a file"));
        QVERIFY(fileFault);
        QVERIFY(QFileInfo(path("device.csv")).isSymLink());
        QVERIFY(old.open(QIODevice::ReadOnly));
        QCOMPARE(old.readAll(), QByteArray("old"));
    }

    void fewRowsOfAWideMapAreFewCells()
    {
        State state = stateOf("alibi");
        state.values.set("trained_length", 1e9);
        PictureOptions options;
        options.rows = CsvRows { 0, 50, 1 };
        savePicture(*findView("scores"), state, path("corner.csv"), options);
        QFile file(path("corner.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
        QCOMPARE(lines.size(), qsizetype(1 + 51 * 52 / 2)); // the header, then query and key up to it
        QVERIFY(lines.last().startsWith("50,50,"));
        // Queries in descending order, and those that see later keys.
        options.rows = CsvRows { 50, 48, -2 };
        savePicture(*findView("scores"), state, path("corner.csv"), options);
        QFile down(path("corner.csv"));
        QVERIFY(down.open(QIODevice::ReadOnly));
        QCOMPARE(down.readAll().count('\n'), qsizetype(1 + 51 + 49));
        state.values.set("causal", std::string("false"));
        QVERIFY(failure([&] {
            savePicture(*findView("scores"), state, path("all.csv"), options);
        }).contains("GB"));
    }

    void legendsCountTheHeadsDrawn_data()
    {
        QTest::addColumn<QString>("encoding");
        QTest::addColumn<QString>("heads");
        QTest::newRow("all") << "alibi"
                             << "heads 1 to 32";
        // Of heads that seeded content tells apart, the first, the last and two between.
        QTest::newRow("content") << "shaw"
                                 << "4 of 32 heads";
    }
    void legendsCountTheHeadsDrawn()
    {
        QFETCH(QString, encoding);
        QFETCH(QString, heads);
        State state = stateOf(encoding.toStdString());
        state.values.set("heads", 32.0);
        state.values.set("head", 1.0);
        savePicture(*findView("bias"), state, path("heads.svg"), {});
        QFile file(path("heads.svg"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(QString::fromUtf8(file.readAll()).contains(heads + ", head 1 strong"));
    }

    void wideImagesAreTiled()
    {
        // Beyond what the raster engine addresses at once; the right end must not be empty.
        PictureOptions options;
        options.size = { 40000, 300 };
        savePicture(*findView("wavelengths"), comparison(), path("wide.png"), options);
        const QImage image(path("wide.png"));
        QCOMPARE(image.size(), QSize(40000, 300));
        QVERIFY(colorCount(image.copy(39000, 0, 1000, 300)) > 3);
    }

private:
    static void drawnViews()
    {
        QTest::addColumn<QString>("view");
        for (const ViewInfo& view : allViews())
            QTest::newRow(view.id) << QString::fromLatin1(view.id);
    }

    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    QTemporaryDir m_folder;
    std::unique_ptr<QCustomPlot> m_used;
};

QTEST_MAIN(PictureTest)
#include "picturetest.moc"
