// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelkind.h"

#include <QCoreApplication>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("CommandLine", text); }

} // namespace

QString kindInWords(const QString& kind)
{
    if (kind == "rope")
        return tr("RoPE");
    if (kind == "alibi")
        return tr("ALiBi");
    if (kind == "t5")
        return tr("T5's bias by bucket of distance");
    if (kind == "deberta")
        return tr("DeBERTa's relative attention");
    if (kind == "learned")
        return tr("a learned table of positions");
    return kind == "none" ? tr("no position encoding") : tr("an encoding that is not known here");
}
