// SPDX-License-Identifier: GPL-3.0-or-later
#include "drophint.h"

#include "widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace {

constexpr int margin = 16;
constexpr int frameWidth = 3;

} // namespace

DropHint::DropHint(QWidget* window)
    : QWidget(window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void DropHint::say(const QString& sentence, const QString& remark, bool welcome)
{
    m_sentence = sentence;
    m_remark = remark;
    m_welcome = welcome;
    setGeometry(parentWidget()->rect());
    raise();
    show();
    update();
}

void DropHint::paintEvent(QPaintEvent*)
{
    const Theme theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = theme.ground;
    veil.setAlphaF(0.7F);
    painter.fillRect(rect(), veil);
    const QRectF frame = QRectF(rect()).adjusted(margin, margin, -margin, -margin);
    painter.setPen(QPen(m_welcome ? theme.trained : theme.unseen, frameWidth, Qt::DashLine));
    painter.drawRoundedRect(frame, margin, margin);

    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.25);
    const QRect room = frame.toRect().adjusted(4 * margin, margin, -4 * margin, -margin);
    const int flags = Qt::AlignHCenter | Qt::TextWordWrap;
    const QSize top = QFontMetrics(large).boundingRect(room, flags, m_sentence).size();
    const QSize bottom
        = m_remark.isEmpty() ? QSize(0, 0) : fontMetrics().boundingRect(room, flags, m_remark).size();
    const int gap = m_remark.isEmpty() ? 0 : margin / 2;
    QRect text(0, 0, std::max(top.width(), bottom.width()), top.height() + gap + bottom.height());
    text.moveCenter(room.center());
    painter.setPen(theme.hairline);
    painter.setBrush(theme.panel);
    painter.drawRoundedRect(
        QRectF(text).adjusted(-2 * margin, -margin, 2 * margin, margin), margin / 2.0, margin / 2.0);
    painter.setFont(large);
    painter.setPen(theme.text);
    painter.drawText(text, flags | Qt::AlignTop, m_sentence);
    painter.setFont(font());
    painter.setPen(theme.mutedText);
    painter.drawText(text, flags | Qt::AlignBottom, m_remark);
}
