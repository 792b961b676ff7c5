// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "scorevalues.h"
#include "squareview.h"

/// Every query against every key: what position gives the score, the distance used, which keys are seen, or
/// the softmax weights.
class ScoresView : public SquareView {
    Q_DECLARE_TR_FUNCTIONS(ScoresView)

public:
    QString caption(const encodings::Scene& scene) const override;

protected:
    Legend legend(const encodings::Scene& scene) const override;
    SquareSource source(const std::shared_ptr<const encodings::Scene>& scene,
        const encodings::SceneSeries& series) const override;
    std::vector<std::pair<std::string, SquareSource>> columns(
        const std::shared_ptr<const encodings::Scene>& scene,
        const encodings::SceneSeries& series) const override;
    QString emptyWord(const encodings::SceneSeries& series, double query, double key) const override;
};
