// SPDX-License-Identifier: GPL-3.0-or-later
#include "themechoice.h"

#include <QActionGroup>
#include <QApplication>
#include <QMenu>
#include <QProxyStyle>
#include <QSettings>
#include <QStyleFactory>

#include <array>

namespace {

const char* const settingsKey = "theme";

/// Fusion without pictures on the buttons of dialogs.
class PlainStyle : public QProxyStyle {
public:
    PlainStyle()
        : QProxyStyle(QStyleFactory::create("Fusion"))
    {
    }

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
        QStyleHintReturn* data) const override
    {
        return hint == SH_DialogButtonBox_ButtonsHaveIcons
            ? 0
            : QProxyStyle::styleHint(hint, option, widget, data);
    }
};

struct Choice {
    const char* id;
    const char* title;
    std::optional<Theme::Name> name;
};

const std::array<Choice, 4>& choices()
{
    static const std::array<Choice, 4> all { {
        { "system", QT_TRANSLATE_NOOP("ThemeChoice", "System"), std::nullopt },
        { "light", QT_TRANSLATE_NOOP("ThemeChoice", "Light"), Theme::Name::Light },
        { "dark", QT_TRANSLATE_NOOP("ThemeChoice", "Dark"), Theme::Name::Dark },
        { "projector", QT_TRANSLATE_NOOP("ThemeChoice", "Projector"), Theme::Name::Projector },
    } };
    return all;
}

} // namespace

ThemeChoice::ThemeChoice(QObject* parent)
    : QObject(parent)
    , m_systemPointSize(QApplication::font().pointSizeF())
{
    QApplication::setStyle(new PlainStyle);
    const QString saved = QSettings().value(settingsKey).toString();
    for (const Choice& choice : choices()) {
        if (saved == choice.id)
            m_chosen = choice.name;
    }
    apply();
}

void ThemeChoice::choose(std::optional<Theme::Name> name)
{
    if (name == m_chosen)
        return;
    m_chosen = name;
    for (const Choice& choice : choices()) {
        if (choice.name == name)
            QSettings().setValue(settingsKey, choice.id);
    }
    apply();
    emit changed(name);
}

void ThemeChoice::apply()
{
    QApplication::setPalette(QPalette()); // the system's
    const Theme theme = m_chosen ? Theme::named(*m_chosen) : Theme::of(QApplication::palette());
    QApplication::setPalette(theme.palette());
    if (m_systemPointSize <= 0)
        return;
    QFont font = QApplication::font();
    font.setPointSizeF(m_systemPointSize * (m_chosen == Theme::Name::Projector ? 1.35 : 1.0));
    QApplication::setFont(font);
}

void ThemeChoice::addActions(QMenu& menu)
{
    m_group = new QActionGroup(this);
    for (const Choice& choice : choices()) {
        QAction* action = menu.addAction(tr(choice.title));
        action->setCheckable(true);
        action->setChecked(choice.name == m_chosen);
        m_group->addAction(action);
        connect(action, &QAction::triggered, this, [this, name = choice.name] { choose(name); });
    }
}
