// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelfacts.h"

#include "app/filecommands.h"
#include "layerpicker.h"
#include "modeldetailsdialog.h"
#include "modelnotice.h"

#include <QAction>
#include <QToolBar>

ModelFacts::ModelFacts(FileCommands& files, QWidget* window)
    : QObject(window)
    , m_files(files)
    , m_window(window)
    , m_picker(new LayerPicker(window))
    , m_notice(new ModelNotice(window))
{
    connect(m_picker, &LayerPicker::groupChosen, &files, &FileCommands::showGroup);
    connect(m_picker, &LayerPicker::allChosen, &files, &FileCommands::showAllGroups);
    connect(&files, &FileCommands::openedChanged, this, &ModelFacts::refresh);
    connect(m_notice, &ModelNotice::clicked, this, &ModelFacts::showDetails);
}

void ModelFacts::addPicker(QToolBar& bar) { m_pickerAction = bar.addWidget(m_picker); }

void ModelFacts::showState(const encodings::State& state)
{
    const bool sameModels = state.model == m_state.model && state.series == m_state.series;
    m_state = state;
    if (!sameModels) // a slider changes nothing here
        refresh();
}

void ModelFacts::refresh()
{
    const auto shared = m_files.opened().find(m_state.model);
    m_fileName = shared ? shared->file().name : QString();
    m_picker->showGroups(shared.get(), m_state);
    if (m_pickerAction)
        m_pickerAction->setVisible(m_picker->isNeeded());
    const auto drawn = m_files.opened().drawnIn(m_state);
    m_notice->showFiles(drawn);
    if (m_details)
        m_details->showFiles(drawn, m_state.model);
}

void ModelFacts::showDetails()
{
    if (!m_details) {
        m_details = new ModelDetailsDialog(m_window);
        m_details->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_details, &ModelDetailsDialog::questionsAsked, &m_files, &FileCommands::askAgain);
    }
    m_details->showFiles(m_files.opened().drawnIn(m_state), m_state.model);
    m_details->show();
    m_details->raise();
    m_details->activateWindow();
}
