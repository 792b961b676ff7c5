// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tablevalues.h"
#include "theme.h"

#include "encodings/cosine.h"

#include <QImage>

#include <vector>

/// Whole numbers `first`, first + 1, ... that fall to each of a row of pixels; the runs follow each other
/// without a gap. Where cells are wider than pixels, a run is one cell and several pixels share it.
struct CellRuns {
    std::vector<double> firsts;
    std::vector<double> counts;
    std::vector<int> runOfPixel; ///< -1: nothing there

    /// `pixels` pixels over from .. to, where cell m covers m .. m + 1; only cells from `lowest` to
    /// `highest`.
    static CellRuns over(double from, double to, int pixels, double lowest, double highest);
};

/// Exact mean of cos(m t) and sin(m t) over every run of positions m, for each frequency t. Shapes: (pairs,
/// runs). Costs pairs x runs, whatever the runs hold.
void meanOverRuns(const Eigen::ArrayXd& frequencies, const CellRuns& runs, encodings::CosSinTable& means);

/// Colours of -1 .. 1: blue, ground, vermilion.
class SignedColors {
public:
    explicit SignedColors(const Theme& theme);

    QColor low() const { return m_low; }
    QColor middle() const { return m_middle; }
    QColor high() const { return m_high; }
    /// Where there is no value.
    QColor empty() const { return m_empty; }
    /// `value` within -1 .. 1, but for rounding.
    QRgb of(float value) const
    {
        const int index = static_cast<int>(value * half + half + 0.5F);
        return m_table[static_cast<std::size_t>(index < 0 ? 0 : index > 2 * half ? 2 * half : index)];
    }

private:
    static constexpr int half = 512;
    QColor m_low;
    QColor m_middle;
    QColor m_high;
    QColor m_empty;
    std::vector<QRgb> m_table;
};

/// Positions that a pixel shows the mean of where no closed form gives that of all.
constexpr double mostSampled = 16.0;

/// The part of a table that a picture shows: positions `left` .. `right` and dimensions `top` .. `bottom`,
/// where cell m covers m .. m + 1.
struct TableWindow {
    double left = 0.0;
    double right = 1.0;
    double top = 0.0;
    double bottom = 1.0;
    QSize pixels;

    bool operator==(const TableWindow&) const = default;
};

/// The values of the scheme as colours, `extent` being the highest; every pixel is the mean of what it
/// covers, or of `samples` positions of it where there is no closed form.
QImage tableImage(const encodings::Scheme& scheme, const TableWindow& window, const SignedColors& colors,
    double extent = 1.0, double samples = mostSampled);
