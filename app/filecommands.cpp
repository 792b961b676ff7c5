// SPDX-License-Identifier: GPL-3.0-or-later
#include "filecommands.h"

#include "document.h"
#include "explorationfile.h"

#include "app/commandline/failure.h"
#include "app/commandline/modelwish.h"
#include "encodings/parametererror.h"
#include "widgets/gesture.h"

#include <QFileInfo>
#include <QSettings>

namespace {

constexpr int mostRecent = 8;
const char* const recentKey = "recent";

} // namespace

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
    const QString path
        = m_dialogs.fileToOpen(tr("Open"), tr("Explorations and model files (*.json);;All files (*)"));
    if (!path.isEmpty())
        openPath(path);
}

void FileCommands::openModel()
{
    const QString path
        = m_dialogs.fileToOpen(tr("Open model file"), tr("Model files (*.json);;All files (*)"));
    if (!path.isEmpty())
        takeModel(path);
}

void FileCommands::openPath(const QString& path)
{
    if (isExploration(path))
        openExploration(path);
    else
        takeModel(path);
}

void FileCommands::openExploration(const QString& path)
{
    try {
        const encodings::State state = readExploration(path);
        if (!mayDiscard())
            return;
        m_document.reset(state, path);
        remember(path);
    } catch (const ExplorationError& error) {
        m_dialogs.tellProblem(error.message());
    }
}

void FileCommands::takeModel(const QString& path)
{
    try {
        const encodings::State next = encodings::withModel(m_document.state(), modelFromFile(path));
        encodings::validate(next);
        m_document.edit(next, newGesture());
        remember(path);
    } catch (const Failure& failure) {
        m_dialogs.tellProblem(failure.message());
    } catch (const encodings::ParameterError& error) {
        m_dialogs.tellProblem(
            tr("%1 does not go with the series drawn: %2").arg(path, QString::fromUtf8(error.what())));
    }
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
    remember(path);
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

QStringList FileCommands::recent() const { return QSettings().value(recentKey).toStringList(); }

void FileCommands::remember(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList paths = recent();
    paths.removeAll(absolute);
    paths.prepend(absolute);
    QSettings().setValue(recentKey, paths.mid(0, mostRecent));
}

QString FileCommands::name() const
{
    return m_document.path().isEmpty() ? tr("Untitled exploration") : QFileInfo(m_document.path()).fileName();
}
