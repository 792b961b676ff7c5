// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <optional>

/// Which state is wanted: the options of "what is shown", as written.
struct StateWish {
    std::optional<QString> exploration;
    std::optional<QString> model;
    std::optional<QString> encoding;
    QStringList series; ///< one --series each, in order
    QStringList settings; ///< one --set each, in order
};

/// A command line, taken apart but not yet understood: texts as they were written.
struct CommandLine {
    enum class Action { Window, Export, Inspect, List, Help, Version };

    Action action = Action::Window;
    QStringList files; ///< window and inspect
    QString topic; ///< list
    bool json = false;

    StateWish wish;
    QString view;
    QString out;
    std::optional<QString> size;
    std::optional<QString> dpi;
    std::optional<QString> theme;
    std::optional<QString> background;
    std::optional<QString> rows;
};

/// Takes the arguments after the program's name apart. Throws Failure (Usage) for what no command knows, for
/// options without a value, and for what is missing.
CommandLine parseCommandLine(const QStringList& arguments);

/// What --help prints.
QString helpText();

/// Each prints to standard output and throws Failure or ParameterError.
void runExport(const CommandLine& command);
void runInspect(const CommandLine& command);
void runList(const CommandLine& command);

/// Writes `text` to standard output. Throws Failure (File) when that fails.
void print(const QString& text);
