// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

class DropHint;
class QDropEvent;
class QMimeData;
class QWidget;

/// Takes files that are dropped on a window, and says over it what a drop would do.
class FileDrop : public QObject {
    Q_OBJECT

public:
    explicit FileDrop(QWidget* window);

    /// The sentence over the window; empty while nothing is dragged.
    QString hint() const;

signals:
    /// `beside`: Ctrl was held. Sent after the drop, for which the source of the drag waits.
    void dropped(const QStringList& paths, bool beside);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void drag(QDropEvent& event);
    void drop(QDropEvent& event);

    QWidget* m_window;
    DropHint* m_hint;
    QStringList m_paths; ///< that are dragged
    QString m_refusal; ///< why they cannot be opened, or empty
};
