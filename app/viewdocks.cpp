// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewdocks.h"

#include "arrangement.h"

#include "widgets/plotpanel.h"
#include "widgets/views.h"

#include <QDockWidget>
#include <QEvent>
#include <QLabel>
#include <QSet>
#include <QSettings>

#include <algorithm>

namespace {

constexpr int layoutVersion = 1;

bool isShown(const QDockWidget& dock) { return !dock.isHidden(); }

} // namespace

ViewDocks::ViewDocks(QWidget* parent)
    : QMainWindow(parent, Qt::Widget)
{
    setDockNestingEnabled(true);
    setAnimated(false);
    auto* hint = new QLabel(tr("No view is open. Choose one from the View menu."));
    hint->setAlignment(Qt::AlignCenter);
    hint->hide();
    setCentralWidget(hint);
}

void ViewDocks::render(const encodings::State& state)
{
    m_state = state;
    m_hasState = true;
    for (const Slot& slot : m_slots)
        slot.panel->render(state);
}

void ViewDocks::setTheme(std::optional<Theme::Name> theme)
{
    m_theme = theme;
    for (const Slot& slot : m_slots)
        slot.panel->setTheme(theme);
}

bool ViewDocks::isOpen(const ViewInfo& view) const { return panel(view) != nullptr; }

PlotPanel* ViewDocks::panel(const ViewInfo& view) const
{
    const auto found = std::find_if(m_slots.begin(), m_slots.end(),
        [&](const Slot& slot) { return isShown(*slot.dock) && &slot.panel->view() == &view; });
    return found == m_slots.end() ? nullptr : found->panel;
}

void ViewDocks::setOpen(const ViewInfo& view, bool open)
{
    leaveMaximised();
    if (open == isOpen(view))
        return;
    m_keepsProportions = false;
    const Slot& slot = slotFor(view);
    if (open)
        place(slot);
    slot.dock->setVisible(open);
    updateHint();
}

void ViewDocks::arrange(const Arrangement& arrangement)
{
    m_beforeMaximise.clear();
    m_arrangement = arrangement.id;
    for (const Slot& slot : m_slots) {
        slot.dock->setFloating(false);
        removeDockWidget(slot.dock); // hides it too
    }
    m_arranged.clear();
    std::vector<QDockWidget*> heads;
    for (const Arrangement::Column& column : arrangement.columns) {
        QDockWidget* head = slotFor(*findView(column.places.front().view)).dock;
        if (heads.empty())
            addDockWidget(Qt::TopDockWidgetArea, head);
        else
            splitDockWidget(heads.back(), head, Qt::Horizontal);
        head->show();
        heads.push_back(head);
    }
    for (std::size_t i = 0; i < heads.size(); ++i) {
        QDockWidget* above = heads[i];
        m_arranged.push_back(above);
        for (const Arrangement::Place& place : std::span(arrangement.columns[i].places).subspan(1)) {
            QDockWidget* dock = slotFor(*findView(place.view)).dock;
            splitDockWidget(above, dock, Qt::Vertical);
            dock->show();
            m_arranged.push_back(dock);
            above = dock;
        }
    }
    m_keepsProportions = true;
    proportion();
    updateHint();
}

void ViewDocks::showWhatApplies()
{
    const auto scene = std::make_shared<const encodings::Scene>(encodings::makeScene(m_state));
    const bool applies = std::any_of(m_slots.begin(), m_slots.end(), [&](const Slot& slot) {
        return isOpen(slot.panel->view()) && !sceneFor(*slot.panel->view().create(), scene)->series.empty();
    });
    if (!applies && !scene->series.empty())
        arrange(arrangement("scores"));
}

/// Sizes are shares of the room, kept until a hand moves a line or a dock.
void ViewDocks::proportion()
{
    if (!isVisible() || !m_keepsProportions || isMaximised())
        return;
    QList<QDockWidget*> docks;
    QList<int> widths;
    QList<QDockWidget*> rows;
    QList<int> heights;
    auto arranged = m_arranged.begin();
    for (const Arrangement::Column& column : arrangement(m_arrangement).columns) {
        for (const Arrangement::Place& place : column.places) {
            QDockWidget* dock = *arranged++;
            if (&place == &column.places.front()) {
                docks.append(dock);
                widths.append(column.width * 1000);
            }
            rows.append(dock);
            heights.append(place.height * 1000);
        }
    }
    resizeDocks(docks, widths, Qt::Horizontal);
    resizeDocks(rows, heights, Qt::Vertical);
}

QString ViewDocks::freeName() const
{
    const auto isTaken = [this](const QString& name) {
        return std::any_of(m_slots.begin(), m_slots.end(),
            [&](const Slot& slot) { return slot.dock->objectName() == name; });
    };
    int number = 0;
    while (isTaken(QString("view%1").arg(number)))
        ++number;
    return QString("view%1").arg(number);
}

ViewDocks::Slot& ViewDocks::addSlot(const ViewInfo& view)
{
    auto* panel = new PlotPanel(view);
    auto* dock = new QDockWidget(this);
    dock->setObjectName(freeName());
    dock->setWindowTitle(titleOf(view));
    dock->setWidget(panel);
    dock->setTitleBarWidget(panel->header());
    dock->hide();
    connect(dock, &QDockWidget::topLevelChanged, this, [this] { m_keepsProportions = false; });
    panel->installEventFilter(this);
    panel->header()->installEventFilter(this);
    dock->installEventFilter(this);

    connect(panel, &PlotPanel::edited, this, &ViewDocks::edited);
    connect(panel, &PlotPanel::readout, this, &ViewDocks::readout);
    connect(panel, &PlotPanel::viewChosen, this, [this, panel](const QString& id) { exchange(*panel, id); });
    connect(panel, &PlotPanel::exportRequested, this, [this, panel] {
        m_active = panel;
        emit exportRequested();
    });
    connect(panel, &PlotPanel::maximiseRequested, this, [this, panel] {
        m_active = panel;
        toggleMaximised();
    });
    connect(panel, &PlotPanel::closeRequested, this, [this, panel] { setOpen(panel->view(), false); });
    panel->setTheme(m_theme);
    if (m_hasState)
        panel->render(m_state);
    m_slots.push_back({ dock, panel });
    return m_slots.back();
}

/// The slot that shows or last showed `view`, else a new one.
ViewDocks::Slot& ViewDocks::slotFor(const ViewInfo& view)
{
    const auto same = std::find_if(
        m_slots.begin(), m_slots.end(), [&](const Slot& slot) { return &slot.panel->view() == &view; });
    return same != m_slots.end() ? *same : addSlot(view);
}

const ViewDocks::Slot* ViewDocks::slotOf(const QObject* panel) const
{
    const auto found
        = std::find_if(m_slots.begin(), m_slots.end(), [&](const Slot& slot) { return slot.panel == panel; });
    return found == m_slots.end() ? nullptr : &*found;
}

const ViewDocks::Slot* ViewDocks::activeSlot() const
{
    const Slot* active = slotOf(m_active);
    if (active && isShown(*active->dock))
        return active;
    const auto first
        = std::find_if(m_slots.begin(), m_slots.end(), [](const Slot& slot) { return isShown(*slot.dock); });
    return first == m_slots.end() ? nullptr : &*first;
}

PlotPanel* ViewDocks::activePanel() const
{
    const Slot* slot = activeSlot();
    return slot ? slot->panel : nullptr;
}

/// Finds room for a dock that has no place yet: half of the largest open one, or behind it where halves would
/// be too small.
void ViewDocks::place(const Slot& slot)
{
    if (dockWidgetArea(slot.dock) != Qt::NoDockWidgetArea)
        return;
    const auto area = [](const QDockWidget& dock) { return dock.width() * dock.height(); };
    QDockWidget* largest = nullptr;
    for (const Slot& other : m_slots) {
        const bool isSeen = isShown(*other.dock) && other.dock->isVisible() && !other.dock->isFloating();
        if (isSeen && (!largest || area(*other.dock) > area(*largest)))
            largest = other.dock;
    }
    if (!largest) {
        addDockWidget(Qt::TopDockWidgetArea, slot.dock);
        return;
    }
    const QSize least = largest->minimumSizeHint().expandedTo(slot.dock->minimumSizeHint());
    if (largest->width() > largest->height() && largest->width() >= 2 * least.width()) {
        splitDockWidget(largest, slot.dock, Qt::Horizontal);
    } else if (largest->height() >= 2 * least.height()) {
        splitDockWidget(largest, slot.dock, Qt::Vertical);
    } else {
        tabifyDockWidget(largest, slot.dock);
        QMetaObject::invokeMethod(slot.dock, &QWidget::raise, Qt::QueuedConnection);
    }
}

void ViewDocks::exchange(PlotPanel& panel, const QString& id)
{
    const ViewInfo* view = findView(id.toStdString());
    if (!view || view == &panel.view())
        return;
    for (const Slot& other : m_slots) { // closed ones too: a view has one slot
        if (&other.panel->view() != view)
            continue;
        other.panel->setView(panel.view());
        other.dock->setWindowTitle(titleOf(panel.view()));
    }
    panel.setView(*view);
    slotOf(&panel)->dock->setWindowTitle(titleOf(*view));
    emit openChanged();
}

void ViewDocks::toggleMaximised()
{
    if (isMaximised())
        return leaveMaximised();
    const Slot* active = activeSlot();
    if (!active || active->dock->isFloating())
        return;
    m_beforeMaximise = saveState(layoutVersion);
    for (const Slot& slot : m_slots)
        slot.dock->setVisible(slot.dock == active->dock || (slot.dock->isFloating() && isShown(*slot.dock)));
    updateHint();
}

void ViewDocks::leaveMaximised()
{
    if (!isMaximised())
        return;
    restoreState(m_beforeMaximise, layoutVersion);
    m_beforeMaximise.clear();
    updateHint();
}

void ViewDocks::toggleFloating()
{
    if (const Slot* active = activeSlot())
        active->dock->setFloating(!active->dock->isFloating());
    updateHint();
}

void ViewDocks::updateHint()
{
    const bool docked = std::any_of(m_slots.begin(), m_slots.end(),
        [](const Slot& slot) { return isShown(*slot.dock) && !slot.dock->isFloating(); });
    centralWidget()->setVisible(!docked);
    emit openChanged();
}

void ViewDocks::save(QSettings& settings) const
{
    QStringList views;
    QStringList names;
    for (const Slot& slot : m_slots) {
        if (dockWidgetArea(slot.dock) == Qt::NoDockWidgetArea)
            continue; // Qt would show a dock without a place
        views.append(slot.panel->view().id);
        names.append(slot.dock->objectName());
    }
    settings.setValue("layout/views", views);
    settings.setValue("layout/names", names);
    settings.setValue("layout/arrangement", m_arrangement);
    settings.setValue("layout/docks", isMaximised() ? m_beforeMaximise : saveState(layoutVersion));
}

bool ViewDocks::restore(const QSettings& settings)
{
    const QStringList views = settings.value("layout/views").toStringList();
    const QStringList names = settings.value("layout/names").toStringList();
    const QByteArray docks = settings.value("layout/docks").toByteArray();
    const bool known = std::all_of(
        views.begin(), views.end(), [](const QString& id) { return findView(id.toStdString()); });
    if (views.isEmpty() || docks.isEmpty() || !known || names.size() != views.size()
        || QSet<QString>(views.begin(), views.end()).size() != views.size() || !m_slots.empty())
        return false;
    for (qsizetype i = 0; i < views.size(); ++i)
        addSlot(*findView(views[i].toStdString())).dock->setObjectName(names[i]);
    if (!restoreState(docks, layoutVersion))
        return false;
    m_arrangement = settings.value("layout/arrangement").toString();
    updateHint();
    return true;
}

bool ViewDocks::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Enter:
    case QEvent::MouseButtonPress:
    case QEvent::FocusIn:
        for (const Slot& slot : m_slots) {
            if (watched == slot.panel || watched == slot.panel->header())
                m_active = slot.panel;
        }
        break;
    case QEvent::Close: // the window frame of a floating view
        QMetaObject::invokeMethod(this, &ViewDocks::updateHint, Qt::QueuedConnection);
        break;
    default:
        break;
    }
    return QMainWindow::eventFilter(watched, event);
}

void ViewDocks::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (m_keepsProportions)
        QMetaObject::invokeMethod(this, &ViewDocks::proportion, Qt::QueuedConnection);
}

/// A press that reaches the window itself takes hold of the line between two docks.
void ViewDocks::mousePressEvent(QMouseEvent* event)
{
    m_keepsProportions = false;
    QMainWindow::mousePressEvent(event);
}
