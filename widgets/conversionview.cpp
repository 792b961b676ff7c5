// SPDX-License-Identifier: GPL-3.0-or-later
#include "conversionview.h"

#include "applicability.h"
#include "conversiontable.h"
#include "marks.h"
#include "plotframe.h"
#include "tickers.h"

#include "encodings/ntk.h"

#include <algorithm>
#include <cmath>
#include <limits>

using Eigen::Index;
using encodings::Conversion;
using encodings::Scene;

namespace {

/// A caption speaks of no more series.
constexpr qsizetype mostTold = 3;

/// Everything that a paint of ConversionView reads.
struct Chart {
    std::vector<ConvertedSeries> series;
    Theme theme;

    /// Where the curves start: the first series with an alpha. The scene has one.
    const Conversion& subject() const
    {
        return std::find_if(series.begin(), series.end(), drawable)->conversion;
    }
    bool anyDrawable() const { return std::any_of(series.begin(), series.end(), drawable); }

    static bool drawable(const ConvertedSeries& one) { return one.conversion.dimension > 2; }

    QCPRange alphas() const
    {
        double low = 1.0;
        double high = 16.0;
        for (const ConvertedSeries& one : series) {
            if (!one.conversion.alpha)
                continue;
            low = std::min(low, *one.conversion.alpha);
            high = std::max(high, 2.0 * *one.conversion.alpha);
        }
        return { low / 1.15, high };
    }

    QCPRange bases() const
    {
        double low = std::numeric_limits<double>::infinity();
        double high = 0.0;
        for (const ConvertedSeries& one : series) {
            if (!drawable(one))
                continue;
            const double b = one.conversion.base;
            low = std::min({ low, b, encodings::ntkBase(b, alphas().lower, one.conversion.dimension) });
            high = std::max(high, encodings::ntkBase(b, alphas().upper, one.conversion.dimension));
        }
        return { low / 1.3, high * 1.3 };
    }
};

class ChartPainter {
public:
    ChartPainter(
        QCPPainter& painter, const Chart& chart, const QRectF& rect, const QCPAxis& x, const QCPAxis& y)
        : m_painter(painter)
        , m_chart(chart)
        , m_rect(rect)
        , m_x(x)
        , m_y(y)
    {
    }

    void paint()
    {
        const Conversion& subject = m_chart.subject();
        const double width = m_chart.theme.lineWidth;
        line(subject.base, 0.0, QPen(m_chart.theme.mutedText, width, Qt::DotLine));
        line(subject.base, 1.0, QPen(m_chart.theme.mutedText, width, Qt::DashLine));
        for (const ConvertedSeries& one : m_chart.series) {
            const Conversion& other = one.conversion;
            if (Chart::drawable(one) && (other.base != subject.base || other.dimension != subject.dimension))
                line(other.base, power(other), QPen(m_chart.theme.series(one.index), width));
        }
        line(subject.base, power(subject), QPen(m_chart.theme.text, width));
        for (auto one = m_chart.series.rbegin(); one != m_chart.series.rend(); ++one) {
            if (!one->conversion.newBase || !Chart::drawable(*one))
                continue;
            const QPointF point(
                m_x.coordToPixel(*one->conversion.alpha), m_y.coordToPixel(*one->conversion.newBase));
            if (m_rect.contains(point))
                drawMark(m_painter, point, one->marker, 10.0, m_chart.theme.series(one->index));
        }
    }

private:
    static double power(const Conversion& of)
    {
        const auto d = static_cast<double>(of.dimension);
        return d / (d - 2.0);
    }

    /// base x alpha^power: straight on logarithmic axes, cut at the edges, since SVG does not clip.
    void line(double base, double power, const QPen& pen)
    {
        const auto pixel = [&](double alpha) {
            return QPointF(m_x.coordToPixel(alpha), m_y.coordToPixel(base * std::pow(alpha, power)));
        };
        QLineF whole(pixel(m_x.range().lower), pixel(m_x.range().upper));
        double from = 0.0;
        double to = 1.0;
        if (std::abs(whole.dy()) > 1e-9) {
            const double atTop = (m_rect.top() - whole.y1()) / whole.dy();
            const double atBottom = (m_rect.bottom() - whole.y1()) / whole.dy();
            from = std::max(from, std::min(atTop, atBottom));
            to = std::min(to, std::max(atTop, atBottom));
        } else if (whole.y1() < m_rect.top() || whole.y1() > m_rect.bottom()) {
            return;
        }
        if (from >= to)
            return;
        m_painter.setPen(pen);
        m_painter.drawLine(QLineF(whole.pointAt(from), whole.pointAt(to)));
    }

    QCPPainter& m_painter;
    const Chart& m_chart;
    QRectF m_rect;
    const QCPAxis& m_x;
    const QCPAxis& m_y;
};

/// Painted over the whole plot: the table stands beside the axes.
class PaintedBeside : public Painted {
public:
    using Painted::Painted;

protected:
    QRect clipRect() const override { return parentPlot()->viewport(); }
};

QString wordsOf(const ConvertedSeries& one)
{
    const Conversion& conversion = one.conversion;
    const auto isOne = [](double factor) { return std::abs(factor - 1.0) < 1e-9; };
    const QString last = shown(conversion.lastStretch);
    if (conversion.stacked)
        return ConversionView::tr(
            "%1 stacks two methods and stretches the last pair %2 times, %3 by positions and "
            "%4 by frequencies")
            .arg(one.name, last, shown(conversion.linear), shown(conversion.lastStretchOfFrequencies()));
    if (conversion.dimension <= 2)
        return ConversionView::tr("%1 has a single pair, stretched %2 times").arg(one.name, last);
    if (!conversion.newBase)
        return ConversionView::tr(
            "%1 scales pair by pair, as no base and no alpha does, the last pair %2 times")
            .arg(one.name, last);
    if (!isOne(conversion.linear) && !isOne(*conversion.alpha))
        return ConversionView::tr(
            "%1 turns base %2 into %3, slows every pair %4 times and stretches the last pair %5 times")
            .arg(
                one.name, shown(conversion.base), shown(*conversion.newBase), shown(conversion.linear), last);
    if (!isOne(conversion.linear))
        return ConversionView::tr(
            "%1 is a linear factor of %2 (compress_pos_emb %2, rope_freq_scale %3), which "
            "stretches every pair alike")
            .arg(one.name, shown(conversion.linear), shown(1.0 / conversion.linear));
    if (!isOne(*conversion.alpha))
        return ConversionView::tr(
            "%1 with alpha %2 turns base %3 into %4 and stretches the last pair %5 times")
            .arg(
                one.name, shown(*conversion.alpha), shown(conversion.base), shown(*conversion.newBase), last);
    const double alpha = encodings::alphaForBase(usualBase, *conversion.newBase, conversion.dimension);
    return isOne(alpha) ? ConversionView::tr("%1 keeps base %2").arg(one.name, shown(conversion.base))
                        : ConversionView::tr("%1 keeps base %2, what alpha %3 makes of 10,000")
                              .arg(one.name, shown(conversion.base), shown(alpha, 5));
}

} // namespace

QString ConversionView::whyNot(const encodings::SceneSeries& series) const { return whyNoEvenTurns(series); }

void ConversionView::draw(QCustomPlot& plot, std::shared_ptr<const Scene> scene, const Look& look)
{
    const auto chart = std::make_shared<const Chart>(Chart { convertedSeries(*scene), look.theme });
    QCPAxisRect* const axes = plot.axisRect();
    if (chart->series.empty()) {
        for (QCPAxis* axis : axes->axes())
            axis->setVisible(false);
        plot.xAxis->grid()->setVisible(false);
        plot.yAxis->grid()->setVisible(false);
        addPainted(plot, [chart](QCPPainter& painter, const QRectF& rect) {
            drawNote(painter, chart->theme, rect, Qt::AlignCenter,
                tr("No encoding with pairs: choose a rotary or sinusoidal one."));
        });
        return;
    }
    const QFontMetricsF metrics(look.theme.font(0.9));
    const double line = metrics.height();
    const double width = plot.viewport().width() - 16.0;
    const double numbers = 7.5 * line;
    const double forChart = std::min(0.6 * width, numbers + 14.0 * line);
    // Title, legend and caption take about six lines.
    const double height = plot.viewport().height() - 6.0 * line;
    const ConversionTableSize size = conversionTableSize(look.theme, chart->series);
    const bool beside = size.beside + forChart <= width;
    const bool room
        = chart->anyDrawable() && (beside || (size.below + forChart <= width && size.belowHeight <= height));
    const double tableWidth = room ? std::max(0.5 * width, beside ? size.beside : size.below) : width;
    if (room) {
        axes->setMinimumMargins(QMargins(qRound(tableWidth + numbers + 8.0), 8, 12, 2));
        plot.xAxis->setLabel(tr("alpha"));
        plot.yAxis->setLabel(tr("base b′"));
        for (QCPAxis* axis : { plot.xAxis, plot.yAxis }) {
            axis->setScaleType(QCPAxis::stLogarithmic);
            axis->setTicker(QSharedPointer<LogarithmicTicker>::create());
        }
        plot.xAxis->setRange(chart->alphas());
        plot.yAxis->setRange(chart->bases());
        const QCPAxis* const x = plot.xAxis;
        const QCPAxis* const y = plot.yAxis;
        addPainted(plot, [chart, x, y](QCPPainter& painter, const QRectF& rect) {
            ChartPainter(painter, *chart, rect, *x, *y).paint();
        });
    } else {
        for (QCPAxis* axis : axes->axes())
            axis->setVisible(false);
        plot.xAxis->grid()->setVisible(false);
        plot.yAxis->grid()->setVisible(false);
    }
    auto* table = new PaintedBeside(
        plot.xAxis, plot.yAxis, [chart, axes, tableWidth](QCPPainter& painter, const QRectF&) {
            const QRectF outer(axes->outerRect());
            drawConversionTable(painter, chart->theme,
                QRectF(outer.left() + 8.0, outer.top() + 2.0, tableWidth, outer.height() - 6.0),
                chart->series);
        });
    table->setLayer("main");

    QList<LegendEntry> legend;
    for (const ConvertedSeries& one : chart->series)
        legend << LegendEntry { one.name, look.theme.series(one.index), {}, one.marker };
    if (room)
        legend << LegendEntry { tr("b α^(d/(d−2))"), look.theme.text, {}, 0 }
               << LegendEntry { tr("b α, no exponent"), look.theme.mutedText, { 6, 3 }, 0 }
               << LegendEntry { tr("linear scaling keeps b"), look.theme.mutedText, { 1.5, 2.5 }, 0 };
    setLegend(plot, legend);
}

QString ConversionView::caption(const Scene& scene) const
{
    QStringList parts;
    for (const ConvertedSeries& one : convertedSeries(scene)) {
        if (parts.size() == mostTold)
            return parts.join(QStringLiteral("; ")) + QStringLiteral("; …");
        parts << wordsOf(one);
    }
    return parts.isEmpty() ? tr("None of these encodings has pairs that turn.")
                           : parts.join(QStringLiteral("; ")) + QLatin1Char('.');
}

QString ConversionView::readout(const Scene& scene, double x, double) const
{
    const Chart chart { convertedSeries(scene), Theme() };
    if (!chart.anyDrawable() || !(x > 0.0))
        return {};
    const Conversion& subject = chart.subject();
    return tr("alpha %1 at dimension %2: base %3 becomes %4, or %5 without the exponent; the last pair is "
              "stretched "
              "by %1, or %6")
        .arg(shown(x, 4))
        .arg(subject.dimension)
        .arg(shown(subject.base), shown(encodings::ntkBase(subject.base, x, subject.dimension)),
            shown(subject.base * x),
            shown(encodings::alphaForBase(subject.base, subject.base * x, subject.dimension), 4));
}

CsvTable ConversionView::csv(std::shared_ptr<const Scene> scene) const
{
    CsvTable table;
    table.rowName = "alpha";
    table.rows = { 1.0, 64.0, 1.0 };
    const encodings::Parameter& alpha = *encodings::findParameter(encodings::sharedParameters(), "alpha");
    table.lowestRow = alpha.minimum;
    table.highestRow = alpha.maximum;
    for (const encodings::SceneSeries& series : scene->series) {
        for (const char* name : { ".base", ".simple_base", ".last_stretch", ".growth" })
            table.columns.push_back(series.label + name);
    }
    table.fill = [scene](double first, double step, Index count, Eigen::ArrayXXd& values) {
        values.setConstant(
            count, static_cast<Index>(4 * scene->series.size()), std::numeric_limits<double>::quiet_NaN());
        Index column = 0;
        for (const encodings::SceneSeries& series : scene->series) {
            const double base = series.values.number("base");
            const auto conversion = encodings::conversionOf(series.scheme, base);
            for (Index row = 0; conversion && conversion->dimension > 2 && row < count; ++row) {
                const double value = first + step * static_cast<double>(row);
                values.row(row).segment(column, 4) << encodings::ntkBase(base, value, conversion->dimension),
                    base * value, value * conversion->linear,
                    encodings::digitGrowth(value, conversion->dimension);
            }
            column += 4;
        }
    };
    return table;
}
