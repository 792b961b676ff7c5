// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exportdialog.h"
#include "warnings.h"

#include "widgets/views.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QSignalSpy>

namespace {

void choose(ExportDialog& dialog, const char* box, const char* data)
{
    auto* combo = dialog.findChild<QComboBox*>(box);
    combo->setCurrentIndex(combo->findData(data));
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class ExportDialogTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        failOnWarnings();
        m_folder = std::make_unique<QTemporaryDir>();
        m_dialog = std::make_unique<ExportDialog>(encodings::defaultState(), *findView("wavelengths"));
        m_dialog->setProgram(PROGRAM);
    }

    void saysWhatWasChosen()
    {
        m_dialog->setFile("/x/a.png");
        choose(*m_dialog, "unit", "in"); // 1200 px at 96 px per inch
        choose(*m_dialog, "theme", "dark");
        choose(*m_dialog, "background", "transparent");
        QCOMPARE(m_dialog->arguments("e.json"),
            (QStringList { "export", "--exploration", "e.json", "--view", "wavelengths", "--out", "/x/a.png",
                "--size", "12.50inx8.33in", "--dpi", "96", "--theme", "dark", "--background",
                "transparent" }));
        choose(*m_dialog, "type", "csv");
        QCOMPARE(m_dialog->arguments("e.json"),
            (QStringList {
                "export", "--exploration", "e.json", "--view", "wavelengths", "--out", "/x/a.csv" }));
        choose(*m_dialog, "type", "npy");
        QCOMPARE(m_dialog->arguments("e.json").mid(5), (QStringList { "--out", "/x/a.npy" }));
    }

    void writesTheFile()
    {
        const QString file = m_folder->filePath("a.csv");
        choose(*m_dialog, "type", "csv");
        m_dialog->setFile(file);
        m_dialog->open();
        m_dialog->startExport();
        QVERIFY(m_dialog->isBusy());
        QTRY_COMPARE_WITH_TIMEOUT(m_dialog->result(), int(QDialog::Accepted), 60000);
        QVERIFY(contents(file).startsWith("pair,rope.frequency"));
    }

    void suggestsAFreeName()
    {
        qputenv("HOME", m_folder->path().toUtf8());
        QVERIFY(QDir(m_folder->path()).mkdir("Pictures"));
        const auto suggested = [](const ExportDialog& dialog) {
            return QFileInfo(dialog.findChild<QLineEdit*>("file")->text()).fileName();
        };
        const auto make = [] {
            return std::make_unique<ExportDialog>(encodings::defaultState(), *findView("wavelengths"));
        };
        m_dialog = make();
        QCOMPARE(suggested(*m_dialog), QString("wavelengths.png"));
        write(m_dialog->findChild<QLineEdit*>("file")->text());
        m_dialog = make();
        QCOMPARE(suggested(*m_dialog), QString("wavelengths 2.png"));
        choose(*m_dialog, "type", "csv");
        QCOMPARE(suggested(*m_dialog), QString("wavelengths.csv"));
    }

    void asksBeforeItReplaces()
    {
        const QString file = m_folder->filePath("a.csv");
        write(file);
        QSignalSpy written(m_dialog.get(), &ExportDialog::written);
        choose(*m_dialog, "type", "csv");
        m_dialog->setFile(file);
        m_dialog->open();
        m_dialog->startExport();
        QCOMPARE(m_dialog->findChild<QMessageBox*>()->text(), QString("Replace a.csv?"));
        answer(QDialogButtonBox::RejectRole);
        QVERIFY(!m_dialog->isBusy());
        QCOMPARE(contents(file), QByteArray("before"));
        m_dialog->startExport();
        answer(QDialogButtonBox::AcceptRole);
        QTRY_COMPARE_WITH_TIMEOUT(written.size(), 1, 60000);
        QCOMPARE(written.first().first().toString(), file);
        QVERIFY(contents(file).startsWith("pair"));
    }

    void showsWhyItFailed()
    {
        m_dialog->setFile(m_folder->filePath("no/a.png"));
        m_dialog->open();
        m_dialog->startExport();
        QTRY_VERIFY_WITH_TIMEOUT(!m_dialog->isBusy(), 60000);
        QVERIFY(m_dialog->isVisible());
        const auto* problem = m_dialog->findChild<QLabel*>("problem");
        QTRY_VERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains("no/a.png"), qPrintable(problem->text()));
        QVERIFY(!problem->text().startsWith("encoding-explorer:"));
    }

    void refusesAnotherEnding()
    {
        m_dialog->setFile(m_folder->filePath("a.svg"));
        m_dialog->open();
        m_dialog->startExport();
        QVERIFY(!m_dialog->isBusy());
        QVERIFY(m_dialog->findChild<QLabel*>("problem")->text().contains(".png"));
    }

    void saysThatTheProgramIsMissing()
    {
        m_dialog->setProgram(m_folder->filePath("none"));
        m_dialog->setFile(m_folder->filePath("a.png"));
        m_dialog->open();
        m_dialog->startExport();
        QTRY_VERIFY(m_dialog->findChild<QLabel*>("problem")->text().contains("none"));
        QVERIFY(!m_dialog->isBusy());
    }

    void cancelStopsAndLeavesTheFile()
    {
        QFile program(m_folder->filePath("slow"));
        QVERIFY(program.open(QIODevice::WriteOnly));
        program.write("#!/bin/sh\nexec sleep 60\n");
        program.close();
        program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        QFile old(m_folder->filePath("a.png"));
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.write("before");
        old.close();

        m_dialog->setProgram(program.fileName());
        m_dialog->setFile(old.fileName());
        m_dialog->open();
        QElapsedTimer timer;
        timer.start();
        m_dialog->startExport();
        answer(QDialogButtonBox::AcceptRole);
        QVERIFY(m_dialog->isBusy());
        m_dialog->reject();
        QTRY_VERIFY(!m_dialog->isBusy());
        QVERIFY(timer.elapsed() < 30000);
        QVERIFY(m_dialog->isVisible()); // a second Cancel closes it
        QCOMPARE(contents(old.fileName()), QByteArray("before"));
        m_dialog->reject();
        QVERIFY(!m_dialog->isVisible());
    }

private:
    /// Presses a button of the question.
    void answer(QDialogButtonBox::ButtonRole role)
    {
        auto* box = m_dialog->findChild<QMessageBox*>();
        QVERIFY(box);
        auto* buttons = box->findChild<QDialogButtonBox*>();
        for (QAbstractButton* button : buttons->buttons()) {
            if (buttons->buttonRole(button) == role)
                button->click();
        }
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    static void write(const QString& path)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("before");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ExportDialog> m_dialog;
};

QTEST_MAIN(ExportDialogTest)
#include "exportdialogtest.moc"
