// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "sliderscale.h"

#include <QSlider>

/// A slider over the values of a parameter. A view: dragging, keys and wheel ask for values, the handle stays
/// where showValue puts it.
class NumberSlider : public QSlider {
    Q_OBJECT

public:
    explicit NumberSlider(QWidget* parent = nullptr);

    void setScale(const SliderScale& scale);
    const SliderScale& scale() const { return m_scale; }
    /// Muted: the value is computed from others.
    void showValue(double value, bool muted);
    /// Where the handle stands.
    QPointF handleCentre() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void valueAsked(double value, quint64 gesture);
    void resetAsked(quint64 gesture);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    double trackLength() const;
    void placeHandle();
    void ask(double value, quint64 gesture);
    void askStep(double next, int direction, quint64 gesture);
    bool leavesWheelToPanel() const;

    SliderScale m_scale;
    double m_value = 0.0;
    bool m_muted = false;
    bool m_hovered = false;
    double m_dragFraction = 0.0; ///< where the pointer has taken the handle, not rounded
    double m_dragX = 0.0;
    int m_wheelAngle = 0;
    quint64 m_dragGesture = 0;
    quint64 m_keyGesture = 0;
    quint64 m_wheelGesture = 0;
};
