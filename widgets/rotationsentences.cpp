// SPDX-License-Identifier: GPL-3.0-or-later
#include "marks.h"
#include "rotationnumbers.h"
#include "rotationpainter.h"
#include "rotationview.h"

#include <algorithm>
#include <array>
#include <cmath>

using encodings::SceneSeries;

void RotationPainter::paintSentence(const QRectF& row, double offset, double last, const QString& name)
{
    const double circleSide = std::min(row.height(), 0.34 * row.width());
    const QRectF line(row.left() + 8.0, row.top(), row.width() - circleSide - 24.0, row.height());
    const auto px = [&](double token) { return line.left() + token / last * line.width(); };
    const double y = line.top() + 0.55 * line.height();
    const double trained = px(m_offset);
    m_painter.setFont(m_theme.font(0.9));
    const QRectF beyond(QPointF(trained, line.top() + 2.0), QPointF(line.right(), line.bottom() - 2.0));
    fillBeyond(m_painter, m_theme, beyond);
    drawNote(m_painter, m_theme, beyond, Qt::AlignLeft | Qt::AlignBottom,
        RotationView::tr("not trained (L = %1)").arg(shown(m_offset)));
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(QPen(m_theme.text, 0));
    m_painter.drawLine(QLineF(trained, line.top() + 2.0, trained, line.bottom() - 2.0));
    m_painter.setPen(QPen(m_theme.hairline, 1.0));
    m_painter.drawLine(QLineF(line.left(), y, line.right(), y));
    m_painter.setPen(m_theme.text);
    m_painter.drawText(
        QRectF(line.left(), line.top(), line.width(), m_line), Qt::AlignLeft | Qt::AlignVCenter, name);

    const double key = px(m_key + offset);
    const double query = px(m_query + offset);
    const double bracket = y - 8.0;
    m_painter.setPen(QPen(m_theme.mutedText, 1.0));
    m_painter.drawPolyline(QPolygonF {
        QPointF(key, y - 3.0), QPointF(key, bracket), QPointF(query, bracket), QPointF(query, y - 3.0) });
    drawMark(m_painter, QPointF(key, y), 'd', 8.0, keyColorOf(subject()));
    drawMark(m_painter, QPointF(query, y), 'd', 8.0, colorOf(subject()));
    const QFontMetricsF metrics(m_theme.font(0.9));
    const auto word = [&](double center, double top, const QString& text, const QRectF* avoid = nullptr) {
        const double width = metrics.horizontalAdvance(text) + 4.0;
        QRectF box(std::clamp(center - width / 2.0, line.left(), std::max(line.left(), line.right() - width)),
            top, width, m_line);
        if (avoid && box.intersects(*avoid))
            box.translate(0.0, m_line);
        m_painter.setPen(m_theme.text);
        if (box.bottom() <= row.bottom() + 1.0)
            m_painter.drawText(box, Qt::AlignCenter, text);
        return box;
    };
    const QRectF keyBox = word(key, y + 5.0, RotationView::tr("key %1").arg(shown(m_key + offset)));
    word(query, y + 5.0, RotationView::tr("query %1").arg(shown(m_query + offset)), &keyBox);
    word((key + query) / 2.0, bracket - m_line, RotationView::tr("r = %1").arg(shown(m_query - m_key)));

    const QRectF room(row.right() - circleSide, row.top(), circleSide, row.height());
    const Circle circle = circleIn(room, 4.0);
    if (circle.radius >= 10.0)
        paintTokens(circle, m_query + offset, m_key + offset, false);
}

QStringList RotationPainter::scoreLines(double offset) const
{
    QStringList lines;
    for (const SceneSeries& series : m_scene.series) {
        const SentenceScore first(series, m_query, m_key);
        const SentenceScore second(series, m_query + offset, m_key + offset);
        lines << RotationView::tr("%1: score %2 in the first sentence, %3 in the second, %4")
                     .arg(nameOf(series), shown(first.total), shown(second.total),
                         isSameScore(first, second) ? RotationView::tr("equal")
                                                    : RotationView::tr("not equal"));
        if (!first.terms || lines.size() > 4)
            continue;
        const std::array<QString, 4> names { RotationView::tr("content and content"),
            RotationView::tr("content and position"), RotationView::tr("position and content"),
            RotationView::tr("position and position") };
        QStringList terms;
        for (std::size_t i = 0; i < names.size(); ++i)
            terms << RotationView::tr("%1 %2 → %3")
                         .arg(names[i], shown((*first.terms)[i], 4), shown((*second.terms)[i], 4));
        lines << QStringLiteral("    ") + terms.mid(0, 2).join(QStringLiteral(",  "))
              << QStringLiteral("    ") + terms.mid(2).join(QStringLiteral(",  "));
    }
    return lines;
}

void RotationPainter::paintSentences()
{
    const QStringList lines = scoreLines(m_offset);
    const double words = std::min(m_line * static_cast<double>(lines.size()) + 4.0, 0.4 * m_rect.height());
    const double last = std::max(m_query, m_key) + m_offset;
    const double height = (m_rect.height() - words) / 2.0;
    const QRectF row(m_rect.topLeft(), QSizeF(m_rect.width(), height - 6.0));
    paintSentence(row, 0.0, std::max(1.0, last), RotationView::tr("one sentence"));
    paintSentence(row.translated(0.0, height), m_offset, std::max(1.0, last),
        RotationView::tr("the same two tokens, %1 later").arg(shown(m_offset)));
    paintLines(
        QRectF(m_rect.left(), m_rect.bottom() - words + 2.0, m_rect.width(), words), lines, Qt::AlignLeft);
}
