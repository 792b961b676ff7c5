// SPDX-License-Identifier: GPL-3.0-or-later
#include "filecommands.h"

#include "document.h"
#include "explorationfile.h"

#include "app/commandline/failure.h"
#include "encodings/parametererror.h"
#include "widgets/gesture.h"
#include "widgets/seriesedits.h"

#include <QFileInfo>
#include <QFutureWatcher>
#include <QSemaphore>
#include <QtConcurrentRun>

#include <algorithm>
#include <memory>

using encodings::Model;
using encodings::State;

namespace {

/// So long the window waits for files, in milliseconds, before it goes on without them.
constexpr int patience = 200;

/// What was read, or the sentence that says why not.
struct Outcome {
    ReadFiles read;
    QString problem;
};

Outcome outcomeOf(const QStringList& paths)
{
    try {
        return { readFiles(paths), {} };
    } catch (const Failure& failure) {
        return { {}, failure.message() };
    } catch (const std::bad_alloc&) {
        return { {}, FileCommands::tr("%1 does not fit into memory").arg(paths.join(", ")) };
    }
}

QString modelFilter() { return FileCommands::tr("Model files (*.json *.gguf);;All files (*)"); }

std::vector<Model> modelsOf(const std::vector<OpenedModel>& opened)
{
    std::vector<Model> all;
    for (const OpenedModel& one : opened)
        all.insert(all.end(), one.models().begin(), one.models().end());
    return all;
}

QString namesOf(const std::vector<OpenedModel>& opened, const std::vector<std::string>& tables)
{
    QStringList names;
    for (const OpenedModel& one : opened)
        names.append(one.file().name);
    for (const std::string& path : tables)
        names.append(QFileInfo(QString::fromStdString(path)).fileName());
    return names.join(", ");
}

} // namespace

State drawnInstead(const State& state, const std::vector<OpenedModel>& opened)
{
    if (opened.empty())
        return state;
    return opened.size() == 1 ? seriesedits::withSharedModel(state, opened.front().models().front())
                              : seriesedits::overlaid(state, modelsOf(opened));
}

FileCommands::FileCommands(Document& document, Dialogs dialogs, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_dialogs(std::move(dialogs))
{
}

void FileCommands::startAnew()
{
    if (mayDiscard())
        m_document.reset(encodings::defaultState());
}

void FileCommands::open()
{
    openFiles(m_dialogs.filesToOpen(
        tr("Open"), tr("Explorations, model files and tables (*.json *.gguf *.npy *.csv);;All files (*)")));
}

void FileCommands::openModel() { openFiles(m_dialogs.filesToOpen(tr("Open model"), modelFilter())); }

void FileCommands::addModel()
{
    openFiles(m_dialogs.filesToOpen(tr("Add model to the comparison"), modelFilter()), Place::Beside);
}

void FileCommands::openFiles(const QStringList& paths, Place place)
{
    if (paths.isEmpty())
        return;
    for (const QString& path : paths) {
        if (const QString refusal = refusalByName(path); !refusal.isEmpty())
            return m_dialogs.tellProblem(refusal);
    }
    const quint64 number = ++m_reading;
    const auto done = std::make_shared<QSemaphore>();
    const QFuture<Outcome> future = QtConcurrent::run([paths, done] {
        const Outcome outcome = outcomeOf(paths);
        done->release();
        return outcome;
    });
    const auto finish = [this, number, place](const Outcome& outcome) {
        if (number != m_reading)
            return;
        if (outcome.problem.isEmpty())
            take(outcome.read, place);
        else
            m_dialogs.tellProblem(outcome.problem);
    };
    if (done->tryAcquire(1, patience))
        return finish(future.result());
    emit readingSlowly(tr("Reading %1 …").arg(paths.join(", ")));
    auto* watcher = new QFutureWatcher<Outcome>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, number, finish] {
        watcher->deleteLater();
        if (number == m_reading)
            emit readingSlowly({});
        finish(watcher->result());
    });
    watcher->setFuture(future);
}

void FileCommands::openRecent(const QString& path)
{
    if (QFileInfo::exists(path))
        return openPath(path);
    m_recent.remove(path);
    m_dialogs.tellProblem(tr("%1 is no longer there; it is taken off the list").arg(path));
}

void FileCommands::take(const ReadFiles& read, Place place)
{
    if (read.exploration && place == Place::Beside) {
        return m_dialogs.tellProblem(tr(
            "%1 is an exploration, which cannot be added to another one; open it instead, or add model files")
                                         .arg(read.paths.front()));
    }
    if (read.exploration)
        return openExploration(read);
    std::vector<OpenedModel> opened;
    for (const ModelFile& file : read.models) {
        if (!ask(file, opened))
            return;
    }
    const bool beside = place == Place::Beside;
    const State drawn = beside ? seriesedits::withAddedModels(m_document.state(), modelsOf(opened))
                               : drawnInstead(m_document.state(), opened);
    const State next = seriesedits::withTables(drawn, read.tables, beside);
    const QString names = namesOf(opened, read.tables);
    const QString text = beside || !read.tables.empty() ? tr("adding %1").arg(names)
        : opened.size() > 1                             ? tr("comparing %1").arg(names)
                                                        : QString();
    for (const OpenedModel& one : opened)
        m_opened.add(one);
    if (!edit(next, read.paths.join(", "), text))
        return;
    emit openedChanged();
    for (const QString& path : read.paths)
        m_recent.add(path);
}

void FileCommands::openExploration(const ReadFiles& read)
{
    if (!mayDiscard())
        return;
    m_document.reset(*read.exploration, read.paths.front());
    m_recent.add(read.paths.front());
}

bool FileCommands::ask(const ModelFile& file, std::vector<OpenedModel>& opened)
{
    std::optional<OpenedModel> model = OpenedModel(file);
    if (const std::vector<OpenQuestion> needed = model->neededQuestions(); !needed.empty())
        model = answered(*model, needed);
    if (!model)
        return false;
    if (model->models().empty()) {
        m_dialogs.tellProblem(tr("%1: nothing in it can be drawn here (%2)")
                                  .arg(file.path, model->whyNot(model->file().layers.front())));
        return false;
    }
    opened.push_back(*model);
    return true;
}

std::optional<OpenedModel> FileCommands::answered(
    const OpenedModel& opened, const std::vector<OpenQuestion>& questions)
{
    const std::optional<Answers> answers = m_dialogs.askQuestions(opened, questions);
    if (!answers)
        return std::nullopt;
    try {
        return opened.answered(*answers);
    } catch (const encodings::ParameterError& error) {
        m_dialogs.tellProblem(QString::fromUtf8(error.what()));
        return std::nullopt;
    }
}

bool FileCommands::edit(const State& next, const QString& what, const QString& text)
{
    if (const auto refusal = seriesedits::refusal(next)) {
        m_dialogs.tellProblem(
            tr("%1 does not go with the series drawn: %2").arg(what, QString::fromStdString(*refusal)));
        return false;
    }
    m_document.edit(next, newGesture(), text);
    return true;
}

void FileCommands::showGroup(const QString& group)
{
    const auto opened = m_opened.find(m_document.state().model);
    if (!opened)
        return;
    for (const Model& model : opened->models()) {
        if (opened->groupOf(model)->name == group)
            edit(seriesedits::withModelInsteadOf(m_document.state(), opened->models(), model),
                opened->file().path, tr("layers %1").arg(group));
    }
}

void FileCommands::showAllGroups()
{
    if (const auto opened = m_opened.find(m_document.state().model))
        edit(seriesedits::overlaid(m_document.state(), opened->models()), opened->file().path,
            tr("all layers"));
}

void FileCommands::askAgain(const OpenedModel& opened)
{
    const std::optional<OpenedModel> next = answered(opened, opened.file().questions);
    if (!next)
        return;
    if (next->models().size() != opened.models().size()) {
        return m_dialogs.tellProblem(tr("%1: nothing in it can be drawn here (%2)")
                                         .arg(opened.file().path, next->whyNot(next->file().layers.front())));
    }
    m_opened.add(*next);
    edit(seriesedits::withModelsReplaced(m_document.state(), opened.models(), next->models()),
        opened.file().path, tr("answers"));
    emit openedChanged();
}

void FileCommands::remember(const ReadFiles& read)
{
    for (const ModelFile& file : read.models)
        m_opened.add(OpenedModel(file));
    for (const QString& path : read.paths)
        m_recent.add(path);
    emit openedChanged();
}

bool FileCommands::save() { return m_document.path().isEmpty() ? saveAs() : write(m_document.path()); }

bool FileCommands::saveAs()
{
    const QString suggestion = m_document.path().isEmpty() ? tr("exploration.json") : m_document.path();
    const QString path
        = m_dialogs.fileToSave(tr("Save exploration"), suggestion, tr("Explorations (*.json)"), "json");
    return !path.isEmpty() && write(path);
}

bool FileCommands::write(const QString& path)
{
    try {
        writeExploration(m_document.state(), path);
    } catch (const ExplorationError& error) {
        m_dialogs.tellProblem(error.message());
        return false;
    }
    m_document.setSaved(path);
    m_recent.add(path);
    return true;
}

bool FileCommands::mayDiscard()
{
    if (!m_document.isModified())
        return true;
    switch (m_dialogs.askToSave(name())) {
    case QMessageBox::Save:
        return save();
    case QMessageBox::Discard:
        return true;
    default:
        return false;
    }
}

QString FileCommands::name() const
{
    return m_document.path().isEmpty() ? tr("Untitled exploration") : QFileInfo(m_document.path()).fileName();
}
