// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme.h"

#include "encodings/scene.h"

#include <QRectF>

class QPainter;

/// The catalogue as a picture: all encodings in columns, family by family, each with the diagram of where it
/// enters.
class CatalogueChart {
public:
    CatalogueChart(const Theme& theme, const encodings::Scene& scene);

    /// Fills `rect`: as few columns as type of the usual size allows, else those with the largest type.
    void paint(QPainter& painter, const QRectF& rect) const;

private:
    /// A heading (no encoding), or a row.
    struct Line {
        const encodings::Encoding* encoding = nullptr;
        std::string family;
    };
    struct Fit {
        std::vector<std::vector<Line>> columns;
        double line = 0.0; ///< height, px
        double scale = 1.0; ///< of the type
    };

    std::vector<std::vector<Line>> columnsOf(std::size_t lines) const;
    Fit fitted(const QSizeF& room) const;
    Fit fittedTo(std::size_t columns, const QSizeF& room) const;
    void paintLine(QPainter& painter, const QRectF& place, const Line& line, double scale) const;
    double nameWidth(double scale) const;

    Theme m_theme;
    std::vector<std::pair<std::string, std::size_t>> m_series; ///< encodings drawn alone, and their colours
};
