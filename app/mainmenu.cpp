// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainmenu.h"

#include "arrangement.h"
#include "cataloguewindow.h"
#include "helpdialogs.h"
#include "mainwindow.h"
#include "modelchooser.h"
#include "opening/modelfacts.h"
#include "viewdocks.h"

#include "widgets/views.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("MainMenu", text); }

/// "config.json — ~/models/qwen": many model files have the same name.
QString recentText(const QString& path)
{
    const QFileInfo info(path);
    return tr("%1 — %2").arg(info.fileName(), shortPath(info.path())).replace('&', "&&");
}

void fillRecent(QMenu& menu, FileCommands& files)
{
    menu.clear();
    for (const QString& path : files.recent().paths()) {
        QAction* action = menu.addAction(recentText(path));
        action->setToolTip(path);
        QObject::connect(action, &QAction::triggered, &files, [&files, path] { files.openRecent(path); });
    }
    if (menu.isEmpty()) {
        menu.addAction(tr("No files yet"))->setEnabled(false);
        return;
    }
    menu.addSeparator();
    menu.addAction(tr("&Clear list"), &files, [&files] { files.recent().clear(); });
}

void buildFileMenu(MainWindow& window)
{
    FileCommands* files = &window.files();
    QMenu* menu = window.menuBar()->addMenu(tr("&File"));
    menu->addAction(tr("&New exploration"), QKeySequence::New, files, &FileCommands::startAnew);
    menu->addAction(tr("&Open…"), QKeySequence::Open, files, &FileCommands::open);
    menu->addAction(
        tr("Open &model…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O), files, &FileCommands::openModel);
    menu->addAction(
        tr("A&dd model…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A), files, &FileCommands::addModel);
    QMenu* recent = menu->addMenu(tr("Open &recent"));
    recent->setToolTipsVisible(true);
    QObject::connect(recent, &QMenu::aboutToShow, files, [recent, files] { fillRecent(*recent, *files); });
    menu->addSeparator();
    menu->addAction(tr("&Save"), QKeySequence::Save, files, &FileCommands::save);
    menu->addAction(
        tr("Save &as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), files, &FileCommands::saveAs);
    menu->addSeparator();
    menu->addAction(
        tr("&Export view…"), QKeySequence(Qt::CTRL | Qt::Key_E), &window, &MainWindow::exportView);
    menu->addAction(
        tr("&Copy image"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), &window, &MainWindow::copyImage);
    menu->addSeparator();
    menu->addAction(tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), &window, &QWidget::close);
}

void buildEditMenu(MainWindow& window)
{
    QMenu* menu = window.menuBar()->addMenu(tr("&Edit"));
    QUndoStack* stack = window.document().undoStack();
    QAction* undo = stack->createUndoAction(&window);
    undo->setShortcut(QKeySequence::Undo);
    menu->addAction(undo);
    QAction* redo = stack->createRedoAction(&window);
    redo->setShortcuts(
        { QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y) });
    menu->addAction(redo);
}

void buildModelMenu(MainWindow& window)
{
    QMenu* menu = window.menuBar()->addMenu(tr("&Model"));
    menu->addAction(tr("&Search models"), QKeySequence(Qt::CTRL | Qt::Key_M), &window,
        [&window] { window.models().setFocus(Qt::ShortcutFocusReason); });
    menu->addAction(tr("&What the file says…"), QKeySequence(Qt::CTRL | Qt::Key_I), &window.facts(),
        &ModelFacts::showDetails);
}

void addViewActions(QMenu& menu, ViewDocks& views)
{
    int number = 0;
    for (const ViewInfo& view : allViews()) {
        QAction* action = menu.addAction(titleOf(view));
        action->setCheckable(true);
        action->setToolTip(summaryOf(view));
        if (++number <= 9)
            action->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + number)));
        QObject::connect(
            action, &QAction::triggered, &views, [&views, &view](bool open) { views.setOpen(view, open); });
        QObject::connect(&views, &ViewDocks::openChanged, action,
            [&views, &view, action] { action->setChecked(views.isOpen(view)); });
        action->setChecked(views.isOpen(view));
    }
}

void buildViewMenu(MainWindow& window)
{
    ViewDocks* views = &window.views();
    QMenu* menu = window.menuBar()->addMenu(tr("&View"));
    menu->setToolTipsVisible(true);
    addViewActions(*menu, *views);
    menu->addSeparator();
    menu->addAction(tr("&Catalogue of encodings…"), QKeySequence(Qt::CTRL | Qt::Key_K), &window,
        [&window] { CatalogueWindow::open(window); });
    menu->addSeparator();
    menu->addAction(tr("&Maximise or restore"), QKeySequence(Qt::Key_F), views, &ViewDocks::toggleMaximised);
    menu->addAction(
        tr("&Undock or dock"), QKeySequence(Qt::CTRL | Qt::Key_U), views, &ViewDocks::toggleFloating);
    menu->addSeparator();
    QMenu* arrangements = menu->addMenu(tr("&Arrangement"));
    for (const Arrangement& arrangement : allArrangements())
        arrangements->addAction(
            titleOf(arrangement), views, [views, &arrangement] { views->arrange(arrangement); });
    menu->addAction(tr("&Reset layout"), &window, &MainWindow::resetLayout);
    menu->addSeparator();
    window.theme().addActions(*menu->addMenu(tr("&Theme")));
}

void buildHelpMenu(MainWindow& window)
{
    QMenu* menu = window.menuBar()->addMenu(tr("&Help"));
    menu->addAction(tr("&Keyboard shortcuts"), QKeySequence::HelpContents, &window,
        [&window] { showShortcuts(&window); });
    menu->addAction(tr("&About Encoding Explorer"), &window, [&window] { showAbout(&window); });
    menu->addAction(tr("About &Qt"), &window, [&window] { QMessageBox::aboutQt(&window); });
}

} // namespace

void buildMainMenu(MainWindow& window)
{
    buildFileMenu(window);
    buildEditMenu(window);
    buildModelMenu(window);
    buildViewMenu(window);
    buildHelpMenu(window);
}
