// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "baseboundchart.h"
#include "baseboundview.h"
#include "marks.h"
#include "plotframe.h"

#include <algorithm>

/// Everything that a paint of BaseBoundView reads.
struct BoundChart {
    std::vector<BoundSeries> series;
    BoundFrame frame;
    Theme theme;

    BoundChart(std::vector<BoundSeries> drawn, const Theme& shownTheme)
        : series(std::move(drawn))
        , frame(series)
        , theme(shownTheme)
    {
    }

    const BoundSeries& subject() const { return series.front(); }
    BaseCurveRequest request(double low, double high, int bases) const
    {
        return { subject().dimension, static_cast<std::int64_t>(frame.limit), std::clamp(low, 1.0, 1e30),
            std::clamp(high, 1.0, 1e30), bases };
    }
};

inline QString limitText(const BoundSeries& subject) { return shown(static_cast<double>(subject.longest())); }

/// Paints what BaseBoundView shows inside the axis rectangle, from what is known by now.
class BaseBoundPainter {
public:
    BaseBoundPainter(QCPPainter& painter, const BoundChart& chart, const QRectF& rect, const QCPAxis& x,
        const QCPAxis& y, const BaseBoundAnswer& answer)
        : m_painter(painter)
        , m_chart(chart)
        , m_rect(rect)
        , m_x(x)
        , m_y(y)
        , m_answer(answer)
    {
    }

    void paint()
    {
        paintServing();
        paintTarget();
        paintBound();
        paintCurve();
        for (auto one = m_chart.series.rbegin(); one != m_chart.series.rend(); ++one)
            paintSeries(*one);
        for (const BoundSeries& one : m_chart.series)
            paintNumber(one);
        drawNote(m_painter, m_chart.theme, m_rect.adjusted(0, 0, 0, -stripHeight - 2.0),
            Qt::AlignRight | Qt::AlignBottom, note());
    }

private:
    static constexpr double stripHeight = 6.0;

    QString note() const
    {
        if (m_answer.curve.first.empty())
            return BaseBoundView::tr("the curve is being worked out");
        const QString text = BaseBoundView::tr("sampled at %1 bases")
                                 .arg(shown(static_cast<double>(m_answer.curve.first.size())));
        return m_answer.curvePending ? BaseBoundView::tr("%1, more are being worked out").arg(text) : text;
    }

    double pixel(double base) const { return m_x.coordToPixel(base); }
    double height(double distance) const
    {
        return std::clamp(m_y.coordToPixel(std::max(distance, 0.5)), m_rect.top(), m_rect.bottom());
    }
    bool shows(double x) const { return x >= m_rect.left() && x <= m_rect.right(); }

    /// A strip that tells which bases serve the target: no monotone question.
    void paintServing()
    {
        const BaseCurve& curve = m_answer.curve;
        if (m_chart.subject().tooLong() || curve.first.empty())
            return;
        const double half = 0.5 * (pixel(curve.request.base(1)) - pixel(curve.request.base(0)));
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        for (std::size_t i = 0; i < curve.first.size(); ++i) {
            const auto& first = curve.first[i];
            if (first && static_cast<double>(*first) < m_chart.subject().target)
                continue;
            const double x = pixel(curve.request.base(static_cast<int>(i)));
            const double left = std::max(m_rect.left(), x - half);
            const double right = std::min(m_rect.right(), x + half);
            m_painter.fillRect(QRectF(left, m_rect.bottom() - stripHeight, right - left, stripHeight),
                m_chart.theme.interpolated);
        }
        m_painter.setRenderHint(QPainter::Antialiasing);
    }

    void paintTarget()
    {
        const BoundSeries& subject = m_chart.subject();
        const double y = m_y.coordToPixel(subject.target);
        if (y < m_rect.top() || y > m_rect.bottom())
            return;
        m_painter.setPen(QPen(m_chart.theme.text, 0));
        m_painter.drawLine(QLineF(m_rect.left(), y, m_rect.right(), y));
        const bool alone = std::all_of(m_chart.series.begin(), m_chart.series.end(),
            [&](const BoundSeries& other) { return other.target == subject.target; });
        const QString text = alone
            ? BaseBoundView::tr("target length L′ = %1").arg(shown(subject.target))
            : BaseBoundView::tr("target length L′ = %1 of %2").arg(shown(subject.target), subject.name);
        const bool above = y - m_rect.top() > QFontMetricsF(m_chart.theme.font(0.9)).height() + 8.0;
        drawNote(m_painter, m_chart.theme,
            above ? QRectF(m_rect.topLeft(), QPointF(m_rect.right(), y))
                  : QRectF(QPointF(m_rect.left(), y), m_rect.bottomRight()),
            Qt::AlignLeft | (above ? Qt::AlignBottom : Qt::AlignTop), text);
    }

    void paintBound()
    {
        const QString target = shown(m_chart.subject().target);
        QString text;
        double x = m_rect.left();
        if (m_chart.subject().tooLong()) {
            text = BaseBoundView::tr("the lowest base is worked out for targets up to %1")
                       .arg(limitText(m_chart.subject()));
        } else if (!m_answer.bound) {
            text = BaseBoundView::tr("the lowest base for %1 is being worked out").arg(target);
        } else if (!m_answer.bound->base) {
            text = BaseBoundView::tr("no base serves %1").arg(target);
        } else {
            text = BaseBoundView::tr("lowest base for %1: %2")
                       .arg(target, shown(std::round(*m_answer.bound->base)));
            const double at = pixel(*m_answer.bound->base);
            if (shows(at)) {
                x = at;
                m_painter.setPen(QPen(m_chart.theme.interpolated, 0, Qt::DashLine));
                m_painter.drawLine(QLineF(x, m_rect.top(), x, m_rect.bottom()));
            }
        }
        const bool right = x > m_rect.center().x();
        drawNote(m_painter, m_chart.theme,
            right ? QRectF(m_rect.topLeft(), QPointF(x, m_rect.bottom()))
                  : QRectF(QPointF(x, m_rect.top()), m_rect.bottomRight()),
            (right ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop, text);
    }

    void paintCurve()
    {
        const BaseCurve& curve = m_answer.curve;
        QPolygonF line;
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(QPen(m_chart.theme.text, m_chart.theme.lineWidth));
        const auto finish = [&] {
            if (line.size() > 1)
                m_painter.drawPolyline(line);
            line.clear();
        };
        bool above = false; // the last base has no negative distance below the limit
        for (std::size_t i = 0; i < curve.first.size(); ++i) {
            const double x = pixel(curve.request.base(static_cast<int>(i)));
            if (!shows(x))
                continue;
            if (!curve.first[i]) {
                if (!line.isEmpty())
                    line << QPointF(x, line.back().y()) << QPointF(x, m_rect.top());
                finish();
                above = true;
                continue;
            }
            const double y = height(static_cast<double>(*curve.first[i]));
            if (above)
                line << QPointF(x, m_rect.top());
            // A step from one sample to the next: between them nothing is known.
            else if (!line.isEmpty())
                line << QPointF(x, line.back().y());
            line << QPointF(x, y);
            above = false;
        }
        finish();
    }

    double markHeight(const BoundSeries& one) const
    {
        const auto& distance = one.first.distance;
        return distance ? height(static_cast<double>(*distance)) : m_rect.top() + 6.0;
    }

    void paintSeries(const BoundSeries& one)
    {
        const double x = pixel(one.base);
        if (!shows(x))
            return;
        const QColor color = m_chart.theme.series(one.index);
        const double y = markHeight(one);
        m_painter.setPen(QPen(color, 0, Qt::DotLine));
        m_painter.drawLine(QLineF(x, y, x, m_rect.bottom()));
        drawMark(m_painter, QPointF(x, y), one.marker, 10.0, color);
    }

    /// Beside the mark, where no other number stands.
    void paintNumber(const BoundSeries& one)
    {
        const double x = pixel(one.base);
        if (!shows(x))
            return;
        const auto& distance = one.first.distance;
        const QString text = distance ? shown(static_cast<double>(*distance))
            : !one.first.known
            ? BaseBoundView::tr("being worked out")
            : BaseBoundView::tr("none up to %1").arg(shown(static_cast<double>(one.longest())));
        const QFontMetricsF metrics(m_chart.theme.font(0.9));
        const QSizeF size(metrics.horizontalAdvance(text) + 14.0, metrics.height() + 6.0);
        // The curve rises: it leaves room above and to the left.
        QRectF box(QPointF(x - 4.0 - size.width(), markHeight(one) - size.height()), size);
        if (box.top() < m_rect.top() || box.left() < m_rect.left())
            box.moveTopLeft({ x + 6.0, std::min(markHeight(one), m_rect.bottom() - size.height() - 2.0) });
        const auto touches = [&box](const QRectF& other) { return other.intersects(box); };
        if (std::any_of(m_numbers.begin(), m_numbers.end(), touches))
            return;
        m_numbers << box.adjusted(0.0, 3.0, 0.0, -3.0);
        drawNote(m_painter, m_chart.theme, box, Qt::AlignCenter, text);
    }

    QCPPainter& m_painter;
    const BoundChart& m_chart;
    QRectF m_rect;
    const QCPAxis& m_x;
    const QCPAxis& m_y;
    const BaseBoundAnswer& m_answer;
    QList<QRectF> m_numbers; ///< where numbers stand
};
