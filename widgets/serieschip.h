// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

/// One series in its colour: dot and name. A click asks to show or hide it; the arrow, a right click or the
/// down key open its menu.
class SeriesChip : public QAbstractButton {
    Q_OBJECT

public:
    explicit SeriesChip(QWidget* parent = nullptr);

    /// `place` in the state decides the colour; `problem`: why it cannot be drawn, or empty.
    void showSeries(const QString& name, std::size_t place, bool shown, bool subject, const QString& problem);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void menuRequested(const QPoint& globalPosition);

protected:
    void nextCheckState() override { }
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QRect arrowRect() const;
    QString elidedName() const;

    std::size_t m_place = 0;
    bool m_subject = false;
    QString m_problem;
};
