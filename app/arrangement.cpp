// SPDX-License-Identifier: GPL-3.0-or-later
#include "arrangement.h"

#include <QCoreApplication>

std::span<const Arrangement> allArrangements()
{
    static const std::vector<Arrangement> arrangements {
        { "explore", QT_TRANSLATE_NOOP("arrangements", "Explore"),
            { { 1, { { "wavelengths", 1 }, { "decay", 1 } } },
                { 1, { { "curves", 1 }, { "digits", 1 } } } } },
        { "digits", QT_TRANSLATE_NOOP("arrangements", "Digits"),
            { { 3, { { "digits", 1 } } }, { 2, { { "positions", 1 }, { "curves", 1 } } } } },
        { "engineer", QT_TRANSLATE_NOOP("arrangements", "Engineer"),
            { { 3, { { "wavelengths", 3 }, { "phase", 2 } } },
                { 2, { { "conversion", 1 }, { "decay", 1 } } } } },
        { "scores", QT_TRANSLATE_NOOP("arrangements", "Scores"),
            { { 1, { { "scores", 1 }, { "bias", 1 } } }, { 1, { { "attention", 1 }, { "table", 1 } } } } },
    };
    return arrangements;
}

const Arrangement& arrangement(const QString& id)
{
    for (const Arrangement& one : allArrangements()) {
        if (id == one.id)
            return one;
    }
    return allArrangements().front();
}

QString titleOf(const Arrangement& arrangement)
{
    return QCoreApplication::translate("arrangements", arrangement.title);
}
