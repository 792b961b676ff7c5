// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "openedmodel.h"

#include <memory>

/// The model files read since the program started, found again by the models that a state holds, also after
/// undo.
class OpenedModels {
public:
    void add(const OpenedModel& opened);
    /// The file that `model` comes from, or nothing. The newest where several say the same.
    std::shared_ptr<const OpenedModel> find(const encodings::Model& model) const;
    /// The files of the series drawn (their own models or the shared one), each once.
    std::vector<std::shared_ptr<const OpenedModel>> drawnIn(const encodings::State& state) const;

private:
    std::vector<std::shared_ptr<const OpenedModel>> m_all;
};
