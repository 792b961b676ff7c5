// SPDX-License-Identifier: GPL-3.0-or-later
#include "precisionview.h"

#include "applicability.h"
#include "counted.h"
#include "plotframe.h"
#include "precisioncurves.h"
#include "precisionmarks.h"
#include "tickers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using Eigen::ArrayXd;
using Eigen::Index;
using encodings::FloatFormat;
using encodings::FloatFormatFacts;
using encodings::Scene;
using encodings::SceneSeries;

namespace {

constexpr std::size_t mostSeries = 3;
/// A cosine is off by no more.
constexpr double largestCosineError = 2.0;

/// Everything that a paint reads.
struct Chart {
    std::shared_ptr<const Scene> scene;
    Theme theme;
    AngleError error = AngleError::Cosine;
    std::vector<FloatFormat> formats;
    std::vector<PrecisionSeries> series; ///< those with pairs, no more than mostSeries
    std::size_t left = 0; ///< series with pairs that are not drawn

    Chart(std::shared_ptr<const Scene> shownScene, const Theme& shownTheme)
        : scene(std::move(shownScene))
        , theme(shownTheme)
        , error(scene->values.text("precision_error") == "phase" ? AngleError::Phase : AngleError::Cosine)
    {
        const std::string& word = scene->values.text("precision_format");
        for (const FloatFormatFacts& facts : encodings::floatFormats()) {
            if (word == "all" || word == facts.name)
                formats.push_back(facts.format);
        }
        for (const SceneSeries& one : scene->series) {
            PrecisionSeries asked(one);
            if (asked.pairs.empty())
                continue;
            if (series.size() < mostSeries)
                series.push_back(std::move(asked));
            else
                ++left;
        }
    }

    static char marker(FloatFormat format)
    {
        return format == FloatFormat::Float32 ? 'd' : format == FloatFormat::BFloat16 ? 's' : '*';
    }

    /// Radians per position.
    double fastest() const
    {
        double fastest = 0.0;
        for (const PrecisionSeries& one : series)
            fastest = std::max(fastest, one.frequencies.maxCoeff());
        return fastest > 0.0 ? fastest : 1.0;
    }
};

QString formatName(FloatFormat format) { return QString::fromLatin1(encodings::factsOf(format).name); }

/// From what an error of one rounding is at the first position to what those of position, frequency and
/// product are at the last, in whole powers of ten.
QCPRange errorRange(const Chart& chart, double first, double last)
{
    double finest = 1.0;
    double coarsest = 0.0;
    for (const FloatFormat format : chart.formats) {
        const double half = std::exp2(-encodings::factsOf(format).digits);
        finest = std::min(finest, half);
        coarsest = std::max(coarsest, half);
    }
    const double fastest = chart.fastest();
    const double end = chart.formats == std::vector { FloatFormat::Float16 } ? std::min(last, 65519.0) : last;
    double upper = std::pow(10.0, std::ceil(std::log10(3.0 * coarsest * fastest * std::max(1.0, end))));
    if (chart.error == AngleError::Cosine)
        upper = std::min(upper, 4.75 * largestCosineError); // room for words above the curves
    const double lower = std::pow(10.0, std::floor(std::log10(finest * fastest * first / 4.0)));
    return { std::min(lower, upper / 100.0), upper };
}

Index pairLookedAt(const Chart& chart)
{
    return std::min(static_cast<Index>(chart.scene->values.integer("pair")),
        chart.series.front().series->scheme.frequencies().size() - 1);
}

std::vector<Landmark> landmarks(const Chart& chart)
{
    const PrecisionSeries& subject = chart.series.front();
    const ArrayXd all = subject.series->scheme.frequencies();
    const Index pair = pairLookedAt(chart);
    const QString owner = chart.series.size() > 1
        ? PrecisionView::tr("pair %1 of %2").arg(pair).arg(nameOf(*subject.series))
        : PrecisionView::tr("pair %1").arg(pair);
    std::vector<Landmark> found;
    for (const FloatFormat format : chart.formats) {
        const QString name = formatName(format);
        const double equal = encodings::firstEqualPosition(format);
        found.push_back(
            { equal, PrecisionView::tr("%1: %2 = %3").arg(name, shown(equal - 1.0), shown(equal)), false });
        if (const std::optional<double> angle
            = all[pair] > 0.0 ? encodings::firstEqualAngle(format, all[pair]) : std::nullopt) {
            found.push_back({ *angle,
                PrecisionView::tr("%1, %2: %3 = %4").arg(name, owner, shown(*angle - 1.0), shown(*angle)),
                true });
        }
        if (const std::optional<double> end = encodings::firstInfiniteAngle(format, chart.fastest())) {
            found.push_back({ *end,
                PrecisionView::tr("%1 ends: no number above %2")
                    .arg(name, shown(encodings::factsOf(format).largest)),
                false });
        }
    }
    std::sort(found.begin(), found.end(),
        [](const Landmark& one, const Landmark& other) { return one.position < other.position; });
    return found;
}

/// What the picture leaves out, in one line.
QString sampleNote(const Chart& chart, const PositionColumns& columns)
{
    QStringList parts;
    if (columns.sampled)
        parts << PrecisionView::tr("largest of %1 sampled positions in every %2 px")
                     .arg(PositionColumns::samples)
                     .arg(PositionColumns::width);
    const std::size_t pairs = chart.series.front().pairs.size();
    if (pairs > PrecisionCurves::mostPairs)
        parts
            << PrecisionView::tr("%1 of %2 pairs").arg(PrecisionCurves::mostPairs).arg(shown(double(pairs)));
    if (chart.left > 0)
        parts << PrecisionView::tr("%1 more series not shown").arg(chart.left);
    return parts.join(QStringLiteral("; "));
}

QString pairsText(const PrecisionSeries& series)
{
    if (series.pairs.size() == 1)
        return PrecisionView::tr("pair %1").arg(series.pairs.front());
    if (series.pairs.size() > 6)
        return PrecisionView::tr("worst of %1 pairs").arg(shown(static_cast<double>(series.pairs.size())));
    // Where few pairs are looked at, all of them come out well at some positions.
    QStringList names;
    for (const int pair : series.pairs)
        names << QString::number(pair);
    return PrecisionView::tr("worst of pairs %1 (low at positions that round well in all)")
        .arg(namesJoined(names));
}

} // namespace

PrecisionView::PrecisionView()
    : m_curves(std::make_shared<PrecisionCurves>())
{
}

QString PrecisionView::whyNot(const encodings::SceneSeries& series) const { return whyNoTurnsFromZero(series); }

void PrecisionView::draw(QCustomPlot& plot, std::shared_ptr<const Scene> scene, const Look& look)
{
    const auto chart = std::make_shared<const Chart>(std::move(scene), look.theme);
    const auto [from, to] = chart->scene->range();
    plot.xAxis->setLabel(tr("position"));
    plot.yAxis->setLabel(
        chart->error == AngleError::Cosine ? tr("error of the cosine") : tr("error (radians)"));
    for (QCPAxis* axis : { plot.xAxis, plot.yAxis }) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(QSharedPointer<LogarithmicTicker>::create());
    }
    const int room = plot.viewport().height() / 2 / (2 * QFontMetrics(plot.yAxis->tickLabelFont()).height());
    plot.yAxis->ticker()->setTickCount(std::clamp(room, 2, 9));
    const double first = std::max(1.0, from);
    const double last = std::max(first + 1.0, to);
    plot.xAxis->setRange(first, last);
    const int widest = QFontMetrics(plot.xAxis->tickLabelFont()).horizontalAdvance(shown(last)) + 24;
    plot.xAxis->ticker()->setTickCount(std::clamp(plot.viewport().width() * 4 / 5 / widest, 2, 9));
    if (chart->series.empty() || to < 1.0) {
        plot.yAxis->setRange(1e-8, largestCosineError);
        const QString words = to < 1.0 ? tr("The range shown has no position above 0: choose another one.")
                                       : tr("No encoding with angles: choose a rotary or sinusoidal one.");
        addPainted(plot, [theme = chart->theme, words](QCPPainter& painter, const QRectF& rect) {
            drawNote(painter, theme, rect, Qt::AlignCenter, words);
        });
        return;
    }
    plot.yAxis->setRange(errorRange(*chart, first, last));
    addTrainedRegion(plot, look.theme, *chart->scene);

    const QCPAxis* const x = plot.xAxis;
    const QCPAxis* const y = plot.yAxis;
    const double position = chart->scene->values.number("position");
    addPainted(plot,
        [chart, x, y, position, curves = m_curves, found = landmarks(*chart)](
            QCPPainter& painter, const QRectF& rect) {
            curves->update(chart->series, chart->formats, chart->error, *x, rect);
            paintLandmarkLines(painter, rect, *x, chart->theme, found);
            if (x->range().contains(position)) {
                painter.setPen(QPen(chart->theme.mutedText, 0, Qt::DotLine));
                const double px = x->coordToPixel(position);
                painter.drawLine(QLineF(px, rect.top(), px, rect.bottom()));
            }
            painter.setRenderHint(QPainter::Antialiasing);
            for (std::size_t series = chart->series.size(); series-- > 0;) {
                const SceneSeries& one = *chart->series[series].series;
                for (std::size_t format = 0; format < chart->formats.size(); ++format) {
                    ErrorCurvePainter(painter, rect, chart->theme, chart->theme.series(one.index),
                        dashOf(*chart->scene, one), Chart::marker(chart->formats[format]),
                        rect.left() + 12.0
                            + static_cast<double>(series) * ErrorCurvePainter::markerDistance / mostSeries)
                        .paint(curves->columns().px, curves->of(series, format), *y);
                }
            }
            QStringList silent;
            QStringList ended;
            for (std::size_t format = 0; format < chart->formats.size(); ++format) {
                const ArrayXd& values = curves->of(0, format);
                if (!(values > 0.0).any())
                    (values.isNaN().all() ? ended : silent) << formatName(chart->formats[format]);
            }
            QStringList missing;
            if (!silent.isEmpty())
                missing << tr("No error in %1 at the positions shown.").arg(namesJoined(silent));
            if (!ended.isEmpty())
                missing << tr("No numbers in %1 for the positions shown.").arg(namesJoined(ended));
            if (!missing.isEmpty())
                drawNote(painter, chart->theme, rect, Qt::AlignCenter, missing.join(QLatin1Char(' ')));
            const QString words = sampleNote(*chart, curves->columns());
            const double note = words.isEmpty() ? 0.0 : QFontMetricsF(chart->theme.font(0.9)).height() + 4.0;
            paintLandmarkWords(painter, rect, *x, chart->theme, found, rect.bottom() - note - 2.0);
            drawNote(painter, chart->theme, rect, Qt::AlignRight | Qt::AlignBottom, words);
        });

    QList<LegendEntry> legend;
    for (const PrecisionSeries& one : chart->series)
        legend << LegendEntry { nameOf(*one.series), look.theme.series(one.series->index),
            dashOf(*chart->scene, *one.series), 0 };
    for (const FloatFormat format : chart->formats)
        legend << LegendEntry { formatName(format), look.theme.text, {}, Chart::marker(format) };
    setLegend(plot, legend);
}

QString PrecisionView::caption(const Scene& scene) const
{
    const Chart chart(std::make_shared<const Scene>(scene), Theme());
    if (chart.series.empty())
        return tr("No series drawn has angles.");
    const PrecisionSeries& subject = chart.series.front();
    const double position = scene.values.number("position");
    QStringList errors;
    QStringList without;
    for (const FloatFormat format : chart.formats) {
        const double size = subject.largest(format, chart.error, ArrayXd::Constant(1, position))[0];
        if (std::isnan(size))
            without << formatName(format);
        else
            errors << tr("%1 in %2").arg(shown(size, 2), formatName(format));
    }
    const bool cosine = chart.error == AngleError::Cosine;
    QString what = errors.isEmpty()
        ? tr("position %1 is beyond %2").arg(shown(position), namesJoined(without))
        : (cosine ? tr("the cosine of position %1 is off by %2")
                  : tr("the angle of position %1, in radians, is off by %2"))
              .arg(shown(position), namesJoined(errors));
    if (!errors.isEmpty() && !without.isEmpty())
        what += tr(" and beyond %1").arg(namesJoined(without));
    const QString how = cosine ? tr("position, frequency and product rounded, the cosine exact")
                               : tr("position, frequency and product rounded");
    return tr("%1, %2: %3 (%4); lines mark the first neighbours that a format makes equal, dashed lines the "
              "first equal angles of pair %5.")
        .arg(nameOf(*subject.series), pairsText(subject), what, how)
        .arg(pairLookedAt(chart));
}

QString PrecisionView::readout(const Scene& scene, double x, double) const
{
    const double position = std::round(x);
    if (!(position >= 1.0))
        return {};
    QStringList parts;
    for (const SceneSeries& series : scene.series) {
        const PrecisionSeries asked(series);
        if (asked.pairs.empty())
            continue;
        QStringList formats;
        for (const FloatFormatFacts& facts : encodings::floatFormats()) {
            const ArrayXd at = ArrayXd::Constant(1, position);
            Eigen::ArrayXi pair;
            const double cosine = asked.largest(facts.format, AngleError::Cosine, at, &pair)[0];
            const double phase = asked.largest(facts.format, AngleError::Phase, at)[0];
            const QString name = QString::fromLatin1(facts.name);
            formats << (std::isnan(cosine) ? tr("%1 ended").arg(name)
                                           : tr("%1 cosine %2 (pair %3), angle %4 rad")
                                                 .arg(name, shown(cosine, 3))
                                                 .arg(asked.pairs[static_cast<std::size_t>(pair[0])])
                                                 .arg(shown(phase, 3)));
        }
        parts << tr("%1: %2").arg(nameOf(series), formats.join(QStringLiteral(", ")));
    }
    return parts.isEmpty()
        ? QString()
        : tr("position %1, largest errors, %2").arg(shown(position), parts.join(QStringLiteral("; ")));
}

CsvTable PrecisionView::csv(std::shared_ptr<const Scene> scene) const
{
    CsvTable table = tableOverRange(*scene, "position");
    std::vector<PrecisionSeries> asked;
    for (const SceneSeries& series : scene->series) {
        asked.emplace_back(series);
        for (const FloatFormatFacts& facts : encodings::floatFormats())
            table.columns.push_back(series.label + "." + facts.name);
    }
    table.fill = [scene, asked, columns = static_cast<Index>(table.columns.size())](
                     double first, double step, Index count, Eigen::ArrayXXd& values) {
        values.resize(count, columns);
        const ArrayXd positions
            = first + step * ArrayXd::LinSpaced(count, 0.0, static_cast<double>(count - 1));
        Index column = 0;
        for (const PrecisionSeries& one : asked) {
            for (const FloatFormatFacts& facts : encodings::floatFormats())
                values.col(column++) = one.largest(facts.format, AngleError::Cosine, positions);
        }
    };
    return table;
}
