// SPDX-License-Identifier: GPL-3.0-or-later
#include "openedmodels.h"

#include <algorithm>

void OpenedModels::add(const OpenedModel& opened)
{
    m_all.push_back(std::make_shared<const OpenedModel>(opened));
}

std::shared_ptr<const OpenedModel> OpenedModels::find(const encodings::Model& model) const
{
    const auto found = std::find_if(
        m_all.rbegin(), m_all.rend(), [&](const auto& opened) { return opened->groupOf(model) != nullptr; });
    return found == m_all.rend() ? nullptr : *found;
}

std::vector<std::shared_ptr<const OpenedModel>> OpenedModels::drawnIn(const encodings::State& state) const
{
    std::vector<std::shared_ptr<const OpenedModel>> drawn;
    for (const encodings::Series& series : state.series) {
        const auto opened = find(series.model.value_or(state.model));
        if (opened && std::find(drawn.begin(), drawn.end(), opened) == drawn.end())
            drawn.push_back(opened);
    }
    return drawn;
}
