// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QList>
#include <QString>

/// One entry of the legend row.
struct LegendEntry {
    QString text;
    QColor color;
    QList<double> dash; ///< empty: solid
    /// Marker instead of a line: 'd' filled dot, 'o' ring, '*' diamond, 's' filled square; 0: a line.
    char marker = 0;
};
