// SPDX-License-Identifier: GPL-3.0-or-later
#include "editname.h"

#include <QCoreApplication>
#include <QStringList>

using namespace encodings;

namespace {

QString tr(const char* text) { return QCoreApplication::translate("EditName", text); }

} // namespace

QString editName(const State& before, const State& after)
{
    if (after.model != before.model)
        return tr("model %1").arg(QString::fromStdString(after.model.name));
    if (after.series != before.series)
        return tr("series");
    QStringList labels;
    for (const auto& [key, value] : after.values) {
        if (before.values.contains(key) && before.values.at(key) == value)
            continue;
        const Parameter* parameter = findParameter(sharedParameters(), key);
        labels.append(QString::fromStdString(parameter ? parameter->label : key));
    }
    return labels.isEmpty() ? tr("change") : labels.size() > 2 ? tr("several values") : labels.join(", ");
}
