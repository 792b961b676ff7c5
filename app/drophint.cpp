// SPDX-License-Identifier: GPL-3.0-or-later
#include "drophint.h"

#include "widgets/theme.h"

#include <QPainter>

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
    veil.setAlphaF(0.88F);
    painter.fillRect(rect(), veil);
    const QRectF frame = QRectF(rect()).adjusted(margin, margin, -margin, -margin);
    painter.setPen(QPen(m_welcome ? theme.trained : theme.unseen, frameWidth, Qt::DashLine));
    painter.drawRoundedRect(frame, margin, margin);

    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.25);
    const QRect room = frame.toRect().adjusted(2 * margin, margin, -2 * margin, -margin);
    const int flags = Qt::AlignHCenter | Qt::TextWordWrap;
    const int top = QFontMetrics(large).boundingRect(room, flags, m_sentence).height();
    const int bottom = fontMetrics().boundingRect(room, flags, m_remark).height();
    const int start = room.center().y() - (top + margin + bottom) / 2;
    painter.setFont(large);
    painter.setPen(theme.text);
    painter.drawText(QRect(room.left(), start, room.width(), top), flags, m_sentence);
    painter.setFont(font());
    painter.setPen(theme.mutedText);
    painter.drawText(QRect(room.left(), start + top + margin, room.width(), bottom), flags, m_remark);
}
