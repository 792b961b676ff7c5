// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "dialogs.h"
#include "opening/openedmodels.h"
#include "opening/readfiles.h"
#include "opening/recentfiles.h"

#include <QObject>

class Document;

/// New, open and save, with their questions. What fails leaves the exploration as it was and says why.
class FileCommands : public QObject {
    Q_OBJECT

public:
    /// What becomes of what is drawn when model files are opened.
    enum class Place {
        Instead, ///< one file becomes the shared model; several are drawn as series of their own
        Beside ///< they become further series
    };

    FileCommands(Document& document, Dialogs dialogs, QObject* parent = nullptr);

    void setDialogs(Dialogs dialogs) { m_dialogs = std::move(dialogs); }
    const Dialogs& dialogs() const { return m_dialogs; }

    void startAnew();
    void open();
    void openModel();
    void addModel();
    /// Opens a saved exploration, or takes the numbers of model files as one step of undo. Files that answer
    /// slowly are read while the window goes on; the last one asked for counts.
    void openFiles(const QStringList& paths, Place place = Place::Instead);
    void openPath(const QString& path) { openFiles({ path }); }
    /// Opens a file of the list of recent ones, which forgets it where it is gone.
    void openRecent(const QString& path);
    /// Takes what stands in files that were read already.
    void take(const ReadFiles& read, Place place);
    bool save();
    bool saveAs();
    /// True when nothing would be lost, or the person agrees.
    bool mayDiscard();

    /// Draws another group of layers of the shared model's file in the place of those drawn.
    void showGroup(const QString& group);
    /// Draws every group of layers of the shared model's file that turns, as a series of its own.
    void showAllGroups();
    /// Asks every question that the file of `opened` leaves open, and draws with the answers.
    void askAgain(const OpenedModel& opened);

    const OpenedModels& opened() const { return m_opened; }
    /// Remembers model files that are drawn already, where each number of them comes from included.
    void remember(const ReadFiles& read);
    RecentFiles& recent() { return m_recent; }
    /// How the exploration is called in titles and questions.
    QString name() const;

signals:
    /// Other files are opened, or other answers given about them.
    void openedChanged();
    /// Reading takes longer than an eye blink; an empty text: it is over.
    void readingSlowly(const QString& sentence);

private:
    void openExploration(const ReadFiles& read);
    /// Adds to `opened` the model of `file`, with answers; false: cancelled, or nothing can be drawn.
    bool ask(const ModelFile& file, std::vector<OpenedModel>& opened);
    std::optional<OpenedModel> answered(
        const OpenedModel& opened, const std::vector<OpenQuestion>& questions);
    bool edit(const encodings::State& next, const QString& what, const QString& text = {});
    bool write(const QString& path);

    Document& m_document;
    Dialogs m_dialogs;
    OpenedModels m_opened;
    RecentFiles m_recent;
    quint64 m_reading = 0; ///< number of the last reading that was asked for
};

/// `state` with what Place::Instead makes of `opened`, each of which has models to draw.
encodings::State drawnInstead(const encodings::State& state, const std::vector<OpenedModel>& opened);
