// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plotframe.h"

#include <QImage>

/// `plot` with the view in light colours, 700 x 500 px.
inline QImage drawnView(QCustomPlot& plot, View& view, std::shared_ptr<const encodings::Scene> scene,
    bool exporting, const std::function<void()>& repaint = {})
{
    plot.setViewport(QRect(0, 0, 700, 500));
    drawView(plot, view, std::move(scene), Look { Theme::named(Theme::Name::Light), exporting, repaint }, {});
    return plot.toPixmap(700, 500).toImage();
}
