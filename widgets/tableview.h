// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view.h"

#include <QCoreApplication>

class TableImages;

/// Every dimension at every position as a heat map, one lane for each series. Where a pixel covers several
/// positions or dimensions it shows their mean: the exact one, or that of some positions where the values
/// have no closed form.
class TableView : public View {
    Q_DECLARE_TR_FUNCTIONS(TableView)

public:
    TableView();

    QString whyNot(const encodings::SceneSeries& series) const override;
    void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) override;
    QString caption(const encodings::Scene& scene) const override;
    /// The cell at position x; y counts lanes from the top.
    QString readout(const encodings::Scene& scene, double x, double y) const override;
    CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const override;

private:
    /// Share of a lane's height above its map, for names and words.
    double m_header = 0.0;
    std::shared_ptr<TableImages> m_images;
};
