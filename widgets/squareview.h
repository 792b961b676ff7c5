// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "squarevalues.h"
#include "view.h"

#include <QCoreApplication>

/// A map of query (downwards) by key for each of the first series, as equal squares side by side with one
/// colour scale. All squares show what the axes of the first one say.
class SquareView : public View {
    Q_DECLARE_TR_FUNCTIONS(SquareView)

public:
    SquareView();

    void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) override;
    /// The values of all series at query y and key x.
    QString readout(const encodings::Scene& scene, double x, double y) const override;
    /// Pairs of query and key without those that have no value in any series.
    CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const override;

protected:
    static constexpr std::size_t mostSquares = 4;

    /// What the colours say.
    struct Legend {
        QString scale; ///< name of the values, beside the colour scale; empty: one colour for all, no scale
        bool logarithmic = false;
        QString empty; ///< cells without a value; empty: there are none
        QString across; ///< of the axes
        QString down;
    };
    virtual Legend legend(const encodings::Scene& scene) const = 0;
    /// First and last token shown: those of the range from 0 on.
    virtual std::pair<double, double> tokens(const encodings::Scene& scene) const;
    virtual SquareSource source(
        const std::shared_ptr<const encodings::Scene>& scene, const encodings::SceneSeries& series) const = 0;
    /// Columns of the table, for each series: names and values.
    virtual std::vector<std::pair<std::string, SquareSource>> columns(
        const std::shared_ptr<const encodings::Scene>& scene, const encodings::SceneSeries& series) const = 0;
    /// Why a cell has no value, in a word or two.
    virtual QString emptyWord(const encodings::SceneSeries& series, double query, double key) const = 0;

private:
    std::vector<SquareSource> sourcesOf(const std::shared_ptr<const encodings::Scene>& scene) const;

    std::shared_ptr<SquareValues> m_values;
    std::shared_ptr<const encodings::Scene> m_scene; ///< drawn last
    std::vector<SquareSource> m_sources; ///< its own
};
