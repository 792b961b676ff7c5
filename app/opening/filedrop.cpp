// SPDX-License-Identifier: GPL-3.0-or-later
#include "filedrop.h"

#include "drophint.h"
#include "readfiles.h"

#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QTimer>
#include <QUrl>
#include <QWidget>

#include <algorithm>

namespace {

QStringList localFiles(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls()) {
        if (url.isLocalFile())
            paths.append(url.toLocalFile());
    }
    return paths;
}

QString refusalOf(const QStringList& paths)
{
    for (const QString& path : paths) {
        if (const QString refusal = refusalByName(path); !refusal.isEmpty())
            return refusal;
    }
    return {};
}

} // namespace

FileDrop::FileDrop(QWidget* window)
    : QObject(window)
    , m_window(window)
    , m_hint(new DropHint(window))
{
    window->setAcceptDrops(true);
    window->installEventFilter(this);
}

QString FileDrop::hint() const { return m_hint->isHidden() ? QString() : m_hint->sentence(); }

bool FileDrop::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_window)
        return false;
    switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove:
        drag(static_cast<QDropEvent&>(*event));
        return true;
    case QEvent::DragLeave:
        m_paths.clear();
        m_hint->hide();
        return true;
    case QEvent::Drop:
        drop(static_cast<QDropEvent&>(*event));
        return true;
    default:
        return false;
    }
}

/// Files that cannot be opened are taken too: a drop that is refused would tell no reason.
void FileDrop::drag(QDropEvent& event)
{
    const QStringList paths = localFiles(*event.mimeData());
    if (paths.isEmpty())
        return event.ignore();
    event.setDropAction(Qt::CopyAction);
    event.accept();
    if (paths != m_paths) { // every move of the mouse would ask a slow folder again
        m_paths = paths;
        m_refusal = refusalOf(paths);
    }
    if (!m_refusal.isEmpty())
        return m_hint->say(m_refusal, {}, false);
    const bool beside = event.modifiers().testFlag(Qt::ControlModifier);
    const QString name = QFileInfo(paths.front()).fileName();
    const auto count = static_cast<int>(paths.size());
    if (std::all_of(paths.begin(), paths.end(), isTable)) {
        m_hint->say(
            count == 1 ? tr("Draw %1 as a learned table").arg(name) : tr("Draw %1 learned tables").arg(count),
            beside ? QString() : tr("With Ctrl: always beside what is drawn"), true);
    } else if (beside) {
        m_hint->say(count == 1 ? tr("Add %1 to the comparison").arg(name)
                               : tr("Add %1 models to the comparison").arg(count),
            tr("Without Ctrl: in the place of what is drawn"), true);
    } else {
        m_hint->say(count == 1 ? tr("Open %1").arg(name) : tr("Compare %1 models").arg(count),
            tr("With Ctrl: beside what is drawn"), true);
    }
}

void FileDrop::drop(QDropEvent& event)
{
    m_paths.clear();
    m_hint->hide();
    const QStringList paths = localFiles(*event.mimeData());
    if (paths.isEmpty())
        return event.ignore();
    const bool beside = event.modifiers().testFlag(Qt::ControlModifier);
    event.setDropAction(Qt::CopyAction); // never move: the file stays where it is
    event.accept();
    QTimer::singleShot(0, this, [this, paths, beside] { emit dropped(paths, beside); });
}
