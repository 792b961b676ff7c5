// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "coretext.h"
#include "legendentry.h"
#include "view.h"

#include <qcustomplot.h>

/// A plottable painted by a function, clipped to the axis rectangle. Paint in pixels: coordsToPixels of the
/// axes, or the rectangle itself.
class Painted : public QCPAbstractPlottable {
    Q_OBJECT

public:
    using Paint = std::function<void(QCPPainter& painter, const QRectF& rect)>;

    Painted(QCPAxis* keyAxis, QCPAxis* valueAxis, Paint paint);

    double selectTest(const QPointF&, bool, QVariant* = nullptr) const override { return -1; }
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override;
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter*, const QRectF&) const override { }

private:
    Paint m_paint;
};

/// Empties `plot` and gives it the frame that all views share: legend row, axis rectangle, caption, in the
/// theme's colours and type. `title` is drawn above when it is not empty (exports).
void resetPlot(QCustomPlot& plot, const Theme& theme, const QString& title);

/// Empties `plot`, lets `view` draw the scene and writes its caption, with the series that cannot be drawn
/// and why.
void drawView(QCustomPlot& plot, View& view, std::shared_ptr<const encodings::Scene> scene, const Look& look,
    const QString& title);

/// Why no series of `scene` is drawn.
QString whyNothing(const encodings::Scene& scene);

/// Writes the caption again, of a scene that has been drawn: something exact may have replaced an estimate.
void writeCaption(QCustomPlot& plot, const View& view, const encodings::Scene& scene);

/// Fills the legend row.
void setLegend(QCustomPlot& plot, const QList<LegendEntry>& entries);

/// An entry for every series of the scene, in its colour and dash.
QList<LegendEntry> seriesLegend(const encodings::Scene& scene, const Theme& theme);

/// Dash of a series in this scene: solid for all while only one is drawn.
QList<double> dashOf(const encodings::Scene& scene, const encodings::SceneSeries& series);

/// Adds a function that paints between grid and axes, on layer "main". Later ones lie above earlier ones.
Painted* addPainted(QCustomPlot& plot, Painted::Paint paint);

/// Shades x (a position or distance) from the subject's trained length on, with hatch, "not trained" in
/// words, and a line with the number at L; dashed lines in the series' colours where others have another L.
/// Nothing where the range shown ends before it. The scene has a series.
void addTrainedRegion(QCustomPlot& plot, const Theme& theme, const encodings::Scene& scene);

/// A small note inside the axis rectangle, on the ground's colour; corner by alignment.
void drawNote(
    QCPPainter& painter, const Theme& theme, const QRectF& rect, Qt::Alignment corner, const QString& text);
