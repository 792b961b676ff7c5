// SPDX-License-Identifier: GPL-3.0-or-later
#include "conversiontable.h"

#include "conversionview.h"
#include "coretext.h"
#include "marks.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <functional>

using encodings::Conversion;

namespace {

QString tr(const char* text) { return ConversionView::tr(text); }

/// To six digits, so that a factor that is 4 but for rounding reads 4.
QString value(double number) { return shown(number, 6); }

QString value(const std::optional<double>& number) { return number ? value(*number) : QStringLiteral("–"); }

bool isOne(double factor) { return std::abs(factor - 1.0) < 1e-9; }

/// The factor of position interpolation; none where pairs are scaled one by one, whatever the scale.
std::optional<double> linearFactor(const Conversion& conversion)
{
    const bool pairByPair = !conversion.newBase && conversion.dimension > 2;
    return pairByPair && isOne(conversion.linear) ? std::nullopt : std::optional(conversion.linear);
}

constexpr double gap = 12.0;

} // namespace

std::vector<ConvertedSeries> convertedSeries(const encodings::Scene& scene)
{
    std::vector<ConvertedSeries> found;
    for (const encodings::SceneSeries& series : scene.series) {
        if (const auto conversion = encodings::conversionOf(series.scheme, series.values.number("base")))
            found.push_back({ nameOf(series), series.index, "ds*"[found.size() % 3], *conversion });
    }
    return found;
}

std::vector<ConversionRow> conversionRows(const std::vector<ConvertedSeries>& series)
{
    const auto row = [&](const QString& name, const QString& elsewhere,
                         const std::function<QString(const Conversion&)>& valueOf) {
        ConversionRow made { name, elsewhere, {} };
        for (const ConvertedSeries& one : series)
            made.values << valueOf(one.conversion);
        return made;
    };
    return {
        row(tr("base before"), tr("rope_theta of the model"),
            [](const Conversion& one) { return value(one.base); }),
        row(tr("new base b′"), tr("rope_theta, rope_freq_base, --rope-freq-base"),
            [](const Conversion& one) { return value(one.newBase); }),
        row(tr("alpha"), tr("alpha_value, ntk_alpha, theta_rescale_factor"),
            [](const Conversion& one) { return value(one.alpha); }),
        row(tr("base times"), tr("b k without exponent: NTK-RoPE-old, theta × alpha"),
            [](const Conversion& one) { return value(one.baseFactor); }),
        row(tr("per digit λ"), tr("growth of b^(2/d): alpha^(2/(d−2))"),
            [](const Conversion& one) { return value(one.digitGrowth); }),
        row(tr("linear factor k"), tr("factor, compress_pos_emb, --rope-scale"),
            [](const Conversion& one) { return value(linearFactor(one)); }),
        row(tr("1 / k"), tr("rope_freq_scale, --rope-freq-scale"),
            [](const Conversion& one) {
                const std::optional<double> factor = linearFactor(one);
                return factor ? value(1.0 / *factor) : value(factor);
            }),
        row(tr("first pair stretched by"), tr("its wavelength, times"),
            [](const Conversion& one) { return value(one.firstStretch); }),
        row(tr("last pair stretched by"), tr("its wavelength, times"),
            [](const Conversion& one) { return value(one.lastStretch); }),
        row(tr("alpha from 10,000"), tr("that reaches this base from base 10,000"),
            [](const Conversion& one) {
                return one.newBase && one.dimension > 2
                    ? value(encodings::alphaForBase(usualBase, *one.newBase, one.dimension))
                    : QStringLiteral("–");
            }),
    };
}

QList<ConversionRemark> conversionRemarks(const std::vector<ConvertedSeries>& series)
{
    QList<ConversionRemark> warnings;
    QList<ConversionRemark> facts;
    for (const ConvertedSeries& one : series) {
        const Conversion& conversion = one.conversion;
        if (conversion.stacked)
            warnings << ConversionRemark {
                tr("%1 stacks two methods: the last pair is stretched by %2, %3 from the positions times %4 "
                   "from "
                   "the frequencies. Programs ask for a base or a scale, not both (perplexity 15.44 against "
                   "5.35: turboderp/exllama#115).")
                    .arg(one.name, value(conversion.lastStretch), value(conversion.linear),
                        value(conversion.lastStretchOfFrequencies())),
                true
            };
        if (conversion.alpha && !isOne(*conversion.alpha) && conversion.base > 1.001 * usualBase)
            facts << ConversionRemark {
                tr("%1: alpha %2 starts from base %3, which is large already; programs that expect 10,000 "
                   "need alpha %4.")
                    .arg(one.name, value(conversion.alpha), value(conversion.base),
                        value(encodings::alphaForBase(usualBase, *conversion.newBase, conversion.dimension))),
                false
            };
        if (!conversion.newBase && conversion.dimension > 2)
            facts << ConversionRemark {
                tr("%1 scales pair by pair: no base, alpha or linear factor gives the same frequencies.")
                    .arg(one.name),
                false
            };
        if (conversion.dimension <= 2)
            facts << ConversionRemark { tr("%1 has a single pair, which no base changes.").arg(one.name),
                false };
    }
    return warnings + facts;
}

namespace {

/// Widths that the texts of a table take.
struct Columns {
    double name = 0.0;
    double elsewhere = 0.0;
    double value = 0.0;

    Columns(const QFontMetricsF& metrics, const std::vector<ConversionRow>& rows,
        const std::vector<ConvertedSeries>& series)
    {
        const auto widen = [&](double& width, const QString& text) {
            width = std::max(width, metrics.horizontalAdvance(text) + gap);
        };
        for (const ConversionRow& row : rows) {
            widen(name, row.name);
            widen(elsewhere, row.elsewhere);
            for (const QString& text : row.values)
                widen(value, text);
        }
        for (const ConvertedSeries& one : series) {
            const double wanted = metrics.horizontalAdvance(one.name) + markRoom + gap;
            value = std::max(value, std::min(wanted, 7.0 * metrics.height()));
        }
    }

    static constexpr double markRoom = 14.0;
};

/// Series that a table makes room for before other names.
constexpr std::size_t mostWanted = 3;
constexpr double leastBelow = 2.1; ///< height of a row with a second line, in lines

/// Places and paints one table.
class TablePainter {
public:
    TablePainter(QCPPainter& painter, const Theme& theme, const QRectF& rect,
        const std::vector<ConvertedSeries>& series)
        : m_painter(painter)
        , m_theme(theme)
        , m_rect(rect)
        , m_series(series)
        , m_rows(conversionRows(series))
        , m_remarks(conversionRemarks(series))
        , m_font(theme.font(0.9))
        , m_metrics(m_font)
        , m_wanted(m_metrics, m_rows, series)
    {
        layOut();
    }

    void paint()
    {
        m_painter.save();
        m_painter.setFont(m_font);
        paintHeader();
        double top = m_rect.top() + m_rowHeight;
        m_painter.setPen(QPen(m_theme.hairline, 0));
        m_painter.drawLine(QLineF(m_rect.left(), top, m_rect.right(), top));
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            if (top + m_rowHeight > m_rect.bottom() + 1.0)
                break;
            paintRow(m_rows[i], top);
            top += m_rowHeight;
        }
        paintRemarks(top + 4.0);
        m_painter.restore();
    }

private:
    double advance(const QString& text) const { return m_metrics.horizontalAdvance(text); }

    QRectF remarkBox(const ConversionRemark& remark, double top) const
    {
        const QRectF room(m_rect.left() + 10.0, top + 3.0, m_rect.width() - 14.0, 10000.0);
        return m_metrics.boundingRect(room, Qt::TextWordWrap | Qt::AlignLeft, remark.text);
    }
    double remarkHeight(const ConversionRemark& remark) const
    {
        return remarkBox(remark, 0.0).height() + 8.0;
    }

    void layOut()
    {
        const double height = m_metrics.height();
        const double room = m_rect.width() - m_wanted.name;
        const double values = static_cast<double>(std::min(m_series.size(), mostWanted)) * m_wanted.value;
        double remarks = 4.0;
        for (const ConversionRemark& remark : m_remarks)
            remarks += remarkHeight(remark);
        const double each = (m_rect.height() - remarks) / (static_cast<double>(m_rows.size()) + 1.0);
        const bool whole = room >= m_wanted.elsewhere + values;
        m_below = !whole && each >= leastBelow * height;
        // A part of the other names is better than none.
        m_beside = !m_below && room - values >= 8.0 * height;
        m_namesWidth = m_beside ? std::min(m_wanted.elsewhere, room - values) : 0.0;
        if (whole) // room that is left over lets names of series be read whole
            m_wanted.value += std::min(5.0 * height,
                (room - m_wanted.elsewhere - values)
                    / static_cast<double>(std::max(m_series.size(), mostWanted)));
        m_rowHeight = std::clamp(std::floor(each), 1.05 * height, (m_below ? 2.6 : 2.2) * height);
        m_columns = std::clamp<std::size_t>(
            static_cast<std::size_t>((room - m_namesWidth + 1.0) / m_wanted.value), 1, m_series.size());
    }

    QRectF column(std::size_t index, double top) const
    {
        const double left
            = m_rect.left() + m_wanted.name + m_namesWidth + static_cast<double>(index) * m_wanted.value;
        return { left, top, std::min(m_wanted.value, m_rect.right() - left), m_rowHeight };
    }

    void paintHeader()
    {
        for (std::size_t i = 0; i < m_columns; ++i) {
            const QRectF cell = column(i, m_rect.top());
            const QString name = m_metrics.elidedText(
                m_series[i].name, Qt::ElideRight, cell.width() - gap - Columns::markRoom + 4.0);
            const double left = cell.right() - gap / 2 - advance(name);
            drawMark(m_painter, QPointF(left - 8.0, cell.center().y()), m_series[i].marker, 7.0,
                m_theme.series(m_series[i].index));
            m_painter.setPen(m_theme.text);
            m_painter.drawText(cell.adjusted(0, 0, -gap / 2, 0), Qt::AlignRight | Qt::AlignVCenter, name);
        }
        if (m_columns < m_series.size()) {
            m_painter.setPen(m_theme.mutedText);
            m_painter.drawText(QRectF(m_rect.left(), m_rect.top(), m_wanted.name + m_namesWidth, m_rowHeight),
                Qt::AlignLeft | Qt::AlignVCenter,
                m_metrics.elidedText(tr("%1 more series not shown").arg(m_series.size() - m_columns),
                    Qt::ElideRight, m_wanted.name + m_namesWidth));
        }
    }

    void paintRow(const ConversionRow& row, double top)
    {
        const QRectF line(m_rect.left(), top, m_rect.width(), m_rowHeight);
        m_painter.setPen(m_theme.text);
        const double half = m_below ? m_rowHeight / 2 : m_rowHeight;
        m_painter.drawText(
            QRectF(line.left(), top, m_wanted.name, half), Qt::AlignLeft | Qt::AlignVCenter, row.name);
        for (std::size_t i = 0; i < m_columns; ++i)
            m_painter.drawText(
                QRectF(column(i, top).topLeft(), QSizeF(column(i, top).width() - gap / 2, half)),
                Qt::AlignRight | Qt::AlignVCenter, row.values[static_cast<qsizetype>(i)]);
        m_painter.setPen(m_theme.mutedText);
        if (m_beside)
            m_painter.drawText(QRectF(line.left() + m_wanted.name, top, m_namesWidth, m_rowHeight),
                Qt::AlignLeft | Qt::AlignVCenter,
                m_metrics.elidedText(row.elsewhere, Qt::ElideRight, m_namesWidth - gap / 2));
        if (m_below)
            m_painter.drawText(QRectF(line.left(), top + half, line.width(), half),
                Qt::AlignLeft | Qt::AlignTop,
                m_metrics.elidedText(row.elsewhere, Qt::ElideRight, line.width()));
        m_painter.setPen(QPen(m_theme.grid, 0));
        m_painter.drawLine(line.bottomLeft(), line.bottomRight());
    }

    void paintRemarks(double top)
    {
        for (const ConversionRemark& remark : m_remarks) {
            const QRectF box = remarkBox(remark, top);
            const QRectF strip(m_rect.left(), top, m_rect.width(), box.height() + 6.0);
            if (strip.bottom() > m_rect.bottom() + 4.0)
                break;
            if (remark.warning) {
                m_painter.fillRect(strip, m_theme.beyond);
                m_painter.fillRect(QRectF(strip.topLeft(), QSizeF(4.0, strip.height())), m_theme.unseen);
            }
            m_painter.setPen(remark.warning ? m_theme.text : m_theme.mutedText);
            m_painter.drawText(box.adjusted(0, 0, 2, 2), Qt::TextWordWrap | Qt::AlignLeft, remark.text);
            top = strip.bottom() + 2.0;
        }
    }

    QCPPainter& m_painter;
    const Theme& m_theme;
    QRectF m_rect;
    const std::vector<ConvertedSeries>& m_series;
    std::vector<ConversionRow> m_rows;
    QList<ConversionRemark> m_remarks;
    QFont m_font;
    QFontMetricsF m_metrics;
    Columns m_wanted;
    double m_namesWidth = 0.0;
    double m_rowHeight = 0.0;
    std::size_t m_columns = 1;
    bool m_beside = false; ///< other names in a column of their own
    bool m_below = false; ///< other names on a second line
};

} // namespace

ConversionTableSize conversionTableSize(const Theme& theme, const std::vector<ConvertedSeries>& series)
{
    const QFontMetricsF metrics(theme.font(0.9));
    const std::vector<ConversionRow> rows = conversionRows(series);
    const Columns columns(metrics, rows, series);
    const double values = static_cast<double>(std::min(series.size(), mostWanted)) * columns.value;
    const auto remarks = static_cast<double>(conversionRemarks(series).size());
    return { columns.name + columns.elsewhere + values, std::max(columns.name + values, columns.elsewhere),
        (leastBelow * (static_cast<double>(rows.size()) + 1.0) + 4.0 * remarks) * metrics.height() };
}

void drawConversionTable(
    QCPPainter& painter, const Theme& theme, const QRectF& rect, const std::vector<ConvertedSeries>& series)
{
    if (rect.width() < 60.0 || rect.height() < 30.0 || series.empty())
        return;
    TablePainter(painter, theme, rect, series).paint();
}
