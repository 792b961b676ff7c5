// SPDX-License-Identifier: GPL-3.0-or-later
#include "entrydiagram.h"

#include "coretext.h"

#include "encodings/recordwords.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

using encodings::Entry;

namespace {

/// From the middle of one place to that of the next, in heights of a place.
constexpr double step = 1.5;

/// Shapes are laid out in a square from -1 to 1, y downwards.
QPainterPath boxes(std::initializer_list<QRectF> rects)
{
    QPainterPath path;
    for (const QRectF& rect : rects)
        path.addRect(rect);
    return path;
}

QPainterPath grid()
{
    QPainterPath path;
    for (const double y : { -0.9, -0.25, 0.4 }) {
        for (const double x : { -0.9, -0.25, 0.4 })
            path.addRect(QRectF(x, y, 0.5, 0.5));
    }
    return path;
}

QPainterPath stairs()
{
    QPainterPath path;
    path.addPolygon(QPolygonF { { -0.9, -0.9 }, { -0.3, -0.9 }, { -0.3, -0.3 }, { 0.3, -0.3 }, { 0.3, 0.3 },
        { 0.9, 0.3 }, { 0.9, 0.9 }, { -0.9, 0.9 } });
    path.closeSubpath();
    return path;
}

QPainterPath thermometer()
{
    constexpr double large = 100.0; // uniting makes corners of curves that are only a few units long
    QPainterPath stem;
    stem.addRoundedRect(
        QRectF(-0.22 * large, -0.95 * large, 0.44 * large, 1.4 * large), 0.22 * large, 0.22 * large);
    QPainterPath bulb;
    bulb.addEllipse(QPointF(0, 0.5 * large), 0.45 * large, 0.45 * large);
    return QTransform::fromScale(1 / large, 1 / large).map(stem.united(bulb));
}

QPainterPath discs()
{
    QPainterPath path;
    path.addEllipse(QPointF(-0.42, -0.42), 0.45, 0.45);
    path.addEllipse(QPointF(0.42, 0.42), 0.45, 0.45);
    return path;
}

QPainterPath shapeOf(Entry entry)
{
    switch (entry) {
    case Entry::PositionIds: // counting up
        return boxes({ { -0.9, 0.3, 0.5, 0.6 }, { -0.25, -0.3, 0.5, 1.2 }, { 0.4, -0.9, 0.5, 1.8 } });
    case Entry::Embedding: // a vector
        return boxes({ { -0.3, -0.95, 0.6, 0.55 }, { -0.3, -0.27, 0.6, 0.55 }, { -0.3, 0.4, 0.6, 0.55 } });
    case Entry::QueryAndKey:
        return discs();
    case Entry::Score:
        return grid();
    case Entry::Mask:
        return stairs();
    case Entry::Temperature:
        return thermometer();
    }
    return {};
}

bool contains(const std::vector<Entry>& enters, Entry entry)
{
    return std::find(enters.begin(), enters.end(), entry) != enters.end();
}

/// The places with middles `distance` apart, the first at `middle`.
void drawPlaces(QPainter& painter, QPointF middle, double distance, double height,
    const std::vector<Entry>& enters, const QColor& filled, const QColor& outline)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double half = height / 2;
    const double line = std::clamp(height / 14, 0.5, 1.2);
    for (const Entry entry : entrydiagram::places()) {
        const bool entered = contains(enters, entry);
        if (entry != entrydiagram::places().back()) {
            painter.setPen(QPen(outline, line));
            painter.drawLine(
                QLineF(middle + QPointF(1.15 * half, 0), middle + QPointF(distance - 1.15 * half, 0)));
        }
        const QTransform place = QTransform().translate(middle.x(), middle.y()).scale(half, half);
        painter.setPen(QPen(entered ? filled : outline, line));
        painter.setBrush(entered ? QBrush(filled) : Qt::NoBrush);
        painter.drawPath(place.map(shapeOf(entry)));
        middle.rx() += distance;
    }
    painter.restore();
}

QString nameOf(Entry entry) { return coreText(encodings::wordOf(entry)); }

} // namespace

namespace entrydiagram {

const std::vector<Entry>& places()
{
    static const std::vector<Entry> all { Entry::PositionIds, Entry::Embedding, Entry::QueryAndKey,
        Entry::Score, Entry::Mask, Entry::Temperature };
    return all;
}

double widthFor(double height) { return height * (1.0 + step * static_cast<double>(places().size() - 1)); }

void draw(QPainter& painter, const QRectF& rect, const std::vector<Entry>& enters, const QColor& filled,
    const QColor& outline)
{
    const double height = std::min(rect.height(), rect.width() / widthFor(1.0));
    drawPlaces(painter, { rect.left() + height / 2, rect.center().y() }, step * height, height, enters,
        filled, outline);
}

void drawNamed(QPainter& painter, const QRectF& rect, const std::vector<Entry>& enters, const QColor& filled,
    const QColor& outline, const QColor& text, const QColor& quiet)
{
    const double line = QFontMetricsF(painter.font()).height();
    const double distance = rect.width() / static_cast<double>(places().size());
    const double height = std::min(rect.height() - 1.3 * line, 0.6 * distance);
    const QPointF first(rect.left() + distance / 2, rect.top() + height / 2);
    drawPlaces(painter, first, distance, height, enters, filled, outline);
    QRectF name(rect.left(), rect.top() + height + 0.3 * line, distance, line);
    for (const Entry entry : places()) {
        painter.setPen(contains(enters, entry) ? text : quiet);
        painter.drawText(name, Qt::AlignCenter | Qt::TextDontClip, nameOf(entry));
        name.translate(distance, 0);
    }
}

double namedWidth(const QFont& font)
{
    double widest = 0.0;
    for (const Entry entry : places())
        widest = std::max(widest, QFontMetricsF(font).horizontalAdvance(nameOf(entry) + "  "));
    return widest * static_cast<double>(places().size());
}

QString wordsOf(const std::vector<Entry>& enters)
{
    QStringList words;
    for (const Entry entry : enters)
        words << nameOf(entry);
    return words.join(QStringLiteral(", "));
}

} // namespace entrydiagram
