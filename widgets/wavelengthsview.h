// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "view.h"

#include <QCoreApplication>
#include <QObject>

/// Wavelength, turns, ratio or reach of every pair: which pairs a longer context asks for angles that
/// training never met. The wavelength of a pair that does not turn is `inf` in a table.
class WavelengthsView : public View {
    Q_DECLARE_TR_FUNCTIONS(WavelengthsView)

public:
    QString whyNot(const encodings::SceneSeries& series) const override;
    void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) override;
    QString caption(const encodings::Scene& scene) const override;
    QString readout(const encodings::Scene& scene, double x, double y) const override;
    CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const override;
    bool showsRange() const override { return false; }

private:
    void linkTurnsAxis(QCustomPlot& plot, double trainedLength, const QString& label);

    /// Holds the connection between the two vertical axes; a new one cuts the old one.
    std::unique_ptr<QObject> m_link;
};
