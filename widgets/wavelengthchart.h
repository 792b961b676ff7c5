// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "counted.h"
#include "pairnumbers.h"
#include "pairregions.h"
#include "plotframe.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
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

/// Names joined, the last of many only counted.
inline QString namesTold(const QStringList& names)
{
    constexpr qsizetype mostTold = 3;
    return names.size() <= mostTold ? namesJoined(names)
                                    : QCoreApplication::translate("WavelengthsView", "%1 and %2 others")
                                          .arg(names.mid(0, mostTold - 1).join(QStringLiteral(", ")))
                                          .arg(names.size() - mostTold + 1);
}

/// A decimal pair, to three decimals.
inline QString decimalPair(double pair) { return shown(std::round(pair * 1e3) / 1e3, 12); }

/// A trained or target length and the series that have it.
struct LengthOfSeries {
    double length = 0.0;
    std::vector<const encodings::SceneSeries*> series;

    QString names() const
    {
        QStringList names;
        for (const encodings::SceneSeries* one : series)
            names << QString::fromStdString(one->name);
        return namesTold(names);
    }
};

/// Everything that a paint of WavelengthsView reads.
struct WavelengthChart {
    std::shared_ptr<const encodings::Scene> scene;
    std::vector<PairNumbers> numbers; ///< one for each series
    Quantity quantity = Quantity::Wavelength;
    Theme theme;
    Eigen::Index pairs = 0; ///< of the widest series
    /// The series whose scaling is told pair by pair: the first one that changes its pairs.
    std::optional<std::size_t> changing;
    std::vector<PairRun> changes; ///< its pairs
    std::vector<PairRun> unfinished; ///< pairs of the subject that never finished a turn in training

    WavelengthChart(std::shared_ptr<const encodings::Scene> shownScene, const Theme& shownTheme)
        : scene(std::move(shownScene))
        , quantity(quantityOf(*scene))
        , theme(shownTheme)
    {
        for (const encodings::SceneSeries& series : scene->series) {
            numbers.emplace_back(series);
            pairs = std::max(pairs, numbers.back().count());
            if (changing || (numbers.back().unchanged() && numbers.back().standing() == 0))
                continue;
            changing = numbers.size() - 1;
            changes = changesOf(numbers.back(), series.values.number("scale"));
        }
        if (pairs > 0)
            unfinished = unfinishedOf(subjectNumbers());
    }

    /// Series with pairs.
    std::vector<std::size_t> turning() const
    {
        std::vector<std::size_t> found;
        for (std::size_t index = 0; index < numbers.size(); ++index) {
            if (numbers[index].count() > 0)
                found.push_back(index);
        }
        return found;
    }

    /// The first series with pairs.
    const encodings::SceneSeries& subject() const { return scene->series[turning().front()]; }
    const PairNumbers& subjectNumbers() const { return numbers[turning().front()]; }
    QString subjectName() const { return QString::fromStdString(subject().name); }

    /// Each different trained length, that of the subject first.
    QList<LengthOfSeries> lengths() const
    {
        return lengthsBy([](const encodings::SceneSeries& series) { return series.trainedLength(); });
    }
    /// Each different target length of series that extend or shorten their context.
    QList<LengthOfSeries> targets() const
    {
        return lengthsBy([](const encodings::SceneSeries& series) {
            return series.targetLength() == series.trainedLength() ? 0.0 : series.targetLength();
        });
    }
    bool lengthsDiffer() const { return lengths().size() > 1; }
    /// All series with pairs learned the same angles.
    bool sameTraining() const
    {
        const std::vector<std::size_t> indices = turning();
        return std::all_of(indices.begin(), indices.end(), [this](std::size_t index) {
            const Eigen::ArrayXd& one = numbers[index].trainedTurns;
            const Eigen::ArrayXd& first = subjectNumbers().trainedTurns;
            return one.size() == first.size() && one.isApprox(first, 1e-12);
        });
    }

    /// A line common to all series is nobody's.
    QColor colorOf(const LengthOfSeries& length) const
    {
        return lengthsDiffer() ? theme.series(length.series.front()->index) : theme.text;
    }

    bool logarithmic() const { return quantity == Quantity::Wavelength || quantity == Quantity::Turns; }
    /// The line that everything is measured against.
    double reference() const { return quantity == Quantity::Wavelength ? subject().trainedLength() : 1.0; }
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
        if (quantity == Quantity::Wavelength) {
            for (const LengthOfSeries& length : lengths() + targets()) {
                low = std::min(low, length.length);
                high = std::max(high, length.length);
            }
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

private:
    /// 0: none.
    QList<LengthOfSeries> lengthsBy(double (*lengthOf)(const encodings::SceneSeries&)) const
    {
        QList<LengthOfSeries> found;
        for (const std::size_t index : turning()) {
            const encodings::SceneSeries& series = scene->series[index];
            const double length = lengthOf(series);
            const auto same = std::find_if(found.begin(), found.end(),
                [length](const LengthOfSeries& other) { return other.length == length; });
            if (length <= 0.0)
                continue;
            if (same == found.end())
                found << LengthOfSeries { length, { &series } };
            else
                same->series.push_back(&series);
        }
        return found;
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

    /// Where pairs that do not turn are marked: at the end of the endless wavelengths, or of no turns.
    double standingEdge(Quantity quantity) const
    {
        return quantity == Quantity::Turns ? rect.bottom() : rect.top();
    }

    /// Left and right end of a run on screen; right < left outside.
    std::pair<double, double> sides(const PairRun& run) const
    {
        return { std::max(rect.left(), x.coordToPixel(static_cast<double>(run.first) - 0.5)),
            std::min(rect.right(), x.coordToPixel(static_cast<double>(run.last) + 0.5)) };
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
