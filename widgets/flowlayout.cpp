// SPDX-License-Identifier: GPL-3.0-or-later
#include "flowlayout.h"

#include <QWidget>

#include <algorithm>

FlowLayout::FlowLayout(QWidget* parent, int spacing)
    : QLayout(parent)
    , m_spacing(spacing)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout() { qDeleteAll(m_items); }

void FlowLayout::insertWidget(int place, QWidget* widget)
{
    addChildWidget(widget);
    m_items.insert(place, new QWidgetItem(widget));
    invalidate();
}

void FlowLayout::addItem(QLayoutItem* item) { m_items.append(item); }

int FlowLayout::count() const { return static_cast<int>(m_items.size()); }

QLayoutItem* FlowLayout::itemAt(int index) const { return m_items.value(index); }

QLayoutItem* FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

int FlowLayout::heightForWidth(int width) const { return place(QRect(0, 0, width, 0), false); }

QSize FlowLayout::sizeHint() const
{
    QSize size;
    for (const QLayoutItem* item : m_items) {
        const QSize one = item->sizeHint();
        size = QSize(size.width() + one.width() + m_spacing, std::max(size.height(), one.height()));
    }
    return size.shrunkBy(QMargins(0, 0, m_items.isEmpty() ? 0 : m_spacing, 0));
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items)
        size = size.expandedTo(item->minimumSize());
    return size;
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    place(rect, true);
}

/// The height of the rows, px.
int FlowLayout::place(const QRect& rect, bool move) const
{
    const bool mirrored = parentWidget() && parentWidget()->layoutDirection() == Qt::RightToLeft;
    int x = 0;
    int y = 0;
    int row = 0;
    for (QLayoutItem* item : m_items) {
        const QSize size = item->sizeHint().boundedTo(QSize(std::max(rect.width(), 1), QWIDGETSIZE_MAX));
        if (x > 0 && x + size.width() > rect.width()) {
            x = 0;
            y += row + m_spacing;
            row = 0;
        }
        if (move) {
            const int left = mirrored ? rect.right() + 1 - x - size.width() : rect.left() + x;
            item->setGeometry(QRect(QPoint(left, rect.top() + y), size));
        }
        x += size.width() + m_spacing;
        row = std::max(row, size.height());
    }
    return y + row;
}
