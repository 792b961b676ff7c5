// SPDX-License-Identifier: GPL-3.0-or-later
#include "positionsview.h"

#include "counted.h"
#include "marks.h"
#include "numberlines.h"
#include "plotframe.h"
#include "positionchart.h"
#include "positioncosine.h"
#include "positionmap.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

using Eigen::Index;
using encodings::Scene;
using encodings::SceneSeries;

namespace {

/// Room above and below the cosine, as a share of its own height.
constexpr double cosineMargin = 0.13;

bool lengthsDiffer(const Scene& scene)
{
    return std::any_of(scene.series.begin(), scene.series.end(), [&scene](const SceneSeries& series) {
        return series.trainedLength() != scene.series.front().trainedLength();
    });
}

QString subscript(Index number)
{
    QString text;
    for (const QChar digit : QString::number(number))
        text += QChar(0x2080 + digit.digitValue());
    return text;
}

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

/// Room of the number lines: between the words of the trained region and the cosine.
QRectF linesZone(const Scene& scene, const Theme& theme, const QRectF& rect, double borderY, double last)
{
    const bool beyond = !lengthsDiffer(scene) && last > scene.series.front().trainedLength();
    const double words = beyond ? QFontMetricsF(theme.font(0.9)).height() + 6.0 : 4.0;
    return { QPointF(rect.left(), rect.top() + words), QPointF(rect.right(), borderY - 2.0) };
}

/// What one series was not trained on, in its own part of the picture.
void paintBeyond(QCPPainter& painter, const Theme& theme, const QCPAxis& x, const QRectF& part,
    double trainedLength, const QString& words)
{
    if (trainedLength > x.range().upper)
        return;
    const double left = std::max(part.left(), x.coordToPixel(trainedLength));
    const QRectF region(QPointF(left, part.top()), part.bottomRight());
    fillBeyond(painter, theme, region);
    painter.setPen(QPen(theme.text, 0));
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (x.range().contains(trainedLength))
        painter.drawLine(QLineF(left, part.top(), left, part.bottom()));
    if (region.height() > QFontMetricsF(theme.font(0.9)).height() + 4.0)
        drawNote(painter, theme, region, Qt::AlignLeft | Qt::AlignTop, words.arg(shown(trainedLength)));
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

/// How often the pair looked at turned in training, and what that means for the positions beyond.
QString turnsOf(const Scene& scene, const SceneSeries& owner)
{
    const double trained = owner.trainedLength();
    const double turns = trained * pairOf(scene, owner)->trainedFrequency / (2.0 * std::numbers::pi);
    const QString pair
        = PositionsView::tr("pair %1 turns %2 inside %3")
              .arg(shown(scene.values.number("pair")), timesCounted(turns), positionsCounted(trained));
    const QString text
        = allShareCosine(scene, owner) ? pair : PositionsView::tr("%1: %2").arg(nameOf(owner), pair);
    if (owner.targetLength() <= trained)
        return text;
    if (turns >= 1.0)
        return text + PositionsView::tr(", so no cosine value beyond is unseen");
    if (turns >= 0.5)
        return text
            + PositionsView::tr(", so every cosine value has been seen, but the angles beyond are unseen");
    return text + PositionsView::tr(", so the values beyond are truly unseen");
}

/// A place between positions: a fraction where it still tells something.
QString landingText(double position) { return shown(position < 1e5 ? position : std::round(position)); }

} // namespace

void PositionsView::draw(QCustomPlot& plot, std::shared_ptr<const Scene> scene, const Look& look)
{
    if (needsPositionChart(*scene))
        return drawPositionChart(plot, scene, look.theme);
    const auto [first, last] = scene->range();
    plot.xAxis->setLabel(tr("position (tokens)"));
    plot.xAxis->setRange(first, last);
    const QList<NumberLine> lines = linesOf(*scene, look.theme);
    const encodings::Interval cosines = shownCosines(*scene);
    const double margin = cosineMargin * (cosines.high - cosines.low);
    const double border = cosines.high + margin;
    const double bottom = cosines.low - margin;
    plot.yAxis->setRange(bottom, bottom + (border - bottom) / (1.0 - linesShare(lines)));
    plot.yAxis->setTicker(QSharedPointer<CosineTicker>::create(cosines));
    const QString cosine = tr("cos(n θ%1)").arg(subscript(static_cast<Index>(scene->values.integer("pair"))));
    const SceneSeries* const owner = cosineSeries(*scene);
    plot.yAxis->setLabel(
        owner && !allShareCosine(*scene, *owner) ? tr("%1 of %2").arg(cosine, nameOf(*owner)) : cosine);
    const QCPAxis* const x = plot.xAxis;
    const QCPAxis* const y = plot.yAxis;
    if (!lengthsDiffer(*scene)) {
        addTrainedRegion(plot, look.theme, *scene);
    } else {
        addPainted(plot,
            [scene, lines, border, theme = look.theme, x, y](QCPPainter& painter, const QRectF& rect) {
                const double borderY = y->coordToPixel(border);
                const QList<QRectF> rows
                    = numberLineRows(lines, linesZone(*scene, theme, rect, borderY, x->range().upper), theme)
                          .rows;
                for (qsizetype i = 0; i < rows.size(); ++i)
                    paintBeyond(painter, theme, *x, rows[i], lines[i].trainedLength, tr("L = %1"));
                if (const SceneSeries* const cosineOwner = cosineSeries(*scene))
                    paintBeyond(painter, theme, *x, QRectF(QPointF(rect.left(), borderY), rect.bottomRight()),
                        cosineOwner->trainedLength(), tr("not trained (L = %1)"));
            })
            ->setLayer("background");
    }

    addPainted(
        plot, [scene, lines, border, theme = look.theme, x, y](QCPPainter& painter, const QRectF& rect) {
            const double borderY = y->coordToPixel(border);
            painter.setPen(QPen(theme.hairline, 0));
            painter.drawLine(QLineF(rect.left(), borderY, rect.right(), borderY));
            painter.setRenderHint(QPainter::Antialiasing);
            const QRectF zone = linesZone(*scene, theme, rect, borderY, x->range().upper);
            NumberLinePainter(painter, theme, *x).paint(lines, zone);
            paintCosine(
                painter, *scene, theme, *x, *y, QRectF(QPointF(rect.left(), borderY), rect.bottomRight()));
        });

    QList<LegendEntry> entries { { tr("trained"), look.theme.trained, {}, 'd' } };
    if (std::any_of(lines.begin(), lines.end(), [](const NumberLine& line) { return line.longer(); })) {
        bool interpolated = false;
        for (const SceneSeries& series : scene->series) {
            const std::optional<PairOfSeries> pair = pairOf(*scene, series);
            interpolated = interpolated || series.scheme.positionRate < 1.0 || (pair && pair->ratio() < 1.0);
        }
        entries << LegendEntry { tr("not trained"), look.theme.unseen, {}, 'o' };
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
    if (needsPositionChart(scene))
        return positionChartCaption(scene);
    const bool longer = std::any_of(scene.series.begin(), scene.series.end(),
        [](const SceneSeries& series) { return series.targetLength() > series.trainedLength(); });
    QStringList parts;
    if (const SceneSeries* const owner = cosineSeries(scene))
        parts << turnsOf(scene, *owner);
    if (!longer) {
        parts << (lengthsDiffer(scene) ? tr("a scale above 1 shows what happens beyond the trained lengths")
                                       : tr("a scale above 1 shows what happens beyond %1")
                                             .arg(shown(scene.series.front().trainedLength())));
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
    if (parts.isEmpty())
        return tr("No series turns pair %1.").arg(shown(scene.values.number("pair")));
    QString sentence = parts.join(QStringLiteral("; ")) + QLatin1Char('.');
    // A name stays as it was given.
    const bool named = std::any_of(scene.series.begin(), scene.series.end(),
        [&sentence](const SceneSeries& series) { return sentence.startsWith(nameOf(series)); });
    if (!named)
        sentence[0] = sentence[0].toUpper();
    return sentence;
}

QString PositionsView::readout(const Scene& scene, double x, double) const
{
    const double position = std::round(x);
    if (position < 0.0)
        return {};
    if (needsPositionChart(scene))
        return positionChartReadout(scene, position);
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
    std::vector<std::function<double(double)>> columns;
    for (const SceneSeries& series : scene->series) {
        const PositionMap map(*scene, series);
        const auto add = [&](const char* name, std::function<double(double)> value) {
            table.columns.push_back(series.label + name);
            columns.push_back(std::move(value));
        };
        if (map.isRenumbered())
            add(".id", [map](double token) { return map.placeOf(token); });
        add(map.isOfPairs() ? ".distance" : ".id", [map](double token) { return map.at(token); });
    }
    table.fill = [scene, columns](double from, double step, Index count, Eigen::ArrayXXd& values) {
        values.resize(count, static_cast<Index>(columns.size()));
        for (Index row = 0; row < count; ++row) {
            for (std::size_t index = 0; index < columns.size(); ++index)
                values(row, static_cast<Index>(index))
                    = columns[index](from + step * static_cast<double>(row));
        }
    };
    return table;
}
