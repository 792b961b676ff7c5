// SPDX-License-Identifier: GPL-3.0-or-later
#include "gesture.h"

quint64 newGesture()
{
    static quint64 last = 0;
    return ++last;
}
