// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

/// Every shortcut, in a small window.
void showShortcuts(QWidget* window);

/// Version, licence and libraries.
void showAbout(QWidget* window);
