// SPDX-License-Identifier: GPL-3.0-or-later
#include "rotationpainter.h"

#include "chosenpairs.h"
#include "rotationnumbers.h"
#include "rotationview.h"

#include "encodings/cosine.h"

#include <algorithm>
#include <cmath>
#include <numbers>

using Eigen::Index;
using encodings::Scene;
using encodings::SceneSeries;

namespace {

constexpr double twoPi = 2.0 * std::numbers::pi;
/// More turns than this are a ring.
constexpr double mostDrawnTurns = 4.0;
constexpr double smallestCell = 84.0;

/// `turns` angle in -pi..pi, exact at any position.
double wrapped(double id, double frequency) { return std::arg(encodings::phasor(id, frequency)); }

/// As long as the first arrow, then shorter from series to series, so that all are seen.
double lengthOf(std::size_t number)
{
    return 1.0 - 0.13 * static_cast<double>(std::min<std::size_t>(number, 5));
}

} // namespace

Index pairLookedAt(const Scene& scene, const SceneSeries& series)
{
    return std::min(
        static_cast<Index>(scene.values.integer("pair")), pairFrequencies(series.scheme).size() - 1);
}

std::vector<Index> pairsTurned(const SceneSeries& series)
{
    std::vector<Index> pairs;
    for (const int pair : chosenPairs(series)) {
        if (pair < pairFrequencies(series.scheme).size())
            pairs.push_back(pair);
    }
    return pairs;
}

QString angleText(double angle)
{
    return RotationView::tr("%1 rad = %2 turns").arg(shown(angle, 4), shown(angle / twoPi, 3));
}

QPointF RotationPainter::Circle::at(double angle, double share) const
{
    return center + share * radius * QPointF(std::cos(angle), -std::sin(angle));
}

QRectF RotationPainter::Circle::rect(double share) const
{
    const double half = share * radius;
    return { center - QPointF(half, half), QSizeF(2.0 * half, 2.0 * half) };
}

RotationPainter::RotationPainter(
    QCPPainter& painter, const Theme& theme, const Scene& scene, const QRectF& rect)
    : m_painter(painter)
    , m_theme(theme)
    , m_scene(scene)
    , m_rect(rect.adjusted(6, 2, -6, -2))
    , m_line(std::ceil(QFontMetricsF(theme.font(0.9)).height()) + 2.0)
    , m_query(scene.values.number("query"))
    , m_key(scene.values.number("position"))
    , m_offset(sentenceOffset(scene.series.front()))
{
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setFont(theme.font(0.9));
}

RotationPainter::Circle RotationPainter::circleIn(const QRectF& room, double margin) const
{
    return { room.center(), std::max(0.0, std::min(room.width(), room.height()) / 2.0 - margin) };
}

void RotationPainter::paintFace(const Circle& circle, bool withAxes)
{
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(m_theme.hairline, 1.0));
    m_painter.drawEllipse(circle.rect());
    if (!withAxes)
        return;
    m_painter.setPen(QPen(m_theme.grid, 0));
    m_painter.drawLine(circle.at(0.0), circle.at(std::numbers::pi));
    m_painter.drawLine(circle.at(std::numbers::pi / 2), circle.at(-std::numbers::pi / 2));
}

void RotationPainter::paintArrow(
    const Circle& circle, double angle, double share, const QColor& color, double width)
{
    const QPointF tip = circle.at(angle, share);
    const double head = std::min(4.0 + 3.0 * width, 0.4 * circle.radius);
    const QPointF along(std::cos(angle), -std::sin(angle));
    const QPointF across(-along.y(), along.x());
    m_painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap));
    m_painter.drawLine(circle.center, tip - 0.8 * head * along);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(color);
    m_painter.drawPolygon(QPolygonF {
        tip, tip - head * along + 0.36 * head * across, tip - head * along - 0.36 * head * across });
}

void RotationPainter::paintTurn(
    const Circle& circle, double from, double turn, double share, const QColor& color)
{
    const double turns = std::abs(turn) / twoPi;
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(color, 1.3));
    if (turns > mostDrawnTurns) {
        QColor pale = color;
        pale.setAlphaF(0.35F);
        const double width = 0.06 * circle.radius;
        m_painter.setPen(QPen(pale, width));
        m_painter.drawEllipse(circle.rect(share));
        return;
    }
    // Outwards by an eighth of the circle in a turn.
    const double growth = turns > 1.0 ? 0.1 : 0.0;
    QPolygonF spiral;
    const int steps = std::max(8, static_cast<int>(std::ceil(turns * 72.0)));
    for (int step = 0; step <= steps; ++step) {
        const double part = static_cast<double>(step) / steps;
        spiral << circle.at(from + part * turn, share + growth * (part - 1.0) * turns);
    }
    m_painter.drawPolyline(spiral);
    if (std::abs(turn) * share * circle.radius < 6.0)
        return;
    const QPointF tip = spiral.back();
    const double end = from + turn;
    const double sense = turn < 0.0 ? -1.0 : 1.0;
    const QPointF along = sense * QPointF(-std::sin(end), -std::cos(end));
    const QPointF across(-along.y(), along.x());
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(color);
    m_painter.drawPolygon(
        QPolygonF { tip, tip - 7.0 * along + 3.0 * across, tip - 7.0 * along - 3.0 * across });
}

void RotationPainter::paintWord(const Circle& circle, double angle, const QString& word, const QColor& color)
{
    const QFontMetricsF metrics(m_theme.font(0.9));
    const QSizeF size(metrics.horizontalAdvance(word), metrics.height());
    // The nearer end of the word touches the circle.
    const QPointF anchor = circle.center + (circle.radius + 4.0) * QPointF(std::cos(angle), -std::sin(angle))
        + QPointF(std::cos(angle) * size.width() / 2.0, -std::sin(angle) * size.height() / 2.0);
    const QRectF box(
        anchor - QPointF(size.width() / 2.0 + 1.0, size.height() / 2.0), size + QSizeF(2.0, 0.0));
    m_painter.setPen(color);
    m_painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, word);
}

void RotationPainter::paintLines(const QRectF& room, const QStringList& lines, Qt::Alignment alignment)
{
    const QFontMetricsF metrics(m_theme.font(0.9));
    m_painter.setPen(m_theme.mutedText);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QRectF row(room.left(), room.top() + static_cast<double>(i) * m_line, room.width(), m_line);
        if (row.bottom() > room.bottom() + 1.0)
            return;
        m_painter.drawText(
            row, alignment | Qt::AlignVCenter, metrics.elidedText(lines[i], Qt::ElideRight, row.width()));
    }
}

void RotationPainter::paintTokens(const Circle& circle, double query, double key, bool words)
{
    paintFace(circle, true);
    for (std::size_t i = 0; i < m_scene.series.size(); ++i) {
        const SceneSeries& series = m_scene.series[i];
        const double frequency = pairFrequencies(series.scheme)[pairLookedAt(m_scene, series)];
        const double queryId = series.scheme.idFor(query, query);
        const double keyId = series.scheme.idFor(query, key);
        const double width = i == 0 ? m_theme.lineWidth + 1.0 : 1.2;
        if (!std::isnan(keyId))
            paintArrow(circle, wrapped(keyId, frequency), lengthOf(i), keyColorOf(series), width);
        if (!std::isnan(queryId))
            paintArrow(circle, wrapped(queryId, frequency), lengthOf(i), colorOf(series), width);
        if (i > 0 || std::isnan(keyId) || std::isnan(queryId))
            continue;
        const double from = wrapped(keyId, frequency);
        // The shorter way round: what two arrows show of their difference.
        paintTurn(
            circle, from, std::remainder(wrapped(queryId, frequency) - from, twoPi), 0.45, m_theme.text);
        if (!words)
            continue;
        const double apart = std::abs(std::remainder(wrapped(queryId, frequency) - from, twoPi));
        if (apart * circle.radius < 2.0 * m_line) {
            paintWord(circle, wrapped(queryId, frequency), RotationView::tr("query, key"), m_theme.text);
        } else {
            paintWord(circle, from, RotationView::tr("key"), m_theme.mutedText);
            paintWord(circle, wrapped(queryId, frequency), RotationView::tr("query"), m_theme.text);
        }
    }
}

void RotationPainter::paintPair()
{
    const SceneSeries& series = subject();
    const Index pair = pairLookedAt(m_scene, series);
    const TurnedPairs turned(series, m_query, m_key);
    const double difference = turned.difference[pair];
    const QStringList leftWords {
        RotationView::tr("query at m = %1: %2").arg(shown(m_query), angleText(turned.query[pair])),
        RotationView::tr("key at n = %1: %2").arg(shown(m_key), angleText(turned.key[pair]))
    };
    const QString sought = series.scheme.distance
        ? RotationView::tr("distance %1 × θ").arg(shown(series.scheme.distanceOf(m_query, m_key)))
        : RotationView::tr("(m − n) θ");
    const QStringList rightWords { RotationView::tr("%1 = %2").arg(sought, angleText(difference)),
        RotationView::tr("inside a turn: %1 rad, cosine %2")
            .arg(shown(std::remainder(difference, twoPi), 4), shown(std::cos(difference), 4)) };

    const bool beside = m_rect.width() > 1.2 * m_rect.height();
    const auto part = [&](int number) {
        return beside ? QRectF(m_rect.left() + number * m_rect.width() / 2.0, m_rect.top(),
                   m_rect.width() / 2.0, m_rect.height())
                      : QRectF(m_rect.left(), m_rect.top() + number * m_rect.height() / 2.0, m_rect.width(),
                          m_rect.height() / 2.0 - 8.0);
    };
    const double heading = m_line + 2.0;
    const double below = 2.0 * m_line;
    for (int number = 0; number < 2; ++number) {
        const QRectF room = part(number);
        m_painter.setPen(m_theme.text);
        m_painter.drawText(QRectF(room.topLeft(), QSizeF(room.width(), m_line)), Qt::AlignCenter,
            number == 0 ? RotationView::tr("pair %1 of query and key").arg(pair)
                        : RotationView::tr("of their product q k*"));
        const Circle circle = circleIn(room.adjusted(0.0, heading, 0.0, -below), m_line + 6.0);
        paintLines(QRectF(room.left(), room.bottom() - below, room.width(), below),
            number == 0 ? leftWords : rightWords);
        if (circle.radius < 12.0)
            continue;
        if (number == 0) {
            paintTokens(circle, m_query, m_key, true);
            continue;
        }
        paintFace(circle, true);
        for (std::size_t i = 0; i < m_scene.series.size(); ++i) {
            const SceneSeries& one = m_scene.series[i];
            const double angle = std::arg(encodings::phasor(one.scheme.distanceOf(m_query, m_key),
                pairFrequencies(one.scheme)[pairLookedAt(m_scene, one)]));
            if (std::isnan(angle))
                continue;
            if (i == 0) {
                paintTurn(circle, 0.0, difference, 0.55, m_theme.text);
                const QPointF foot(circle.at(angle).x(), circle.center.y());
                m_painter.setPen(QPen(m_theme.mutedText, 1.0, Qt::DotLine));
                m_painter.drawLine(circle.at(angle), foot);
                m_painter.setPen(QPen(m_theme.text, 2.0));
                m_painter.drawLine(circle.center, foot);
            }
            paintArrow(circle, angle, lengthOf(i), colorOf(one), i == 0 ? m_theme.lineWidth + 1.0 : 1.2);
        }
        if (!std::isnan(difference))
            paintWord(circle, std::remainder(difference, twoPi), sought, m_theme.text);
    }
}

void RotationPainter::paintAddition()
{
    std::vector<Index> pairs = pairsTurned(subject());
    if (pairs.empty()) {
        drawNote(m_painter, m_theme, m_rect, Qt::AlignCenter,
            RotationView::tr("None of the pairs chosen is among those of %1.").arg(nameOf(subject())));
        return;
    }
    const double words = 2.0 * m_line;
    const auto sideOf = [&](int columns, std::size_t count) {
        const int rows = (static_cast<int>(count) + columns - 1) / columns;
        return std::min(m_rect.width() / columns, m_rect.height() / rows - words);
    };
    const auto bestColumns = [&](std::size_t count) {
        int best = 1;
        for (int columns = 2; columns <= static_cast<int>(count); ++columns) {
            if (sideOf(columns, count) > sideOf(best, count))
                best = columns;
        }
        return best;
    };
    // As many as are large enough to read, from the first to the last.
    std::size_t count = std::min<std::size_t>(pairs.size(), 48);
    while (count > 1 && sideOf(bestColumns(count), count) < smallestCell)
        --count;
    std::vector<Index> seen;
    for (std::size_t i = 0; i < count; ++i)
        seen.push_back(pairs[count > 1 ? i * (pairs.size() - 1) / (count - 1) : 0]);
    const int columns = bestColumns(count);
    const double side = sideOf(columns, count);
    if (side < 24.0)
        return;
    const int rows = (static_cast<int>(count) + columns - 1) / columns;
    const TurnedPairs turned(subject(), m_query, m_key);
    for (std::size_t i = 0; i < count; ++i) {
        const Index pair = seen[i];
        const int row = static_cast<int>(i) / columns;
        const int column = static_cast<int>(i) % columns;
        const QRectF cell(m_rect.left() + column * m_rect.width() / columns,
            m_rect.top() + row * m_rect.height() / rows, m_rect.width() / columns, m_rect.height() / rows);
        const Circle circle = circleIn(cell.adjusted(0.0, 2.0, 0.0, -words), 4.0);
        paintFace(circle, true);
        const double turn = turned.query[pair] - turned.key[pair];
        for (std::size_t number = 0; number < m_scene.series.size(); ++number) {
            const SceneSeries& series = m_scene.series[number];
            const Eigen::ArrayXd frequencies = pairFrequencies(series.scheme);
            if (pair >= frequencies.size())
                continue;
            const double from = wrapped(series.scheme.idFor(m_query, m_key), frequencies[pair]);
            const double to = wrapped(series.scheme.idFor(m_query, m_query), frequencies[pair]);
            if (std::isnan(from) || std::isnan(to))
                continue;
            const double width = number == 0 ? m_theme.lineWidth + 0.5 : 1.2;
            paintArrow(circle, from, lengthOf(number), keyColorOf(series), width);
            paintArrow(circle, to, lengthOf(number), colorOf(series), width);
            if (number == 0)
                paintTurn(circle, from, turn, 0.6, m_theme.text);
        }
        paintLines(QRectF(cell.left(), cell.bottom() - words, cell.width(), words),
            { RotationView::tr("pair %1: r θ = %2 rad").arg(pair).arg(shown(turn, 4)),
                RotationView::tr("%1 turns").arg(shown(turn / twoPi, 3)) });
    }
}
