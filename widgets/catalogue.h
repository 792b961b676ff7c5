// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/state.h"

#include <QWidget>

class CatalogueDetails;
class CatalogueModel;
class CatalogueRows;
class QLabel;
class QLineEdit;
class QModelIndex;
class QPushButton;
class QTableView;

/// Every encoding in a table that can be searched and sorted, with the whole record of the current one below.
/// Opening one draws it as a further series, or makes the series that draws it the subject. A view of the
/// state.
class Catalogue : public QWidget {
    Q_OBJECT

public:
    explicit Catalogue(QWidget* parent = nullptr);

    void setState(const encodings::State& state);

signals:
    void edited(const encodings::State& next, quint64 gesture);
    /// The catalogue is wanted as a picture.
    void saveRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void buildTable();
    void build();
    void fitColumns();
    /// The row whose id or name is these words, or begins with them, or the first.
    int bestRow(const QString& words) const;
    void search(const QString& words);
    const encodings::Encoding* current() const;
    void openCurrent();
    void copyCitation();
    void showCurrent();

    encodings::State m_state;
    CatalogueModel* m_model;
    CatalogueRows* m_rows;
    QLineEdit* m_search;
    QLabel* m_count;
    QTableView* m_table;
    CatalogueDetails* m_details;
    QLabel* m_feedback;
    QPushButton* m_open;
};
