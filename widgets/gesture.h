// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

/// Number of a new gesture (a press of a slider to its release, one typed value, one choice). Edits with the
/// same number are one step of undo.
quint64 newGesture();
