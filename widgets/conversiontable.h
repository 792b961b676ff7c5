// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "theme.h"

#include "encodings/conversion.h"
#include "encodings/scene.h"

#include <QRectF>
#include <QString>

#include <vector>

class QCPPainter;

/// One series with pairs and what its scaling is called elsewhere.
struct ConvertedSeries {
    QString name;
    std::size_t index = 0; ///< decides the colour
    char marker = 'd';
    encodings::Conversion conversion;
};

/// The base that most models start from and most reports speak of.
inline constexpr double usualBase = 10000.0;

/// The series with pairs, in order.
std::vector<ConvertedSeries> convertedSeries(const encodings::Scene& scene);

/// A setting by all its names, and its value in each series.
struct ConversionRow {
    QString name;
    QString elsewhere; ///< what other programs call it
    QStringList values; ///< "–" where the series has none
};

std::vector<ConversionRow> conversionRows(const std::vector<ConvertedSeries>& series);

/// What a person should know before copying a value. Warnings first.
struct ConversionRemark {
    QString text;
    bool warning = false;
};

QList<ConversionRemark> conversionRemarks(const std::vector<ConvertedSeries>& series);

/// How wide the table wants to be with other names beside the settings, and how wide and high with them
/// below.
struct ConversionTableSize {
    double beside = 0.0;
    double below = 0.0;
    double belowHeight = 0.0;
};

ConversionTableSize conversionTableSize(const Theme& theme, const std::vector<ConvertedSeries>& series);

/// Draws rows and remarks into `rect`. Where room is short, other names are cut, then left out, then remarks
/// and series.
void drawConversionTable(
    QCPPainter& painter, const Theme& theme, const QRectF& rect, const std::vector<ConvertedSeries>& series);
