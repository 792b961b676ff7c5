// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "squareview.h"

/// Position by position, the cosine similarity of what an additive encoding adds, or of its random
/// projections.
class SimilarityView : public SquareView {
    Q_DECLARE_TR_FUNCTIONS(SimilarityView)

public:
    QString whyNot(const encodings::SceneSeries& series) const override;
    QString caption(const encodings::Scene& scene) const override;

protected:
    Legend legend(const encodings::Scene& scene) const override;
    /// While the range is automatic, no more than the longest table holds.
    std::pair<double, double> tokens(const encodings::Scene& scene) const override;
    SquareSource source(const std::shared_ptr<const encodings::Scene>& scene,
        const encodings::SceneSeries& series) const override;
    std::vector<std::pair<std::string, SquareSource>> columns(
        const std::shared_ptr<const encodings::Scene>& scene,
        const encodings::SceneSeries& series) const override;
    QString emptyWord(const encodings::SceneSeries& series, double query, double key) const override;
};
