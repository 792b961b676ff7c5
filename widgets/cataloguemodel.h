// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

/// Place of the series in `state` whose only encoding is `id`: what the catalogue shows as in use.
std::optional<std::size_t> seriesOf(const encodings::State& state, const std::string& id);

/// Every encoding as a row of a table: what its record says, and which series of the exploration draws it.
class CatalogueModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { InUse, Name, Id, Year, Family, RefersTo, Enters, TrainableAs, Extrapolation, Citation };
    static constexpr int columns = Citation + 1;
    enum Role {
        SortRole = Qt::UserRole + 1, ///< a number where the column holds one
        SeriesRole, ///< place of the series that draws the encoding, or -1
        RowRole ///< place in allEncodings(), however the rows are sorted
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setState(const encodings::State& state);
    static const encodings::Encoding& encodingAt(int row);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<int> m_series; ///< for each row
};

/// The rows in which every word that is searched for stands somewhere; sorted by numbers where a column has
/// them.
class CatalogueRows : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit CatalogueRows(QObject* parent = nullptr);

    void search(const QString& words);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
};
