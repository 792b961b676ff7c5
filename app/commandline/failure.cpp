// SPDX-License-Identifier: GPL-3.0-or-later
#include "failure.h"

Failure::Failure(Kind kind, const QString& message)
    : std::runtime_error(message.toStdString())
    , m_kind(kind)
{
}
