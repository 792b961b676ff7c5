// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme.h"

#include <QObject>

#include <optional>

class QActionGroup;
class QMenu;

/// The theme of the whole program: the system's, light, dark, or large for a projector. Remembered.
class ThemeChoice : public QObject {
    Q_OBJECT

public:
    explicit ThemeChoice(QObject* parent = nullptr);

    /// Nothing: as the system's palette, light or dark.
    std::optional<Theme::Name> chosen() const { return m_chosen; }
    void choose(std::optional<Theme::Name> name);
    /// Dresses the application in what is chosen; call again when the system's colours have changed.
    void apply();
    void addActions(QMenu& menu);

signals:
    void changed(std::optional<Theme::Name> name);

private:
    std::optional<Theme::Name> m_chosen;
    QActionGroup* m_group = nullptr;
    double m_systemPointSize = 0.0;
};
