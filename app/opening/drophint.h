// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

/// A veil over a window with a few lines about what would happen.
class DropHint : public QWidget {
    Q_OBJECT

public:
    explicit DropHint(QWidget* window);

    /// `welcome`: something would be opened.
    void say(const QString& sentence, const QString& remark, bool welcome);
    const QString& sentence() const { return m_sentence; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_sentence;
    QString m_remark;
    bool m_welcome = true;
};
