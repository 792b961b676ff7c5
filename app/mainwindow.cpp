// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow.h"

#include "arrangement.h"
#include "exportdialog.h"
#include "opening/filedrop.h"
#include "mainmenu.h"
#include "modelchooser.h"
#include "opening/modelfacts.h"
#include "modellist.h"
#include "opening/modelnotice.h"
#include "viewdocks.h"

#include "widgets/encodingcard.h"
#include "widgets/gesture.h"
#include "widgets/parameterpanel.h"
#include "widgets/plotpanel.h"
#include "widgets/seriesbar.h"
#include "widgets/seriesedits.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QLabel>
#include <QScreen>
#include <QSettings>
#include <QSplitter>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>

#include <algorithm>

namespace {

constexpr int windowVersion = 2;
constexpr QSize usualSize(1440, 900);

} // namespace

MainWindow::MainWindow(const encodings::State& state, const QString& path, QWidget* parent)
    : QMainWindow(parent)
    , m_document(state)
    , m_files(m_document, standardDialogs(this))
    , m_views(new ViewDocks)
    , m_parameters(new ParameterPanel)
    , m_card(new EncodingCard)
    , m_series(new SeriesBar)
    , m_models(new ModelChooser)
    , m_facts(new ModelFacts(m_files, this))
    , m_panes(new QSplitter(Qt::Horizontal))
    , m_left(new QSplitter(Qt::Vertical))
    , m_readout(new QLabel)
    , m_reading(new QLabel)
{
    setContextMenuPolicy(Qt::NoContextMenu); // the tool bar stays
    m_document.setSaved(path);
    m_views->setTheme(m_theme.chosen());
    buildToolBar();
    buildPanes();
    m_readout->setTextFormat(Qt::PlainText);
    m_readout->setContentsMargins(8, 0, 0, 0);
    m_readout->setMinimumWidth(1); // long lines are cut, the window stays as wide as it is
    m_reading->setTextFormat(Qt::PlainText);
    m_reading->hide();
    statusBar()->addWidget(m_readout, 1);
    statusBar()->addPermanentWidget(m_reading);
    statusBar()->addPermanentWidget(m_facts->notice());
    restoreLayout();
    buildMainMenu(*this);
    connectState();
    showState(state);
    showTitle();
}

MainWindow::~MainWindow()
{
    // The controls may speak to the document until they are gone, so they go first.
    qDeleteAll(findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
}

void MainWindow::buildToolBar()
{
    QToolBar* bar = addToolBar(tr("Model and series"));
    bar->setObjectName("toolbar");
    bar->setMovable(false);
    bar->setContentsMargins(4, 2, 4, 2);
    bar->addWidget(m_models);
    m_facts->addPicker(*bar);
    m_series->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(m_series);

    QUndoStack* stack = m_document.undoStack();
    QAction* undo = bar->addAction(tr("Undo"), stack, &QUndoStack::undo);
    QAction* redo = bar->addAction(tr("Redo"), stack, &QUndoStack::redo);
    undo->setEnabled(false);
    redo->setEnabled(false);
    connect(stack, &QUndoStack::canUndoChanged, undo, &QAction::setEnabled);
    connect(stack, &QUndoStack::canRedoChanged, redo, &QAction::setEnabled);
    connect(stack, &QUndoStack::undoTextChanged, undo,
        [undo](const QString& text) { undo->setToolTip(tr("Undo %1").arg(text)); });
    connect(stack, &QUndoStack::redoTextChanged, redo,
        [redo](const QString& text) { redo->setToolTip(tr("Redo %1").arg(text)); });
    bar->addSeparator();
    bar->addAction(tr("Export…"), this, &MainWindow::exportView)
        ->setToolTip(tr("Write the view last touched to a file"));
}

void MainWindow::buildPanes()
{
    m_left->addWidget(m_parameters);
    m_left->addWidget(m_card);
    m_left->setStretchFactor(0, 3);
    m_left->setStretchFactor(1, 2);
    m_left->setChildrenCollapsible(false);
    m_panes->addWidget(m_left);
    m_panes->addWidget(m_views);
    m_panes->setStretchFactor(0, 0);
    m_panes->setStretchFactor(1, 1);
    m_panes->setChildrenCollapsible(false);
    setCentralWidget(m_panes);
    fitLeftPane();
    m_views->setFocusPolicy(Qt::ClickFocus);
    m_views->setFocus(); // not the search for models: keys such as F are for the views
}

/// Larger type needs a wider column of sliders.
void MainWindow::fitLeftPane()
{
    m_left->setMinimumWidth(40 * QFontMetrics(QApplication::font()).averageCharWidth());
}

void MainWindow::connectState()
{
    const auto edit
        = [this](const encodings::State& next, quint64 gesture) { m_document.edit(next, gesture); };
    connect(m_parameters, &ParameterPanel::edited, this, edit);
    connect(m_series, &SeriesBar::edited, this, edit);
    connect(m_views, &ViewDocks::edited, this, edit);
    connect(&m_document, &Document::changed, this, &MainWindow::showState);
    connect(&m_document, &Document::pathChanged, this, &MainWindow::showTitle);
    connect(&m_document, &Document::modifiedChanged, this, &QWidget::setWindowModified);
    connect(m_views, &ViewDocks::readout, this, [this](const QString& text) {
        m_readout->setText(
            m_readout->fontMetrics().elidedText(text, Qt::ElideRight, m_readout->contentsRect().width()));
    });
    connect(m_views, &ViewDocks::exportRequested, this, &MainWindow::exportView);
    connect(&m_files, &FileCommands::openedChanged, m_models,
        [this] { m_models->setState(m_document.state(), m_facts->fileName()); });
    connect(&m_files, &FileCommands::openedChanged, m_views, &ViewDocks::showWhatApplies,
        Qt::QueuedConnection); // the state comes after
    connect(&m_files, &FileCommands::readingSlowly, this, [this](const QString& sentence) {
        m_reading->setText(sentence);
        m_reading->setHidden(sentence.isEmpty());
    });
    connect(new FileDrop(this), &FileDrop::dropped, this, [this](const QStringList& paths, bool beside) {
        m_files.openFiles(paths, beside ? FileCommands::Place::Beside : FileCommands::Place::Instead);
    });
    connect(m_models, &ModelChooser::openRequested, &m_files, &FileCommands::openModel);
    connect(m_models, &ModelChooser::modelChosen, this, [this](const encodings::Model& model) {
        m_document.edit(seriesedits::withSharedModel(m_document.state(), model), newGesture());
    });
    connect(&m_theme, &ThemeChoice::changed, this, [this](std::optional<Theme::Name> name) {
        m_views->setTheme(name);
        fitLeftPane();
    });
}

void MainWindow::showState(const encodings::State& state)
{
    if (m_controlsShown)
        m_parameters->setState(state);
    m_card->setState(state);
    m_series->setState(state);
    m_facts->showState(state);
    m_models->setState(state, m_facts->fileName());
    m_views->render(state);
}

void MainWindow::showTitle()
{
    setWindowTitle(tr("%1[*] — Encoding Explorer").arg(m_files.name()));
    setWindowModified(m_document.isModified());
}

void MainWindow::showControls()
{
    m_controlsShown = true;
    m_parameters->setState(m_document.state());
}

void MainWindow::fillModels()
{
    if (m_filled)
        return;
    m_filled = true;
    m_models->fill();
    std::vector<ModelGroup> groups;
    for (const ListedModel& listed : listedModels()) {
        const auto same = std::find_if(groups.begin(), groups.end(),
            [&](const ModelGroup& group) { return group.name == listed.group; });
        ModelGroup& group
            = same != groups.end() ? *same : groups.emplace_back(ModelGroup { listed.group, {} });
        group.models.push_back(listed.model);
    }
    m_series->setModels(groups);
}

void MainWindow::exportView()
{
    const PlotPanel* panel = m_views->activePanel();
    if (!panel)
        return m_files.dialogs().tellProblem(tr("No view is open. Choose one from the View menu."));
    auto* dialog = new ExportDialog(panel->seenState(), panel->view(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExportDialog::written, this,
        [this](const QString& file) { statusBar()->showMessage(tr("Written to %1").arg(file), 8000); });
    dialog->open();
}

void MainWindow::copyImage()
{
    if (PlotPanel* panel = m_views->activePanel())
        panel->copyImage();
}

void MainWindow::resetLayout()
{
    m_views->arrange(allArrangements().front());
    m_left->setSizes({ 3 * height(), 2 * height() });
    const int left = std::max(m_left->sizeHint().width(), m_left->minimumWidth());
    m_panes->setSizes({ left, std::max(left, width() - left) });
}

void MainWindow::saveLayout() const
{
    QSettings settings;
    settings.setValue("layout/version", windowVersion);
    settings.setValue("layout/geometry", saveGeometry());
    settings.setValue("layout/panes", m_panes->saveState());
    settings.setValue("layout/left", m_left->saveState());
    m_views->save(settings);
}

void MainWindow::restoreLayout()
{
    const QSize room = screen()->availableSize();
    resize(usualSize.boundedTo(room));
    const QSettings settings;
    if (settings.value("layout/version").toInt() != windowVersion || !m_views->restore(settings)) {
        resetLayout();
        return;
    }
    restoreGeometry(settings.value("layout/geometry").toByteArray());
    m_panes->restoreState(settings.value("layout/panes").toByteArray());
    m_left->restoreState(settings.value("layout/left").toByteArray());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_files.mayDiscard())
        return event->ignore();
    saveLayout();
    event->accept();
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ThemeChange && !m_theme.chosen())
        m_theme.apply();
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    // The first frame is the views'; sliders follow at once, and the list of models when all is still.
    QTimer::singleShot(25, this, &MainWindow::showControls);
    QTimer::singleShot(200, this, &MainWindow::fillModels);
}
