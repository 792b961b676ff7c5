// SPDX-License-Identifier: GPL-3.0-or-later
#include "cataloguemodel.h"

#include "coretext.h"
#include "encodingtext.h"
#include "entrydiagram.h"

#include "encodings/recordwords.h"

#include <algorithm>
#include <limits>

using encodings::Encoding;

std::optional<std::size_t> seriesOf(const encodings::State& state, const std::string& id)
{
    const auto found = std::find_if(state.series.begin(), state.series.end(),
        [&](const encodings::Series& series) { return series.encodings == std::vector { id }; });
    if (found == state.series.end())
        return {};
    return static_cast<std::size_t>(found - state.series.begin());
}

namespace {

QString textOf(const Encoding& encoding, int column)
{
    switch (column) {
    case CatalogueModel::Name:
        return coreText(encoding.name);
    case CatalogueModel::Id:
        return QString::fromStdString(encoding.id);
    case CatalogueModel::Year:
        return QString::number(encoding.year);
    case CatalogueModel::Family:
        return coreText(encoding.family);
    case CatalogueModel::RefersTo:
        return coreText(wordOf(encoding.refers));
    case CatalogueModel::Enters:
        return entrydiagram::wordsOf(encoding.enters);
    case CatalogueModel::TrainableAs:
        return coreText(wordOf(encoding.trainable));
    case CatalogueModel::Extrapolation:
        return coreText(encoding.extrapolation);
    case CatalogueModel::Citation:
        return coreText(encoding.citation);
    default:
        return {};
    }
}

} // namespace

void CatalogueModel::setState(const encodings::State& state)
{
    std::vector<int> series;
    for (const Encoding& encoding : encodings::allEncodings()) {
        const auto place = seriesOf(state, encoding.id);
        series.push_back(place ? static_cast<int>(*place) : -1);
    }
    if (series == m_series)
        return;
    m_series = std::move(series);
    emit dataChanged(index(0, 0), index(rowCount() - 1, columns - 1));
}

const Encoding& CatalogueModel::encodingAt(int row)
{
    return encodings::allEncodings()[static_cast<std::size_t>(row)];
}

int CatalogueModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(encodings::allEncodings().size());
}

int CatalogueModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : columns; }

QVariant CatalogueModel::data(const QModelIndex& index, int role) const
{
    const Encoding& encoding = encodingAt(index.row());
    const int column = index.column();
    const auto row = static_cast<std::size_t>(index.row());
    const int series = row < m_series.size() ? m_series[row] : -1;
    switch (role) {
    case SeriesRole:
        return series;
    case RowRole:
        return index.row();
    case SortRole:
        if (column == InUse)
            return series < 0 ? std::numeric_limits<int>::max() : series;
        if (column == Year)
            return encoding.year;
        [[fallthrough]];
    case Qt::DisplayRole:
        return textOf(encoding, column);
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole: {
        QString text = textOf(encoding, column);
        if (column == InUse)
            text = series < 0 ? tr("Add %1 as a series").arg(textOf(encoding, Name))
                              : tr("%1 is a series: make it the subject").arg(textOf(encoding, Name));
        else if (column == TrainableAs)
            text = honestLabel(encoding.trainable);
        else if (column == Name && role == Qt::ToolTipRole)
            text = coreText(encoding.about);
        return role == Qt::ToolTipRole ? QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped()) : text;
    }
    default:
        return {};
    }
}

QVariant CatalogueModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const bool tip = role == Qt::ToolTipRole;
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && !tip)
        return {};
    switch (section) {
    case InUse:
        return tip ? tr("A dot in the colour of its series, or + to add one") : QString();
    case Name:
        return tr("Name");
    case Id:
        return tip ? tr("What the command line calls it") : tr("Id");
    case Year:
        return tr("Year");
    case Family:
        return tr("Family");
    case RefersTo:
        return tip ? tr("What attention is told: absolute positions or relative distances") : tr("Refers to");
    case Enters:
        return tip ? tr("Where it enters the model: %1").arg(entrydiagram::wordsOf(entrydiagram::places()))
                   : tr("Enters");
    case TrainableAs:
        return tip ? tr("What is trained, and what stands in for it here") : tr("Trainable");
    case Extrapolation:
        return tip ? tr("Beyond the trained length") : tr("Extrapolation");
    case Citation:
        return tr("Citation");
    default:
        return {};
    }
}

CatalogueRows::CatalogueRows(QObject* parent)
    : QSortFilterProxyModel(parent)
{
    setSortRole(CatalogueModel::SortRole);
    setSortCaseSensitivity(Qt::CaseInsensitive);
    setDynamicSortFilter(true);
}

void CatalogueRows::search(const QString& words)
{
    m_words = words.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool CatalogueRows::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    QStringList texts;
    for (int column = 0; column < sourceModel()->columnCount(parent); ++column)
        texts << sourceModel()->index(row, column, parent).data().toString();
    const QString all = texts.join(QLatin1Char('\n'));
    return std::all_of(m_words.begin(), m_words.end(),
        [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}
