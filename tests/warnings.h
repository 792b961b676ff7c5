// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRegularExpression>
#include <QTest>

/// Call from init() of a test class: from then on any warning of Qt fails the running test, but for the lines
/// that the offscreen platform always writes. A warning that a test provokes is announced with
/// QTest::ignoreMessage.
inline void failOnWarnings()
{
    QTest::failOnWarning(QRegularExpression(
        QStringLiteral("^(?!This plugin does not support (propagateSizeHints|raise|grabbing)"
                       "|QStandardPaths: (XDG_RUNTIME_DIR|runtime directory))")));
}
