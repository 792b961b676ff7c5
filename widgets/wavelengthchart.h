// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pairnumbers.h"
#include "plotframe.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

/// What stands on the vertical axis.
enum class Quantity { Wavelength, Turns, Ratio, Reach };

inline Quantity quantityOf(const encodings::Scene& scene)
{
    const std::string& name = scene.values.text("wavelength_quantity");
    return name == "turns" ? Quantity::Turns
        : name == "ratio"  ? Quantity::Ratio
        : name == "reach"  ? Quantity::Reach
                           : Quantity::Wavelength;
}

inline const Eigen::ArrayXd& valuesOf(const PairNumbers& numbers, Quantity quantity)
{
    switch (quantity) {
    case Quantity::Turns:
        return numbers.turns;
    case Quantity::Ratio:
        return numbers.ratio;
    case Quantity::Reach:
        return numbers.reach;
    default:
        return numbers.wavelength;
    }
}

/// Everything that a paint of WavelengthsView reads.
struct WavelengthChart {
    std::shared_ptr<const encodings::Scene> scene;
    std::vector<PairNumbers> numbers; ///< one for each series
    Quantity quantity = Quantity::Wavelength;
    Theme theme;
    Eigen::Index pairs = 0; ///< of the widest series

    WavelengthChart(std::shared_ptr<const encodings::Scene> shownScene, const Theme& shownTheme)
        : scene(std::move(shownScene))
        , quantity(quantityOf(*scene))
        , theme(shownTheme)
    {
        for (const encodings::SceneSeries& series : scene->series) {
            numbers.emplace_back(series);
            pairs = std::max(pairs, numbers.back().count());
        }
    }

    const encodings::SceneSeries& subject() const { return scene->series.front(); }
    bool logarithmic() const { return quantity == Quantity::Wavelength || quantity == Quantity::Turns; }
    /// The line that everything is measured against.
    double reference() const { return quantity == Quantity::Wavelength ? subject().trainedLength() : 1.0; }
    bool showsTarget() const
    {
        return quantity == Quantity::Wavelength && subject().targetLength() != subject().trainedLength();
    }
    bool noneUnseen() const
    {
        return std::all_of(
            numbers.begin(), numbers.end(), [](const PairNumbers& one) { return one.unseen() == 0; });
    }
    char marker(std::size_t series) const { return "ds*"[series % 3]; }

    QCPRange valueRange() const
    {
        double low = logarithmic() ? reference() : 0.0;
        double high = reference();
        if (showsTarget()) {
            low = std::min(low, subject().targetLength());
            high = std::max(high, subject().targetLength());
        }
        for (const PairNumbers& one : numbers) {
            for (const double value : valuesOf(one, quantity)) {
                if (!std::isfinite(value) || value <= 0.0)
                    continue;
                low = std::min(low, value);
                high = std::max(high, value);
            }
        }
        if (!logarithmic())
            return { 0.0, 1.05 * high };
        const double margin = std::pow(std::max(10.0, high / low), 0.07);
        return { low / margin, high * margin };
    }
};

/// Pixels of the axes at the moment of painting.
struct WavelengthPixels {
    const QCPAxis& x;
    const QCPAxis& y;
    QRectF rect;

    double perPair() const { return std::abs(x.coordToPixel(1.0) - x.coordToPixel(0.0)); }
    QPointF at(double pair, double value) const { return { x.coordToPixel(pair), y.coordToPixel(value) }; }
    double clampedY(double value) const
    {
        return std::clamp(y.coordToPixel(value), rect.top(), rect.bottom());
    }
    bool shows(const QPointF& point) const
    {
        return std::isfinite(point.y()) && rect.adjusted(-3, -3, 3, 3).contains(point);
    }

    /// From one marked pair to the next: every pair while markers have room, else one in about 14 px on top
    /// of a line.
    Eigen::Index markStep() const
    {
        return perPair() >= 2.5 ? 1 : static_cast<Eigen::Index>(std::ceil(14.0 / std::max(1e-6, perPair())));
    }
    double markSize() const { return markStep() > 1 ? 5.0 : std::clamp(0.62 * perPair(), 3.0, 8.0); }

    /// Pairs on screen that are worth a point: one for each pixel column.
    std::vector<Eigen::Index> columns(Eigen::Index count) const
    {
        const auto step = std::max<Eigen::Index>(
            1, static_cast<Eigen::Index>(std::ceil(1.0 / std::max(1e-6, perPair()))));
        const double last = std::max(0.0, static_cast<double>(count - 1));
        const auto from = static_cast<Eigen::Index>(std::clamp(std::floor(x.range().lower), 0.0, last));
        std::vector<Eigen::Index> pairs;
        for (Eigen::Index pair = from - from % step;
             pair < count && static_cast<double>(pair) <= x.range().upper + 1; pair += step)
            pairs.push_back(pair);
        return pairs;
    }
};
