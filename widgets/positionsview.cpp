// SPDX-License-Identifier: GPL-3.0-or-later
#include "positionsview.h"

#include "cosinecurve.h"
#include "marks.h"
#include "numberlines.h"
#include "pairnumbers.h"
#include "plotframe.h"
#include "tickers.h"

#include "encodings/cosine.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <random>

using Eigen::Index;
using encodings::Scene;
using encodings::SceneSeries;

namespace {

constexpr int sampleCount = 15;
/// Room above and below the cosine, as a share of its own height.
constexpr double cosineMargin = 0.13;
constexpr double sampleSize = 9.0;

QString nameOf(const SceneSeries& series) { return QString::fromStdString(series.name); }

/// The pair looked at, as one series turns it.
struct PairOfSeries {
    double frequency = 0.0; ///< radians per position
    double trainedFrequency = 0.0; ///< radians per position, in training

    double ratio() const { return frequency / trainedFrequency; }
};

std::optional<PairOfSeries> pairOf(const Scene& scene, const SceneSeries& series)
{
    const Index pair = static_cast<Index>(scene.values.integer("pair"));
    const Eigen::ArrayXd frequencies = series.scheme.frequencies();
    const Eigen::ArrayXd& trained = series.scheme.trainedFrequencies;
    if (pair >= frequencies.size() || pair >= trained.size() || !(trained[pair] > 0.0))
        return std::nullopt;
    return PairOfSeries { frequencies[pair], trained[pair] };
}

QString subscript(Index number)
{
    QString text;
    for (const QChar digit : QString::number(number))
        text += QChar(0x2080 + digit.digitValue());
    return text;
}

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

/// Ticks of the cosine; the number lines above it have none.
class CosineTicker : public QCPAxisTicker {
public:
    explicit CosineTicker(const encodings::Interval& values)
        : m_values(values.low, values.high)
    {
        setTickCount(2);
    }

protected:
    double getTickStep(const QCPRange&) override { return QCPAxisTicker::getTickStep(m_values); }
    QVector<double> createTickVector(double step, const QCPRange&) override
    {
        QVector<double> ticks;
        for (double tick = std::ceil(m_values.lower / step - 1e-9);
             tick * step <= m_values.upper + 1e-9 * step; ++tick)
            ticks << tick * step + 0.0; // never −0
        return ticks;
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return shown(tick); }

private:
    QCPRange m_values;
};

/// Cosines of the pair looked at over the positions shown: a slow pair leaves most of -1..1 empty.
encodings::Interval shownCosines(const Scene& scene)
{
    const std::optional<PairOfSeries> pair = pairOf(scene, scene.series.front());
    if (!pair)
        return { -1.0, 1.0 };
    const auto [first, last] = scene.range();
    encodings::Interval cosines
        = encodings::cosineRange(first * pair->trainedFrequency, last * pair->trainedFrequency);
    constexpr double smallestSpan = 1e-4;
    cosines.low = std::min(cosines.low, cosines.high - smallestSpan);
    return cosines;
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
        const CosineCurve curve { m_frequency, false, m_theme.hairline, m_theme.towardsGround(m_theme.hairline, 2.0 / 3),
            {}, m_theme.lineWidth };
        paintCosineCurve(m_painter, rect, m_x.coordToPixel(0.0), m_x,
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

void paintCosine(QCPPainter& painter, const Scene& scene, const Theme& theme, const QCPAxis& x,
    const QCPAxis& y, const QRectF& rect)
{
    const SceneSeries& subject = scene.series.front();
    const std::optional<PairOfSeries> subjectPair = pairOf(scene, subject);
    if (!subjectPair) {
        drawNote(painter, theme, rect, Qt::AlignCenter,
            PositionsView::tr("%1 has no such pair to sample.").arg(nameOf(subject)));
        return;
    }
    CosinePainter cosine(painter, theme, x, y, subjectPair->trainedFrequency);
    cosine.paintCurve(rect);
    const Samples samples(static_cast<std::uint64_t>(scene.values.integer("seed")), subject.trainedLength(),
        subject.targetLength());
    for (const double position : samples.trained)
        cosine.paintSample(position, 'd', theme.trained, 0.0, {});
    for (const double position : samples.beyond) {
        std::vector<double> taken;
        for (const SceneSeries& series : scene.series) {
            const std::optional<PairOfSeries> pair = pairOf(scene, series);
            if (!pair)
                continue;
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

QList<NumberLine> linesOf(const Scene& scene, const Theme& theme)
{
    QList<NumberLine> lines;
    for (const SceneSeries& series : scene.series)
        lines << NumberLine { nameOf(series), theme.series(series.index), series.trainedLength(),
            series.targetLength(), series.scheme.positionRate };
    return lines;
}

/// Share of the height that the number lines take; the cosine has the rest.
double linesShare(const QList<NumberLine>& lines)
{
    double shares = 0.0;
    for (const NumberLine& line : lines)
        shares += line.share();
    return std::clamp(0.1 + 0.12 * shares, 0.25, 0.5);
}

/// A place between positions: a fraction where it still tells something.
QString landingText(double position)
{
    return shown(position < 1e5 ? position : std::round(position));
}

} // namespace

void PositionsView::draw(QCustomPlot& plot, std::shared_ptr<const Scene> scene, const Look& look)
{
    const auto [first, last] = scene->range();
    plot.xAxis->setLabel(tr("position (tokens)"));
    plot.xAxis->setRange(first, last);
    constexpr double longLabels = 1e6;
    if (last >= longLabels)
        plot.xAxis->ticker()->setTickCount(3);
    if (scene->series.empty())
        return;
    const QList<NumberLine> lines = linesOf(*scene, look.theme);
    const encodings::Interval cosines = shownCosines(*scene);
    const double margin = cosineMargin * (cosines.high - cosines.low);
    const double border = cosines.high + margin;
    const double bottom = cosines.low - margin;
    plot.yAxis->setRange(bottom, bottom + (border - bottom) / (1.0 - linesShare(lines)));
    plot.yAxis->setTicker(QSharedPointer<CosineTicker>::create(cosines));
    plot.yAxis->setLabel(tr("cos(n θ%1)").arg(subscript(static_cast<Index>(scene->values.integer("pair")))));
    addTrainedRegion(plot, look.theme, scene->series.front().trainedLength());

    const QCPAxis* const x = plot.xAxis;
    const QCPAxis* const y = plot.yAxis;
    addPainted(
        plot, [scene, lines, border, theme = look.theme, x, y](QCPPainter& painter, const QRectF& rect) {
            const double borderY = y->coordToPixel(border);
            painter.setPen(QPen(theme.hairline, 0));
            painter.drawLine(QLineF(rect.left(), borderY, rect.right(), borderY));
            painter.setRenderHint(QPainter::Antialiasing);
            // Room above for the words of the trained region.
            const bool beyond = x->range().upper > scene->series.front().trainedLength();
            const double words = beyond ? QFontMetricsF(theme.font(0.85)).height() + 6.0 : 4.0;
            NumberLinePainter(painter, theme, *x)
                .paint(lines,
                    QRectF(QPointF(rect.left(), rect.top() + words), QPointF(rect.right(), borderY - 2.0)));
            paintCosine(
                painter, *scene, theme, *x, *y, QRectF(QPointF(rect.left(), borderY), rect.bottomRight()));
        });

    QList<LegendEntry> entries { { tr("trained"), look.theme.trained, {}, 'd' } };
    const SceneSeries& subject = scene->series.front();
    if (subject.targetLength() > subject.trainedLength()) {
        bool interpolated = false;
        for (const SceneSeries& series : scene->series) {
            const std::optional<PairOfSeries> pair = pairOf(*scene, series);
            interpolated = interpolated || series.scheme.positionRate < 1.0 || (pair && pair->ratio() < 1.0);
        }
        entries << LegendEntry { tr("unseen"), look.theme.unseen, {}, 'o' };
        if (interpolated)
            entries << LegendEntry { tr("interpolated"), look.theme.interpolated, {}, '*' };
    }
    if (scene->series.size() > 1) {
        for (LegendEntry entry : seriesLegend(*scene, look.theme)) {
            entry.dash.clear();
            entries << entry;
        }
    }
    setLegend(plot, entries);
}

QString PositionsView::caption(const Scene& scene) const
{
    if (scene.series.empty())
        return tr("No series is shown.");
    const SceneSeries& subject = scene.series.front();
    const double trained = subject.trainedLength();
    const double target = subject.targetLength();
    const bool longer = target > trained;
    const std::optional<PairOfSeries> subjectPair = pairOf(scene, subject);
    QStringList parts;
    if (subjectPair) {
        const double turns = trained * subjectPair->trainedFrequency / (2.0 * std::numbers::pi);
        QString text = tr("Pair %1 turns %2 times inside %3 positions")
                           .arg(shown(scene.values.number("pair")), shown(turns, 3), shown(trained));
        if (longer && turns >= 1.0)
            text += tr(", so no cosine value beyond is unseen");
        else if (longer && turns >= 0.5)
            text += tr(", so every cosine value has been seen, but the angles beyond are unseen");
        else if (longer)
            text += tr(", so the values beyond are truly unseen");
        parts << text;
    }
    if (!longer) {
        parts << tr("a scale above 1 shows what happens beyond %1").arg(shown(trained));
    } else {
        for (std::size_t index = 0; index < scene.series.size() && parts.size() < 4; ++index) {
            const SceneSeries& series = scene.series[index];
            const double length = series.trainedLength();
            const double last = std::ceil(series.targetLength()) - 1.0;
            const std::optional<PairOfSeries> pair = pairOf(scene, series);
            if (series.targetLength() > length && series.scheme.positionRate < 1.0) {
                const double lastId = series.scheme.id(last);
                const QString apart = shown(series.scheme.positionRate, 4);
                parts << (lastId < length
                        ? tr("%1 moves %2..%3 back below %4, neighbours %5 apart")
                              .arg(nameOf(series), shown(length), shown(last), shown(length), apart)
                        : tr("%1 moves %2..%3 down to at most %4, neighbours %5 apart")
                              .arg(nameOf(series), shown(length), shown(last), shown(lastId), apart));
            } else if (pair && std::abs(pair->ratio() - 1.0) > 1e-9) {
                parts << tr("%1 turns this pair at %2 times its frequency, so %3 stands where %4 was")
                             .arg(nameOf(series), shown(pair->ratio(), 3), shown(last),
                                 landingText(last * pair->ratio()));
            }
        }
    }
    QString sentence = parts.join(QStringLiteral("; ")) + QLatin1Char('.');
    sentence[0] = sentence[0].toUpper();
    return sentence;
}

QString PositionsView::readout(const Scene& scene, double x, double) const
{
    const double position = std::round(x);
    if (position < 0.0 || scene.series.empty())
        return {};
    QStringList parts;
    for (const SceneSeries& series : scene.series) {
        QString text = tr("%1: id %2").arg(nameOf(series), shown(series.scheme.id(position), 12));
        if (const std::optional<PairOfSeries> pair = pairOf(scene, series)) {
            text += tr(", cos of pair %1 %2")
                        .arg(shown(scene.values.number("pair")))
                        .arg(shown(encodings::phasor(position, pair->frequency).real(), 4));
        }
        parts << text;
    }
    return tr("position %1, %2").arg(shown(position), parts.join(QStringLiteral("; ")));
}

CsvTable PositionsView::csv(std::shared_ptr<const Scene> scene) const
{
    CsvTable table = tableOverRange(*scene, "position");
    for (const SceneSeries& series : scene->series)
        table.columns.push_back(series.label + ".id");
    table.fill = [scene](double from, double step, Index count, Eigen::ArrayXXd& values) {
        values.resize(count, static_cast<Index>(scene->series.size()));
        for (Index row = 0; row < count; ++row) {
            for (std::size_t index = 0; index < scene->series.size(); ++index)
                values(row, static_cast<Index>(index))
                    = scene->series[index].scheme.id(from + step * static_cast<double>(row));
        }
    };
    return table;
}
