// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyleOptionToolButton>
#include <QStylePainter>
#include <QToolButton>

/// A flat button that opens its menu at once and draws no arrow for it.
class MenuButton : public QToolButton {
public:
    explicit MenuButton(const QString& text, QWidget* parent)
        : QToolButton(parent)
    {
        setText(text);
        setAutoRaise(true);
        setPopupMode(InstantPopup);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QStylePainter painter(this);
        QStyleOptionToolButton option;
        initStyleOption(&option);
        option.features &= ~QStyleOptionToolButton::HasMenu;
        painter.drawComplexControl(QStyle::CC_ToolButton, option);
    }
};
