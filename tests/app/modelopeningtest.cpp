// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/explorationfile.h"
#include "app/opening/filedrop.h"
#include "app/opening/layerpicker.h"
#include "app/modelchooser.h"
#include "app/opening/modeldetails.h"
#include "app/opening/modeldetailsdialog.h"
#include "app/opening/modelnotice.h"
#include "app/viewdocks.h"
#include "windowtest.h"

#include "widgets/gesture.h"
#include "widgets/seriesedits.h"
#include "widgets/views.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QStandardItemModel>
#include <QTemporaryDir>

using encodings::State;

namespace {

const QByteArray llama = R"({"model_type": "llama", "hidden_size": 128, "num_attention_heads": 2,
    "rope_theta": 5000, "max_position_embeddings": 2048})";
const QByteArray qwen = R"({"model_type": "qwen2", "hidden_size": 256, "num_attention_heads": 2,
    "rope_theta": 1000000, "max_position_embeddings": 32768})";
// The two bases of Gemma 3, under the keys of its config.json.
const QByteArray gemma = R"({"model_type": "gemma3_text", "hidden_size": 128, "num_attention_heads": 2,
    "head_dim": 64, "rope_theta": 1000000, "rope_local_base_freq": 10000, "max_position_embeddings": 32768,
    "layer_types": ["sliding_attention", "sliding_attention", "full_attention"]})";
const QByteArray llama4 = R"({"model_type": "llama4_text", "hidden_size": 128, "num_attention_heads": 2,
    "head_dim": 64, "rope_theta": 500000, "max_position_embeddings": 8192, "num_hidden_layers": 4,
    "no_rope_layers": [1, 1, 1, 0]})";
const QByteArray unsaid = R"({"model_type": "mystery", "hidden_size": 128, "num_attention_heads": 2,
    "max_position_embeddings": 512})";
const QByteArray bloom = R"({"model_type": "bloom", "hidden_size": 128, "n_head": 2})";

} // namespace

class ModelOpeningTest : public WindowTest {
    Q_OBJECT

private slots:
    void init()
    {
        startAnew();
        m_answers.reset();
        m_asked.clear();
        open();
    }

    void cleanup() { m_window.reset(); }

    void severalFilesAreOverlaid()
    {
        drop({ write("a.json", llama), write("b.json", qwen) });
        QTRY_COMPARE(labels(), (QStringList { "a", "b" }));
        QCOMPARE(state().series[0].model->values.number("base"), 5000.0);
        QCOMPARE(state().series[1].model->values.number("base"), 1e6);
        m_window->document().undoStack()->undo();
        QVERIFY(state() == encodings::defaultState());
    }

    void ctrlAddsToWhatIsDrawn()
    {
        drop({ write("a.json", llama) }, Qt::ControlModifier);
        QTRY_COMPARE(labels(), (QStringList { "rope", "a" }));
        QCOMPARE(QString::fromStdString(state().model.name), QString("Llama 2 7B"));
        QCOMPARE(m_window->document().undoStack()->count(), 1);
        drop({ m_folder->filePath("a.json") }, Qt::ControlModifier);
        QTRY_COMPARE(labels(), (QStringList { "rope", "a", "a 2" }));
        m_window->document().undoStack()->undo();
        m_window->document().undoStack()->undo();
        QVERIFY(state() == encodings::defaultState());
    }

    void oneModelTakesThePlaceOfAnOverlay()
    {
        m_window->files().openFiles({ write("a.json", llama), write("b.json", qwen) });
        m_window->files().openPath(write("c.json", llama));
        QCOMPARE(state().series.size(), std::size_t(1));
        QVERIFY(!state().series.front().model);
        QCOMPARE(QString::fromStdString(state().model.name), QString("c"));
    }

    void aDragSaysWhatADropDoes()
    {
        auto* files = m_window->findChild<FileDrop*>();
        const auto hintFor = [&](const QStringList& paths, Qt::KeyboardModifiers modifiers) {
            const auto data = dataOf(paths);
            QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, data.get(), Qt::LeftButton, modifiers);
            QApplication::sendEvent(m_window.get(), &enter);
            return enter.isAccepted() ? files->hint() : QString("not taken");
        };
        const QString model = write("a.json", llama);
        QCOMPARE(hintFor({ model }, Qt::NoModifier), QString("Open a.json"));
        QCOMPARE(hintFor({ model }, Qt::ControlModifier), QString("Add a.json to the comparison"));
        QCOMPARE(hintFor({ model, model }, Qt::NoModifier), QString("Compare 2 models"));
        QCOMPARE(hintFor({ "/x/t.npy" }, Qt::NoModifier), QString("Draw t.npy as a learned table"));
        QVERIFY(hintFor({ "/x/photo.png" }, Qt::NoModifier).startsWith("photo.png cannot be opened"));
        QVERIFY(hintFor({ "/x/model.safetensors.index.json" }, Qt::NoModifier).contains("weights"));
        QDragLeaveEvent leave;
        QApplication::sendEvent(m_window.get(), &leave);
        QVERIFY(files->hint().isEmpty());
        QMimeData text;
        text.setText("words");
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(!enter.isAccepted());
    }

    void tablesBecomeLearnedTables()
    {
        const QString first = write("wpe.csv", "1,2\n3,4\n");
        const QString second = write("other.csv", "5,6\n7,8\n");
        const auto table = [&](std::size_t index) {
            return QString::fromStdString(state().series.at(index).overrides.text("table"));
        };
        drop({ first });
        QTRY_COMPARE(labels(), (QStringList { "rope", "wpe" }));
        QCOMPARE(state().series.at(1).encodings, std::vector<std::string> { "learned" });
        QCOMPARE(table(1), first);
        drop({ first, second });
        QTRY_COMPARE(labels(), (QStringList { "rope", "wpe", "wpe 2", "other" }));
        m_window->document().undoStack()->undo();
        QCOMPARE(labels(), (QStringList { "rope", "wpe" }));

        // Where the subject is a learned table, it takes the file; with Ctrl the file stands beside it.
        m_window->document().edit(seriesedits::removed(state(), 0), newGesture());
        drop({ second });
        QTRY_COMPARE(table(0), second);
        QCOMPARE(labels(), QStringList { "wpe" });
        drop({ first }, Qt::ControlModifier);
        QTRY_COMPARE(state().series.size(), std::size_t(2));
        QCOMPARE(table(1), first);

        const State before = state();
        drop({ write("bad.csv", "1,2\n3,x\n") });
        QTRY_VERIFY2(
            m_problem.contains("bad.csv (line 2, column 2: \"x\" is not a number)"), qPrintable(m_problem));
        QVERIFY(state() == before);
    }

    void whatCannotBeOpenedChangesNothing()
    {
        const QString good = write("good.json", llama);
        const QString saved = m_folder->filePath("saved.json");
        writeExploration(encodings::defaultState(), saved);
        const QList<QPair<QStringList, QString>> cases { { { write("photo.png", "x") }, "photo.png" },
            { { good, write("bad.json", "{\"rope_theta\": }") }, "bad.json" },
            { { good, saved }, "saved.json" }, { { write("folder/x.txt", "x") }, "x.txt" },
            { { m_folder->filePath("folder") }, "config.json" } };
        for (const auto& [paths, word] : cases) {
            m_problem.clear();
            drop(paths);
            QTRY_VERIFY2(m_problem.contains(word), qPrintable(m_problem));
            QVERIFY(state() == encodings::defaultState());
            QCOMPARE(m_window->document().undoStack()->count(), 0);
        }
        drop({ saved }, Qt::ControlModifier);
        QTRY_VERIFY(m_problem.contains("exploration"));
        QVERIFY(m_window->files().recent().paths().isEmpty());
    }

    void modelsWithoutRotationAreDrawn()
    {
        m_window->files().openPath(write("bloom.json", bloom));
        QVERIFY2(m_problem.isEmpty(), qPrintable(m_problem));
        QCOMPARE(state().series.front().encodings, std::vector<std::string> { "alibi" });
        QCOMPARE(state().values.number("heads"), 2.0);
        QTRY_VERIFY(m_window->views().isOpen(*findView("bias"))); // pairs' views would say nothing
    }

    void aFolderStandsForItsConfiguration()
    {
        write("tiny/config.json", llama);
        m_window->files().openPath(m_folder->filePath("tiny"));
        QCOMPARE(QString::fromStdString(state().model.name), QString("tiny"));
    }

    void layersArePicked()
    {
        m_window->files().openPath(write("gemma.json", gemma));
        QVERIFY2(m_problem.isEmpty(), qPrintable(m_problem));
        LayerPicker& picker = *m_window->findChild<LayerPicker*>();
        QTRY_VERIFY(picker.isVisible());
        QCOMPARE(picker.currentText(), QString("full_attention layers"));
        QCOMPARE(m_window->models().currentText(), QString("gemma"));
        QCOMPARE(state().values.number("base"), 1e6);

        pick(picker, "sliding_attention layers");
        QCOMPARE(picker.currentText(), QString("sliding_attention layers"));
        QCOMPARE(state().values.number("base"), 10000.0);
        pick(picker, "All layers, overlaid");
        QCOMPARE(labels(), (QStringList { "gemma · full_attention", "gemma · sliding_attention" }));
        QCOMPARE(picker.currentText(), QString("All layers, overlaid"));
        pick(picker, "sliding_attention layers");
        QCOMPARE(state().series.size(), std::size_t(1));
        QCOMPARE(state().values.number("base"), 10000.0);
        QCOMPARE(m_window->document().undoStack()->count(), 4);
        m_window->document().undoStack()->undo();
        QCOMPARE(picker.currentText(), QString("All layers, overlaid"));
        m_window->document().undoStack()->setIndex(0);
        QTRY_VERIFY(!picker.isVisible());
        QVERIFY(state() == encodings::defaultState());
    }

    void aScaleStaysWithTheModelThatBringsIt()
    {
        QByteArray stretched = llama;
        stretched.replace(
            "\"rope_theta\"", "\"rope_scaling\": {\"type\": \"linear\", \"factor\": 8}, \"rope_theta\"");
        const QString scaled = write("scaled.json", stretched);
        const QString plain = write("plain.json", qwen);
        const auto scaleOf = [&](std::size_t index) {
            return encodings::valuesOf(state(), state().series.at(index)).number("scale");
        };
        m_window->files().openPath(scaled);
        QCOMPARE(scaleOf(0), 8.0);
        m_window->files().openFiles({ plain }, FileCommands::Place::Beside);
        QCOMPARE(scaleOf(0), 8.0);
        QCOMPARE(scaleOf(1), 1.0);
        m_window->document().undoStack()->undo();
        m_window->files().openPath(plain);
        QCOMPARE(scaleOf(0), 1.0);
        m_window->files().openFiles({ scaled, plain });
        QCOMPARE(scaleOf(0), 8.0);
        QCOMPARE(scaleOf(1), 1.0);
        QCOMPARE(m_window->models().currentText(), QString("scaled"));

        State chosen = encodings::defaultState();
        chosen.values.set("scale", 4.0);
        m_window->document().reset(chosen);
        m_window->files().openPath(plain); // a scale that was chosen stays
        QCOMPARE(scaleOf(0), 4.0);
    }

    void layersThatDoNotTurnAreGrey()
    {
        m_window->files().openPath(write("llama4.json", llama4));
        QVERIFY2(m_problem.isEmpty(), qPrintable(m_problem));
        LayerPicker& picker = *m_window->findChild<LayerPicker*>();
        QCOMPARE(picker.currentText(), QString("rope layers"));
        QCOMPARE(picker.count(), 2); // nothing to overlay
        const auto* items = qobject_cast<QStandardItemModel*>(picker.model());
        QVERIFY(!items->item(1)->isEnabled());
        QCOMPARE(items->item(1)->text(), QString("nope layers (no rotation)"));
        QVERIFY(items->item(1)->toolTip().contains("no_rope_layers"));
    }

    void questionsAreAskedAndCanBeCancelled()
    {
        const QString path = write("unsaid.json", unsaid);
        m_window->files().openPath(path);
        QVERIFY(m_asked.contains("encoding"));
        QVERIFY(state() == encodings::defaultState());
        QVERIFY(m_window->files().recent().paths().isEmpty());

        m_answers = Answers { { "encoding", "rope" }, { "base", "20000" } };
        m_window->files().openPath(path);
        QVERIFY2(m_problem.isEmpty(), qPrintable(m_problem));
        QCOMPARE(state().values.number("base"), 20000.0);
        QCOMPARE(state().values.number("dimension"), 64.0); // 128 / 2
        QCOMPARE(m_window->document().undoStack()->count(), 1);
        const auto opened = m_window->files().opened().find(state().model);
        QVERIFY(opened != nullptr);
        const auto details = modelDetails(*opened, opened->file().layers.front());
        const auto base = std::find_if(
            details.begin(), details.end(), [](const ModelDetail& detail) { return detail.name == "base"; });
        QCOMPARE(base->value, QString("20,000"));
        QCOMPARE(base->origin, QString("your choice"));

        m_answers = Answers { { "encoding", "rope" }, { "base", "30000" } };
        m_window->files().askAgain(*opened);
        QCOMPARE(state().values.number("base"), 30000.0);
        m_window->document().undoStack()->undo();
        QCOMPARE(state().values.number("base"), 20000.0);
    }

    void anAnswerThatIsNotAllowedIsRefused()
    {
        m_answers = Answers { { "encoding", "rope" }, { "base", "-1" } };
        m_window->files().openPath(write("unsaid.json", unsaid));
        QVERIFY(m_problem.contains("base"));
        QVERIFY(state() == encodings::defaultState());
    }

    void whatIsOddIsTold()
    {
        // Twice the same key: Python's reader keeps the last.
        QByteArray odd = llama;
        odd.replace("\"rope_theta\": 5000", "\"rope_theta\": 4000, \"rope_theta\": 5000");
        auto* notice = m_window->findChild<ModelNotice*>();
        QVERIFY(!notice->isVisible());
        m_window->files().openPath(write("odd.json", odd));
        QVERIFY(notice->isVisible());
        QVERIFY(notice->text().startsWith("1 warning: rope_theta stands twice"));
        notice->click();
        auto* details = m_window->findChild<ModelDetailsDialog*>();
        QVERIFY(details->isVisible());
        const QString text = details->text();
        QVERIFY2(text.contains("base\t5,000\tfile: rope_theta"), qPrintable(text));
        QVERIFY(text.contains("warning: rope_theta stands twice"));
        m_window->document().undoStack()->undo();
        QVERIFY(!notice->isVisible());
        QVERIFY(details->text().isEmpty());
    }

    void recentFilesAreKept()
    {
        RecentFiles& recent = m_window->files().recent();
        for (int number = 0; number < 12; ++number)
            m_window->files().openPath(write(QString("m%1.json").arg(number), llama));
        QCOMPARE(recent.paths().size(), 10);
        QCOMPARE(recent.paths().front(), m_folder->filePath("m11.json"));
        m_window->files().openPath(m_folder->filePath("m5.json"));
        QCOMPARE(recent.paths().front(), m_folder->filePath("m5.json"));
        QCOMPARE(recent.paths().size(), 10);
        m_window->document().undoStack()->setClean();
        open(); // another start
        QCOMPARE(m_window->files().recent().paths().front(), m_folder->filePath("m5.json"));

        const QString gone = m_folder->filePath("m11.json");
        QVERIFY(QFile::remove(gone));
        QMenu* menu = recentMenu();
        emit menu->aboutToShow();
        QVERIFY(menu->actions().at(1)->text().startsWith("m11.json"));
        menu->actions().at(1)->trigger();
        QVERIFY2(m_problem.contains(gone), qPrintable(m_problem));
        QVERIFY(!m_window->files().recent().paths().contains(gone));
        emit menu->aboutToShow();
        menu->actions().last()->trigger(); // clear
        QVERIFY(m_window->files().recent().paths().isEmpty());
    }

    void filesOfTheStartAreKnown()
    {
        const ReadFiles read = readFiles({ write("gemma.json", gemma) });
        const State start = drawnInstead(encodings::defaultState(), { OpenedModel(read.models.front()) });
        m_window->document().reset(start);
        m_window->files().remember(read);
        QCOMPARE(m_window->findChild<LayerPicker*>()->currentText(), QString("full_attention layers"));
        QCOMPARE(m_window->models().currentText(), QString("gemma"));
        QCOMPARE(m_window->files().recent().paths(), QStringList { m_folder->filePath("gemma.json") });
        QVERIFY(!m_window->document().isModified());
    }

private:
    void open()
    {
        Dialogs dialogs;
        dialogs.askToSave = [](const QString&) { return QMessageBox::Discard; };
        dialogs.askQuestions = [this](const OpenedModel&, const std::vector<OpenQuestion>& questions) {
            for (const OpenQuestion& question : questions)
                m_asked.append(question.key);
            return m_answers;
        };
        openWindow(std::move(dialogs));
    }

    const State& state() const { return m_window->document().state(); }

    QStringList labels() const
    {
        QStringList all;
        for (const encodings::Series& series : state().series)
            all.append(QString::fromStdString(series.label));
        return all;
    }

    static std::unique_ptr<QMimeData> dataOf(const QStringList& paths)
    {
        QList<QUrl> urls;
        for (const QString& path : paths)
            urls.append(QUrl::fromLocalFile(path));
        auto data = std::make_unique<QMimeData>();
        data->setUrls(urls);
        return data;
    }

    void drop(const QStringList& paths, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        const auto data = dataOf(paths);
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, data.get(), Qt::LeftButton, modifiers);
        QApplication::sendEvent(m_window.get(), &enter);
        QDropEvent event(QPointF(50, 50), Qt::CopyAction, data.get(), Qt::LeftButton, modifiers);
        QApplication::sendEvent(m_window.get(), &event);
        QVERIFY(event.isAccepted());
    }

    static void pick(LayerPicker& picker, const QString& text)
    {
        const int row = picker.findText(text);
        QVERIFY(row >= 0);
        emit picker.activated(row);
    }

    QMenu* recentMenu() const
    {
        for (QAction* action : m_window->menuBar()->actions().first()->menu()->actions()) {
            if (action->menu())
                return action->menu();
        }
        return nullptr;
    }

    std::optional<Answers> m_answers;
    QStringList m_asked;
};

QTEST_MAIN(ModelOpeningTest)
#include "modelopeningtest.moc"
