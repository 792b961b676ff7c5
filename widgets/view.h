// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "csv.h"
#include "theme.h"

#include "encodings/scene.h"

#include <QString>

#include <functional>
#include <memory>

class QCustomPlot;

/// How a view is to be drawn.
struct Look {
    Theme theme;
    /// A file, not the screen: everything is exact and finished when draw and the paint that follows return.
    bool exporting = false;
    /// Asks for another paint, from any thread, when something exact has replaced an estimate. Empty when
    /// exporting.
    std::function<void()> repaint;
};

/// One way of looking at the series of a scene, which has at least one. Draws from the scene alone; may keep caches, never
/// parameters.
class View {
public:
    virtual ~View() = default;

    /// Why this view does not apply to `series`, to follow "... is not drawn: "; empty where it does. The
    /// other functions are only given series to which it does.
    virtual QString whyNot(const encodings::SceneSeries&) const { return {}; }

    /// Fills `plot`, which resetPlot has just emptied: one axis rectangle, no plottables, linear axes. What a
    /// paint needs is worked out for the pixels at hand while painting, so that a zoom is only another paint.
    virtual void draw(QCustomPlot& plot, std::shared_ptr<const encodings::Scene> scene, const Look& look) = 0;

    /// One sentence that says what is seen, with today's numbers.
    virtual QString caption(const encodings::Scene& scene) const = 0;

    /// What stands at the point (x, y) of the axes, for the status line; empty for nothing.
    virtual QString readout(const encodings::Scene& scene, double x, double y) const = 0;

    /// The numbers behind the picture, as the command line's contract lays them down.
    virtual CsvTable csv(std::shared_ptr<const encodings::Scene> scene) const = 0;

    /// Directions in which the axes can be zoomed and dragged.
    virtual Qt::Orientations zoomable() const { return Qt::Horizontal | Qt::Vertical; }

    /// Whether the x axis shows the range of the state (positions or distances), so that a zoom can be kept
    /// as a range.
    virtual bool showsRange() const { return true; }
};

/// `scene` without the series that `view` does not apply to: they become problems.
std::shared_ptr<const encodings::Scene> sceneFor(
    const View& view, std::shared_ptr<const encodings::Scene> scene);
