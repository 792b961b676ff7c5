// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class MainWindow;

/// Fills the menu bar of `window`.
void buildMainMenu(MainWindow& window);
