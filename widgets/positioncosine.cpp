// SPDX-License-Identifier: GPL-3.0-or-later
#include "positioncosine.h"

#include "cosinecurve.h"
#include "marks.h"
#include "positionsview.h"

#include <algorithm>
#include <cmath>
#include <random>

using Eigen::Index;
using encodings::Scene;
using encodings::SceneSeries;

namespace {

constexpr int sampleCount = 15;
constexpr double sampleSize = 9.0;

/// Seeded positions, the same on every machine: the generator is fixed by the language, the arithmetic is
/// ours.
struct Samples {
    std::vector<double> trained;
    std::vector<double> beyond; ///< empty when the target length is not longer

    Samples(std::uint64_t seed, double trainedLength, double targetLength)
    {
        std::mt19937_64 generator(seed);
        const auto below = [&generator](double limit) {
            return std::floor(static_cast<double>(generator() >> 11) * 0x1p-53 * limit);
        };
        for (int i = 0; i < sampleCount; ++i)
            trained.push_back(below(trainedLength));
        for (int i = 0; i < sampleCount && targetLength > trainedLength; ++i)
            beyond.push_back(trainedLength + below(targetLength - trainedLength));
    }
};

/// A series whose samples stand on this cosine: it was trained with it, over the same positions.
bool sharesCosine(const Scene& scene, const SceneSeries& owner, const SceneSeries& series)
{
    const std::optional<PairOfSeries> own = pairOf(scene, owner);
    const std::optional<PairOfSeries> pair = pairOf(scene, series);
    return own && pair && series.trainedLength() == owner.trainedLength()
        && std::abs(pair->trainedFrequency - own->trainedFrequency) <= 1e-12 * own->trainedFrequency;
}

/// Paints the lower part of the view.
class CosinePainter {
public:
    CosinePainter(
        QCPPainter& painter, const Theme& theme, const QCPAxis& x, const QCPAxis& y, double frequency)
        : m_painter(painter)
        , m_theme(theme)
        , m_x(x)
        , m_y(y)
        , m_frequency(frequency)
    {
    }

    void paintCurve(const QRectF& rect)
    {
        // Bands are paler: they must not outweigh the samples on them.
        const CosineCurve curve { m_frequency, false, m_theme.hairline,
            m_theme.towardsGround(m_theme.hairline, 2.0 / 3), {}, m_theme.lineWidth };
        paintCosineCurve(
            m_painter, rect, m_x.coordToPixel(0.0), m_x,
            [this](double value) { return m_y.coordToPixel(value); }, curve);
    }

    /// A sample on the curve, `lift` px above it where another series has put the same one. `core`: colour of
    /// its series.
    void paintSample(
        double position, char kind, const QColor& color, double lift = 0.0, const QColor& core = {})
    {
        if (!m_x.range().contains(position))
            return;
        const QPointF center = at(position) - QPointF(0.0, lift);
        drawMark(m_painter, center, kind, sampleSize, color);
        if (!core.isValid())
            return;
        if (kind != 'o')
            drawMark(m_painter, center, 'd', 0.62 * sampleSize, m_theme.ground);
        drawMark(m_painter, center, 'd', 0.42 * sampleSize, core);
    }

private:
    QPointF at(double position) const
    {
        return { m_x.coordToPixel(position), m_y.coordToPixel(std::cos(position * m_frequency)) };
    }

    QCPPainter& m_painter;
    const Theme& m_theme;
    const QCPAxis& m_x;
    const QCPAxis& m_y;
    double m_frequency;
};

} // namespace

std::optional<PairOfSeries> pairOf(const Scene& scene, const SceneSeries& series)
{
    const Index pair = static_cast<Index>(scene.values.integer("pair"));
    const Eigen::ArrayXd frequencies = series.scheme.frequencies();
    const Eigen::ArrayXd& trained = series.scheme.trainedFrequencies;
    if (pair >= frequencies.size() || pair >= trained.size() || !(trained[pair] > 0.0))
        return std::nullopt;
    return PairOfSeries { frequencies[pair], trained[pair] };
}

const SceneSeries* cosineSeries(const Scene& scene)
{
    const auto found = std::find_if(scene.series.begin(), scene.series.end(),
        [&scene](const SceneSeries& series) { return pairOf(scene, series).has_value(); });
    return found == scene.series.end() ? nullptr : &*found;
}

bool allShareCosine(const Scene& scene, const SceneSeries& owner)
{
    return std::all_of(scene.series.begin(), scene.series.end(),
        [&](const SceneSeries& series) { return sharesCosine(scene, owner, series); });
}

encodings::Interval shownCosines(const Scene& scene)
{
    const SceneSeries* const owner = cosineSeries(scene);
    if (!owner)
        return { -1.0, 1.0 };
    const std::optional<PairOfSeries> pair = pairOf(scene, *owner);
    const auto [first, last] = scene.range();
    encodings::Interval cosines
        = encodings::cosineRange(first * pair->trainedFrequency, last * pair->trainedFrequency);
    constexpr double smallestSpan = 1e-4;
    cosines.low = std::min(cosines.low, cosines.high - smallestSpan);
    return cosines;
}

void paintCosine(QCPPainter& painter, const Scene& scene, const Theme& theme, const QCPAxis& x,
    const QCPAxis& y, const QRectF& rect)
{
    const SceneSeries* const owner = cosineSeries(scene);
    if (!owner) {
        drawNote(painter, theme, rect, Qt::AlignCenter,
            scene.series.size() == 1 ? PositionsView::tr("%1 has no such pair to sample.")
                                           .arg(QString::fromStdString(scene.series.front().name))
                                     : PositionsView::tr("No series has such a pair to sample."));
        return;
    }
    CosinePainter cosine(painter, theme, x, y, pairOf(scene, *owner)->trainedFrequency);
    cosine.paintCurve(rect);
    const Samples samples(static_cast<std::uint64_t>(scene.values.integer("seed")), owner->trainedLength(),
        owner->targetLength());
    for (const double position : samples.trained)
        cosine.paintSample(position, 'd', theme.trained, 0.0, {});
    for (const double position : samples.beyond) {
        std::vector<double> taken;
        for (const SceneSeries& series : scene.series) {
            if (!sharesCosine(scene, *owner, series))
                continue;
            const std::optional<PairOfSeries> pair = pairOf(scene, series);
            const double landing = position * pair->ratio();
            const double pixel = x.coordToPixel(landing);
            const auto below = std::count_if(
                taken.begin(), taken.end(), [pixel](double other) { return std::abs(other - pixel) < 5.0; });
            taken.push_back(pixel);
            const bool unseen = landing >= series.trainedLength();
            cosine.paintSample(landing, unseen ? 'o' : '*', unseen ? theme.unseen : theme.interpolated,
                (sampleSize + 1.0) * static_cast<double>(below),
                scene.series.size() > 1 ? theme.series(series.index) : QColor());
        }
    }
}
