// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view.h"

#include <QCoreApplication>

class BaseBoundCache;

/// The first distance at which the sum of the cosines of all pairs turns negative, against the base: the
/// lowest base that serves a length (arXiv 2405.14591, kexue.fm 10122). For the dimension and the target
/// length of the subject; every series is marked at its base with the first negative distance of its own
/// frequencies.
///
/// CSV: rows `base`; columns of each series: `LABEL.first_negative` (unscaled frequencies of that base in the
/// dimension of the series), and in every row `LABEL.own_first_negative` (its own frequencies) and
/// `LABEL.bound` (the lowest base for its target length). Distances are looked at up to
/// encodings::longestBoundLength; an empty cell: none is negative, or the target is longer.
class BaseBoundView : public View {
    Q_DECLARE_TR_FUNCTIONS(BaseBoundView)

public:
    BaseBoundView();
    ~BaseBoundView() override;

    QString whyNot(const encodings::SceneSeries& series) const override;
    void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) override;
    QString caption(const encodings::Scene& scene) const override;
    QString readout(const encodings::Scene& scene, double x, double y) const override;
    CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const override;
    bool showsRange() const override { return false; }

private:
    std::shared_ptr<BaseBoundCache> m_cache;
};
