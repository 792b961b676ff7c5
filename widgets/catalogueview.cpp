// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalogueview.h"

#include "cataloguechart.h"
#include "plotframe.h"

#include "encodings/recordwords.h"

#include <algorithm>

using encodings::Encoding;

void CatalogueView::draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look)
{
    for (QCPAxis* axis : plot.axisRect()->axes()) {
        axis->setVisible(false);
        axis->grid()->setVisible(false);
    }
    addPainted(plot, [chart = CatalogueChart(look.theme, *scene)](QCPPainter& painter, const QRectF& rect) {
        chart.paint(painter, rect.adjusted(4, 2, -4, -2));
    });
    QList<LegendEntry> legend = seriesLegend(*scene, look.theme);
    for (LegendEntry& entry : legend)
        entry.marker = 'd';
    setLegend(plot, legend);
}

QString CatalogueView::caption(const encodings::Scene&) const
{
    const auto all = encodings::allEncodings();
    const auto counted = [&](encodings::Refers refers) {
        return std::count_if(
            all.begin(), all.end(), [&](const Encoding& encoding) { return encoding.refers == refers; });
    };
    return tr(
        "%1 encodings, each with the places where it enters the model and what happens beyond the trained "
        "length: %2 are absolute, %3 relative.")
        .arg(all.size())
        .arg(counted(encodings::Refers::Absolute))
        .arg(counted(encodings::Refers::Relative));
}

CsvTable CatalogueView::csv(std::shared_ptr<const encodings::Scene>) const
{
    CsvTable table;
    table.rowName = "number";
    table.columns = { "year" };
    table.lowestRow = 1.0;
    table.highestRow = static_cast<double>(encodings::allEncodings().size());
    table.rows = { table.lowestRow, table.highestRow, 1.0 };
    const auto at = [](double row) -> const Encoding& {
        return encodings::allEncodings()[static_cast<std::size_t>(row) - 1];
    };
    table.fill = [at](double first, double step, Eigen::Index count, Eigen::ArrayXXd& values) {
        values.resize(count, 1);
        for (Eigen::Index row = 0; row < count; ++row)
            values(row, 0) = at(first + step * static_cast<double>(row)).year;
    };
    table.wordColumns = { "id", "name", "family", "refers", "enters", "label", "extrapolation", "citation" };
    table.words = [at](double row) -> std::vector<std::string> {
        const Encoding& encoding = at(row);
        std::string enters;
        for (const encodings::Entry entry : encoding.enters)
            enters += (enters.empty() ? "" : ", ") + wordOf(entry);
        return { encoding.id, encoding.name, encoding.family, wordOf(encoding.refers), enters,
            wordOf(encoding.trainable), encoding.extrapolation, encoding.citation };
    };
    return table;
}
