// SPDX-License-Identifier: GPL-3.0-or-later
#include "cataloguewindow.h"

#include "exportdialog.h"
#include "mainwindow.h"

#include "widgets/catalogue.h"
#include "widgets/views.h"

#include <QAction>
#include <QKeyEvent>
#include <QScreen>
#include <QSettings>
#include <QVBoxLayout>

namespace {

const char* const geometryKey = "catalogue/geometry";
constexpr QSize usualSize(1180, 720);

} // namespace

void CatalogueWindow::open(MainWindow& window)
{
    auto* opened = window.findChild<CatalogueWindow*>(QString(), Qt::FindDirectChildrenOnly);
    if (!opened)
        opened = new CatalogueWindow(window);
    opened->show();
    opened->raise();
    opened->activateWindow();
}

CatalogueWindow::CatalogueWindow(MainWindow& window)
    : QWidget(&window, Qt::Window)
    , m_document(window.document())
    , m_catalogue(new Catalogue)
{
    setWindowTitle(tr("Catalogue of encodings"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_catalogue);
    connect(m_catalogue, &Catalogue::edited, &m_document,
        [this](const encodings::State& next, quint64 gesture) { m_document.edit(next, gesture); });
    connect(m_catalogue, &Catalogue::saveRequested, this, &CatalogueWindow::savePicture);
    connect(&m_document, &Document::changed, this, &CatalogueWindow::showState);
    QUndoStack* stack = m_document.undoStack();
    const auto shortcut = [this](const QKeySequence& keys, const auto& act) {
        auto* action = new QAction(this);
        action->setShortcut(keys);
        connect(action, &QAction::triggered, this, act);
        addAction(action);
    };
    shortcut(QKeySequence::Undo, [stack] { stack->undo(); });
    shortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), [stack] { stack->redo(); });
    shortcut(QKeySequence(Qt::CTRL | Qt::Key_W), [this] { close(); });
    resize(usualSize.boundedTo(screen()->availableSize()));
    restoreGeometry(QSettings().value(geometryKey).toByteArray());
}

void CatalogueWindow::showState()
{
    if (isVisible())
        m_catalogue->setState(m_document.state());
}

void CatalogueWindow::showEvent(QShowEvent* event)
{
    m_catalogue->setState(m_document.state());
    QWidget::showEvent(event);
}

void CatalogueWindow::hideEvent(QHideEvent* event)
{
    QSettings().setValue(geometryKey, saveGeometry());
    QWidget::hideEvent(event);
}

void CatalogueWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

void CatalogueWindow::savePicture()
{
    encodings::State state = m_document.state();
    for (encodings::Series& series : state.series)
        series.shown = true; // the catalogue marks hidden ones too
    auto* dialog = new ExportDialog(state, catalogueInfo(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}
