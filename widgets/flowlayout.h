// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <QList>

/// Places widgets in rows from left to right, as words of a text.
class FlowLayout : public QLayout {
    Q_OBJECT

public:
    FlowLayout(QWidget* parent, int spacing);
    ~FlowLayout() override;

    /// Puts `widget` at `place` among the others.
    void insertWidget(int place, QWidget* widget);

    void addItem(QLayoutItem* item) override;
    int count() const override;
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    int place(const QRect& rect, bool move) const;

    QList<QLayoutItem*> m_items;
    int m_spacing;
};
