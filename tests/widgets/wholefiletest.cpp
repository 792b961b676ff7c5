// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/wholefile.h"

#include "warnings.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstring>

#include <sys/resource.h>

namespace {

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class WholeFileTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        failOnWarnings();
        m_path = m_folder.filePath("file.txt");
        QCOMPARE(replaceFile(m_path, [](QIODevice& file) { return file.write("old") == 3; }), QString());
    }

    void newContentReplacesTheOld()
    {
        QCOMPARE(replaceFile(m_path, [](QIODevice& file) { return file.write("new") == 3; }), QString());
        QCOMPARE(contentOf(m_path), QByteArray("new"));
    }

    void givingUpKeepsTheOld()
    {
        QVERIFY(
            !replaceFile(m_path, [](QIODevice& file) { return file.write("half") == 4 && false; }).isEmpty());
        QCOMPARE(contentOf(m_path), QByteArray("old"));
    }

    void fullDiskKeepsTheOldAndIsNamed()
    {
        rlimit usual;
        QCOMPARE(getrlimit(RLIMIT_FSIZE, &usual), 0);
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit small { 100, usual.rlim_max }; // as on a full disk
        const QByteArray text(4262, 'x');
        setrlimit(RLIMIT_FSIZE, &small);
        const QString problem
            = replaceFile(m_path, [&](QIODevice& file) { return file.write(text) == text.size(); });
        setrlimit(RLIMIT_FSIZE, &usual);
        std::signal(SIGXFSZ, handler);
        QCOMPARE(problem, QString::fromLocal8Bit(std::strerror(EFBIG)));
        QCOMPARE(contentOf(m_path), QByteArray("old"));
    }

    void foldersAndDevicesStay()
    {
        QVERIFY(replaceFile(m_folder.path(), [](QIODevice&) { return true; }).contains("not a file"));
        QVERIFY(replaceFile("/dev/null", [](QIODevice&) { return true; }).contains("not a file"));
        QVERIFY(!replaceFile(m_folder.filePath("no/file.txt"), [](QIODevice&) { return true; }).isEmpty());
    }

private:
    QTemporaryDir m_folder;
    QString m_path;
};

QTEST_GUILESS_MAIN(WholeFileTest)
#include "wholefiletest.moc"
