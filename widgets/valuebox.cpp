// SPDX-License-Identifier: GPL-3.0-or-later
#include "valuebox.h"

#include "gesture.h"
#include "theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace {

constexpr int buttonWidth = 16;

/// A link for a value that follows another, an A for one that is computed.
class AutomaticButton : public QToolButton {
public:
    AutomaticButton(bool link, QWidget* parent)
        : QToolButton(parent)
        , m_link(link)
    {
    }

protected:
    /// The state decides whether the button is down.
    void nextCheckState() override { }

    void paintEvent(QPaintEvent*) override
    {
        const Theme theme = Theme::of(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const QRectF box = QRectF(rect()).adjusted(1.5, 2.5, -0.5, -2.5);
        QColor colour = isChecked() ? palette().color(QPalette::Highlight) : theme.mutedText;
        if (isChecked() || underMouse() || hasFocus()) {
            QColor ground = colour;
            ground.setAlphaF(isChecked() ? 0.18F : 0.12F);
            painter.setPen(hasFocus() ? QPen(colour, 1) : QPen(Qt::NoPen));
            painter.setBrush(ground);
            painter.drawRoundedRect(box, 3, 3);
        }
        painter.setPen(QPen(isChecked() ? palette().color(QPalette::WindowText) : theme.mutedText, 1.3));
        painter.setBrush(Qt::NoBrush);
        const QPointF centre = box.center();
        if (!m_link) {
            QFont letter = font();
            letter.setPointSizeF(letter.pointSizeF() * 0.85);
            letter.setBold(isChecked());
            painter.setFont(letter);
            painter.drawText(box, Qt::AlignCenter, QStringLiteral("A"));
            return;
        }
        painter.translate(centre);
        painter.rotate(-45);
        const double gap = isChecked() ? 2.4 : 3.4;
        painter.drawRoundedRect(QRectF(-gap - 3, -2, 6, 4), 2, 2);
        painter.drawRoundedRect(QRectF(gap - 3, -2, 6, 4), 2, 2);
    }

private:
    bool m_link;
};

} // namespace

ValueBox::ValueBox(QWidget* parent)
    : QLineEdit(parent)
{
    setAlignment(Qt::AlignRight);
    connect(this, &QLineEdit::returnPressed, this, &ValueBox::commit);
}

void ValueBox::addAutomatic(const QString& word, const QString& help)
{
    m_automatic = new AutomaticButton(word == QLatin1String("follow"), this);
    m_automatic->setCheckable(true);
    m_automatic->setCursor(Qt::ArrowCursor);
    m_automatic->setFocusPolicy(Qt::TabFocus);
    m_automatic->setToolTip(help);
    m_automatic->setAccessibleName(word);
    setTextMargins(buttonWidth + 2, 0, 0, 0);
    connect(
        m_automatic, &QToolButton::clicked, this, [this] { emit automaticAsked(!m_automatic->isChecked()); });
}

void ValueBox::showText(const QString& readable, const QString& plain, bool muted)
{
    m_readable = readable;
    m_plain = plain;
    m_muted = muted;
    if (m_automatic)
        m_automatic->setChecked(muted);
    restore();
}

void ValueBox::restore()
{
    setProblem(false);
    setText(m_editing ? m_plain : m_readable);
    if (m_editing)
        selectAll();
    else
        setCursorPosition(0);
    updateColours();
}

void ValueBox::setProblem(bool problem)
{
    m_problem = problem;
    updateColours();
    update();
}

int ValueBox::textWidth() const
{
    return std::max(minimumWidth(), width()) - textMargins().left() - textMargins().right() - 10;
}

QSize ValueBox::sizeHint() const { return { 84, 24 }; }

void ValueBox::commit()
{
    if (isModified())
        emit committed(text().trimmed());
}

void ValueBox::focusInEvent(QFocusEvent* event)
{
    QLineEdit::focusInEvent(event);
    const bool returning
        = event->reason() == Qt::PopupFocusReason || event->reason() == Qt::ActiveWindowFocusReason;
    m_editing = true;
    if (m_problem || isModified() || (returning && text() == m_plain))
        return;
    setText(m_plain);
    updateColours();
    selectAll();
    m_focusByMouse = event->reason() == Qt::MouseFocusReason;
}

void ValueBox::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() == Qt::PopupFocusReason)
        return;
    m_keyGesture = 0;
    m_editing = false;
    commit();
    if (!m_problem)
        restore();
}

void ValueBox::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown: {
        if (!event->isAutoRepeat() || m_keyGesture == 0)
            m_keyGesture = newGesture();
        const bool page = event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown;
        const bool up = event->key() == Qt::Key_Up || event->key() == Qt::Key_PageUp;
        const bool fine = event->modifiers() & Qt::ShiftModifier;
        emit stepAsked(up ? 1 : -1, page ? Step::Page : fine ? Step::Fine : Step::Small, m_keyGesture);
        return;
    }
    case Qt::Key_Escape:
        if (!isModified() && !m_problem) {
            event->ignore();
            return;
        }
        restore();
        emit cancelled();
        return;
    default:
        QLineEdit::keyPressEvent(event);
    }
}

void ValueBox::keyReleaseEvent(QKeyEvent* event)
{
    if (!event->isAutoRepeat())
        m_keyGesture = 0;
    QLineEdit::keyReleaseEvent(event);
}

void ValueBox::mouseReleaseEvent(QMouseEvent* event)
{
    QLineEdit::mouseReleaseEvent(event);
    // The click that brings the focus selects the number, so that typing replaces it; the next one places the
    // cursor.
    if (m_focusByMouse && !hasSelectedText())
        selectAll();
    m_focusByMouse = false;
}

void ValueBox::resizeEvent(QResizeEvent* event)
{
    QLineEdit::resizeEvent(event);
    if (m_automatic)
        m_automatic->setGeometry(3, 2, buttonWidth, height() - 4);
}

void ValueBox::changeEvent(QEvent* event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateColours();
}

void ValueBox::updateColours()
{
    const bool muted = m_muted && !m_editing && !m_problem;
    const QColor colour = muted ? Theme::of(palette()).mutedText : QColor();
    if (colour == m_textColour)
        return;
    m_textColour = colour;
    // A palette with one role set inherits the others, now and when the theme changes.
    QPalette own;
    if (muted)
        own.setColor(QPalette::Text, colour);
    setPalette(own);
}

void ValueBox::paintEvent(QPaintEvent* event)
{
    QLineEdit::paintEvent(event);
    if (!m_problem)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::of(palette()).unseen, 1.5));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 2, 2);
}
