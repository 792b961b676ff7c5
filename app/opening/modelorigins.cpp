// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelorigins.h"

#include <algorithm>

namespace {

/// What is told of `name` for all groups that turn is told of each of them.
void tellOfEach(ModelFile& file, const QString& name)
{
    const auto origin = file.origins.extract(name);
    const auto choice = file.choices.extract(name);
    for (const ModelLayers& group : file.layers) {
        if (!group.turns)
            continue;
        if (origin)
            file.origins[group.name + '.' + name] = origin.mapped();
        if (choice)
            file.choices[group.name + '.' + name] = choice.mapped();
    }
}

} // namespace

QString originName(const ModelFile& file, const QString& group, const QString& name)
{
    const QString own = group + '.' + name;
    return file.origins.contains(own) ? own : name;
}

void replaceOrigin(ModelFile& file, const QString& group, const QString& name, const QString& origin)
{
    const auto turning = std::count_if(
        file.layers.begin(), file.layers.end(), [](const ModelLayers& layers) { return layers.turns; });
    if (turning > 1)
        tellOfEach(file, name);
    const QString full = turning > 1 ? group + '.' + name : originName(file, group, name);
    file.origins[full] = origin;
    const auto chosen = file.choices.extract(full);
    for (const QString& warning : chosen ? chosen.mapped() : QStringList()) {
        const bool ofOther = std::any_of(file.choices.begin(), file.choices.end(),
            [&](const auto& choice) { return choice.second.contains(warning); });
        if (!ofOther)
            file.warnings.removeOne(warning);
    }
}
