// SPDX-License-Identifier: GPL-3.0-or-later
#include "commandline.h"

#include "failure.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>

namespace {

using Action = CommandLine::Action;

QString tr(const char* text) { return QCoreApplication::translate("CommandLine", text); }

[[noreturn]] void refuse(const QString& sentence) { throw Failure(Failure::Usage, sentence); }

/// One option of a command: what its text, or its being there, does.
struct Option {
    std::function<void(const QString&)> take;
    bool hasValue = true;
    bool repeats = false;
};

using Options = std::map<QString, Option>;

Option textOption(QString& target)
{
    return { [&target](const QString& text) { target = text; } };
}

Option textOption(std::optional<QString>& target)
{
    return { [&target](const QString& text) { target = text; } };
}

Option listOption(QStringList& target)
{
    return { [&target](const QString& text) { target.append(text); }, true, true };
}

Options exportOptions(CommandLine& command)
{
    StateWish& wish = command.wish;
    return {
        { "--view", textOption(command.view) },
        { "--out", textOption(command.out) },
        { "--exploration", textOption(wish.exploration) },
        { "--figure", { [](const QString&) {
             refuse(tr("--figure: this version has no figures; allowed: --exploration FILE, "
                       "--model, --encoding, --series and --set"));
         } } },
        { "--model", textOption(wish.model) },
        { "--encoding", textOption(wish.encoding) },
        { "--series", listOption(wish.series) },
        { "--set", listOption(wish.settings) },
        { "--size", textOption(command.size) },
        { "--dpi", textOption(command.dpi) },
        { "--theme", textOption(command.theme) },
        { "--background", textOption(command.background) },
        { "--rows", textOption(command.rows) },
    };
}

Options optionsOf(CommandLine& command)
{
    const Option json { [&command](const QString&) { command.json = true; }, false };
    switch (command.action) {
    case Action::Export:
        return exportOptions(command);
    case Action::Inspect:
        return { { "--json", json }, { "--set", listOption(command.wish.settings) } };
    case Action::List:
        return { { "--json", json } };
    default:
        return {};
    }
}

const std::map<QString, Action>& allActions()
{
    static const std::map<QString, Action> actions { { "export", Action::Export },
        { "inspect", Action::Inspect }, { "list", Action::List } };
    return actions;
}

QString commandName(Action action)
{
    switch (action) {
    case Action::Export:
        return "export";
    case Action::Inspect:
        return "inspect";
    case Action::List:
        return "list";
    default:
        return "encoding-explorer";
    }
}

[[noreturn]] void refuseOption(const CommandLine& command, const QString& name, const Options& options)
{
    QStringList names;
    for (const auto& [known, option] : options)
        names.append(known);
    refuse(
        tr("%1: unknown option of %2; allowed: %3").arg(name, commandName(command.action), names.join(", ")));
}

/// Reads options and returns the other arguments.
QStringList readOptions(CommandLine& command, const QStringList& arguments)
{
    Options options = optionsOf(command);
    // These are answered before any other; here they are named, and refused with a value.
    for (const char* name : { "--help", "--version" })
        options[name] = { [](const QString&) {}, false };
    QStringList others;
    QStringList seen;
    for (int i = 0; i < arguments.size(); ++i) {
        const QString& argument = arguments.at(i);
        if (argument == "--")
            return others + arguments.mid(i + 1);
        if (!argument.startsWith('-') || argument == "-") {
            others.append(argument);
            continue;
        }
        const qsizetype equals = argument.indexOf('=');
        const QString name = argument.left(equals);
        const auto found = options.find(name);
        if (found == options.end())
            refuseOption(command, name, options);
        const Option& option = found->second;
        if (!option.hasValue && equals >= 0)
            refuse(tr("%1 takes no value; allowed: %1").arg(name));
        if (option.hasValue && equals < 0 && ++i >= arguments.size())
            refuse(tr("%1 has no value; allowed: %1 VALUE").arg(name));
        if (seen.contains(name) && !option.repeats)
            refuse(tr("%1 is given twice; allowed: once").arg(name));
        seen.append(name);
        option.take(!option.hasValue ? QString() : equals < 0 ? arguments.at(i) : argument.mid(equals + 1));
    }
    return others;
}

void checkExport(const CommandLine& command, const QStringList& others)
{
    if (!others.isEmpty())
        refuse(tr("export: \"%1\" is not an option; allowed: --exploration FILE or --model FILE")
                   .arg(others.first()));
    if (command.view.isEmpty())
        refuse(tr("export: --view is missing; allowed: --view ID, one of `list views`"));
    if (command.out.isEmpty())
        refuse(tr("export: --out is missing; allowed: --out FILE"));
}

void checkList(CommandLine& command, const QStringList& others)
{
    static const QStringList topics { "encodings", "views", "models", "parameters" };
    const QString allowed = topics.join(", ");
    if (others.isEmpty())
        refuse(tr("list: nothing to list; allowed: %1").arg(allowed));
    if (others.size() > 1)
        refuse(tr("list: \"%1\" is one too many; allowed: one of %2").arg(others.at(1), allowed));
    command.topic = others.first();
    if (command.topic == "figures")
        refuse(tr("list figures: this version has no figures; allowed: %1").arg(allowed));
    if (!topics.contains(command.topic))
        refuse(tr("list: unknown \"%1\"; allowed: %2").arg(command.topic, allowed));
}

/// A mistyped command would be taken for a file, and its options for unknown ones.
void checkFirstWord(const QStringList& arguments)
{
    const QString first = arguments.value(0);
    const bool hasOptions = std::any_of(arguments.begin(), arguments.end(),
        [](const QString& argument) { return argument.startsWith('-') && argument != "-"; });
    if (first.isEmpty() || first.startsWith('-') || !hasOptions || QFileInfo::exists(first))
        return;
    QStringList names;
    for (const auto& [name, action] : allActions())
        names.append(name);
    refuse(tr("\"%1\": unknown command; allowed: %2, or an existing file").arg(first, names.join(", ")));
}

} // namespace

CommandLine parseCommandLine(const QStringList& arguments)
{
    CommandLine command;
    const qsizetype end = arguments.indexOf("--");
    const QStringList before = end < 0 ? arguments : arguments.mid(0, end);
    const QString first = arguments.value(0);
    const std::map<QString, Action>& actions = allActions();
    const auto action = actions.find(first);
    if (action != actions.end())
        command.action = action->second;
    if (before.contains("--help") || before.contains("-h")) {
        command.action = Action::Help;
        return command;
    }
    if (before.contains("--version")) {
        command.action = Action::Version;
        return command;
    }

    if (action == actions.end())
        checkFirstWord(before);

    const QStringList others = readOptions(command, action == actions.end() ? arguments : arguments.mid(1));
    switch (command.action) {
    case Action::Export:
        checkExport(command, others);
        break;
    case Action::Inspect:
        if (others.size() != 1)
            refuse(tr("inspect: %1 files are given; allowed: one model file").arg(others.size()));
        command.files = others;
        break;
    case Action::List:
        checkList(command, others);
        break;
    default:
        command.files = others;
        break;
    }
    return command;
}

void print(const QString& text)
{
    const QByteArray bytes = text.toUtf8();
    const bool written = std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stdout)
        == static_cast<std::size_t>(bytes.size());
    if (!written || std::fflush(stdout) != 0)
        throw Failure(Failure::File, tr("standard output cannot be written"));
}
