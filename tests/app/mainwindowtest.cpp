// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/arrangement.h"
#include "app/cataloguewindow.h"
#include "app/explorationfile.h"
#include "app/exportdialog.h"
#include "app/modelchooser.h"
#include "app/modellist.h"
#include "app/viewdocks.h"
#include "windowtest.h"

#include "widgets/numberslider.h"
#include "widgets/parametercontrol.h"
#include "widgets/plotpanel.h"
#include "widgets/seriesbar.h"
#include "widgets/views.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QCompleter>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTimer>

using encodings::State;

class MainWindowTest : public WindowTest {
    Q_OBJECT

private slots:
    void init()
    {
        startAnew();
        m_answer = QMessageBox::Discard;
        open();
    }

    void cleanup() { m_window.reset(); }

    void startsWithFourViews()
    {
        QCOMPARE(openViews(), (QStringList { "wavelengths", "curves", "decay", "digits" }));
        QVERIFY(m_window->document().state() == encodings::defaultState());
        QVERIFY(!m_window->isWindowModified());
        QVERIFY(m_window->findChildren<PlotPanel*>().size() == 4); // nothing that is not seen
    }

    void keysAreForTheViewsAtTheStart()
    {
        QTRY_VERIFY(m_window->isActiveWindow());
        QCOMPARE(m_window->focusWidget(), &m_window->views());
        QTest::keyClick(&m_window->views(), Qt::Key_F);
        QCOMPARE(openViews().size(), 1);
    }

    void viewsShareTheRoom()
    {
        const QSize first = m_window->views().panel(*findView("wavelengths"))->size();
        for (const char* id : { "curves", "decay", "digits" }) {
            const QSize size = m_window->views().panel(*findView(id))->size();
            const QString sizes = QString("%1: %2 x %3, not %4 x %5")
                                      .arg(id)
                                      .arg(size.width())
                                      .arg(size.height())
                                      .arg(first.width())
                                      .arg(first.height());
            QVERIFY2(std::abs(size.width() - first.width()) < 40, qPrintable(sizes));
            QVERIFY2(std::abs(size.height() - first.height()) < 40, qPrintable(sizes));
        }
    }

    void aSliderDragIsOneStep()
    {
        auto* slider = m_window->findChild<ParameterControl*>("scale")->findChild<NumberSlider*>();
        QSignalSpy changed(&m_window->document(), &Document::changed);
        const QPoint start = slider->handleCentre().toPoint();
        QTest::mousePress(slider, Qt::LeftButton, {}, start);
        for (int step = 1; step <= 5; ++step)
            QTest::mouseMove(slider, start + QPoint(4 * step, 0));
        QTest::mouseRelease(slider, Qt::LeftButton, {}, start + QPoint(20, 0));
        QVERIFY(changed.size() > 1);
        QCOMPARE(m_window->document().undoStack()->count(), 1);
        QVERIFY(m_window->document().state().values.number("scale") > 1);
        QVERIFY(m_window->isWindowModified());
        m_window->document().undoStack()->undo();
        QVERIFY(m_window->document().state() == encodings::defaultState());
        QVERIFY(!m_window->isWindowModified());
    }

    void anEqualStateIsSilent()
    {
        QSignalSpy changed(&m_window->document(), &Document::changed);
        emit m_window->findChild<SeriesBar*>()->edited(encodings::defaultState(), 99);
        QCOMPARE(changed.size(), 0);
        QCOMPARE(m_window->document().undoStack()->count(), 0);
    }

    void theCatalogueAddsASeriesInOneUndoStep()
    {
        CatalogueWindow::open(*m_window);
        auto* catalogue = m_window->findChild<CatalogueWindow*>();
        QVERIFY(QTest::qWaitForWindowExposed(catalogue));
        catalogue->findChild<QLineEdit*>("search")->setText("press alibi");
        auto* button = catalogue->findChild<QPushButton*>("open");
        QTest::mouseClick(button, Qt::LeftButton);
        Document& document = m_window->document();
        QCOMPARE(document.undoStack()->count(), 1);
        QCOMPARE(document.state().series.size(), std::size_t(2));
        QCOMPARE(document.state().series.back().encodings, std::vector<std::string> { "alibi" });
        QTest::mouseClick(button, Qt::LeftButton); // is a series: becomes the subject
        QCOMPARE(document.state().series.front().encodings, std::vector<std::string> { "alibi" });
        document.undoStack()->undo();
        document.undoStack()->undo();
        QVERIFY(document.state() == encodings::defaultState());
        QVERIFY(button->isEnabled());

        catalogue->resize(900, 600);
        catalogue->close();
        CatalogueWindow::open(*m_window);
        QCOMPARE(m_window->findChildren<CatalogueWindow*>().size(), 1);
        QVERIFY(catalogue->isVisible());
        catalogue->close();
        open();
        CatalogueWindow::open(*m_window);
        QCOMPARE(m_window->findChild<CatalogueWindow*>()->size(), QSize(900, 600));
    }

    void everyViewOpensAndCloses()
    {
        for (const ViewInfo& view : allViews()) {
            m_window->views().setOpen(view, true);
            QVERIFY(m_window->views().isOpen(view));
        }
        QCOMPARE(openViews().size(), qsizetype(allViews().size()));
        QCoreApplication::processEvents();
        for (const ViewInfo& view : allViews())
            m_window->views().setOpen(view, false);
        QVERIFY(openViews().isEmpty());
        QVERIFY(!m_window->views().activePanel());
        QVERIFY(m_window->views().centralWidget()->isVisible()); // says what to do
        m_window->exportView();
        QVERIFY(m_problem.contains("View menu"));
        m_window->resetLayout();
        QCOMPARE(openViews().size(), 4);
        QVERIFY(!m_window->views().centralWidget()->isVisible());
    }

    void maximisedAndBack()
    {
        ViewDocks& views = m_window->views();
        emit views.panel(*findView("decay"))->maximiseRequested();
        QCOMPARE(openViews(), QStringList { "decay" });
        views.toggleMaximised();
        QCOMPARE(openViews().size(), 4);
        views.toggleMaximised();
        views.setOpen(*findView("table"), true); // asked for while one is maximised: all come back
        QCOMPARE(openViews().size(), 5);
    }

    void viewsAreExchanged()
    {
        ViewDocks& views = m_window->views();
        PlotPanel* wavelengths = views.panel(*findView("wavelengths"));
        PlotPanel* digits = views.panel(*findView("digits"));
        emit wavelengths->viewChosen("digits");
        QCOMPARE(views.panel(*findView("digits")), wavelengths);
        QCOMPARE(views.panel(*findView("wavelengths")), digits);
        emit wavelengths->viewChosen("table");
        QCOMPARE(views.panel(*findView("table")), wavelengths);
        QVERIFY(!views.isOpen(*findView("digits")));
        views.setOpen(*findView("digits"), true);
        QCOMPARE(openViews().size(), 5);
        QVERIFY(views.panel(*findView("digits")) != wavelengths);
    }

    void aChosenViewKeepsItsShare()
    {
        ViewDocks& views = m_window->views();
        views.arrange(arrangement("explore"));
        emit views.panel(*findView("wavelengths"))->viewChosen("scores");
        m_window->resize(1700, 1000);
        const auto heightOf
            = [&](const char* id) { return views.panel(*findView(id))->parentWidget()->height(); };
        // Half of the room each, but for the line between them.
        QTRY_VERIFY(std::abs(heightOf("scores") - heightOf("decay")) < 60);
        QVERIFY(heightOf("scores") > 300);
    }

    void layoutsAreRemembered()
    {
        m_window->views().arrange(arrangement("engineer"));
        m_window->views().setOpen(*findView("digits"), true);
        m_window->views().setOpen(*findView("decay"), false);
        const QStringList before = openViews();
        emit m_window->views().panel(*findView("phase"))->maximiseRequested(); // is not what is remembered
        m_window->close();
        open();
        QCOMPARE(openViews(), before);
        QCOMPARE(m_window->views().arrangementId(), QString("engineer"));
    }

    void anotherVersionsLayoutIsLeftAlone()
    {
        m_window->views().arrange(arrangement("engineer"));
        m_window->close();
        QSettings().setValue("layout/version", 999);
        open();
        QCOMPARE(openViews().size(), 4);
        QVERIFY(m_window->views().isOpen(*findView("digits")));
        m_window->close();
        QSettings settings;
        settings.setValue("layout/views", QStringList { "no such view" });
        settings.sync();
        open();
        QCOMPARE(openViews().size(), 4);
    }

    void savedAndOpenedAgain()
    {
        State state = encodings::defaultState();
        state.values.set("scale", 8.0);
        m_window->document().edit(state, 1);
        m_save = m_folder->filePath("a.json");
        QVERIFY(m_window->files().save());
        QVERIFY(!m_window->isWindowModified());
        QVERIFY(m_window->windowTitle().startsWith("a.json"));
        m_window->files().startAnew();
        QVERIFY(m_window->document().state() == encodings::defaultState());
        m_window->files().openPath(m_folder->filePath("a.json"));
        QVERIFY(m_window->document().state() == state);
        QCOMPARE(m_window->files().recent().paths(), QStringList { m_folder->filePath("a.json") });
    }

    void replacingAFileIsAskedWithItsEnding()
    {
        write("a.json", "before");
        bool asked = false;
        QTimer answer;
        connect(&answer, &QTimer::timeout, this, [&] {
            QWidget* top = QApplication::activeModalWidget();
            if (auto* box = qobject_cast<QMessageBox*>(top)) {
                asked = box->text().contains("a.json");
                box->button(QMessageBox::No)->click();
            } else if (auto* dialog = qobject_cast<QFileDialog*>(top)) {
                if (asked)
                    return dialog->reject();
                dialog->findChild<QLineEdit*>("fileNameEdit")->setText("a");
                QMetaObject::invokeMethod(dialog, "accept", Qt::QueuedConnection);
            }
        });
        answer.start(50);
        QCOMPARE(askFileToSave(m_window.get(), "Save", m_folder->filePath("b.json"), "All (*)", "json"),
            QString());
        QVERIFY(asked);
    }

    void anExportIsReported()
    {
        m_window->exportView();
        auto* dialog = m_window->findChild<ExportDialog*>();
        emit dialog->written("/x/decay.png");
        QCOMPARE(m_window->statusBar()->currentMessage(), QString("Written to /x/decay.png"));
        dialog->reject();
    }

    void badFilesKeepTheState()
    {
        State state = encodings::defaultState();
        state.values.set("scale", 8.0);
        m_window->document().edit(state, 1);
        const QString bad = write("bad.json", R"({"format": "encoding-explorer exploration", "version": 7})");
        const QString model = write("config.json", R"({"rope_theta": "x"})");
        for (const QString& path : { bad, model, m_folder->filePath("none.json"), m_folder->path() }) {
            m_problem.clear();
            m_window->files().openPath(path);
            QVERIFY2(m_problem.contains(path), qPrintable(m_problem));
            QVERIFY(m_window->document().state() == state);
            QCOMPARE(m_window->document().undoStack()->count(), 1);
        }
        m_save = m_folder->filePath("no/a.json");
        m_problem.clear();
        QVERIFY(!m_window->files().save());
        QVERIFY(m_problem.contains("no/a.json"));
        QVERIFY(m_window->isWindowModified());
    }

    void aDroppedModelIsOneStep()
    {
        const QString path
            = write("config.json", R"({"model_type": "llama", "hidden_size": 128, "num_attention_heads": 2,
            "rope_theta": 5000, "max_position_embeddings": 2048})");
        QMimeData data;
        data.setUrls({ QUrl::fromLocalFile(path) });
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &drop);
        QTRY_COMPARE(m_window->document().state().values.number("base"), 5000.0);
        QVERIFY2(m_problem.isEmpty(), qPrintable(m_problem));
        m_window->document().undoStack()->undo();
        QVERIFY(m_window->document().state() == encodings::defaultState());
    }

    void unsavedWorkIsNotLostUnasked()
    {
        State state = encodings::defaultState();
        state.values.set("scale", 8.0);
        m_window->document().edit(state, 1);
        m_answer = QMessageBox::Cancel;
        m_window->close();
        QVERIFY(m_window->isVisible());
        m_window->files().startAnew();
        QVERIFY(m_window->document().state() == state);
        m_answer = QMessageBox::Save;
        m_save = m_folder->filePath("kept.json");
        m_window->close();
        QVERIFY(!m_window->isVisible());
        QVERIFY(readExploration(m_save) == state);
    }

    void theModelChooserSaysWhatIsChanged()
    {
        ModelChooser& models = m_window->models();
        m_window->fillModels();
        QCOMPARE(models.currentText(), QString("Llama 2 7B"));
        State state = encodings::defaultState();
        state.values.set("base", 5000.0);
        m_window->document().edit(state, 1);
        QCOMPARE(models.currentText(), QString("Llama 2 7B, changed"));
        models.setFocus();
        QTest::keyClick(&models, Qt::Key_Tab); // passing through chooses nothing
        QCOMPARE(m_window->document().undoStack()->count(), 1);
        emit models.activated(models.findText("Llama 3 8B"));
        QCOMPARE(models.currentText(), QString("Llama 3 8B"));
        QCOMPARE(m_window->document().state().values.number("base"), 500000.0);
        QCOMPARE(m_window->document().undoStack()->count(), 2);
    }

    void aModelIsSearchedAndChosenByKeys()
    {
        ModelChooser& models = m_window->models();
        m_window->fillModels();
        models.setFocus();
        QTest::keyClicks(models.lineEdit(), "qwen");
        QAbstractItemView* completions = models.completer()->popup();
        QTRY_VERIFY(completions->isVisible());
        QTest::keyClick(completions, Qt::Key_Down);
        QTest::keyClick(completions, Qt::Key_Down); // not what the typed text alone would choose
        const QString name = models.currentText();
        QStringList matching;
        for (const ListedModel& listed : listedModels()) {
            if (QString::fromStdString(listed.model.name).contains("qwen", Qt::CaseInsensitive))
                matching.append(QString::fromStdString(listed.model.name));
        }
        QCOMPARE(name, matching.at(1));
        QTest::keyClick(completions, Qt::Key_Return);
        QCOMPARE(QString::fromStdString(m_window->document().state().model.name), name);
        QCOMPARE(models.currentText(), name);
        QCOMPARE(m_window->document().undoStack()->count(), 1);
        QTest::keyClick(models.lineEdit(), Qt::Key_Return); // nothing is typed
        QCOMPARE(m_window->document().undoStack()->count(), 1);
    }

    void themesDressEverything()
    {
        m_window->theme().choose(Theme::Name::Dark);
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < 64);
        m_window->close();
        open();
        QVERIFY(m_window->theme().chosen() == Theme::Name::Dark);
        m_window->theme().choose(std::nullopt);
    }

    void everyMenuIsFilled()
    {
        QCOMPARE(m_window->menuBar()->actions().size(), 5);
        for (const QAction* menu : m_window->menuBar()->actions()) {
            QVERIFY(!menu->menu()->isEmpty());
            for (const QAction* action : menu->menu()->actions())
                QVERIFY(action->isSeparator() || !action->text().isEmpty());
        }
    }

private:
    void open()
    {
        Dialogs dialogs;
        dialogs.askToSave = [this](const QString&) { return m_answer; };
        dialogs.filesToOpen = [](const QString&, const QString&) { return QStringList(); };
        dialogs.fileToSave
            = [this](const QString&, const QString&, const QString&, const QString&) { return m_save; };
        openWindow(std::move(dialogs));
        QTest::qWait(50);
    }

    QStringList openViews() const
    {
        QStringList ids;
        for (const ViewInfo& view : allViews()) {
            if (m_window->views().isOpen(view))
                ids.append(view.id);
        }
        return ids;
    }

    QString m_save;
    QMessageBox::StandardButton m_answer = QMessageBox::Discard;
};

QTEST_MAIN(MainWindowTest)
#include "mainwindowtest.moc"
