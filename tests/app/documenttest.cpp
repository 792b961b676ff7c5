// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/document.h"
#include "warnings.h"

#include <QSignalSpy>

using encodings::State;

namespace {

State scaled(double scale)
{
    State state = encodings::defaultState();
    state.values.set("scale", scale);
    return state;
}

} // namespace

class DocumentTest : public QObject {
    Q_OBJECT

private slots:
    void init() { failOnWarnings(); }

    void aDragIsOneStep()
    {
        Document document(scaled(1));
        QSignalSpy changed(&document, &Document::changed);
        for (const double scale : { 2.0, 3.0, 4.0 })
            document.edit(scaled(scale), 7);
        QCOMPARE(changed.size(), 3);
        QCOMPARE(document.undoStack()->count(), 1);
        document.undoStack()->undo();
        QVERIFY(document.state() == scaled(1));
        document.undoStack()->redo();
        QVERIFY(document.state() == scaled(4));
    }

    void anotherGestureIsAnotherStep()
    {
        Document document(scaled(1));
        document.edit(scaled(2), 7);
        document.edit(scaled(3), 8);
        QCOMPARE(document.undoStack()->count(), 2);
        document.undoStack()->undo();
        QVERIFY(document.state() == scaled(2));
    }

    void gestureZeroNeverMerges()
    {
        Document document(scaled(1));
        document.edit(scaled(2), 0);
        document.edit(scaled(3), 0);
        QCOMPARE(document.undoStack()->count(), 2);
    }

    void anEqualStateIsSilent()
    {
        Document document(scaled(1));
        QSignalSpy changed(&document, &Document::changed);
        document.edit(scaled(1), 7);
        QCOMPARE(changed.size(), 0);
        QCOMPARE(document.undoStack()->count(), 0);
        QVERIFY(!document.isModified());
    }

    void aDragBackToItsStartLeavesNoStep()
    {
        Document document(scaled(1));
        document.edit(scaled(2), 7);
        document.edit(scaled(1), 7);
        QCOMPARE(document.undoStack()->count(), 0);
        QVERIFY(document.state() == scaled(1));
        QVERIFY(!document.isModified());
    }

    void nothingMergesIntoTheSavedState()
    {
        Document document(scaled(1));
        document.edit(scaled(2), 7);
        document.setSaved("a.json");
        QVERIFY(!document.isModified());
        document.edit(scaled(3), 7);
        QVERIFY(document.isModified());
        QCOMPARE(document.undoStack()->count(), 2);
        document.undoStack()->undo();
        QVERIFY(document.state() == scaled(2));
        QVERIFY(!document.isModified());
    }

    void resetForgetsTheHistory()
    {
        Document document(scaled(1));
        document.edit(scaled(2), 7);
        QSignalSpy path(&document, &Document::pathChanged);
        document.reset(scaled(5), "b.json");
        QVERIFY(document.state() == scaled(5));
        QCOMPARE(document.path(), QString("b.json"));
        QCOMPARE(path.size(), 1);
        QVERIFY(!document.undoStack()->canUndo());
        QVERIFY(!document.isModified());
    }

    void stepsAreNamedByWhatChanged()
    {
        Document document(scaled(1));
        document.edit(scaled(2), 1);
        QCOMPARE(document.undoStack()->undoText(), QString("scale"));
        State model = document.state();
        model.model.name = "Qwen";
        document.edit(model, 2);
        QCOMPARE(document.undoStack()->undoText(), QString("model Qwen"));
        model.series.front().shown = false;
        document.edit(model, 3);
        QCOMPARE(document.undoStack()->undoText(), QString("series"));
    }
};

QTEST_GUILESS_MAIN(DocumentTest)
#include "documenttest.moc"
