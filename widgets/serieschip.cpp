// SPDX-License-Identifier: GPL-3.0-or-later
#include "serieschip.h"

#include "theme.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace {

constexpr int leastHeight = 26;
constexpr int dotPlace = 14;
constexpr int textStart = 24;
constexpr int arrowWidth = 22;
constexpr int longestName = 180;

} // namespace

SeriesChip::SeriesChip(QWidget* parent)
    : QAbstractButton(parent)
{
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void SeriesChip::showSeries(
    const QString& name, std::size_t place, bool shown, bool subject, const QString& problem)
{
    const bool resized = name != text() || subject != m_subject || problem.isEmpty() != m_problem.isEmpty();
    setText(name);
    m_place = place;
    m_subject = subject;
    m_problem = problem;
    setChecked(shown);
    setAccessibleName(name);
    const QString action
        = shown ? tr("Click to hide, right click for more") : tr("Click to show, right click for more");
    const QString what = subject ? tr("%1: the subject, explained on the card").arg(name) : name;
    setToolTip(
        QStringLiteral("<p><b>%1</b></p>%2<p>%3</p>")
            .arg(what.toHtmlEscaped(),
                problem.isEmpty() ? QString() : QStringLiteral("<p>%1</p>").arg(problem.toHtmlEscaped()),
                action));
    if (resized)
        updateGeometry();
    update();
}

QString SeriesChip::elidedName() const
{
    return fontMetrics().elidedText(text(), Qt::ElideMiddle, longestName);
}

QSize SeriesChip::sizeHint() const
{
    const QFontMetrics metrics = fontMetrics();
    return { textStart + metrics.horizontalAdvance(elidedName()) + 4 + arrowWidth,
        std::max(leastHeight, metrics.height() + 8) };
}

QRect SeriesChip::arrowRect() const { return { width() - arrowWidth, 0, arrowWidth, height() }; }

void SeriesChip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && arrowRect().contains(event->position().toPoint())) {
        emit menuRequested(mapToGlobal(rect().bottomLeft() + QPoint(0, 2)));
        return;
    }
    QAbstractButton::mousePressEvent(event);
}

void SeriesChip::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Down) {
        emit menuRequested(mapToGlobal(rect().bottomLeft() + QPoint(0, 2)));
        return;
    }
    QAbstractButton::keyPressEvent(event);
}

void SeriesChip::contextMenuEvent(QContextMenuEvent* event)
{
    emit menuRequested(event->reason() == QContextMenuEvent::Mouse
            ? event->globalPos()
            : mapToGlobal(rect().bottomLeft() + QPoint(0, 2)));
}

void SeriesChip::enterEvent(QEnterEvent* event)
{
    update();
    QAbstractButton::enterEvent(event);
}

void SeriesChip::leaveEvent(QEvent* event)
{
    update();
    QAbstractButton::leaveEvent(event);
}

void SeriesChip::paintEvent(QPaintEvent*)
{
    const Theme theme = Theme::of(palette());
    const QColor colour = theme.series(m_place);
    QColor ground = isChecked() ? colour : theme.mutedText;
    ground.setAlphaF(isDown() ? 0.28F : underMouse() ? 0.20F : isChecked() ? 0.12F : 0.0F);
    QColor border = isChecked() ? colour : theme.hairline;
    border.setAlphaF(isChecked() ? 0.55F : 0.6F);

    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(palette().color(QPalette::Highlight), 2) : QPen(border, 1));
    painter.setBrush(ground);
    const QRectF box = QRectF(rect()).adjusted(1, 1, -1, -1);
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2);

    const QPointF dot(dotPlace, height() / 2.0);
    if (!m_problem.isEmpty()) {
        QPainterPath triangle;
        triangle.moveTo(dot + QPointF(0, -5));
        triangle.lineTo(dot + QPointF(5.5, 4.5));
        triangle.lineTo(dot + QPointF(-5.5, 4.5));
        triangle.closeSubpath();
        painter.fillPath(triangle, theme.unseen);
    } else {
        painter.setPen(QPen(colour, 1.6));
        painter.setBrush(isChecked() ? QBrush(colour) : Qt::NoBrush);
        painter.drawEllipse(dot, 4, 4);
    }

    painter.setFont(font());
    painter.setPen(isChecked() ? palette().color(QPalette::WindowText) : theme.mutedText);
    painter.drawText(QRect(textStart, 0, width() - textStart - arrowWidth + 2, height()),
        Qt::AlignVCenter | Qt::AlignLeft, elidedName());

    const QPointF tip(arrowRect().center().x(), height() / 2.0 + 2);
    painter.setPen(QPen(theme.mutedText, 1.3));
    painter.drawPolyline(QPolygonF { tip + QPointF(-3.5, -3.5), tip, tip + QPointF(3.5, -3.5) });
}
