// SPDX-License-Identifier: GPL-3.0-or-later
#include "seriesbar.h"

#include "coretext.h"
#include "flowlayout.h"
#include "gesture.h"
#include "menubutton.h"
#include "overridesdialog.h"
#include "serieschip.h"
#include "seriesedits.h"

#include "encodings/parametererror.h"
#include "encodings/recordwords.h"
#include "encodings/scene.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QInputDialog>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

using encodings::Encoding;
using encodings::State;

namespace {

constexpr int chipSpacing = 6;

QString menuText(const std::string& text)
{
    return coreText(text).replace(QLatin1Char('&'), QStringLiteral("&&"));
}

QString helpOf(const Encoding& encoding)
{
    return QStringLiteral("<p>%1</p>").arg(coreText(encoding.about).toHtmlEscaped());
}

} // namespace

SeriesBar::SeriesBar(QWidget* parent)
    : QWidget(parent)
    , m_flow(new FlowLayout(this, chipSpacing))
    , m_add(new MenuButton(QStringLiteral("+"), this))
{
    m_add->setObjectName(QStringLiteral("add"));
    m_add->setFixedSize(30, 26);
    m_add->setToolTip(tr("Add a series"));
    m_add->setAccessibleName(tr("Add a series"));
    auto* menu = new QMenu(m_add);
    menu->setToolTipsVisible(true);
    m_add->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillAdd(*menu); });
    m_flow->insertWidget(0, m_add);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void SeriesBar::setModels(const std::vector<ModelGroup>& groups) { m_models = groups; }

void SeriesBar::setState(const State& state)
{
    if (m_hasState && state == m_state)
        return;
    m_state = state;
    m_hasState = true;
    showChips();
}

QSize SeriesBar::sizeHint() const { return { m_flow->sizeHint().width(), minimumHeight() }; }

void SeriesBar::showChips()
{
    State all = m_state;
    for (encodings::Series& series : all.series)
        series.shown = true;
    const encodings::Scene scene = encodings::makeScene(all);
    const auto nameAt = [&](std::size_t index) {
        for (const encodings::SceneSeries& series : scene.series) {
            if (series.index == index)
                return coreText(series.name);
        }
        return QString::fromStdString(all.series[index].label);
    };
    const auto problemOf = [&](const std::string& label) {
        for (const encodings::SceneProblem& problem : scene.problems) {
            if (problem.label == label)
                return coreText(problem.reason);
        }
        return QString();
    };

    while (m_chips.size() > m_state.series.size()) {
        SeriesChip* chip = m_chips.back();
        m_chips.pop_back();
        m_flow->removeWidget(chip);
        chip->hide();
        chip->deleteLater();
    }
    while (m_chips.size() < m_state.series.size()) {
        auto* chip = new SeriesChip(this);
        const std::size_t index = m_chips.size();
        connect(
            chip, &SeriesChip::clicked, this, [this, index] { ask(seriesedits::toggled(m_state, index)); });
        connect(chip, &SeriesChip::menuRequested, this,
            [this, index](const QPoint& place) { openMenu(index, place); });
        QWidget* before = m_chips.empty() ? nullptr : m_chips.back();
        m_flow->insertWidget(static_cast<int>(index), chip);
        chip->show();
        if (before)
            setTabOrder(before, chip);
        setTabOrder(chip, m_add);
        m_chips.push_back(chip);
    }
    const auto subject = std::find_if(m_state.series.begin(), m_state.series.end(),
        [](const encodings::Series& series) { return series.shown; });
    for (std::size_t index = 0; index < m_chips.size(); ++index) {
        const encodings::Series& series = m_state.series[index];
        const bool isSubject
            = m_state.series.size() > 1 && subject != m_state.series.end() && &*subject == &series;
        m_chips[index]->showSeries(nameAt(index), index, series.shown, isSubject, problemOf(series.label));
    }
    m_flow->invalidate();
    fitHeight();
}

/// Toolbars and boxes do not ask for a height by width: the bar says what it needs at the width that it has.
void SeriesBar::fitHeight()
{
    const int height = m_flow->heightForWidth(std::max(width(), 100));
    if (minimumHeight() != height || maximumHeight() != height)
        setFixedHeight(height);
    updateGeometry();
}

void SeriesBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitHeight();
}

bool SeriesBar::event(QEvent* event)
{
    const bool done = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::FontChange)
        fitHeight();
    return done;
}

void SeriesBar::ask(const State& next)
{
    if (next != m_state)
        emit edited(next, newGesture());
}

void SeriesBar::addEdit(QMenu& menu, const QString& text, const QString& help, bool checked, const Edit& edit)
{
    QAction* action = menu.addAction(text);
    action->setToolTip(help);
    if (checked) {
        action->setCheckable(true);
        action->setChecked(true);
    }
    try {
        const State next = edit();
        if (const auto reason = seriesedits::refusal(next))
            throw encodings::ParameterError("series", text.toStdString(), *reason);
        connect(action, &QAction::triggered, this, [this, next] { ask(next); });
    } catch (const encodings::ParameterError& error) {
        action->setEnabled(false);
        action->setToolTip(QStringLiteral("<p>%1</p>").arg(coreText(error.allowed()).toHtmlEscaped()));
    }
}

void SeriesBar::openMenu(std::size_t index, const QPoint& place)
{
    auto* menu = new QMenu(this);
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToHide, menu, &QObject::deleteLater);
    fillMenu(*menu, index);
    menu->popup(place);
}

void SeriesBar::fillMenu(QMenu& menu, std::size_t index)
{
    const std::size_t count = m_state.series.size();
    const auto add
        = [&](const QString& text, const char* name, bool enabled, const std::function<void()>& act) {
              QAction* action = menu.addAction(text);
              action->setObjectName(QLatin1String(name));
              action->setEnabled(enabled);
              connect(action, &QAction::triggered, this, act);
          };
    add(tr("Rename…"), "rename", true, [this, index] { askLabel(index); });
    add(tr("Make the subject"), "subject", index > 0,
        [this, index] { ask(seriesedits::asSubject(m_state, index)); });
    add(tr("Move left"), "left", index > 0,
        [this, index] { ask(seriesedits::moved(m_state, index, index - 1)); });
    add(tr("Move right"), "right", index + 1 < count,
        [this, index] { ask(seriesedits::moved(m_state, index, index + 1)); });
    menu.addSeparator();
    QMenu* encodingsMenu = menu.addMenu(tr("Encodings"));
    encodingsMenu->setObjectName(QStringLiteral("encodings"));
    encodingsMenu->setToolTipsVisible(true);
    fillEncodings(*encodingsMenu, index);
    QMenu* modelMenu = menu.addMenu(tr("Model"));
    modelMenu->setObjectName(QStringLiteral("model"));
    modelMenu->setToolTipsVisible(true);
    fillModels(*modelMenu, index);
    add(tr("Own values…"), "values", true, [this, index] { askOverrides(index); });
    menu.addSeparator();
    add(tr("Duplicate"), "duplicate", true, [this, index] { ask(seriesedits::duplicated(m_state, index)); });
    add(tr("Remove"), "remove", count > 1, [this, index] { ask(seriesedits::removed(m_state, index)); });
}

void SeriesBar::fillEncodings(QMenu& menu, std::size_t index)
{
    const std::vector<std::string> ids = m_state.series[index].encodings;
    const auto uses = [&](const Encoding& encoding) {
        return std::find(ids.begin(), ids.end(), encoding.id) != ids.end();
    };
    addByFamily(menu, [&](QMenu& section, const Encoding& encoding) {
        const bool only = ids.size() == 1 && uses(encoding);
        addEdit(section, menuText(encoding.name), helpOf(encoding), only,
            [this, index, id = encoding.id] { return seriesedits::withEncodings(m_state, index, { id }); });
    });
    menu.addSeparator();
    QMenu* combine = menu.addMenu(tr("Combine with"));
    combine->setObjectName(QStringLiteral("combine"));
    combine->setToolTipsVisible(true);
    addByFamily(*combine, [&](QMenu& section, const Encoding& encoding) {
        if (uses(encoding))
            return;
        std::vector<std::string> more = ids;
        more.push_back(encoding.id);
        if (!seriesedits::refusal(seriesedits::withEncodings(m_state, index, more)))
            addEdit(section, QStringLiteral("+ ") + menuText(encoding.name), helpOf(encoding), false,
                [this, index, more] { return seriesedits::withEncodings(m_state, index, more); });
    });
    if (combine->isEmpty())
        combine->addAction(tr("Nothing else combines with it"))->setEnabled(false);
    if (ids.size() < 2)
        return;
    for (const std::string& id : ids) {
        std::vector<std::string> fewer = ids;
        fewer.erase(std::find(fewer.begin(), fewer.end(), id));
        const Encoding& encoding = encodings::encodingById(id);
        addEdit(menu, QStringLiteral("− ") + menuText(encoding.name), helpOf(encoding), false,
            [this, index, fewer] { return seriesedits::withEncodings(m_state, index, fewer); });
    }
}

/// A submenu of `menu` for each family, in the order of the lists, which `add` fills encoding by encoding; one
/// that stays empty is left out.
void SeriesBar::addByFamily(QMenu& menu, const std::function<void(QMenu&, const Encoding&)>& add)
{
    for (const encodings::Family& family : encodings::allFamilies()) {
        auto* section = new QMenu(menuText(family.name), &menu);
        section->setToolTipsVisible(true);
        for (const Encoding* encoding : family.encodings)
            add(*section, *encoding);
        if (section->isEmpty())
            delete section;
        else
            menu.addMenu(section);
    }
}

void SeriesBar::fillModels(QMenu& menu, std::size_t index)
{
    const auto& own = m_state.series[index].model;
    addEdit(menu, tr("Shared: %1").arg(menuText(m_state.model.name)), tr("The numbers of the model sliders"),
        !own, [this, index] { return seriesedits::withSeriesModel(m_state, index, {}); });
    if (!m_models.empty())
        menu.addSeparator();
    for (const ModelGroup& group : m_models) {
        QMenu* models = menu.addMenu(group.name);
        models->setObjectName(group.name);
        models->setToolTipsVisible(true);
        for (const encodings::Model& model : group.models) {
            addEdit(*models, menuText(model.name), QString::fromStdString(model.source).toHtmlEscaped(),
                own && own->name == model.name,
                [this, index, model] { return seriesedits::withSeriesModel(m_state, index, model); });
        }
    }
}

void SeriesBar::fillAdd(QMenu& menu)
{
    qDeleteAll(menu.findChildren<QMenu*>(QString(), Qt::FindDirectChildrenOnly));
    menu.clear();
    addByFamily(menu, [this](QMenu& section, const Encoding& encoding) {
        addEdit(section, menuText(encoding.name), helpOf(encoding), false,
            [this, id = encoding.id] { return seriesedits::added(m_state, id); });
    });
    menu.addSeparator();
    addEdit(menu, tr("Four bases"), tr("The subject with base 10, 100, 1000 and 10000"), false,
        [this] { return seriesedits::withFourBases(m_state); });
}

void SeriesBar::askLabel(std::size_t index)
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename the series"));
    dialog->setLabelText(tr("Name, which no other series has:"));
    const QString shown = coreText(encodings::nameOf(m_state.series[index]));
    dialog->setTextValue(shown);
    const auto isFree = [this, index](const QString& text) {
        return index < m_state.series.size()
            && seriesedits::isFreeName(m_state, index, text.trimmed().toStdString());
    };
    connect(dialog, &QInputDialog::textValueChanged, dialog, [dialog, isFree](const QString& text) {
        if (auto* buttons = dialog->findChild<QDialogButtonBox*>())
            buttons->button(QDialogButtonBox::Ok)->setEnabled(isFree(text));
    });
    connect(
        dialog, &QInputDialog::textValueSelected, this, [this, index, shown, isFree](const QString& text) {
            if (text.trimmed() != shown && isFree(text))
                ask(seriesedits::renamed(m_state, index, text.trimmed().toStdString()));
        });
    dialog->open();
}

void SeriesBar::askOverrides(std::size_t index)
{
    auto* dialog = new OverridesDialog(m_state, index, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, index, dialog] {
        if (index < m_state.series.size())
            ask(seriesedits::withOverrides(m_state, index, dialog->overrides()));
    });
    dialog->open();
}
