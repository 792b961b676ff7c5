// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/catalogue.h"
#include "widgets/cataloguemodel.h"
#include "widgets/csv.h"
#include "widgets/entrydiagram.h"
#include "widgets/picture.h"
#include "widgets/seriesedits.h"
#include "widgets/theme.h"
#include "widgets/views.h"

#include "warnings.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <set>

using encodings::State;

namespace {

/// A catalogue that is answered as a document answers.
class Answered {
public:
    explicit Answered(const State& start = encodings::defaultState())
        : state(start)
    {
        QObject::connect(
            &catalogue, &Catalogue::edited, &catalogue, [this](const State& next, quint64 gesture) {
                gestures.push_back(gesture);
                state = next;
                catalogue.setState(state);
            });
        catalogue.setState(state);
        catalogue.resize(1180, 720);
        catalogue.show();
    }

    QTableView& table() { return *catalogue.findChild<QTableView*>(); }
    template <typename Kind> Kind& part(const char* name)
    {
        return *catalogue.findChild<Kind*>(QLatin1String(name));
    }
    void search(const char* words) { part<QLineEdit>("search").setText(QLatin1String(words)); }
    /// The place of a cell in the row of the encoding `id`, scrolled to.
    QPoint cell(const char* id, int column)
    {
        for (int row = 0; row < table().model()->rowCount(); ++row) {
            if (table().model()->index(row, CatalogueModel::Id).data() == QLatin1String(id)) {
                const QModelIndex index = table().model()->index(row, column);
                table().scrollTo(index);
                return table().visualRect(index).center();
            }
        }
        qFatal("no row %s", id);
    }
    void click(const char* id, int column)
    {
        const QPoint place = cell(id, column);
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, place);
    }
    void doubleClick(const char* id, int column)
    {
        click(id, column);
        QTest::mouseDClick(table().viewport(), Qt::LeftButton, {}, cell(id, column));
    }
    QString feedback() { return part<QLabel>("feedback").text(); }
    std::vector<std::string> labels() const
    {
        std::vector<std::string> all;
        for (const encodings::Series& series : state.series)
            all.push_back(series.label);
        return all;
    }

    Catalogue catalogue;
    State state;
    std::vector<quint64> gestures;
};

using Labels = std::vector<std::string>;

QStringList idsOf(const QAbstractItemModel& model)
{
    QStringList ids;
    for (int row = 0; row < model.rowCount(); ++row)
        ids << model.index(row, CatalogueModel::Id).data().toString();
    return ids;
}

} // namespace

class CatalogueTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void everyEncodingIsARow()
    {
        CatalogueModel model;
        QCOMPARE(model.rowCount(), int(encodings::allEncodings().size()));
        for (int row = 0; row < model.rowCount(); ++row) {
            for (int column = CatalogueModel::Name; column < model.columnCount(); ++column)
                QVERIFY(!model.index(row, column).data().toString().isEmpty());
        }
        const int alibi = int(idsOf(model).indexOf(QStringLiteral("alibi")));
        QCOMPARE(model.index(alibi, CatalogueModel::Year).data().toString(), QStringLiteral("2021"));
        QCOMPARE(model.index(alibi, CatalogueModel::RefersTo).data().toString(), QStringLiteral("relative"));
        QCOMPARE(model.index(alibi, CatalogueModel::Enters).data().toString(), QStringLiteral("score"));
        QCOMPARE(model.index(alibi, CatalogueModel::TrainableAs).data().toString(), QStringLiteral("fixed"));
    }

    void everyWordOfASearchMustStandInTheRow()
    {
        CatalogueModel model;
        CatalogueRows rows;
        rows.setSourceModel(&model);
        rows.search(QStringLiteral("  PRESS   alibi "));
        QCOMPARE(idsOf(rows), QStringList { QStringLiteral("alibi") });
        rows.search(QStringLiteral("alibi 2017"));
        QCOMPARE(rows.rowCount(), 0);
        rows.search(QStringLiteral("query key rotation"));
        QVERIFY(idsOf(rows).contains(QStringLiteral("rope")));
        QVERIFY(!idsOf(rows).contains(QStringLiteral("alibi")));
        rows.search({});
        QCOMPARE(rows.rowCount(), model.rowCount());
    }

    void yearsAndSeriesSortAsNumbers()
    {
        CatalogueModel model;
        CatalogueRows rows;
        rows.setSourceModel(&model);
        rows.sort(CatalogueModel::Year, Qt::DescendingOrder);
        for (int row = 1; row < rows.rowCount(); ++row)
            QVERIFY(rows.index(row - 1, CatalogueModel::Year).data().toInt()
                >= rows.index(row, CatalogueModel::Year).data().toInt());
        State state = seriesedits::added(seriesedits::added(encodings::defaultState(), "yarn"), "pi");
        model.setState(state);
        rows.sort(CatalogueModel::InUse, Qt::AscendingOrder);
        QCOMPARE(idsOf(rows).mid(0, 3), (QStringList { "rope", "yarn", "pi" }));
        QCOMPARE(rows.index(1, 0).data(CatalogueModel::SeriesRole).toInt(), 1);
        rows.sort(-1);
        QCOMPARE(idsOf(rows), idsOf(model));
    }

    void aClickOnThePlusAddsOneSeries()
    {
        Answered answered;
        answered.click("ntk", CatalogueModel::InUse);
        QCOMPARE(answered.labels(), (Labels { "rope", "ntk" }));
        QCOMPARE(answered.gestures.size(), std::size_t(1));
        QVERIFY(answered.feedback().contains(QStringLiteral("NTK-aware")));
        answered.click("ntk", CatalogueModel::InUse); // is one: becomes the subject
        QCOMPARE(answered.labels(), (Labels { "ntk", "rope" }));
        answered.click("ntk", CatalogueModel::InUse);
        QCOMPARE(answered.gestures.size(), std::size_t(2));
        QVERIFY(answered.feedback().contains(QStringLiteral("already")));
        QVERIFY(!answered.part<QPushButton>("open").isEnabled());
    }

    void aDoubleClickAddsOneSeries()
    {
        Answered answered;
        answered.doubleClick("pi", CatalogueModel::Name);
        QCOMPARE(answered.labels(), (Labels { "rope", "pi" }));
        answered.doubleClick("yarn", CatalogueModel::InUse); // its first click has done it
        QCOMPARE(answered.labels(), (Labels { "rope", "pi", "yarn" }));
        QCOMPARE(answered.gestures.size(), std::size_t(2));
    }

    void theKeyboardIsEnough()
    {
        Answered answered;
        answered.catalogue.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&answered.catalogue));
        answered.search("press alibi");
        QCOMPARE(answered.part<QLabel>("count").text(),
            QStringLiteral("1 of %1 encodings").arg(encodings::allEncodings().size()));
        QTest::keyClick(&answered.part<QLineEdit>("search"), Qt::Key_Return);
        QCOMPARE(answered.labels(), (Labels { "rope", "alibi" }));
        answered.search("");
        QTest::keyClick(&answered.part<QLineEdit>("search"), Qt::Key_Down);
        QTest::keyClick(&answered.table(), Qt::Key_Home, Qt::ControlModifier);
        QTest::keyClick(&answered.table(), Qt::Key_Return);
        QCOMPARE(answered.state.series.size(), std::size_t(3));
        // NTK, mixed radix cites bojone/rerope.
        answered.search("rerope");
        QTest::keyClick(&answered.part<QLineEdit>("search"), Qt::Key_Return);
        QCOMPARE(answered.labels().back(), std::string("rerope"));
        QCOMPARE(answered.state.series.size(), std::size_t(4));
        answered.search("no such word");
        QTest::keyClick(&answered.part<QLineEdit>("search"), Qt::Key_Return);
        QCOMPARE(answered.state.series.size(), std::size_t(4));
    }

    void aHiddenSeriesIsShownAgain()
    {
        Answered answered(seriesedits::toggled(seriesedits::added(encodings::defaultState(), "pi"), 1));
        answered.click("pi", CatalogueModel::InUse);
        QCOMPARE(answered.labels(), (Labels { "pi", "rope" }));
        QVERIFY(answered.state.series.front().shown);
    }

    void theRecordIsShownWhole()
    {
        Answered answered;
        for (const encodings::Encoding& encoding : encodings::allEncodings()) {
            answered.click(encoding.id.c_str(), CatalogueModel::Year);
            QVERIFY(answered.part<QLabel>("heading").text().contains(
                QString::fromStdString(encoding.name).toHtmlEscaped()));
            QCOMPARE(answered.part<QLabel>("about").text(),
                QString::fromStdString(encoding.about).toHtmlEscaped());
            QVERIFY(!answered.part<QLabel>("formula").text().isEmpty());
            QVERIFY(
                answered.part<QLabel>("citation").textInteractionFlags().testFlag(Qt::TextSelectableByMouse));
            QTest::mouseClick(&answered.part<QPushButton>("copy"), Qt::LeftButton);
            QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromStdString(encoding.citation));
        }
        QVERIFY(answered.gestures.empty());
    }

    void theDiagramFillsWhatIsEntered()
    {
        const auto inkIn = [](const std::vector<encodings::Entry>& enters) {
            QImage image(int(entrydiagram::widthFor(40)), 40, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            entrydiagram::draw(painter, image.rect(), enters, Qt::red, Qt::gray);
            painter.end();
            std::set<int> places; // with red ink
            for (int x = 0; x < image.width(); ++x) {
                for (int y = 0; y < image.height(); ++y) {
                    if (image.pixelColor(x, y) == QColor(Qt::red))
                        places.insert(int(x / (image.width() / 6.0)));
                }
            }
            return places;
        };
        const auto& all = entrydiagram::places();
        for (std::size_t place = 0; place < all.size(); ++place)
            QCOMPARE(inkIn({ all[place] }), std::set<int> { int(place) });
        QCOMPARE(inkIn(all).size(), std::size_t(6));
    }

    void theTableShowsSeriesInTheirColours()
    {
        Answered answered;
        answered.click("ntk", CatalogueModel::InUse);
        answered.click("rope", CatalogueModel::Name); // another row is selected
        const QImage image = answered.table().viewport()->grab().toImage();
        const QPoint dot = answered.cell("ntk", CatalogueModel::InUse);
        QCOMPARE(image.pixelColor(dot), Theme::of(answered.catalogue.palette()).series(1));
    }

    void thePictureAndTheTableHoldEveryEncoding()
    {
        QTemporaryDir folder;
        const QString svg = folder.filePath(QStringLiteral("catalogue.svg"));
        savePicture(catalogueInfo(), encodings::defaultState(), svg, {});
        QFile file(svg);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString drawing = QString::fromUtf8(file.readAll());
        const QString csv = folder.filePath(QStringLiteral("catalogue.csv"));
        savePicture(catalogueInfo(), encodings::defaultState(), csv, {});
        QFile table(csv);
        QVERIFY(table.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromUtf8(table.readAll()).trimmed().split(QLatin1Char('\n'));
        QCOMPARE(lines.first(),
            QStringLiteral("number,year,id,name,family,refers,enters,label,extrapolation,citation"));
        QCOMPARE(lines.size(), qsizetype(encodings::allEncodings().size()) + 1);
        qsizetype row = 0;
        for (const encodings::Encoding& encoding : encodings::allEncodings()) {
            const QString name = QString::fromStdString(encoding.name);
            QVERIFY2(
                drawing.contains(QStringLiteral(">%1</text>").arg(name.toHtmlEscaped())), qPrintable(name));
            ++row;
            QVERIFY(lines[row].startsWith(
                QStringLiteral("%1,%2,%3,").arg(row).arg(encoding.year).arg(encoding.id.c_str())));
        }
        try {
            savePicture(catalogueInfo(), encodings::defaultState(),
                folder.filePath(QStringLiteral("catalogue.npy")), {});
            QFAIL("years without names");
        } catch (const PictureError& error) {
            QVERIFY(QString::fromUtf8(error.what()).contains(QStringLiteral("allowed: .csv")));
            QVERIFY(!error.fileFault());
        }
        QVERIFY(lines.filter(QStringLiteral(",rope,")).first().contains(QStringLiteral(",query and key,")));
    }
};

QTEST_MAIN(CatalogueTest)
#include "cataloguetest.moc"
