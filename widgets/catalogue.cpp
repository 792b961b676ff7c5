// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalogue.h"

#include "cataloguedelegate.h"
#include "cataloguedetails.h"
#include "cataloguemodel.h"
#include "coretext.h"
#include "gesture.h"
#include "seriesedits.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

using encodings::Encoding;

namespace {

/// Widest column, in average letters: longer words are cut, and stand in the tooltip and below.
constexpr int widestColumn = 26;

} // namespace

Catalogue::Catalogue(QWidget* parent)
    : QWidget(parent)
    , m_model(new CatalogueModel(this))
    , m_rows(new CatalogueRows(this))
    , m_search(new QLineEdit)
    , m_count(new QLabel)
    , m_table(new QTableView)
    , m_details(new CatalogueDetails)
    , m_feedback(new QLabel)
    , m_open(new QPushButton)
{
    m_rows->setSourceModel(m_model);
    buildTable();
    build();
    connect(m_search, &QLineEdit::textChanged, this, &Catalogue::search);
    connect(m_open, &QPushButton::clicked, this, &Catalogue::openCurrent);
    search({});
    fitColumns();
}

void Catalogue::buildTable()
{
    m_table->setObjectName("encodings");
    m_table->setModel(m_rows);
    m_table->setItemDelegate(new CatalogueDelegate(m_table));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setAccessibleName(tr("Encodings"));
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->horizontalHeader()->setSortIndicatorClearable(true); // back to the order of the menus
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &Catalogue::showCurrent);
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (index.column() == CatalogueModel::InUse)
            openCurrent();
    });
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.column() != CatalogueModel::InUse)
            openCurrent();
    });
}

void Catalogue::build()
{
    m_search->setObjectName("search");
    m_search->setClearButtonEnabled(true);
    m_search->setPlaceholderText(tr("Search: every word must stand somewhere in the row"));
    m_search->setAccessibleName(tr("Search encodings"));
    m_count->setObjectName("count");
    m_feedback->setObjectName("feedback");
    m_feedback->setTextFormat(Qt::PlainText);
    m_feedback->setWordWrap(true);
    m_feedback->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_open->setObjectName("open");
    auto* copy = new QPushButton(tr("&Copy citation"));
    copy->setObjectName("copy");
    copy->setToolTip(tr("Ctrl+C in the table"));
    connect(copy, &QPushButton::clicked, this, &Catalogue::copyCitation);
    auto* picture = new QPushButton(tr("&Save picture…"));
    picture->setObjectName("picture");
    connect(picture, &QPushButton::clicked, this, &Catalogue::saveRequested);

    auto* top = new QHBoxLayout;
    top->addWidget(m_search, 1);
    top->addWidget(m_count);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(m_feedback, 1);
    bottom->addWidget(picture);
    bottom->addWidget(copy);
    bottom->addWidget(m_open);
    auto* split = new QSplitter(Qt::Vertical);
    split->addWidget(m_table);
    split->addWidget(m_details);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 1);
    split->setSizes({ 420, 200 });
    split->setChildrenCollapsible(false);
    auto* column = new QVBoxLayout(this);
    column->addLayout(top);
    column->addWidget(split, 1);
    column->addLayout(bottom);

    const auto shortcut = [](const QKeySequence& keys, QWidget* widget, const auto& act) {
        auto* made = new QShortcut(keys, widget);
        made->setContext(Qt::WidgetShortcut);
        connect(made, &QShortcut::activated, widget, act);
    };
    for (const Qt::Key key : { Qt::Key_Return, Qt::Key_Enter })
        shortcut(key, m_table, [this] { openCurrent(); });
    connect(m_search, &QLineEdit::returnPressed, this, &Catalogue::openCurrent);
    shortcut(QKeySequence::Copy, m_table, [this] { copyCitation(); });
    shortcut(Qt::Key_Down, m_search, [this] { m_table->setFocus(Qt::ShortcutFocusReason); });
    auto* find = new QShortcut(QKeySequence::Find, this);
    connect(find, &QShortcut::activated, this, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    m_search->setFocus();
}

/// Every column as wide as its longest words, within reason.
void Catalogue::fitColumns()
{
    const QFontMetrics metrics(m_table->font());
    m_table->verticalHeader()->setDefaultSectionSize(qRound(1.7 * metrics.height()));
    m_table->resizeColumnsToContents();
    const int most = widestColumn * metrics.averageCharWidth();
    for (int column = 0; column + 1 < CatalogueModel::columns; ++column)
        m_table->setColumnWidth(column, std::min(m_table->columnWidth(column) + 8, most));
    m_table->setColumnWidth(CatalogueModel::InUse, 32);
}

void Catalogue::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitColumns();
}

void Catalogue::setState(const encodings::State& state)
{
    m_state = state;
    m_model->setState(state);
    m_details->setState(state);
    showCurrent();
}

int Catalogue::bestRow(const QString& words) const
{
    const auto textAt = [this](int row, int column) { return m_rows->index(row, column).data().toString(); };
    int begins = -1;
    for (int row = 0; row < m_rows->rowCount(); ++row) {
        for (const int column : { CatalogueModel::Id, CatalogueModel::Name }) {
            const QString text = textAt(row, column);
            if (text.compare(words, Qt::CaseInsensitive) == 0)
                return row;
            if (begins < 0 && text.startsWith(words, Qt::CaseInsensitive))
                begins = row;
        }
    }
    return std::max(begins, 0);
}

void Catalogue::search(const QString& words)
{
    m_rows->search(words);
    m_table->setCurrentIndex(m_rows->index(bestRow(words.trimmed()), CatalogueModel::Name));
    const int all = m_model->rowCount();
    m_count->setText(m_rows->rowCount() == all ? tr("%1 encodings").arg(all)
                                               : tr("%1 of %2 encodings").arg(m_rows->rowCount()).arg(all));
    m_table->scrollTo(m_table->currentIndex());
    showCurrent();
}

const Encoding* Catalogue::current() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? &CatalogueModel::encodingAt(m_rows->mapToSource(index).row()) : nullptr;
}

void Catalogue::showCurrent()
{
    const Encoding* encoding = current();
    m_details->showEncoding(encoding);
    m_feedback->setText(encoding ? tr("Double click or Enter draws the encoding as a series.")
                                 : tr("No encoding has all of these words."));
    const auto series = encoding ? seriesOf(m_state, encoding->id) : std::nullopt;
    const bool isSubject = series == std::size_t(0) && m_state.series.front().shown;
    m_open->setText(isSubject ? tr("Is the subject")
            : series          ? tr("Make it the subject")
                              : tr("&Add as a series"));
    m_open->setEnabled(encoding && !isSubject);
}

void Catalogue::openCurrent()
{
    const Encoding* encoding = current();
    if (!encoding)
        return;
    const QString name = coreText(encoding->name);
    const auto series = seriesOf(m_state, encoding->id);
    const encodings::State next
        = series ? seriesedits::asSubject(m_state, *series) : seriesedits::added(m_state, encoding->id);
    if (next == m_state)
        return m_feedback->setText(tr("%1 is the subject already.").arg(name));
    if (const auto reason = seriesedits::refusal(next))
        return m_feedback->setText(tr("%1 is not added: %2").arg(name, coreText(*reason)));
    emit edited(next, newGesture());
    m_feedback->setText(series ? tr("%1 is the subject now; Ctrl+Z takes it back.").arg(name)
                               : tr("%1 is a series now; Ctrl+Z takes it back.").arg(name));
}

void Catalogue::copyCitation()
{
    const Encoding* encoding = current();
    if (!encoding)
        return;
    QGuiApplication::clipboard()->setText(coreText(encoding->citation));
    m_feedback->setText(tr("Copied: %1").arg(coreText(encoding->citation)));
}
