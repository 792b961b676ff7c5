// SPDX-License-Identifier: GPL-3.0-or-later
#include "cataloguechart.h"

#include "coretext.h"
#include "entrydiagram.h"
#include "marks.h"

#include "encodings/recordwords.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

using encodings::Encoding;

namespace {

constexpr double lineFactor = 1.35; ///< height of a line, in heights of the type
constexpr double diagramPart = 0.55; ///< of the height of a line
constexpr double keyHeight = 3.2; ///< of the named diagram at the top, in lines
constexpr double gap = 0.6; ///< between fields of a row, in heights of the type
constexpr double leastWords = 9.0; ///< a shorter place is left without words, in heights of the type
constexpr std::size_t mostColumns = 6;

double typeHeight(const Theme& theme, double scale) { return QFontMetricsF(theme.font(scale)).height(); }

/// The mark of a series, the diagram, and the year, with the gaps between them and a name.
double fixedWidth(const Theme& theme, double scale)
{
    const double type = typeHeight(theme, scale);
    return type + entrydiagram::widthFor(diagramPart * lineFactor * type) + 3 * gap * type
        + QFontMetricsF(theme.font(0.9 * scale)).horizontalAdvance(QStringLiteral("2017"));
}

} // namespace

CatalogueChart::CatalogueChart(const Theme& theme, const encodings::Scene& scene)
    : m_theme(theme)
{
    for (const encodings::SceneSeries& series : scene.series) {
        if (series.encodings.size() == 1)
            m_series.emplace_back(series.encodings.front(), series.index);
    }
}

/// The encodings in columns of at most `lines`; a family that goes on in the next column has its heading
/// again.
std::vector<std::vector<CatalogueChart::Line>> CatalogueChart::columnsOf(std::size_t lines) const
{
    std::vector<std::vector<Line>> columns(1);
    for (const encodings::Family& family : encodings::allFamilies()) {
        bool isNew = true;
        for (const Encoding* encoding : family.encodings) {
            if (columns.back().size() + (isNew ? 2 : 1) > lines)
                columns.emplace_back();
            if (isNew || columns.back().empty())
                columns.back().push_back({ nullptr, family.name });
            columns.back().push_back({ encoding, family.name });
            isNew = false;
        }
    }
    return columns;
}

double CatalogueChart::nameWidth(double scale) const
{
    const QFontMetricsF metrics(m_theme.font(scale));
    double widest = 0.0;
    for (const Encoding& encoding : encodings::allEncodings())
        widest = std::max(widest, metrics.horizontalAdvance(coreText(encoding.name)));
    return widest;
}

CatalogueChart::Fit CatalogueChart::fittedTo(std::size_t columns, const QSizeF& room) const
{
    std::size_t lines = encodings::allEncodings().size() / columns + 1;
    while (columnsOf(lines).size() > columns)
        ++lines;
    const double type = typeHeight(m_theme, 1.0);
    const double width = fixedWidth(m_theme, 1.0) + nameWidth(1.0);
    Fit fit;
    fit.columns = columnsOf(lines);
    fit.line = room.height() / (static_cast<double>(lines) + keyHeight);
    fit.scale = std::min(
        { 1.0, fit.line / (lineFactor * type), room.width() / static_cast<double>(columns) / width });
    fit.line = std::min(fit.line, 1.5 * lineFactor * type);
    return fit;
}

CatalogueChart::Fit CatalogueChart::fitted(const QSizeF& room) const
{
    Fit best = fittedTo(1, room);
    for (std::size_t columns = 2; columns <= mostColumns && best.scale < 1.0; ++columns) {
        Fit fit = fittedTo(columns, room);
        if (fit.scale > best.scale)
            best = std::move(fit);
    }
    return best;
}

void CatalogueChart::paint(QPainter& painter, const QRectF& rect) const
{
    const Fit fit = fitted(rect.size());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(m_theme.font(0.9 * fit.scale));
    const double keyWidth = std::min(rect.width(), 1.3 * entrydiagram::namedWidth(painter.font()));
    entrydiagram::drawNamed(painter, QRectF(rect.left(), rect.top(), keyWidth, (keyHeight - 0.7) * fit.line),
        entrydiagram::places(), m_theme.mutedText, m_theme.mutedText, m_theme.mutedText, m_theme.mutedText);

    const double width = rect.width() / static_cast<double>(fit.columns.size());
    const double space = gap * typeHeight(m_theme, fit.scale);
    for (std::size_t column = 0; column < fit.columns.size(); ++column) {
        QRectF place(rect.left() + static_cast<double>(column) * width, rect.top() + keyHeight * fit.line,
            width - 2 * space, fit.line);
        for (const Line& line : fit.columns[column]) {
            paintLine(painter, place, line, fit.scale);
            place.translate(0, fit.line);
        }
    }
}

void CatalogueChart::paintLine(QPainter& painter, const QRectF& place, const Line& line, double scale) const
{
    const double type = typeHeight(m_theme, scale);
    const int align = Qt::AlignLeft | Qt::AlignVCenter;
    if (!line.encoding) {
        painter.setFont(m_theme.font(0.9 * scale));
        painter.setPen(m_theme.mutedText);
        painter.drawText(place, Qt::AlignLeft | Qt::AlignBottom, coreText(line.family));
        painter.setPen(QPen(m_theme.grid, 1));
        painter.drawLine(place.bottomLeft(), place.bottomRight());
        return;
    }
    const Encoding& encoding = *line.encoding;
    const auto series = std::find_if(
        m_series.begin(), m_series.end(), [&](const auto& one) { return one.first == encoding.id; });
    const bool isDrawn = series != m_series.end();
    const QColor color = isDrawn ? m_theme.series(series->second) : m_theme.text;
    if (isDrawn)
        drawMark(painter, { place.left() + 0.4 * type, place.center().y() }, 'd', 0.6 * type, color);
    QRectF field = place;
    field.setLeft(place.left() + type);
    const double diagram = diagramPart * lineFactor * type;
    entrydiagram::draw(painter,
        { field.left(), field.center().y() - diagram / 2, entrydiagram::widthFor(diagram), diagram },
        encoding.enters, color, m_theme.hairline);
    field.setLeft(field.left() + entrydiagram::widthFor(diagram) + gap * type);
    painter.setFont(m_theme.font(scale));
    painter.setPen(m_theme.text);
    painter.drawText(field, align, coreText(encoding.name));
    field.setLeft(field.left() + nameWidth(scale) + gap * type);
    painter.setFont(m_theme.font(0.9 * scale));
    painter.setPen(m_theme.mutedText);
    painter.drawText(field, align, QString::number(encoding.year));
    const QFontMetricsF metrics(painter.font());
    field.setLeft(field.left() + metrics.horizontalAdvance(QStringLiteral("2017")) + gap * type);
    if (field.width() >= leastWords * type)
        painter.drawText(field, align,
            metrics.elidedText(coreText(encoding.extrapolation), Qt::ElideRight, field.width()));
}
