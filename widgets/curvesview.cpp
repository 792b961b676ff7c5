// SPDX-License-Identifier: GPL-3.0-or-later
#include "curvesview.h"

#include "applicability.h"
#include "chosenpairs.h"
#include "cosinecurve.h"
#include "plotframe.h"
#include "tablevalues.h"

#include "encodings/cosine.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <set>

using encodings::Scene;
using encodings::SceneSeries;

namespace {

/// Half height of a curve in its lane, which is 1 high.
constexpr double amplitude = 0.42;
/// Px; where lanes are lower, some are left out and the picture says so.
constexpr double leastLaneHeight = 6;
/// Px between neighbouring positions from which each is marked by a dot.
constexpr double dotsFrom = 7;

struct Parts {
    bool cos = false;
    bool sin = false;
};

Parts partsOf(const Scene& scene)
{
    const std::string& word = scene.values.text("curve_parts");
    const bool automatic = word == "auto";
    return { word != "sin", word == "both" || word == "sin" || (automatic && scene.series.size() == 1) };
}

/// The pairs of all series, each once: in the order asked for while all ask for the same, else from fast to
/// slow.
std::vector<int> pairsOf(const Scene& scene)
{
    std::vector<int> pairs = chosenPairs(scene.series.front());
    const auto same = [&](const SceneSeries& series) { return chosenPairs(series) == pairs; };
    if (std::all_of(scene.series.begin(), scene.series.end(), same))
        return pairs;
    std::set<int> all;
    for (const SceneSeries& series : scene.series) {
        const std::vector<int> own = chosenPairs(series);
        all.insert(own.begin(), own.end());
    }
    return { all.begin(), all.end() };
}

bool draws(const SceneSeries& series, int pair)
{
    const std::vector<int> pairs = chosenPairs(series);
    return pair < series.scheme.trainedFrequencies.size()
        && std::find(pairs.begin(), pairs.end(), pair) != pairs.end();
}

/// What the painting of one lane needs to know.
struct Lane {
    double center = 0.0; ///< y of the axes
    int pair = 0;
    double height = 1.0; ///< more where it stands for lanes that are left out
};

void paintCurve(QCPPainter& painter, const QRectF& rect, const QCPAxis& x, const QCPAxis& y, const Lane& lane,
    const CosineCurve& curve)
{
    const auto pixelOf
        = [&](double value) { return y.coordToPixel(lane.center + lane.height * amplitude * value); };
    paintCosineCurve(painter, rect, rect.left(), x, pixelOf, curve);
    if (rect.width() < dotsFrom * x.range().size())
        return;
    painter.setPen(Qt::NoPen);
    painter.setBrush(curve.color);
    const double radius = curve.width + 0.8;
    for (double position = std::ceil(x.range().lower); position <= x.range().upper; ++position)
        painter.drawEllipse(QPointF(x.coordToPixel(position), pixelOf(curve.at(position))), radius, radius);
}

/// Colour of a band: what lies behind it and other bands show through.
QColor bandColor(QColor color)
{
    color.setAlphaF(0.45F);
    return color;
}

void setUpLaneAxis(QCPAxis& axis, const std::vector<Lane>& lanes)
{
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    if (lanes.size() == 1) {
        for (const int value : { -1, 0, 1 })
            ticker->addTick(lanes.front().center + amplitude * value, shown(value));
        axis.setLabel(CurvesView::tr("value, pair %1").arg(lanes.front().pair));
    } else {
        // At most as many labels as fit at any usual height; every lane is still drawn.
        const std::size_t every = lanes.size() / 16 + 1;
        for (std::size_t i = 0; i < lanes.size(); i += every)
            ticker->addTick(lanes[i].center, QString::number(lanes[i].pair));
        axis.setLabel(CurvesView::tr("pair (lanes: −1 to 1)"));
    }
    axis.setTicker(ticker);
    axis.setSubTicks(false);
    axis.setRange(-0.5, static_cast<double>(lanes.size()) - 0.5);
}

double frequencyOf(const SceneSeries& series, int pair)
{
    const Eigen::ArrayXd frequencies = series.scheme.frequencies();
    return pair < frequencies.size() ? frequencies[pair] : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

QString CurvesView::whyNot(const encodings::SceneSeries& series) const { return whyNoEvenTurns(series); }

void CurvesView::draw(QCustomPlot& plot, std::shared_ptr<const Scene> scene, const Look& look)
{
    const auto [from, to] = scene->range();
    plot.xAxis->setRange(from, to);
    plot.xAxis->setLabel(CurvesView::tr("position"));

    const std::vector<int> pairs = pairsOf(*scene);
    std::vector<Lane> lanes;
    for (std::size_t i = 0; i < pairs.size(); ++i)
        lanes.push_back({ static_cast<double>(pairs.size() - 1 - i), pairs[i] });
    setUpLaneAxis(*plot.yAxis, lanes);
    addTrainedRegion(plot, look.theme, *scene);

    const Parts parts = partsOf(*scene);
    std::vector<std::vector<CosineCurve>> curves(lanes.size());
    for (const SceneSeries& series : scene->series) {
        const Eigen::ArrayXd frequencies = series.scheme.frequencies();
        const QColor color = look.theme.series(series.index);
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            if (!draws(series, lanes[i].pair))
                continue;
            const auto add = [&](bool sine, const QColor& shade) {
                curves[i].push_back({ frequencies[lanes[i].pair], sine, shade, bandColor(shade),
                    dashOf(*scene, series), look.theme.lineWidth, tokenShift(series.scheme) });
            };
            if (parts.sin)
                add(true, parts.cos ? look.theme.towardsGround(color, 0.5) : color);
            if (parts.cos)
                add(false, color);
        }
    }

    const Theme theme = look.theme;
    QCPAxis* const x = plot.xAxis;
    QCPAxis* const y = plot.yAxis;
    addPainted(plot, [=](QCPPainter& painter, const QRectF& rect) {
        const double laneHeight = std::abs(y->coordToPixel(0) - y->coordToPixel(1));
        const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(leastLaneHeight / laneHeight)));
        for (std::size_t i = 0; i < lanes.size(); i += every) {
            Lane lane = lanes[i];
            lane.height = static_cast<double>(std::min(every, lanes.size() - i));
            lane.center -= (lane.height - 1) / 2;
            for (const CosineCurve& curve : curves[i])
                paintCurve(painter, rect, *x, *y, lane, curve);
        }
        if (every > 1)
            drawNote(painter, theme, rect, Qt::AlignRight | Qt::AlignBottom,
                CurvesView::tr("one pair in %1 drawn").arg(every));
        if (laneHeight < 2.5 * QFontMetricsF(theme.font(0.9)).height())
            return;
        for (std::size_t i = 0; i < lanes.size(); ++i) {
            if (std::none_of(curves[i].begin(), curves[i].end(),
                    [&](const CosineCurve& curve) { return isBand(curve, *x, rect); }))
                continue;
            const double middle = y->coordToPixel(lanes[i].center);
            drawNote(painter, theme, QRectF(rect.left(), middle - laneHeight / 2, rect.width(), laneHeight),
                Qt::AlignRight | Qt::AlignBottom, CurvesView::tr("band: turns faster than the pixels"));
        }
    });

    const double position = scene->values.number("position");
    addPainted(plot, [=](QCPPainter& painter, const QRectF& rect) {
        if (!x->range().contains(position))
            return;
        painter.setPen(QPen(theme.mutedText, 0, Qt::DashLine));
        const double px = x->coordToPixel(position);
        painter.drawLine(QLineF(px, rect.top(), px, rect.bottom()));
    })->setLayer("grid");

    QList<LegendEntry> legend = seriesLegend(*scene, theme);
    if (parts.cos && parts.sin) {
        for (qsizetype i = legend.size() - 1; i >= 0; --i) {
            LegendEntry sine = legend[i];
            sine.color = theme.towardsGround(sine.color, 0.5);
            sine.text = CurvesView::tr("%1 sin").arg(legend[i].text);
            legend[i].text = CurvesView::tr("%1 cos").arg(legend[i].text);
            legend.insert(i + 1, sine);
        }
    } else {
        for (LegendEntry& entry : legend)
            entry.text = (parts.cos ? CurvesView::tr("%1 cos") : CurvesView::tr("%1 sin")).arg(entry.text);
    }
    setLegend(plot, legend);
}

QString CurvesView::caption(const Scene& scene) const
{
    const SceneSeries& subject = scene.series.front();
    const int last = static_cast<int>(subject.scheme.trainedFrequencies.size()) - 1;
    const int pair = std::min(static_cast<int>(scene.values.number("pair")), last);
    const double wavelength = 2 * std::numbers::pi / frequencyOf(subject, pair);
    const double length = subject.trainedLength();
    QString text = CurvesView::tr(
        "%1: pair %2 makes one turn in %3 positions, %4 turns inside the trained length of %5")
                       .arg(nameOf(subject))
                       .arg(pair)
                       .arg(shown(wavelength), shown(length / wavelength, 3), shown(length));
    if (scene.range().second >= length)
        text += CurvesView::tr("; from there on positions are extrapolated");
    return text + '.';
}

QString CurvesView::readout(const Scene& scene, double x, double y) const
{
    const std::vector<int> pairs = pairsOf(scene);
    const auto lane = static_cast<std::ptrdiff_t>(pairs.size()) - 1 - std::llround(y);
    if (lane < 0 || lane >= static_cast<std::ptrdiff_t>(pairs.size()))
        return {};
    const int pair = pairs[static_cast<std::size_t>(lane)];
    const double position = std::round(x);
    QStringList parts { CurvesView::tr("position %1, pair %2").arg(shown(position)).arg(pair) };
    for (const SceneSeries& series : scene.series) {
        const double angle = (position + tokenShift(series.scheme)) * frequencyOf(series, pair);
        if (draws(series, pair)) {
            parts << CurvesView::tr("%1: cos %2, sin %3, %4 turns")
                         .arg(nameOf(series), shown(std::cos(angle)), shown(std::sin(angle)),
                             shown(angle / (2 * std::numbers::pi)));
        }
    }
    return parts.join("   ");
}

CsvTable CurvesView::csv(std::shared_ptr<const Scene> scene) const
{
    const std::string& word = scene->values.text("curve_parts");
    const bool cos = word != "sin";
    const bool sin = word != "cos";
    CsvTable table = tableOverRange(*scene, "position");
    std::vector<std::pair<Eigen::ArrayXd, double>> turns; // frequencies, shift
    for (const SceneSeries& series : scene->series) {
        const std::vector<int> pairs = chosenPairs(series);
        Eigen::ArrayXd chosen(static_cast<Eigen::Index>(pairs.size()));
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            chosen[static_cast<Eigen::Index>(i)] = frequencyOf(series, pairs[i]);
            if (cos)
                table.columns.push_back(series.label + ".cos[" + std::to_string(pairs[i]) + "]");
            if (sin)
                table.columns.push_back(series.label + ".sin[" + std::to_string(pairs[i]) + "]");
        }
        turns.emplace_back(chosen, tokenShift(series.scheme));
    }
    table.fill = [=, columns = static_cast<Eigen::Index>(table.columns.size())](
                     double first, double step, Eigen::Index count, Eigen::ArrayXXd& values) {
        values.resize(count, columns);
        encodings::CosSinTable block;
        Eigen::Index column = 0;
        for (const auto& [chosen, shift] : turns) {
            encodings::fillCosSinTable(chosen, first + shift, step, count, block);
            for (Eigen::Index i = 0; i < chosen.size(); ++i) {
                if (cos)
                    values.col(column++) = block.cos.col(i);
                if (sin)
                    values.col(column++) = block.sin.col(i);
            }
        }
    };
    return table;
}
