// SPDX-License-Identifier: GPL-3.0-or-later
#include "program.h"

#include "mainwindow.h"

#include "app/commandline/failure.h"
#include "widgets/seriesedits.h"

#include <QApplication>
#include <QTimer>

#include <clocale>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int firstFrame = 250; ///< milliseconds until the window stands

void nameProgram()
{
    std::setlocale(LC_NUMERIC, "C"); // the constructor of the application has set the user's
    QCoreApplication::setOrganizationName("Encoding Explorer");
    QCoreApplication::setApplicationName("Encoding Explorer");
    QCoreApplication::setApplicationVersion(ENCODING_EXPLORER_VERSION);
}

/// Standard error is for our own sentences: a missing runtime folder means nothing to a program without a
/// window.
void dropRuntimeFolderWarning(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    if (!message.startsWith("QStandardPaths: XDG_RUNTIME_DIR"))
        std::fprintf(stderr, "%s\n", qFormatLogMessage(type, context, message).toUtf8().constData());
}

void requireDisplay()
{
    const auto isSet = [](const char* name) { return !qEnvironmentVariableIsEmpty(name); };
    if (!isSet("QT_QPA_PLATFORM") && !isSet("DISPLAY") && !isSet("WAYLAND_DISPLAY")) {
        throw Failure(Failure::File,
            QCoreApplication::translate("CommandLine",
                "there is no display for the window (DISPLAY is not set); "
                "allowed without one: export, inspect, list"));
    }
}

/// Qt aborts when no display answers; a sentence and an exit code serve better.
void endWithSentence(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    if (type == QtFatalMsg) {
        std::fprintf(stderr,
            "encoding-explorer: the display cannot be opened (DISPLAY is \"%s\"); "
            "allowed without one: export, inspect, list\n",
            qPrintable(qEnvironmentVariable("DISPLAY")));
        std::_Exit(Failure::File);
    }
    // What Qt says before that repeats it at length.
    if (!message.startsWith("could not connect to display")
        && !message.contains("Could not load the Qt platform plugin"))
        dropRuntimeFolderWarning(type, context, message);
}

/// What the window opens with; nothing while a question has to be answered first.
std::optional<encodings::State> stateOf(const ReadFiles& read)
{
    if (read.exploration)
        return read.exploration;
    std::vector<OpenedModel> opened;
    for (const ModelFile& file : read.models) {
        opened.emplace_back(file);
        if (opened.back().models().empty())
            return std::nullopt;
    }
    return seriesedits::withTables(drawnInstead(encodings::defaultState(), opened), read.tables, true);
}

int runWindow(const CommandLine& command, int& argc, char** argv)
{
    const ReadFiles read = readFiles(command.files); // errors come before any window
    const std::optional<encodings::State> state = stateOf(read);
    requireDisplay();
    const QtMessageHandler usual = qInstallMessageHandler(endWithSentence);
    QApplication application(argc, argv);
    qInstallMessageHandler(usual);
    nameProgram();
    MainWindow window(
        state.value_or(encodings::defaultState()), read.exploration ? read.paths.first() : QString());
    window.show();
    if (state) {
        window.files().remember(read);
    } else { // what the files leave open is asked over the window
        QTimer::singleShot(
            firstFrame, &window, [&] { window.files().take(read, FileCommands::Place::Instead); });
    }
    return QApplication::exec();
}

} // namespace

int run(const CommandLine& command, int& argc, char** argv)
{
    using Action = CommandLine::Action;
    switch (command.action) {
    case Action::Window:
        return runWindow(command, argc, argv);
    case Action::Help:
        print(helpText());
        break;
    case Action::Version:
        print(QStringLiteral("Encoding Explorer " ENCODING_EXPLORER_VERSION "\n"));
        break;
    case Action::List: {
        const QCoreApplication application(argc, argv);
        nameProgram();
        runList(command);
        break;
    }
    case Action::Inspect: {
        const QCoreApplication application(argc, argv);
        nameProgram();
        runInspect(command);
        break;
    }
    case Action::Export: {
        qInstallMessageHandler(dropRuntimeFolderWarning);
        qputenv("QT_QPA_PLATFORM", "offscreen"); // never a display; before the application reads it
        const QApplication application(argc, argv);
        nameProgram();
        runExport(command);
        break;
    }
    }
    return 0;
}
