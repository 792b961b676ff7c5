// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelnotice.h"

#include "widgets/theme.h"

#include <QEvent>
#include <QPainter>

namespace {

constexpr int markSize = 12;
constexpr qsizetype longestRemark = 60;

QString counted(qsizetype count, const QString& one, const QString& many)
{
    return count == 1 ? one : many.arg(count);
}

} // namespace

ModelNotice::ModelNotice(QWidget* parent)
    : QToolButton(parent)
{
    setAutoRaise(true);
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIconSize({ markSize, markSize });
    setObjectName("notice");
    updateMark();
    hide();
}

void ModelNotice::showFiles(const std::vector<std::shared_ptr<const OpenedModel>>& files)
{
    QStringList warnings;
    qsizetype questions = 0;
    for (const auto& opened : files) {
        warnings += opened->file().warnings;
        for (const OpenQuestion& question : opened->file().questions)
            questions += opened->answers().contains(question.setting()) ? 0 : 1;
    }
    QStringList parts;
    if (!warnings.isEmpty())
        parts.append(counted(warnings.size(), tr("1 warning"), tr("%1 warnings")));
    if (questions > 0)
        parts.append(counted(questions, tr("1 open question"), tr("%1 open questions")));
    QString text = parts.join(", ");
    if (!warnings.isEmpty()) {
        const QString& first = warnings.front();
        text += ": " + (first.size() > longestRemark ? first.left(longestRemark).trimmed() + "…" : first);
    }
    setText(tr("%1   Details").arg(text.replace('&', "&&")));
    setToolTip(warnings.isEmpty()
            ? tr("What the file leaves open, and what is assumed")
            : "<p>" + warnings.join("\n").toHtmlEscaped().replace('\n', "</p><p>") + "</p>");
    setVisible(!parts.isEmpty());
}

void ModelNotice::changeEvent(QEvent* event)
{
    QToolButton::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        updateMark();
}

/// A triangle in the colour of warnings.
void ModelNotice::updateMark()
{
    const qreal ratio = devicePixelRatioF();
    QPixmap mark(QSize(markSize, markSize) * ratio);
    mark.setDevicePixelRatio(ratio);
    mark.fill(Qt::transparent);
    QPainter painter(&mark);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Theme::of(palette()).unseen);
    painter.drawPolygon(
        QPolygonF { { markSize / 2.0, 1.0 }, { markSize - 0.5, markSize - 1.0 }, { 0.5, markSize - 1.0 } });
    setIcon(mark);
}
