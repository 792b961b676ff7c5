// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plotframe.h"

#include <QCoreApplication>

/// "1 position", "4,096 positions".
inline QString positionsCounted(double count)
{
    return count == 1.0 ? QCoreApplication::translate("views", "1 position")
                        : QCoreApplication::translate("views", "%1 positions").arg(shown(count));
}

/// "once", "2.06 times", to three digits.
inline QString timesCounted(double count)
{
    const QString number = shown(count, 3);
    return number == QLatin1String("1") ? QCoreApplication::translate("views", "once")
                                        : QCoreApplication::translate("views", "%1 times").arg(number);
}

/// "neox", "neox and llama", "base 10, base 100 and base 1000".
inline QString namesJoined(QStringList names)
{
    if (names.size() < 2)
        return names.value(0);
    const QString last = names.takeLast();
    return QCoreApplication::translate("views", "%1 and %2").arg(names.join(QStringLiteral(", ")), last);
}
