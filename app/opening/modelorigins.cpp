// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelorigins.h"

QString originName(const ModelFile& file, const QString& group, const QString& name)
{
    const QString own = group + '.' + name;
    return file.origins.contains(own) ? own : name;
}

void replaceOrigin(ModelFile& file, const QString& group, const QString& name, const QString& origin)
{
    const QString full = originName(file, group, name);
    file.origins[full] = origin;
    for (const QString& warning : file.choices[full])
        file.warnings.removeOne(warning);
}
