// SPDX-License-Identifier: GPL-3.0-or-later
#include "clockgrid.h"

#include "encodings/cosine.h"

#include <qcustomplot.h>

#include <cmath>
#include <numbers>
#include <set>

namespace {

constexpr double twoPi = 2.0 * std::numbers::pi;
constexpr double smallestClock = 26.0;
// Still smaller where that shows all pairs.
constexpr double tightestClock = 22.0;
constexpr double largestClock = 150.0;
// From this size on a clock has its own number.
constexpr double smallestLabelled = 38.0;

/// Tip of a hand: clockwise from the top, as on a clock.
QPointF tip(QPointF center, double length, double angle)
{
    return center + length * QPointF(std::sin(angle), -std::cos(angle));
}

/// `angle` within one turn, exact at any position.
double turnedAngle(double position, double frequency)
{
    const double angle = std::arg(encodings::phasor(position, frequency));
    return angle < 0.0 ? angle + twoPi : angle;
}

int qtAngle(double clockAngle)
{
    return static_cast<int>(std::lround((90.0 - clockAngle * 180.0 / std::numbers::pi) * 16.0));
}

void drawArc(QCPPainter& painter, const QRectF& circle, double from, double to)
{
    const int start = qtAngle(from);
    painter.drawArc(circle, start, qtAngle(to) - start);
}

void drawFace(QCPPainter& painter, const Theme& theme, QPointF center, double radius, double trainedAngle)
{
    const double arc = std::min(trainedAngle, twoPi);
    const double rim = std::clamp(radius * 0.12, 2.0, 5.0);
    const QRectF circle(center - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
    const QRectF inner = circle.adjusted(rim / 2, rim / 2, -rim / 2, -rim / 2);
    if (trainedAngle == 0.0) { // nothing turns here, so that nothing is unseen
        painter.setPen(QPen(theme.hairline, 1.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(inner);
        return;
    }
    if (arc < twoPi) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.beyond);
        const int start = qtAngle(arc);
        painter.drawPie(inner, start, qtAngle(twoPi) - start);
        QPen unseen(theme.unseen, 1.0);
        unseen.setCapStyle(Qt::FlatCap);
        unseen.setDashPattern({ 2.0, 2.0 });
        painter.setPen(unseen);
        painter.setBrush(Qt::NoBrush);
        drawArc(painter, inner, arc, twoPi);
    }
    QPen seen(theme.hairline, rim);
    seen.setCapStyle(Qt::FlatCap);
    painter.setPen(seen);
    painter.setBrush(Qt::NoBrush);
    // An arc too short to see still has to be there.
    drawArc(painter, inner, 0.0, std::max(arc, 1.5 / radius));
}

void drawHand(QCPPainter& painter, const Theme& theme, QPointF center, double length, double angle,
    const ClockSeries& series, bool unseen)
{
    const double ring = std::clamp(length * 0.16, 2.0, 4.5);
    const double width = std::clamp(length / 10.0, 1.2, theme.lineWidth + 0.7);
    QPen pen(series.color, width);
    pen.setCapStyle(Qt::FlatCap);
    if (!series.dash.isEmpty() && length > 14) {
        // Half the dashes of a curve: a hand is short.
        QList<double> pattern;
        for (const double dash : series.dash)
            pattern << dash / 2.0 / width;
        pen.setDashPattern(pattern);
    }
    painter.setPen(pen);
    const QPointF end = tip(center, length, angle);
    painter.drawLine(QLineF(center, unseen ? tip(center, length - ring, angle) : end));
    painter.setPen(Qt::NoPen);
    painter.setBrush(series.color);
    painter.drawEllipse(center, width, width);
    if (unseen) {
        painter.setPen(QPen(theme.unseen, 1.4));
        painter.setBrush(theme.ground);
        painter.drawEllipse(end, ring, ring);
    }
}

/// Columns and rows of cells of `size` in `area`.
std::pair<int, int> cellsOf(const QRectF& area, double size, double labelHeight)
{
    const double height = size + (size >= smallestLabelled ? labelHeight : 0.0);
    return { static_cast<int>(area.width() / size), static_cast<int>(area.height() / height) };
}

/// `count` of `pairs` pairs, evenly spread from first to last, one of them moved to the one looked at.
QList<Eigen::Index> chosenPairs(Eigen::Index pairs, int count, Eigen::Index lookedAt)
{
    std::set<Eigen::Index> chosen;
    for (int i = 0; i < count; ++i) {
        const double share = count > 1 ? static_cast<double>(i) / (count - 1) : 0.0;
        chosen.insert(std::lround(share * static_cast<double>(pairs - 1)));
    }
    if (lookedAt >= 0 && lookedAt < pairs && !chosen.contains(lookedAt) && count > 2) {
        const auto above = chosen.upper_bound(lookedAt);
        const auto below = std::prev(above);
        const bool takeBelow = below != chosen.begin()
            && (std::next(above) == chosen.end() || lookedAt - *below < *above - lookedAt);
        chosen.erase(takeBelow ? below : above);
        chosen.insert(lookedAt);
    }
    return { chosen.begin(), chosen.end() };
}

} // namespace

bool isUnseenAngle(double angle, double trainedAngle)
{
    if (trainedAngle >= twoPi)
        return false;
    const double turned = angle - std::floor(angle / twoPi) * twoPi;
    // Position L itself ends the arc; rounding must not decide about it.
    return turned > trainedAngle * (1.0 + 1e-12);
}

ClockGrid layOutClocks(const QRectF& whole, Eigen::Index pairs, Eigen::Index lookedAt, const QSizeF& label)
{
    ClockGrid grid;
    const double labelHeight = label.height();
    QRectF area = whole;
    if (pairs < 1 || area.width() < smallestClock || area.height() < smallestClock)
        return grid;
    const double limit = std::min({ largestClock, area.width(), area.height() });
    double size = limit;
    auto [columns, rows] = cellsOf(area, size, labelHeight);
    while (static_cast<Eigen::Index>(columns) * rows < pairs && size > smallestClock) {
        size = std::max(smallestClock, size - 0.5);
        std::tie(columns, rows) = cellsOf(area, size, labelHeight);
    }
    grid.labelled = size >= smallestLabelled;
    if (!grid.labelled) {
        area.adjust(label.width() + 6, 0, 0, 0);
        do {
            std::tie(columns, rows) = cellsOf(area, size, labelHeight);
        } while (static_cast<Eigen::Index>(columns) * rows < pairs && (size -= 0.5) >= tightestClock);
        if (static_cast<Eigen::Index>(columns) * rows < pairs) {
            size = smallestClock;
            std::tie(columns, rows) = cellsOf(area, size, labelHeight);
        }
    }
    const Eigen::Index room = static_cast<Eigen::Index>(columns) * rows;
    if (room < 1)
        return grid;
    const double height = size + (grid.labelled ? labelHeight : 0.0);
    const QList<Eigen::Index> shownPairs
        = chosenPairs(pairs, static_cast<int>(std::min(pairs, room)), lookedAt);
    // A last row of one or two would look lost.
    rows = static_cast<int>((shownPairs.size() + columns - 1) / columns);
    columns = static_cast<int>((shownPairs.size() + rows - 1) / rows);
    grid.columns = columns;
    const double stepX = std::min(area.width() / columns, size * 1.25);
    const double stepY = std::min(area.height() / rows, height * 1.15);
    for (int i = 0; i < shownPairs.size(); ++i) {
        const QPointF corner = area.topLeft() + QPointF((i % columns) * stepX, (i / columns) * stepY);
        grid.cells << ClockCell { shownPairs[i],
            QRectF(corner + QPointF((stepX - size) / 2, (stepY - height) / 2), QSizeF(size, height)) };
    }
    return grid;
}

void drawClocks(QCPPainter& painter, const Theme& theme, const ClockGrid& grid,
    const QList<ClockSeries>& series, double position, Eigen::Index lookedAt)
{
    painter.setAntialiasing(true);
    const QFont plain = theme.font(0.9);
    for (qsizetype index = 0; index < grid.cells.size(); ++index) {
        const ClockCell& cell = grid.cells[index];
        const double size = cell.rect.width();
        const QRectF face(cell.rect.topLeft() + QPointF(0, cell.rect.height() - size), QSizeF(size, size));
        const bool chosen = cell.pair == lookedAt;
        if (chosen) {
            painter.setPen(QPen(theme.text, 1.0));
            painter.setBrush(theme.grid);
            painter.drawRoundedRect(cell.rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        }
        if (grid.labelled) {
            painter.setFont(plain);
            painter.setPen(chosen ? theme.text : theme.mutedText);
            painter.drawText(
                QRectF(cell.rect.topLeft() + QPointF(0, 1), QSizeF(size, cell.rect.height() - size + 1)),
                Qt::AlignCenter, QString::number(cell.pair));
        } else if (index % grid.columns == 0) {
            painter.setFont(plain);
            painter.setPen(theme.mutedText);
            painter.drawText(QRectF(cell.rect.left() - 106, cell.rect.top(), 100, size),
                Qt::AlignRight | Qt::AlignVCenter, QString::number(cell.pair));
        }
        const QPointF center = face.center();
        const double radius = size / 2 - std::max(2.0, size * 0.06);
        drawFace(painter, theme, center, radius,
            series.front().trainedLength * series.front().trainedFrequencies[cell.pair]);
        for (qsizetype i = 0; i < series.size(); ++i) {
            const ClockSeries& one = series[i];
            if (cell.pair >= one.frequencies.size())
                continue;
            const double angle = turnedAngle(position, one.frequencies[cell.pair]);
            // Shorter from series to series, so that hands on top of each other are all seen.
            const double length = radius * (0.80 - 0.14 * static_cast<double>(std::min<qsizetype>(i, 4)));
            drawHand(painter, theme, center, length, angle, one,
                isUnseenAngle(angle, one.trainedLength * one.trainedFrequencies[cell.pair]));
        }
    }
}
