// SPDX-License-Identifier: GPL-3.0-or-later
#include "wavelengthnotes.h"

#include "marks.h"
#include "wavelengthsview.h"

#include <algorithm>
#include <cmath>

using Eigen::Index;

namespace {

using Chart = WavelengthChart;
using Pixels = WavelengthPixels;

/// Writes notes, each at the first of its places that is free of values and of earlier notes, or nowhere.
class Notes {
public:
    Notes(QCPPainter& painter, const Chart& chart, const Pixels& pixels)
        : m_painter(painter)
        , m_theme(chart.theme)
        , m_rect(pixels.rect)
        , m_metrics(chart.theme.font(0.9))
    {
        // Words beside the line that everything is measured against, not on it.
        m_values << QRectF(
            m_rect.left(), pixels.y.coordToPixel(chart.reference()) - 0.5, m_rect.width(), 1.0);
        const double half = pixels.markSize() / 2 + 2.0;
        for (const PairNumbers& numbers : chart.numbers) {
            const Eigen::ArrayXd& values = valuesOf(numbers, chart.quantity);
            for (const Index pair : pixels.columns(numbers.count())) {
                QPointF point = pixels.at(static_cast<double>(pair), values[pair]);
                if (chart.logarithmic() && numbers.stands(pair))
                    point.setY(pixels.standingEdge(chart.quantity));
                if (pixels.shows(point))
                    m_values << QRectF(point - QPointF(half, half), QSizeF(2 * half, 2 * half));
            }
        }
    }

    struct Place {
        QRectF room;
        Qt::Alignment corner;
    };

    double height() const { return m_metrics.height() + 6.0; }

    void write(const QString& text, const QList<Place>& places)
    {
        const QSizeF size(m_metrics.horizontalAdvance(text) + 8.0, m_metrics.height() + 2.0);
        for (const Place& place : places) {
            const QRectF box = boxOf(place, size);
            if (size.width() > place.room.width() || !isFree(box))
                continue;
            drawNote(m_painter, m_theme, place.room, place.corner, text);
            m_taken << box;
            return;
        }
    }

    /// Above or below a horizontal line, as far left as there is room.
    void writeAtLine(const QString& text, double y, bool above)
    {
        constexpr double step = 12.0;
        QList<Place> places;
        for (double left = m_rect.left() + 2; left < m_rect.right(); left += step)
            places << Place { QRectF(left, above ? y - height() : y, m_rect.right() - left - 2, height()),
                Qt::AlignLeft | (above ? Qt::AlignBottom : Qt::AlignTop) };
        write(text, places);
    }

    /// Beside a vertical line, on its left first or on its right first, as high as there is room.
    void writeBeside(const QString& text, double x, bool leftFirst)
    {
        QList<Place> places;
        for (const bool left : { leftFirst, !leftFirst }) {
            for (double top = m_rect.top(); top + height() < m_rect.bottom(); top += height()) {
                places << Place { left ? QRectF(m_rect.left(), top, x - m_rect.left(), height())
                                       : QRectF(x, top, m_rect.right() - x, height()),
                    (left ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop };
            }
        }
        write(text, places);
    }

private:
    /// As drawNote places it.
    static QRectF boxOf(const Place& place, const QSizeF& size)
    {
        QRectF box(place.room.topLeft() + QPointF(3, 3), size);
        if (place.corner & Qt::AlignRight)
            box.moveRight(place.room.right() - 3);
        if (place.corner & Qt::AlignHCenter)
            box.moveLeft(place.room.center().x() - size.width() / 2);
        if (place.corner & Qt::AlignBottom)
            box.moveBottom(place.room.bottom() - 3);
        if (place.corner & Qt::AlignVCenter)
            box.moveTop(place.room.center().y() - size.height() / 2);
        return box;
    }

    bool isFree(const QRectF& box) const
    {
        const auto meets = [&box](const QRectF& other) { return box.intersects(other); };
        return m_rect.contains(box) && std::none_of(m_taken.begin(), m_taken.end(), meets)
            && std::none_of(m_values.begin(), m_values.end(), meets);
    }

    QCPPainter& m_painter;
    const Theme& m_theme;
    QRectF m_rect;
    QFontMetricsF m_metrics;
    QList<QRectF> m_values;
    QList<QRectF> m_taken;
};

void drawLevel(QCPPainter& painter, const Pixels& pixels, double value, const QPen& pen)
{
    const QRectF& rect = pixels.rect;
    const double y = pixels.y.coordToPixel(value);
    if (y < rect.top() || y > rect.bottom())
        return;
    painter.setPen(pen);
    painter.drawLine(QLineF(rect.left(), y, rect.right(), y));
}

/// Series whose scaling has a ramp.
std::vector<const encodings::SceneSeries*> rampsOf(const Chart& chart)
{
    std::vector<const encodings::SceneSeries*> found;
    for (const std::size_t index : chart.turning()) {
        const encodings::SceneSeries& series = chart.scene->series[index];
        // At scale 1 nothing is blended.
        if (series.scheme.ramp && !chart.numbers[index].unchanged())
            found.push_back(&series);
    }
    return found;
}

void drawLines(QCPPainter& painter, const Chart& chart, const Pixels& pixels)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    if (chart.quantity == Quantity::Wavelength) {
        for (const LengthOfSeries& length : chart.targets())
            drawLevel(painter, pixels, length.length, QPen(chart.colorOf(length), 0, Qt::DashLine));
        for (const LengthOfSeries& length : chart.lengths())
            drawLevel(painter, pixels, length.length, QPen(chart.colorOf(length), 0));
    } else {
        drawLevel(painter, pixels, 1.0, QPen(chart.theme.text, 0));
    }
    const QRectF& rect = pixels.rect;
    const double pair = pixels.x.coordToPixel(static_cast<double>(chart.scene->values.integer("pair")));
    if (pair >= rect.left() && pair <= rect.right()) {
        painter.setPen(QPen(chart.theme.mutedText, 0));
        painter.drawLine(QLineF(pair, rect.top(), pair, rect.bottom()));
    }
    for (const encodings::SceneSeries* series : rampsOf(chart)) {
        painter.setPen(QPen(chart.theme.series(series->index), 0, Qt::DotLine));
        for (const double end : { series->scheme.ramp->first, series->scheme.ramp->second }) {
            const double x = pixels.x.coordToPixel(end);
            if (x >= rect.left() && x <= rect.right())
                painter.drawLine(QLineF(x, rect.top(), x, rect.bottom()));
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
}

/// The decimal pairs at which ramps begin and end.
void writeRamps(Notes& notes, const Chart& chart, const Pixels& pixels)
{
    const auto ramps = rampsOf(chart);
    for (const encodings::SceneSeries* series : ramps) {
        const QString whose = ramps.size() > 1 ? nameOf(*series) : WavelengthsView::tr("ramp");
        const auto [low, high] = *series->scheme.ramp;
        const auto write = [&](double end, const QString& words, bool left) {
            const double x = pixels.x.coordToPixel(end);
            if (x >= pixels.rect.left() && x <= pixels.rect.right())
                notes.writeBeside(words.arg(whose, decimalPair(end)), x, left);
        };
        write(low, WavelengthsView::tr("%1 from %2"), true);
        write(high, WavelengthsView::tr("%1 to %2"), false);
    }
}

/// Says what the marks at the edge mean, beside them.
void writeStanding(Notes& notes, const Chart& chart, const Pixels& pixels)
{
    const bool any = std::any_of(chart.numbers.begin(), chart.numbers.end(),
        [](const PairNumbers& numbers) { return numbers.standing() > 0; });
    if (!any || !chart.logarithmic())
        return;
    const double edge = pixels.standingEdge(chart.quantity);
    const double inwards = chart.quantity == Quantity::Turns ? -1.0 : 1.0;
    QList<Notes::Place> places;
    const double reference = pixels.y.coordToPixel(chart.reference());
    for (const double depth : { 10.0, 22.0, 34.0 }) {
        const double from = edge + inwards * depth;
        // Beyond the line of the trained length the words would speak of other pairs.
        if ((reference - from) * inwards < notes.height())
            break;
        const QRectF room = QRectF(
            QPointF(pixels.rect.left(), from), QPointF(pixels.rect.right(), from + inwards * notes.height()))
                                .normalized();
        places << Notes::Place { room, Qt::AlignRight | Qt::AlignVCenter };
    }
    notes.write(WavelengthsView::tr("does not turn"), places);
}

/// Names the lines at the lengths and the region above that of the subject.
void writeLengths(Notes& notes, const Chart& chart, const Pixels& pixels)
{
    const auto y = [&pixels](double length) { return pixels.y.coordToPixel(length); };
    const auto text = [&chart](const QString& words, const LengthOfSeries& length) {
        return chart.lengthsDiffer()
            ? WavelengthsView::tr("%1 (%2)").arg(words.arg(shown(length.length)), length.names())
            : words.arg(shown(length.length));
    };
    const QString region = chart.lengthsDiffer()
        ? WavelengthsView::tr("never finishes a turn inside L of %1").arg(chart.subjectName())
        : WavelengthsView::tr("never finishes a turn inside L");
    const QList<LengthOfSeries> lengths = chart.lengths();
    const double subjectY = y(chart.reference());
    notes.writeAtLine(text(WavelengthsView::tr("L = %1"), lengths.front()), subjectY, false);
    const QList<LengthOfSeries> others = lengths.mid(1) + chart.targets();
    const bool crowded = std::any_of(others.begin(), others.end(), [&](const LengthOfSeries& other) {
        return y(other.length) < subjectY && subjectY - y(other.length) < notes.height();
    });
    // Where another line runs closely above, the words would stand on it.
    if (crowded)
        notes.writeAtLine(region, pixels.rect.top(), false);
    else
        notes.writeAtLine(region, subjectY, true);
    for (const LengthOfSeries& length : lengths.mid(1))
        notes.writeAtLine(
            text(WavelengthsView::tr("L = %1"), length), y(length.length), length.length > chart.reference());
    for (const LengthOfSeries& length : chart.targets())
        notes.writeAtLine(text(WavelengthsView::tr("L′ = %1"), length), y(length.length),
            length.length > chart.reference());
}

/// Names the pair looked at beside its line, on the side and at the end that the values leave free.
void writePair(Notes& notes, const Chart& chart, const Pixels& pixels)
{
    const QRectF& rect = pixels.rect;
    const double pair = static_cast<double>(chart.scene->values.integer("pair"));
    const double x = pixels.x.coordToPixel(pair);
    if (x < rect.left() || x > rect.right())
        return;
    const QRectF right(QPointF(x, rect.top()), rect.bottomRight());
    const QRectF left(rect.topLeft(), QPointF(x, rect.bottom()));
    const bool rising = chart.quantity != Quantity::Turns;
    const bool leftHalf = x < rect.center().x();
    const Notes::Place bottomRight { right, Qt::AlignLeft | Qt::AlignBottom };
    const Notes::Place topLeft { left, Qt::AlignRight | Qt::AlignTop };
    const Notes::Place topRight { right, Qt::AlignLeft | Qt::AlignTop };
    const Notes::Place bottomLeft { left, Qt::AlignRight | Qt::AlignBottom };
    notes.write(WavelengthsView::tr("pair %1").arg(shown(pair)),
        rising && leftHalf ? QList<Notes::Place> { topRight, bottomRight, topLeft, bottomLeft }
            : rising       ? QList<Notes::Place> { bottomLeft, bottomRight, topLeft, topRight }
            : leftHalf     ? QList<Notes::Place> { bottomRight, topRight, bottomLeft, topLeft }
                           : QList<Notes::Place> { topLeft, topRight, bottomLeft, bottomRight });
}

} // namespace

void drawWavelengthGround(QCPPainter& painter, const WavelengthChart& chart, const WavelengthPixels& pixels)
{
    const QRectF& rect = pixels.rect;
    const double y = pixels.clampedY(chart.reference());
    if (chart.quantity == Quantity::Wavelength) {
        fillBeyond(painter, chart.theme, QRectF(rect.topLeft(), QPointF(rect.right(), y)));
    } else if (chart.quantity == Quantity::Turns) {
        fillBeyond(painter, chart.theme, QRectF(QPointF(rect.left(), y), rect.bottomRight()));
    } else if (chart.quantity == Quantity::Reach) {
        for (const PairRun& run : chart.unfinished) {
            const auto [left, right] = pixels.sides(run);
            fillBeyond(painter, chart.theme, QRectF(QPointF(left, rect.top()), QPointF(right, y)));
        }
    }
}

void drawWavelengthNotes(QCPPainter& painter, const WavelengthChart& chart, const WavelengthPixels& pixels)
{
    drawLines(painter, chart, pixels);
    const QRectF& rect = pixels.rect;
    Notes notes(painter, chart, pixels);
    const double y = pixels.y.coordToPixel(chart.reference());
    if (chart.quantity == Quantity::Wavelength) {
        writeLengths(notes, chart, pixels);
    } else if (chart.quantity == Quantity::Turns) {
        notes.writeAtLine(chart.lengthsDiffer()
                ? WavelengthsView::tr("never finishes a turn inside its own L")
                : WavelengthsView::tr("never finishes a turn inside L"),
            y, false);
    } else if (chart.quantity == Quantity::Reach) {
        notes.writeAtLine(WavelengthsView::tr("1: the largest angle of training"), y, false);
        const auto [left, end]
            = chart.unfinished.empty() ? std::pair(0.0, 0.0) : pixels.sides(chart.unfinished.back());
        if (left < end) {
            const QRectF room(QPointF(left, rect.top()), QPointF(end, y));
            const QRectF beside(room.topRight(), QPointF(rect.right(), y));
            // Between an unscaled series at the top and a scaled one near the line.
            notes.write(chart.sameTraining()
                    ? WavelengthsView::tr("angles unseen in training")
                    : WavelengthsView::tr("angles unseen in training of %1").arg(chart.subjectName()),
                { { room, Qt::AlignHCenter | Qt::AlignVCenter }, { room, Qt::AlignHCenter | Qt::AlignBottom },
                    { room, Qt::AlignHCenter | Qt::AlignTop },
                    { beside, Qt::AlignLeft | Qt::AlignVCenter } });
        }
    }
    const Index step = pixels.markStep();
    if (step > 1) {
        const Qt::Alignment end = chart.quantity == Quantity::Turns ? Qt::AlignTop : Qt::AlignBottom;
        notes.write(WavelengthsView::tr("one pair in %1 marked").arg(shown(static_cast<double>(step))),
            { { rect, Qt::AlignRight | end } });
    }
    writePair(notes, chart, pixels);
    writeRamps(notes, chart, pixels);
    writeStanding(notes, chart, pixels);
}
