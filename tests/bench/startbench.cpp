// SPDX-License-Identifier: GPL-3.0-or-later
// Time from the start of main to the first painted frame: the program's window with its default views,
// against a bare window with one QCustomPlot. Each run is a process of its own, in turn. Prints medians;
// asserts nothing.
#include "app/mainwindow.h"
#include "app/viewdocks.h"
#include "encodings/state.h"

#include <qcustomplot.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

namespace {

constexpr int runs = 15;

/// Waits until every plot in `window` has been drawn and shown, then prints the time since `start`.
int reportFirstFrame(QWidget& window, const QElapsedTimer& start)
{
    int missing = 0;
    for (QCustomPlot* plot : window.findChildren<QCustomPlot*>()) {
        ++missing;
        QObject::connect(plot, &QCustomPlot::afterReplot, plot, [&missing, plot] {
            if (plot->plottableCount() == 0) // resized, not yet drawn
                return;
            --missing;
            plot->disconnect(SIGNAL(afterReplot()));
        });
    }
    window.show();
    while (missing > 0)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    // What the plots have drawn into their buffers now reaches the window.
    QCoreApplication::sendPostedEvents();
    std::printf("%.3f\n", static_cast<double>(start.nsecsElapsed()) / 1e6);
    std::fflush(stdout);
    std::_Exit(0);
}

double oneRun(const QString& kind)
{
    QProcess process;
    process.start(QCoreApplication::applicationFilePath(), { kind });
    process.waitForFinished(60000);
    return process.readAllStandardOutput().toDouble();
}

double median(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

} // namespace

int main(int argc, char** argv)
{
    QElapsedTimer start;
    start.start();
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.contains("bare")) {
        QMainWindow window;
        auto* plot = new QCustomPlot(&window);
        plot->addGraph()->setData({ 0, 1, 2 }, { 0, 1, 0 });
        window.setCentralWidget(plot);
        window.resize(1280, 800);
        return reportFirstFrame(window, start);
    }
    if (arguments.contains("program")) {
        const QTemporaryDir settings;
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
        MainWindow window(encodings::defaultState());
        window.resize(1280, 800);
        return reportFirstFrame(window, start);
    }
    std::vector<double> bare;
    std::vector<double> program;
    for (int run = 0; run < runs; ++run) {
        bare.push_back(oneRun("bare"));
        program.push_back(oneRun("program"));
    }
    std::printf("first frame, ms: bare window %.1f, program %.1f, ratio %.2f\n", median(bare),
        median(program), median(program) / median(bare));
    return 0;
}
