// SPDX-License-Identifier: GPL-3.0-or-later
#include "plotpanel.h"

#include "gesture.h"
#include "menubutton.h"
#include "picture.h"
#include "plotframe.h"
#include "views.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QMenu>
#include <QPointer>
#include <QToolButton>

#include <cmath>

namespace {

/// A plot that leaves it to its panel to draw it at a new size, once for a burst of sizes.
class PanelPlot : public QCustomPlot {
public:
    explicit PanelPlot(QWidget* parent)
        : QCustomPlot(parent)
    {
        setViewport(QRect(0, 0, 1, 1)); // nothing to draw yet
    }

protected:
    void resizeEvent(QResizeEvent*) override { }
};

} // namespace

PlotPanel::PlotPanel(const ViewInfo& view, QWidget* parent)
    : QWidget(parent)
    , m_info(&view)
    , m_view(view.create())
    , m_plot(new PanelPlot(this))
    , m_header(new QWidget(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_plot, 1);
    buildHeader();
    buildOptions();
    connectPlot();
    m_plot->setMinimumSize(220, 140);
    setAccessibleName(titleOf(view));
    m_drawTimer.setSingleShot(true);
    connect(&m_drawTimer, &QTimer::timeout, this, &PlotPanel::draw);
}

PlotPanel::~PlotPanel() = default;

void PlotPanel::setView(const ViewInfo& view)
{
    if (m_info == &view)
        return;
    m_info = &view;
    m_view = view.create();
    if (m_scene)
        m_scene = sceneOf(m_state);
    m_zoomed = false;
    setAccessibleName(titleOf(view));
    m_chooser->setCurrentIndex(m_chooser->findData(QString::fromLatin1(view.id)));
    buildOptions();
    scheduleDraw();
}

void PlotPanel::render(const encodings::State& state)
{
    if (m_scene && state == m_state)
        return;
    if (m_scene && state.values.at("range") != m_state.values.at("range"))
        m_zoomed = false;
    m_state = state;
    m_scene = sceneOf(state);
    for (QComboBox* option : m_options->findChildren<QComboBox*>())
        option->setCurrentIndex(
            option->findData(QString::fromStdString(state.values.text(option->objectName().toStdString()))));
    scheduleDraw();
}

encodings::State PlotPanel::seenState() const
{
    encodings::State state = m_state;
    if (m_zoomed && m_view->showsRange())
        state.values.set("range", zoomedRange());
    return state;
}

std::shared_ptr<const encodings::Scene> PlotPanel::sceneOf(const encodings::State& state) const
{
    return sceneFor(*m_view, std::make_shared<const encodings::Scene>(encodings::makeScene(state)));
}

encodings::Value PlotPanel::zoomedRange() const
{
    const QCPRange range = m_plot->xAxis->range();
    const double from = std::floor(range.lower);
    return encodings::Numbers { from, std::max(from + 1, std::ceil(range.upper)) };
}

void PlotPanel::setTheme(std::optional<Theme::Name> name)
{
    m_themeName = name;
    scheduleDraw();
}

Theme PlotPanel::theme() const { return m_themeName ? Theme::named(*m_themeName) : Theme::of(palette()); }

void PlotPanel::copyImage()
{
    if (!m_scene)
        return;
    const QImage image = pictureOf(*m_view, titleOf(*m_info), sceneOf(seenState()), m_plot->size(),
        std::max(2.0, m_plot->devicePixelRatioF()), Theme::named(Theme::Name::Print));
    QApplication::clipboard()->setImage(image);
}

void PlotPanel::resetZoom()
{
    m_zoomed = false;
    scheduleDraw();
}

void PlotPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        scheduleDraw();
    QWidget::changeEvent(event);
}

void PlotPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_due)
        m_drawTimer.start(0);
}

bool PlotPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_header && event->type() == QEvent::MouseButtonDblClick) {
        emit maximiseRequested();
        return true;
    }
    if (watched == m_plot && event->type() == QEvent::Leave)
        hideCrosshair();
    if (watched == m_plot && event->type() == QEvent::Resize)
        scheduleDraw();
    return QWidget::eventFilter(watched, event);
}

void PlotPanel::buildHeader()
{
    auto* layout = new QHBoxLayout(m_header);
    layout->setContentsMargins(8, 2, 4, 2);
    layout->setSpacing(4);
    m_header->installEventFilter(this);

    m_chooser = new QComboBox(m_header);
    m_chooser->setFrame(false);
    m_chooser->setAccessibleName(tr("View"));
    for (const ViewInfo& view : allViews()) {
        m_chooser->addItem(titleOf(view), QString::fromLatin1(view.id));
        m_chooser->setItemData(m_chooser->count() - 1, summaryOf(view), Qt::ToolTipRole);
    }
    m_chooser->setCurrentIndex(m_chooser->findData(QString::fromLatin1(m_info->id)));
    m_chooser->setFocusPolicy(Qt::TabFocus);
    connect(m_chooser, &QComboBox::activated, this, [this](int index) {
        const QString id = m_chooser->itemData(index).toString();
        // The owner decides; until it calls setView the chooser shows what is drawn.
        m_chooser->setCurrentIndex(m_chooser->findData(QString::fromLatin1(m_info->id)));
        emit viewChosen(id);
    });
    layout->addWidget(m_chooser);
    m_options = new QWidget(m_header);
    layout->addWidget(m_options);
    layout->addStretch(1);

    const auto add = [layout](QToolButton* button, const QString& toolTip) {
        button->setAutoRaise(true);
        button->setToolTip(toolTip);
        button->setAccessibleName(toolTip);
        button->setFocusPolicy(Qt::TabFocus);
        layout->addWidget(button);
    };
    auto* maximise = new QToolButton(m_header);
    maximise->setText(QStringLiteral("□"));
    add(maximise, tr("Maximise or restore (double click on the title, or F)"));
    connect(maximise, &QToolButton::clicked, this, &PlotPanel::maximiseRequested);
    auto* more = new MenuButton(QStringLiteral("⋯"), m_header);
    add(more, tr("Export, copy, range"));
    auto* menu = new QMenu(more);
    more->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { buildMenu(*menu); });
}

void PlotPanel::buildOptions()
{
    delete m_options->layout();
    qDeleteAll(m_options->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    auto* layout = new QHBoxLayout(m_options);
    layout->setContentsMargins(0, 0, 0, 0);
    for (const encodings::Parameter& parameter : encodings::sharedParameters()) {
        if (parameter.owner != m_info->id || parameter.kind != encodings::Kind::Choice)
            continue;
        auto* option = new QComboBox(m_options);
        option->setObjectName(QString::fromStdString(parameter.key));
        option->setFrame(false);
        option->setFocusPolicy(Qt::TabFocus);
        option->setToolTip(
            tr("%1\nCommand line: --set %2=…")
                .arg(QString::fromStdString(parameter.help), QString::fromStdString(parameter.key)));
        option->setAccessibleName(QString::fromStdString(parameter.label));
        for (const std::string& word : parameter.choices)
            option->addItem(QString::fromStdString(word), QString::fromStdString(word));
        if (m_scene)
            option->setCurrentIndex(
                option->findData(QString::fromStdString(m_state.values.text(parameter.key))));
        connect(option, &QComboBox::activated, this, [this, option, key = parameter.key](int index) {
            encodings::State next = m_state;
            next.values.set(key, option->itemData(index).toString().toStdString());
            emit edited(next, newGesture());
        });
        layout->addWidget(option);
    }
}

void PlotPanel::buildMenu(QMenu& menu)
{
    menu.clear();
    menu.addAction(tr("Export view…"), this, &PlotPanel::exportRequested);
    menu.addAction(tr("Copy image"), this, &PlotPanel::copyImage);
    menu.addSeparator();
    menu.addAction(tr("Back from zoom"), this, &PlotPanel::resetZoom)->setEnabled(m_zoomed);
    if (m_view->showsRange()) {
        menu.addAction(tr("Keep this range"), this, [this] { setRange(zoomedRange()); });
        menu.addAction(tr("Show the whole range"), this, [this] { setRange(encodings::Automatic {}); });
    }
    menu.addSeparator();
    menu.addAction(tr("Close view"), this, &PlotPanel::closeRequested);
}

void PlotPanel::connectPlot()
{
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->setNoAntialiasingOnDrag(false);
    m_plot->setFocusPolicy(Qt::ClickFocus);
    m_plot->installEventFilter(this);
    m_plot->setMouseTracking(true);
    for (QCPAxis* axis : { m_plot->xAxis, m_plot->yAxis }) {
        connect(axis, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this] {
            if (!m_drawing)
                m_zoomed = true;
        });
    }
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, &PlotPanel::resetZoom);
    connect(m_plot, &QCustomPlot::mouseMove, this,
        [this](QMouseEvent* event) { moveCrosshair(event->position()); });
}

void PlotPanel::scheduleDraw()
{
    if (!m_scene)
        return;
    m_due = true;
    if (isVisible() && !m_drawTimer.isActive())
        m_drawTimer.start(0);
}

void PlotPanel::draw()
{
    if (!m_due || !isVisible())
        return;
    m_due = false;
    m_drawing = true;
    const QCPRange x = m_plot->xAxis->range();
    const QCPRange y = m_plot->yAxis->range();
    // The answer of a worker can come when this panel is gone: it is looked up on the interface thread.
    const auto repaint = [panel = QPointer(this)] {
        QMetaObject::invokeMethod(
            qApp,
            [panel] {
                if (!panel || panel->m_due)
                    return;
                writeCaption(*panel->m_plot, *panel->m_view, *panel->m_scene);
                panel->m_plot->replot(QCustomPlot::rpQueuedReplot);
            },
            Qt::QueuedConnection);
    };
    m_plot->setViewport(m_plot->rect());
    drawView(*m_plot, *m_view, m_scene, Look { theme(), false, repaint }, QString());

    const Qt::Orientations directions = m_view->zoomable();
    m_plot->axisRect()->setRangeDrag(directions);
    m_plot->axisRect()->setRangeZoom(directions);
    if (m_zoomed && directions.testFlag(Qt::Horizontal))
        m_plot->xAxis->setRange(x);
    if (m_zoomed && directions.testFlag(Qt::Vertical))
        m_plot->yAxis->setRange(y);

    m_crosshair = new QCPItemStraightLine(m_plot);
    m_crosshair->setLayer(QStringLiteral("overlay"));
    m_crosshair->setPen(QPen(theme().mutedText, 0));
    m_crosshair->setVisible(false);
    m_drawing = false;
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotPanel::moveCrosshair(const QPointF& pixel)
{
    if (!m_scene || m_scene->series.empty() || !m_crosshair)
        return;
    if (!m_plot->axisRect()->rect().contains(pixel.toPoint())) {
        hideCrosshair();
        return;
    }
    const double x = m_plot->xAxis->pixelToCoord(pixel.x());
    const double y = m_plot->yAxis->pixelToCoord(pixel.y());
    if (m_plot->xAxis->visible()) {
        m_crosshair->point1->setCoords(x, m_plot->yAxis->range().lower);
        m_crosshair->point2->setCoords(x, m_plot->yAxis->range().upper);
        m_crosshair->setVisible(true);
        m_plot->layer(QStringLiteral("overlay"))->replot();
    }
    const QString text = m_view->readout(*m_scene, x, y);
    emit readout(text.isEmpty() ? QString() : titleOf(*m_info) + ": " + text);
}

void PlotPanel::hideCrosshair()
{
    if (m_crosshair && m_crosshair->visible()) {
        m_crosshair->setVisible(false);
        m_plot->layer(QStringLiteral("overlay"))->replot();
    }
    emit readout(QString());
}

void PlotPanel::setRange(const encodings::Value& range)
{
    encodings::State next = m_state;
    next.values.set("range", range);
    m_zoomed = false;
    emit edited(next, newGesture());
}
