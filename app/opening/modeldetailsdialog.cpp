// SPDX-License-Identifier: GPL-3.0-or-later
#include "modeldetailsdialog.h"

#include "modeldetails.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

ModelDetailsDialog::ModelDetailsDialog(QWidget* parent)
    : QDialog(parent)
    , m_choice(new QComboBox)
    , m_empty(
          new QLabel(tr("No model file was opened for what is drawn. Open one, or drop it on the window.")))
    , m_text(new QTextBrowser)
{
    setWindowTitle(tr("What the file says"));
    m_choice->setAccessibleName(tr("File and layers"));
    m_empty->setWordWrap(true);
    m_empty->setAlignment(Qt::AlignCenter);
    m_text->setOpenLinks(false);
    m_text->setFrameShape(QFrame::NoFrame);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    m_copy = buttons->addButton(tr("Copy as text"), QDialogButtonBox::ActionRole);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 16, 16, 16);
    column->setSpacing(8);
    column->addWidget(m_choice);
    column->addWidget(m_empty, 1);
    column->addWidget(m_text, 1);
    column->addWidget(buttons);
    connect(m_choice, &QComboBox::currentIndexChanged, this, &ModelDetailsDialog::showEntry);
    connect(m_text, &QTextBrowser::anchorClicked, this, &ModelDetailsDialog::follow);
    connect(m_copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(text()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    const int character = fontMetrics().averageCharWidth();
    resize(110 * character, 96 * character);
}

void ModelDetailsDialog::showFiles(
    const std::vector<std::shared_ptr<const OpenedModel>>& files, const encodings::Model& first)
{
    std::vector<Entry> entries;
    for (const auto& opened : files) {
        for (const ModelLayers& group : opened->file().layers)
            entries.push_back({ opened, &group });
    }
    const auto same = [](const Entry& a, const Entry& b) { return a.group == b.group; };
    if (m_first == first
        && std::equal(entries.begin(), entries.end(), m_entries.begin(), m_entries.end(), same)
        && !entries.empty())
        return;
    const QSignalBlocker blocker(m_choice);
    m_entries = std::move(entries);
    m_first = first;
    m_choice->clear();
    int chosen = 0;
    for (const Entry& entry : m_entries) {
        const ModelFile& file = entry.opened->file();
        if (entry.opened->groupOf(first) == entry.group)
            chosen = m_choice->count();
        m_choice->addItem(
            file.layers.size() == 1 ? file.name : tr("%1 · %2").arg(file.name, entry.group->name));
    }
    m_choice->setCurrentIndex(m_entries.empty() ? -1 : chosen);
    showEntry();
}

QString ModelDetailsDialog::text() const
{
    const int index = m_choice->currentIndex();
    if (index < 0)
        return {};
    const Entry& entry = m_entries.at(static_cast<std::size_t>(index));
    return detailsAsText(*entry.opened, *entry.group);
}

void ModelDetailsDialog::showEntry()
{
    const int index = m_choice->currentIndex();
    m_choice->setVisible(m_entries.size() > 1);
    m_empty->setVisible(m_entries.empty());
    m_text->setVisible(!m_entries.empty());
    m_copy->setEnabled(!m_entries.empty());
    if (index < 0)
        return m_text->clear();
    const Entry& entry = m_entries.at(static_cast<std::size_t>(index));
    const int place = m_text->verticalScrollBar()->value();
    setWindowTitle(tr("What the file says: %1").arg(entry.opened->file().name));
    m_text->setHtml(detailsAsHtml(*entry.opened, *entry.group, m_unusedShown, palette()));
    m_text->verticalScrollBar()->setValue(place);
}

void ModelDetailsDialog::follow(const QUrl& link)
{
    if (link.fragment() == "unused") {
        m_unusedShown = !m_unusedShown;
        return showEntry();
    }
    const std::shared_ptr<const OpenedModel> opened
        = m_entries.at(static_cast<std::size_t>(m_choice->currentIndex())).opened;
    emit questionsAsked(*opened); // which may replace the entries
}

void ModelDetailsDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        showEntry();
}
