// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

class QToolButton;

/// The box of a parameter: shows a readable text, and the plain one while it is being edited. Asks on Enter
/// and when the focus leaves, never for each key.
class ValueBox : public QLineEdit {
    Q_OBJECT

public:
    enum class Step { Small, Fine, Page };

    explicit ValueBox(QWidget* parent = nullptr);

    /// Adds the button that says "computed from other values"; `word` is how that is written.
    void addAutomatic(const QString& word, const QString& help);
    QToolButton* automaticButton() const { return m_automatic; }

    /// Replaces what is shown, and what was typed.
    void showText(const QString& readable, const QString& plain, bool muted);
    /// Back to what showText said.
    void restore();
    void setProblem(bool problem);
    /// Width for text, px.
    int textWidth() const;

    QSize sizeHint() const override;

signals:
    void committed(const QString& text);
    void stepAsked(int direction, ValueBox::Step step, quint64 gesture);
    void automaticAsked(bool automatic);
    void cancelled();

protected:
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void commit();
    void updateColours();

    QToolButton* m_automatic = nullptr;
    QString m_readable;
    QString m_plain;
    QColor m_textColour; ///< set on the palette; invalid: inherited
    bool m_muted = false;
    bool m_problem = false;
    bool m_editing = false;
    bool m_focusByMouse = false;
    quint64 m_keyGesture = 0;
};
