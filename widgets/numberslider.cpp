// SPDX-License-Identifier: GPL-3.0-or-later
#include "numberslider.h"

#include "gesture.h"
#include "theme.h"

#include <QAbstractScrollArea>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace {

constexpr int positions = 10000; // only assistive technology sees them
constexpr double handleRadius = 6.0;
constexpr double fineRate = 0.1; // of the pointer's way, with Shift
constexpr int wheelNotch = 120;

} // namespace

NumberSlider::NumberSlider(QWidget* parent)
    : QSlider(Qt::Horizontal, parent)
{
    setRange(0, positions);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(this, &QSlider::valueChanged, this, [this](int position) {
        ask(m_scale.snapped(static_cast<double>(position) / positions, trackLength()), newGesture());
        placeHandle();
    });
}

void NumberSlider::setScale(const SliderScale& scale)
{
    if (scale == m_scale)
        return;
    m_scale = scale;
    setEnabled(m_scale.canMove());
    placeHandle();
}

void NumberSlider::showValue(double value, bool muted)
{
    m_value = value;
    m_muted = muted;
    placeHandle();
}

void NumberSlider::placeHandle()
{
    const QSignalBlocker blocker(this);
    setValue(static_cast<int>(std::lround(m_scale.fraction(m_value) * positions)));
    update();
}

QSize NumberSlider::sizeHint() const { return { 120, 24 }; }

QSize NumberSlider::minimumSizeHint() const { return { 40, 24 }; }

double NumberSlider::trackLength() const { return std::max(1.0, width() - 2 * handleRadius - 2); }

QPointF NumberSlider::handleCentre() const
{
    return { handleRadius + 1 + m_scale.fraction(m_value) * trackLength(), height() / 2.0 };
}

void NumberSlider::ask(double value, quint64 gesture)
{
    if (value != m_value || m_muted)
        emit valueAsked(value, gesture);
}

/// A step never leaves the slider, and never pulls back a value that was typed beyond it.
void NumberSlider::askStep(double next, int direction, quint64 gesture)
{
    if (direction > 0 ? m_value >= m_scale.maximum() : m_value <= m_scale.minimum())
        return;
    ask(std::clamp(next, m_scale.minimum(), m_scale.maximum()), gesture);
}

void NumberSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_dragGesture != 0) {
        event->ignore();
        return;
    }
    m_dragGesture = newGesture();
    m_dragX = event->position().x();
    m_dragFraction = m_scale.fraction(m_value);
    setSliderDown(true);
    if (std::abs(m_dragX - handleCentre().x()) > handleRadius + 2) {
        m_dragFraction = (m_dragX - handleRadius - 1) / trackLength();
        ask(m_scale.snapped(m_dragFraction, trackLength()), m_dragGesture);
    }
}

void NumberSlider::mouseMoveEvent(QMouseEvent* event)
{
    const double way = event->position().x() - m_dragX;
    if (m_dragGesture == 0 || way == 0.0)
        return;
    m_dragX = event->position().x();
    const bool fine = event->modifiers() & Qt::ShiftModifier;
    m_dragFraction += way / trackLength() * (fine ? fineRate : 1.0);
    ask(fine ? m_scale.fine(m_dragFraction) : m_scale.snapped(m_dragFraction, trackLength()), m_dragGesture);
}

void NumberSlider::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_dragGesture == 0)
        return;
    m_dragGesture = 0;
    setSliderDown(false);
    update();
}

void NumberSlider::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        emit resetAsked(newGesture());
}

void NumberSlider::keyPressEvent(QKeyEvent* event)
{
    const bool fine = event->modifiers() & Qt::ShiftModifier;
    int direction = 1;
    double next = m_value;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down:
        direction = -1;
        [[fallthrough]];
    case Qt::Key_Right:
    case Qt::Key_Up:
        next = m_scale.stepped(m_value, direction, fine);
        break;
    case Qt::Key_PageDown:
        direction = -1;
        [[fallthrough]];
    case Qt::Key_PageUp:
        next = m_scale.paged(m_value, direction);
        break;
    case Qt::Key_Home:
        direction = -1;
        next = m_scale.minimum();
        break;
    case Qt::Key_End:
        next = m_scale.maximum();
        break;
    default:
        event->ignore();
        return;
    }
    if (!event->isAutoRepeat() || m_keyGesture == 0)
        m_keyGesture = newGesture();
    askStep(next, direction, m_keyGesture);
}

void NumberSlider::keyReleaseEvent(QKeyEvent* event)
{
    if (!event->isAutoRepeat())
        m_keyGesture = 0;
    event->ignore();
}

bool NumberSlider::leavesWheelToPanel() const
{
    if (hasFocus())
        return false;
    for (const QWidget* widget = parentWidget(); widget; widget = widget->parentWidget()) {
        const auto* area = qobject_cast<const QAbstractScrollArea*>(widget);
        if (area && area->verticalScrollBar()->maximum() > area->verticalScrollBar()->minimum())
            return true;
    }
    return false;
}

void NumberSlider::wheelEvent(QWheelEvent* event)
{
    if (leavesWheelToPanel() || event->angleDelta().y() == 0) {
        event->ignore();
        return;
    }
    event->accept();
    m_wheelAngle += event->angleDelta().y();
    const int steps = m_wheelAngle / wheelNotch;
    m_wheelAngle -= steps * wheelNotch;
    if (steps == 0)
        return;
    if (m_wheelGesture == 0)
        m_wheelGesture = newGesture();
    askStep(m_scale.stepped(m_value, steps, event->modifiers() & Qt::ShiftModifier), steps, m_wheelGesture);
}

void NumberSlider::enterEvent(QEnterEvent* event)
{
    m_hovered = true;
    m_wheelGesture = 0;
    m_wheelAngle = 0;
    update();
    QSlider::enterEvent(event);
}

void NumberSlider::leaveEvent(QEvent* event)
{
    m_hovered = false;
    m_wheelGesture = 0;
    update();
    QSlider::leaveEvent(event);
}

void NumberSlider::paintEvent(QPaintEvent*)
{
    const Theme theme = Theme::of(palette());
    const QColor strong = isEnabled() && !m_muted ? palette().color(QPalette::Highlight) : theme.mutedText;
    QColor groove = theme.mutedText;
    groove.setAlphaF(isEnabled() ? 0.45F : 0.25F);

    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double middle = height() / 2.0;
    const QPointF handle = handleCentre();
    painter.setPen(QPen(groove, 2, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(handleRadius + 1, middle), QPointF(width() - handleRadius - 1, middle));
    if (!isEnabled())
        return;
    painter.setPen(QPen(strong, 2, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(handleRadius + 1, middle), handle);
    if (hasFocus()) {
        QColor ring = strong;
        ring.setAlphaF(0.3F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ring);
        painter.drawEllipse(handle, handleRadius + 3, handleRadius + 3);
    }
    painter.setPen(QPen(strong, 1.5));
    painter.setBrush(isSliderDown() || (m_hovered && !m_muted) ? strong : palette().color(QPalette::Base));
    painter.drawEllipse(handle, handleRadius - 1, handleRadius - 1);
}
