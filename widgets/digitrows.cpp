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
    const QFontMetricsF& headerMetrics, double room, double wordsWidth, bool headersWanted)
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
    Columns columns = measured(headersWanted, 14, digitMetrics.height() * 1.5);
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

/// Measures of the rows at one degree of detail.
struct Measures {
    double nameWidth = 0.0; ///< 0: rows without names
    bool numbers = true; ///< below the names: the numbers and their bases
    Columns columns;
    double headerHeight = 0.0;
    double cellHeight = 0.0;
    double rowHeight = 0.0;

    double width() const { return nameWidth + columns.width() + 4.0; }
    double height(std::size_t rows) const { return static_cast<double>(rows) * rowHeight; }
};

} // namespace

double drawDigitRows(
    QCPPainter& painter, const Theme& theme, const QRectF& rect, const DigitWays& ways, double below)
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
    const QFont smallFont = theme.font(0.9);
    const QFont digitFont = theme.font(roomy ? 1.25 : 1.0);
    const QFontMetricsF nameMetrics(nameFont);
    const QFontMetricsF smallMetrics(smallFont);
    const QFontMetricsF digitMetrics(digitFont);

    double wordsWidth = 0.0;
    for (const Row& row : rows)
        wordsWidth = std::max(wordsWidth, smallMetrics.horizontalAdvance(row.words));
    const double left = rect.left() + 2;
    const auto measured = [&](bool headers, bool numbers, bool names) {
        Measures measures;
        measures.numbers = numbers;
        for (const Row& row : rows) {
            if (names)
                measures.nameWidth
                    = std::max(measures.nameWidth, nameMetrics.horizontalAdvance(row.name) + 12);
            if (names && numbers)
                measures.nameWidth
                    = std::max(measures.nameWidth, smallMetrics.horizontalAdvance(row.what) + 12);
        }
        measures.columns = columnsFor(rows, digitMetrics, smallMetrics,
            rect.right() - left - measures.nameWidth - 6, wordsWidth + 16, headers);
        measures.headerHeight = measures.columns.headers ? smallMetrics.height() + 2.0 : 2.0;
        measures.cellHeight = std::max(digitMetrics.height()
                * (roomy          ? 1.5
                        : numbers ? 1.2
                                  : 1.05),
            numbers ? nameMetrics.height() + smallMetrics.height() - measures.headerHeight : 0.0);
        measures.rowHeight = measures.headerHeight + measures.cellHeight + (roomy ? 12 : headers ? 5 : 3);
        return measures;
    };
    const auto fits = [&](const Measures& one, double kept) {
        return one.width() <= rect.width() && one.height(rows.size()) + 2.0 + kept <= rect.height();
    };
    const std::array<Measures, 4> degrees { measured(true, true, true), measured(false, true, true),
        measured(false, false, true), measured(false, false, false) };
    const auto found = [&](double kept) {
        return std::find_if(
            degrees.begin(), degrees.end(), [&](const Measures& one) { return fits(one, kept); });
    };
    auto chosen = found(below);
    if (chosen == degrees.end())
        chosen = found(0.0);
    if (chosen == degrees.end())
        return rect.top();
    const auto& [nameWidth, numbers, columns, headerHeight, cellHeight, rowHeight] = *chosen;
    const double wordsLeft = left + nameWidth + columns.width() + 12;
    const double wordsRoom = rect.right() - wordsLeft;
    const double wordsHeight = headerHeight + cellHeight + 4;
    constexpr int wordsFlags = Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap;
    // All or none: a row without words among others would seem to have nothing to say.
    const bool wordsFit = wordsRoom > 0 && std::all_of(rows.begin(), rows.end(), [&](const Row& row) {
        const QRectF room(0, 0, wordsRoom, wordsHeight);
        const QRectF needed = smallMetrics.boundingRect(room, wordsFlags, row.words);
        return needed.width() <= room.width() && needed.height() <= room.height();
    });

    painter.setAntialiasing(true);
    double top = rect.top() + 2;
    for (const Row& row : rows) {
        const double cellTop = top + headerHeight;
        const double middle = top + (headerHeight + cellHeight) / 2;
        if (nameWidth > 0.0) {
            const double nameTop = middle - nameMetrics.height() / (numbers ? 1 : 2);
            painter.setFont(nameFont);
            painter.setPen(theme.text);
            painter.drawText(QRectF(left, nameTop, nameWidth, nameMetrics.height()),
                Qt::AlignLeft | Qt::AlignVCenter, row.name);
        }
        if (nameWidth > 0.0 && numbers) {
            painter.setFont(smallFont);
            painter.setPen(theme.mutedText);
            painter.drawText(QRectF(left, middle, nameWidth, smallMetrics.height()),
                Qt::AlignLeft | Qt::AlignVCenter, row.what);
        }

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
        if (wordsFit) {
            painter.setFont(smallFont);
            painter.setPen(theme.text);
            painter.drawText(QRectF(wordsLeft, top, wordsRoom, wordsHeight), wordsFlags, row.words);
        }
        top += rowHeight;
    }
    return top;
}
