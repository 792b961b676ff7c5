// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view.h"

#include <QCoreApplication>

#include <memory>

class AttentionCache;

/// Softmax weights of the query looked at against key position, and how spread they are.
class AttentionView : public View {
    Q_DECLARE_TR_FUNCTIONS(AttentionView)

public:
    AttentionView();
    ~AttentionView() override;

    QString whyNot(const encodings::SceneSeries& series) const override;
    void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) override;
    QString caption(const encodings::Scene& scene) const override;
    QString readout(const encodings::Scene& scene, double x, double y) const override;
    CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const override;

private:
    std::shared_ptr<AttentionCache> m_cache;
};
