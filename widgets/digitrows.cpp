// SPDX-License-Identifier: GPL-3.0-or-later
#include "digitrows.h"

#include "marks.h"
#include "plotframe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(DigitsView)
};

struct Row {
    QString name;
    QString what; ///< the number and its base
    QString words;
    const WrittenNumber* number = nullptr;
};

/// "1,000", or "13⁵" where that would be too long.
QString placeValue(std::int64_t base, std::size_t place)
{
    const double value = std::pow(static_cast<double>(base), static_cast<double>(place));
    if (value < 1e5)
        return shown(value);
    static const QStringList superscripts { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
    QString power;
    for (const QChar digit : QString::number(place))
        power += superscripts[digit.digitValue()];
    return (base < 10000 ? QString::number(base) : "(" + shown(static_cast<double>(base), 3) + ")") + power;
}

/// Columns of the cells: widths by place from the left; -1 in `places` stands for "…".
struct Columns {
    std::vector<double> widths;
    std::vector<int> places; ///< counted from the left
    bool headers = true;

    double width() const { return std::accumulate(widths.begin(), widths.end(), 0.0); }
};

Columns columnsFor(const std::array<Row, 3>& rows, const QFontMetricsF& digitMetrics,
    const QFontMetricsF& headerMetrics, double room, double wordsWidth)
{
    const std::size_t count = rows[0].number->digits.size();
    const auto measured = [&](bool headers, double padding, double least) {
        Columns columns;
        columns.headers = headers;
        for (std::size_t i = 0; i < count; ++i) {
            double width = least;
            for (const Row& row : rows) {
                width = std::max(
                    width, digitMetrics.horizontalAdvance(digitText(row.number->digits[i])) + padding);
                if (headers)
                    width = std::max(width,
                        headerMetrics.horizontalAdvance(placeValue(row.number->base, count - 1 - i)) + 8);
            }
            columns.widths.push_back(width);
            columns.places.push_back(static_cast<int>(i));
        }
        return columns;
    };
    Columns columns = measured(true, 14, digitMetrics.height() * 1.5);
    const double widest = *std::max_element(columns.widths.begin(), columns.widths.end());
    if (widest * static_cast<double>(count) + wordsWidth < room)
        std::fill(columns.widths.begin(), columns.widths.end(), widest);
    if (columns.width() > room)
        columns = measured(false, 6, 0.0);
    if (columns.width() <= room || count < 4)
        return columns;
    // The highest digits and the lowest one tell the story; those between give way.
    const double dots = digitMetrics.horizontalAdvance("…") + 6;
    std::size_t kept = 0;
    double width = dots + columns.widths.back();
    while (kept + 2 < count && width + columns.widths[kept] <= room)
        width += columns.widths[kept++];
    columns.widths.erase(
        columns.widths.begin() + static_cast<std::ptrdiff_t>(kept), columns.widths.end() - 1);
    columns.places.erase(
        columns.places.begin() + static_cast<std::ptrdiff_t>(kept), columns.places.end() - 1);
    columns.widths.insert(columns.widths.end() - 1, dots);
    columns.places.insert(columns.places.end() - 1, -1);
    return columns;
}

void drawCell(QCPPainter& painter, const Theme& theme, const QRectF& cell, double digit, DigitMark mark,
    bool leadingZero)
{
    const bool trained = mark == DigitMark::Trained;
    const QColor edge = trained     ? theme.hairline
        : mark == DigitMark::Unseen ? theme.unseen
                                    : theme.interpolated;
    QPen pen(edge, trained ? 1.0 : 2.0);
    if (leadingZero)
        pen.setStyle(Qt::DotLine);
    painter.setPen(pen);
    painter.setBrush(mark == DigitMark::Unseen ? theme.beyond : leadingZero ? theme.ground : theme.panel);
    painter.drawRoundedRect(cell, 3, 3);
    painter.setPen(leadingZero ? theme.mutedText : theme.text);
    painter.drawText(cell, Qt::AlignCenter, digitText(digit));
    // In narrow cells the marks would touch; the thick edge tells alone.
    if (!trained && cell.width() > 15) {
        const QPointF corner = cell.topRight() + QPointF(-1, 1);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.ground);
        painter.drawEllipse(corner, 4.0, 4.0);
        drawMark(painter, corner, mark == DigitMark::Unseen ? 'o' : '*', 7.0, edge);
    }
}

} // namespace

double drawDigitRows(QCPPainter& painter, const Theme& theme, const QRectF& rect, const DigitWays& ways)
{
    const auto inBase = [](const WrittenNumber& number) {
        return Texts::tr("%1 in base %2")
            .arg(shown(number.number, 10), shown(static_cast<double>(number.base)));
    };
    const std::array<Row, 3> rows { Row { Texts::tr("extrapolated"), inBase(ways.extrapolated),
                                        extrapolatedWords(ways), &ways.extrapolated },
        Row { Texts::tr("interpolated"), inBase(ways.interpolated), interpolatedWords(ways),
            &ways.interpolated },
        Row { Texts::tr("converted"), inBase(ways.converted), convertedWords(ways), &ways.converted } };
    const bool roomy = rect.height() > 420 && rect.width() > 560;
    const QFont nameFont = theme.font();
    const QFont smallFont = theme.font(0.85);
    const QFont digitFont = theme.font(roomy ? 1.25 : 1.0);
    const QFontMetricsF nameMetrics(nameFont);
    const QFontMetricsF smallMetrics(smallFont);
    const QFontMetricsF headerMetrics(smallFont);
    const QFontMetricsF digitMetrics(digitFont);

    double nameWidth = 0.0;
    double wordsWidth = 0.0;
    for (const Row& row : rows) {
        nameWidth = std::max(
            { nameWidth, nameMetrics.horizontalAdvance(row.name), smallMetrics.horizontalAdvance(row.what) });
        wordsWidth = std::max(wordsWidth, smallMetrics.horizontalAdvance(row.words));
    }
    nameWidth += 12;
    const double left = rect.left() + 2;
    const Columns columns
        = columnsFor(rows, digitMetrics, headerMetrics, rect.right() - left - nameWidth - 6, wordsWidth + 16);
    const double headerHeight = columns.headers ? headerMetrics.height() + 2.0 : 2.0;
    const double cellHeight = std::max(digitMetrics.height() * (roomy ? 1.5 : 1.2),
        nameMetrics.height() + smallMetrics.height() - headerHeight);
    const double rowHeight = headerHeight + cellHeight + (roomy ? 12 : 5);
    const double wordsLeft = left + nameWidth + columns.width() + 12;
    const double wordsRoom = rect.right() - wordsLeft;

    painter.setAntialiasing(true);
    double top = rect.top() + 2;
    for (const Row& row : rows) {
        const double cellTop = top + headerHeight;
        const double middle = top + (headerHeight + cellHeight) / 2;
        painter.setFont(nameFont);
        painter.setPen(theme.text);
        painter.drawText(QRectF(left, middle - nameMetrics.height(), nameWidth, nameMetrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, row.name);
        painter.setFont(smallFont);
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(left, middle, nameWidth, smallMetrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, row.what);

        double x = left + nameWidth;
        bool leading = true;
        const std::size_t count = row.number->digits.size();
        for (std::size_t column = 0; column < columns.widths.size(); ++column) {
            const QRectF cell(x + 2, cellTop, columns.widths[column] - 4, cellHeight);
            x += columns.widths[column];
            if (columns.places[column] < 0) {
                painter.setFont(digitFont);
                painter.setPen(theme.mutedText);
                painter.drawText(cell, Qt::AlignCenter, "…");
                leading = false;
                continue;
            }
            const auto place = static_cast<std::size_t>(columns.places[column]);
            if (columns.headers) {
                painter.setFont(smallFont);
                painter.setPen(theme.mutedText);
                painter.drawText(QRectF(cell.left() - 2, top, cell.width() + 4, headerHeight),
                    Qt::AlignHCenter | Qt::AlignTop, placeValue(row.number->base, count - 1 - place));
            }
            leading = leading && row.number->digits[place] == 0.0 && place + 1 < count;
            painter.setFont(digitFont);
            drawCell(painter, theme, cell, row.number->digits[place], row.number->marks[place], leading);
        }
        const QRectF wordsBox(wordsLeft, top, wordsRoom, headerHeight + cellHeight + 4);
        constexpr int wordsFlags = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap;
        const QRectF needed = smallMetrics.boundingRect(wordsBox, wordsFlags, row.words);
        if (needed.width() <= wordsBox.width() && needed.height() <= wordsBox.height()) {
            painter.setFont(smallFont);
            painter.setPen(theme.text);
            painter.drawText(wordsBox, wordsFlags, row.words);
        }
        top += rowHeight;
    }
    return top;
}
