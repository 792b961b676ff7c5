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

/// Where one or more series put a position beyond.
struct Landing {
    double position = 0.0;
    bool unseen = false;
    QList<QColor> colors; ///< of the series
};

/// Each different place where series that share the cosine of `owner` put `position`.
std::vector<Landing> landingsOf(
    const Scene& scene, const SceneSeries& owner, double position, const Theme& theme)
{
    std::vector<Landing> landings;
    for (const SceneSeries& series : scene.series) {
        if (!sharesCosine(scene, owner, series))
            continue;
        const double place = position * pairOf(scene, series)->ratio();
        const auto same = std::find_if(landings.begin(), landings.end(), [place](const Landing& other) {
            return std::abs(other.position - place) <= 1e-9 * std::abs(place);
        });
        if (same == landings.end())
            landings.push_back({ place, place >= series.trainedLength(), { theme.series(series.index) } });
        else
            same->colors << theme.series(series.index);
    }
    return landings;
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

    /// A sample on the curve. `cores`: colours of the series that put it there, one sector each.
    void paintSample(double position, char kind, const QColor& color, const QList<QColor>& cores = {})
    {
        if (!m_x.range().contains(position))
            return;
        const QPointF center = at(position);
        // Sectors need more room than a single core.
        const double growth
            = std::min(6.0, 2.0 * static_cast<double>(std::max<qsizetype>(0, cores.size() - 1)));
        drawMark(m_painter, center, kind, sampleSize + growth, color);
        if (cores.isEmpty())
            return;
        if (kind != 'o')
            drawMark(m_painter, center, 'd', 0.62 * sampleSize + growth, m_theme.ground);
        const double size = 0.42 * sampleSize + growth;
        if (cores.size() == 1)
            return drawMark(m_painter, center, 'd', size, cores.front());
        const QRectF core(center - QPointF(size, size) / 2, QSizeF(size, size));
        const int sector = 360 * 16 / static_cast<int>(cores.size());
        m_painter.setPen(Qt::NoPen);
        for (int i = 0; i < cores.size(); ++i) {
            m_painter.setBrush(cores[i]);
            m_painter.drawPie(core, 90 * 16 + i * sector, sector);
        }
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
        cosine.paintSample(position, 'd', theme.trained);
    for (const double position : samples.beyond) {
        for (const Landing& landing : landingsOf(scene, *owner, position, theme)) {
            cosine.paintSample(landing.position, landing.unseen ? 'o' : '*',
                landing.unseen ? theme.unseen : theme.interpolated,
                scene.series.size() > 1 ? landing.colors : QList<QColor>());
        }
    }
}
