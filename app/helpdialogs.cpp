// SPDX-License-Identifier: GPL-3.0-or-later
#include "helpdialogs.h"

#include <QCoreApplication>
#include <QKeySequence>
#include <QMessageBox>

namespace {

QString tr(const char* text) { return QCoreApplication::translate("HelpDialogs", text); }

QString row(const QString& keys, const QString& meaning)
{
    return QString("<tr><td><b>%1</b>&nbsp;&nbsp;&nbsp;</td><td>%2</td></tr>")
        .arg(keys.toHtmlEscaped(), meaning.toHtmlEscaped());
}

QString keys(QKeySequence::StandardKey key) { return QKeySequence(key).toString(QKeySequence::NativeText); }

void show(QWidget* window, const QString& title, const QString& html)
{
    QMessageBox box(QMessageBox::NoIcon, title, html, QMessageBox::Close, window);
    box.setTextFormat(Qt::RichText);
    box.exec();
}

} // namespace

void showShortcuts(QWidget* window)
{
    const QString html = "<table>" + row(keys(QKeySequence::New), tr("New exploration"))
        + row(keys(QKeySequence::Open), tr("Open an exploration or model files"))
        + row("Ctrl+Shift+O", tr("Open a model, or compare several"))
        + row("Ctrl+Shift+A", tr("Add models to what is drawn"))
        + row(tr("Drop, Ctrl and drop"), tr("Open files, add models to what is drawn"))
        + row(keys(QKeySequence::Save), tr("Save")) + row("Ctrl+Shift+S", tr("Save as"))
        + row("Ctrl+E", tr("Export the view last touched")) + row("Ctrl+Shift+C", tr("Copy it as an image"))
        + row(keys(QKeySequence::Undo), tr("Undo")) + row(keys(QKeySequence::Redo), tr("Redo"))
        + row("Ctrl+M", tr("Search models")) + row("Ctrl+I", tr("What the model file says"))
        + row("Ctrl+K", tr("Catalogue of encodings")) + row("Ctrl+1 … 9", tr("Open or close a view"))
        + row("F", tr("Maximise the view last touched, or restore"))
        + row("Ctrl+U", tr("Undock it, or dock it again"))
        + row(tr("Double click on a plot"), tr("Back from a zoom"))
        + row(tr("Wheel, drag"), tr("Zoom and move a plot")) + row(keys(QKeySequence::Quit), tr("Quit"))
        + "</table>";
    show(window, tr("Keyboard shortcuts"), html);
}

void showAbout(QWidget* window)
{
    const QString html = tr(
        "<h3>Encoding Explorer %1</h3>"
        "<p>What the position encodings of Transformers do, drawn from their formulas.</p>"
        "<p>Free software under the GNU General Public License, version 3 or later; there is no warranty.</p>"
        "<p>Made with Qt %2, QCustomPlot and Eigen.</p>")
                             .arg(QCoreApplication::applicationVersion().toHtmlEscaped(), qVersion());
    show(window, tr("About Encoding Explorer"), html);
}
